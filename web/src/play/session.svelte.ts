/** This player's time at the table, and the limits they set for themselves, as the table keeps them. */

import { NO_LIMITS, holding } from '../model/personal';
import type { Why } from '../model/screen';
import type { OwnTerms, SeatView } from '../wire';

/** The limit of their own for which the table refused a player's bet. */
export type Reached = 'loss' | 'time';

const OWN_LIMIT: Readonly<Partial<Record<Why['code'], Reached>>> = {
  'own-loss-limit': 'loss',
  'own-time-limit': 'time',
};

const TICK_MS = 1_000;

export class SessionClock {
  now = $state(Date.now());
  own = $state.raw<OwnTerms>(NO_LIMITS);
  /** When the next reminder is due and not yet acknowledged. */
  due = $state(false);
  reached = $state<Reached | null>(null);
  #reminded = Date.now();
  #player: number | null = null;
  #timer: ReturnType<typeof setInterval>;

  readonly holds = $derived(holding(this.own, this.now));
  readonly timeMs = $derived(Math.max(0, this.now - (this.own.since ?? this.now)));

  constructor() {
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  follow(seat: SeatView | null): void {
    const player = seat?.about.player ?? null;
    if (player !== this.#player) [this.#reminded, this.reached] = [Date.now(), null];
    this.#player = player;
    this.own = seat?.own ?? NO_LIMITS;
  }

  /** Hears how the table answered a bet; says whether a limit of the player's own was in the way. */
  hear(refused: Why['code'] | null): boolean {
    this.reached = refused === null ? null : (OWN_LIMIT[refused] ?? this.reached);
    return refused !== null && OWN_LIMIT[refused] !== undefined;
  }

  acknowledge(): void {
    this.due = false;
    this.#reminded = Date.now();
  }

  #tick(): void {
    this.now = Date.now();
    const { remind_ms: every } = this.holds;
    if (this.#player !== null && every !== null && this.now - this.#reminded >= every)
      this.due = true;
  }
}
