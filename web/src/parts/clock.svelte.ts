/** The time by the server's clock, for countdowns; read a few times a second and only when shown. */

const TICK_MS = 100;

export class Clock {
  now = $state(Date.now());
  #timer: ReturnType<typeof setInterval>;

  constructor(tickMs = TICK_MS) {
    this.#timer = setInterval(() => (this.now = Date.now()), tickMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
