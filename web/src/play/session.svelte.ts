/** This player's time at the table, and the limits they set for themselves. */

import {
  NO_LIMITS,
  holding,
  reached,
  readPersonal,
  wished,
  type Personal,
  type Reached,
  type Wish,
} from '../model/personal';
import { forget, recall, remember } from '../parts/memory';
import type { SeatView } from '../wire';

const TICK_MS = 1_000;

export class SessionClock {
  now = $state(Date.now());
  since = $state(Date.now());
  personal = $state.raw<Personal>(NO_LIMITS);
  /** When the next reminder is due and not yet acknowledged. */
  due = $state<Reached | 'reality'>(null);
  #reminded = Date.now();
  #lost = $state(0);
  #player: number | null = null;
  #timer: ReturnType<typeof setInterval>;

  readonly timeMs = $derived(Math.max(0, this.now - this.since));

  constructor() {
    this.personal = holding(readPersonal(recall('personal')), Date.now());
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** The clock starts when a player sits down and survives a reload. */
  follow(seat: SeatView | null): void {
    const player = seat?.about.player ?? null;
    if (seat !== null && player === null) forget('since');
    if (player !== null && player !== this.#player) {
      const kept = /^(\d+) (\d+)$/u.exec(recall('since') ?? '');
      this.since = kept?.[1] === String(player) ? Number(kept[2]) : Date.now();
      remember('since', `${String(player)} ${String(this.since)}`);
    }
    this.#player = player;
    this.#lost = seat === null ? 0 : lossOf(seat);
  }

  wish(wish: Wish): void {
    this.personal = wished(this.personal, wish, Date.now());
    remember('personal', JSON.stringify(this.personal));
  }

  /** Whether this stake would pass a limit the player set. */
  blocks(stake: number): boolean {
    return reached(this.personal, { lost: this.#lost, timeMs: this.timeMs }, stake) !== null;
  }

  get reached(): Reached {
    return reached(this.personal, { lost: this.#lost, timeMs: this.timeMs }, 1);
  }

  acknowledge(): void {
    this.due = null;
    this.#reminded = Date.now();
  }

  #tick(): void {
    this.now = Date.now();
    this.personal = holding(this.personal, this.now);
    const { realityMs } = this.personal.holds;
    if (this.#player !== null && realityMs !== null && this.now - this.#reminded >= realityMs)
      this.due = 'reality';
  }
}

/** What has been lost so far, stakes that lie on the layout included. */
function lossOf({ money }: SeatView): number {
  return money.turnover + money.adjusted_out - money.returned - money.adjusted_in;
}
