/** A dealer's desk: the table, the one thing to do next, and what the dealer orders. */

import { moneyIn, t } from '../lang/lang.svelte';
import { PATHS, bookAt } from '../link/http';
import { Server } from '../link/server.svelte';
import { rollOf, type Face } from '../model/dice';
import { Press } from '../model/press';
import { Clock } from '../parts/clock.svelte';
import type { Book, Step, TableOrder } from '../wire';
import { orderOf, reasonOf, type Reason } from './steps';

export class Desk {
  readonly number: number;
  readonly server = new Server(PATHS.staff);
  readonly #clock = new Clock(1_000);
  readonly #press = new Press<Step>();
  book = $state.raw<Book | null>(null);
  /** Dice that are typed and not yet sent. */
  typed = $state<readonly Face[]>([]);
  /** Shakes on top of those that the rule book asks for. */
  more = $state(0);
  /** The step that a press meant which somebody else made pointless before the finger left the button. */
  moved = $state<Step | null>(null);

  readonly screen = $derived.by(() => this.server.screen);
  readonly table = $derived(this.screen.table);
  readonly view = $derived(this.screen.console);
  readonly playing = $derived(this.table?.round.playing ?? null);
  readonly money = $derived(this.table === null ? null : moneyIn(this.table.about.currency));
  readonly you = $derived(this.screen.hello?.you.as === 'staff' ? this.screen.hello.you : null);
  readonly isBarred = $derived(this.you?.screens.includes('console') === false);
  readonly next = $derived(this.view?.next.step ?? null);
  readonly entered = $derived(rollOf(this.view?.entry.dice));
  readonly canEnter = $derived(
    this.view?.next.steps.some(({ step, refused }) => step === 'enter_dice' && refused === null) ===
      true,
  );
  readonly shakes = $derived((this.view?.next.shakes.least ?? 1) + this.more);
  readonly canShakeMore = $derived(this.shakes < (this.view?.next.shakes.most ?? 0));
  /** Why the next step must wait, if it must. */
  readonly waits = $derived.by(() => (this.next === null ? null : this.reason(this.next)));

  constructor(table: number) {
    this.number = table;
    this.server.start({ table: { table } }, { console: { table } });
    $effect(() => {
      const name = this.table?.about.book;
      if (name !== undefined) void bookAt(table, name).then((found) => (this.book = found));
    });
  }

  stop(): void {
    this.server.stop();
    this.#clock.stop();
  }

  reason(step: Step): Reason | null {
    if (!this.server.isLive) return { text: t('link.no-line'), clause: null };
    const now = this.#clock.now + this.screen.skewMs;
    return reasonOf(this.view?.next.steps ?? [], step, now, this);
  }

  order(what: TableOrder): void {
    const round = this.view?.next.round;
    void this.server.ask({ run: { table: this.number, order: what } }, round);
  }

  /** A step is for the table as it is drawn: where it has moved on before the ask arrives, the server refuses. */
  #orderHere(what: TableOrder): void {
    if (this.view === null) return;
    this.moved = null;
    const { round, phase } = this.view.next;
    void this.server.ask({ run: { table: this.number, phase, order: what } }, round);
  }

  take(step: Step): void {
    const what = orderOf(step, { shakes: this.shakes, entered: this.entered });
    if (what !== null) this.#orderHere(what);
  }

  press(step: Step): void {
    this.#press.begin(step);
  }

  forgetPress(): void {
    this.#press.forget();
  }

  /** The large button does what it said when the press began, or nothing. */
  release(step: Step): void {
    const meant = this.#press.end(step);
    if (meant === step) this.take(step);
    else this.moved = meant;
  }

  /** The next step by a key; dice have keys of their own. */
  goOn(): void {
    if (this.next !== null && this.waits === null && this.next !== 'enter_dice')
      this.take(this.next);
  }

  type(face: Face): void {
    if (!this.canEnter) return;
    this.typed = [...this.typed, face].slice(-3);
    const roll = rollOf(this.typed);
    if (roll === null) return;
    this.#orderHere({ enter_dice: { dice: [...roll] } });
    this.typed = [];
  }

  back(): void {
    if (this.typed.length > 0) this.typed = this.typed.slice(0, -1);
    else if (this.entered !== null) this.take('reenter_dice');
  }
}
