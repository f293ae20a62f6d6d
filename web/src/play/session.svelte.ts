/** This player's time at the table, and the limits they set for themselves, as the table keeps them. */

import { NO_LIMITS, holding, reached, type Reached } from '../model/personal';
import type { OwnTerms, SeatView } from '../wire';

const TICK_MS = 1_000;

export class SessionClock {
  now = $state(Date.now());
  own = $state.raw<OwnTerms>(NO_LIMITS);
  /** When the next reminder is due and not yet acknowledged. */
  due = $state<Reached | 'reality'>(null);
  #reminded = Date.now();
  #lost = $state(0);
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
    if (player !== this.#player) this.#reminded = Date.now();
    this.#player = player;
    this.own = seat?.own ?? NO_LIMITS;
    this.#lost = seat === null ? 0 : lossOf(seat);
  }

  /** Whether this stake would pass a limit the player set. */
  blocks(stake: number): boolean {
    return reached(this.holds, { lost: this.#lost, timeMs: this.timeMs }, stake) !== null;
  }

  get reached(): Reached {
    return reached(this.holds, { lost: this.#lost, timeMs: this.timeMs }, 1);
  }

  acknowledge(): void {
    this.due = null;
    this.#reminded = Date.now();
  }

  #tick(): void {
    this.now = Date.now();
    const { remind_ms: every } = this.holds;
    if (this.#player !== null && every !== null && this.now - this.#reminded >= every)
      this.due = 'reality';
  }
}

/** What has been lost so far, stakes that lie on the layout included. */
function lossOf({ money }: SeatView): number {
  return money.turnover + money.adjusted_out - money.returned - money.adjusted_in;
}
