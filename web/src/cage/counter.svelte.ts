/** The cashier's counter: it asks the cage, and knows what was found and why something was not done. */

import { moneyIn } from '../lang/lang.svelte';
import { PATHS } from '../link/http';
import { Server } from '../link/server.svelte';
import { decimalsIn, type MoneyFormat } from '../model/money';
import { refusalText } from '../parts/refusal';
import type { Ask, CageAsk, FloorAsk, VoucherShown } from '../wire';

/** Whom the cashier named, where they named anybody. */
export function named(person: string): { readonly person?: string } {
  const text = person.trim();
  return text === '' ? {} : { person: text };
}

export class Counter {
  readonly server = new Server(PATHS.staff);
  found = $state.raw<VoucherShown | null>(null);
  refused = $state('');
  /** Whether the payment that was just asked needs a second person. */
  takesTwo = $state(false);

  readonly cage = $derived.by(() => this.server.screen.cage);
  readonly currencies = $derived(this.cage?.currencies ?? []);

  /** Asks, and shows what came of it: a voucher to hand over, a voucher found, or why not. */
  ask(what: CageAsk): Promise<boolean> {
    return this.send({ cage: what });
  }

  /** Proposes or approves what takes two people, and shows why not. */
  askFloor(what: FloorAsk): Promise<boolean> {
    return this.send({ floor: what });
  }

  private async send(what: Ask): Promise<boolean> {
    const answer = await this.server.ask(what);
    this.takesTwo = answer.answer === 'refused' && answer.why.code === 'paid-by-two';
    if (answer.answer === 'found') this.found = answer.voucher;
    this.refused =
      answer.answer === 'refused'
        ? refusalText(answer.why, answer.sentence, { money: null, book: null })
        : '';
    return answer.answer !== 'refused';
  }

  decimalsOf(code: string): number {
    return decimalsIn(this.currencies, code);
  }

  moneyOf(code: string): MoneyFormat {
    return moneyIn({ code, decimals: this.decimalsOf(code) });
  }
}
