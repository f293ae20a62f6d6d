/** A player's seat as the terminal draws it: the table, its book, the chips, and what the player asks. */

import { moneyIn } from '../lang/lang.svelte';
import { bookAt, bookOf, isEmbedded } from '../link/http';
import type { Server } from '../link/server.svelte';
import { chipValues } from '../model/chips';
import type { MoneyFormat } from '../model/money';
import { outcomeShown } from '../model/outcome';
import { creditLeft, pilesOf, sum } from '../model/screen';
import { recall, remember } from '../parts/memory';
import { play } from '../parts/sound';
import { Throw } from '../parts/throw.svelte';
import type { AreaId, BetAsk, Book, Currency } from '../wire';
import { narrowest } from './limits';
import type { Panel } from './panel';
import { SessionClock } from './session.svelte';

export class PlayerSeat {
  readonly server: Server;
  readonly session = new SessionClock();
  readonly dice: Throw;
  /** The dialog that is open. */
  panel = $state<Panel | null>(null);
  /** The chip in the player's hand, by its place in the rack. */
  picked = $state(0);
  /** Areas that a dialog points at. */
  marked = $state.raw<ReadonlySet<AreaId>>(new Set());
  book = $state.raw<Book | null>(null);

  readonly screen = $derived.by(() => this.server.screen);
  readonly table = $derived(this.screen.table);
  readonly seat = $derived(this.screen.seat);
  readonly playing = $derived(this.table?.round.playing ?? null);
  readonly betting = $derived(this.playing?.betting === true && this.screen.link === 'live');
  readonly piles = $derived(pilesOf(this.screen));
  readonly staked = $derived(sum(this.piles));
  readonly credit = $derived(creditLeft(this.screen, this.piles));
  readonly money = $derived.by(() => {
    const currency = this.table?.about.currency;
    return currency === undefined ? null : moneyIn(currency);
  });
  /** Until the table is known, the layout is drawn with the money of last time. */
  readonly layoutMoney = $derived(this.money ?? lastMoney());
  readonly chips = $derived(this.table === null ? [] : chipValues(narrowest(this.table.limits)));
  readonly chip = $derived(this.chips[Math.min(this.picked, this.chips.length - 1)] ?? 0);
  readonly outcome = $derived.by(() => outcomeShown(this.screen, this.piles, this.dice.atRest));
  readonly voucher = $derived(this.screen.vouchers[0] ?? null);
  /** Areas whose bets were just refused. */
  readonly refused = $derived(
    new Set(this.screen.notices.flatMap(({ bets }) => bets.map(({ area }) => area))),
  );
  /** How often this player is asked to shake the dice, if they are. */
  readonly shakes = $derived.by(() => {
    const due = this.playing?.player_shake ?? null;
    return due !== null && due.seat === this.seat?.about.seat ? due.times : null;
  });

  constructor(server: Server) {
    this.server = server;
    this.dice = new Throw(() => server.screen);
    this.#recallBook();
    $effect(() => {
      const about = this.table?.about;
      if (about === undefined) return;
      void isEmbedded(about.book.id).then((is) => is && remember('book', about.book.id));
      void bookAt(about.table, about.book).then((found) => (this.book = found));
    });
    $effect(() => {
      const currency = this.table?.about.currency;
      if (currency !== undefined) remember('currency', JSON.stringify(currency));
    });
    $effect(() => this.session.follow(this.seat));
  }

  /** The layout of last time is drawn while the server is still being asked; nothing can be laid on it before it answers. */
  #recallBook(): void {
    const last = recall('book');
    if (last === null) return;
    void bookOf(last)
      .then((found) => (this.book ??= found))
      .catch(() => undefined);
  }

  stop(): void {
    this.server.stop();
    this.session.stop();
  }

  async bet(ask: BetAsk): Promise<void> {
    const answer = await this.server.ask({ bet: ask }, this.playing?.number);
    const refused = answer.answer === 'refused' ? answer.why.code : null;
    // A limit that players set themselves is shown with what they can do about it, not in passing.
    if (!this.session.hear(refused)) return;
    this.server.dismiss(answer.id);
    this.panel = 'session';
  }

  place(area: AreaId, stake = this.chip): void {
    if (!this.betting || stake === 0) return;
    play('chip');
    void this.bet({ place_bets: { bets: [{ area, stake }] } });
  }

  take(area: AreaId): void {
    if (this.betting && this.piles[area] !== undefined)
      void this.bet({ take_down: { areas: [area] } });
  }
}

function lastMoney(): MoneyFormat | null {
  const last = recall('currency');
  return last === null ? null : moneyIn(JSON.parse(last) as Currency);
}
