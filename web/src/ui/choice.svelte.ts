/** What a person has chosen or typed on a form whose offers come from the server. */

/**
 * Until somebody chooses, what is offered first; from then on what was chosen, however often the server repaints,
 * as long as it can still be had.
 */
export class Choice<T> {
  #made = $state.raw<{ readonly value: T } | null>(null);
  readonly #offered: () => T;
  readonly #stands: (value: T) => boolean;

  constructor(offered: () => T, stands: (value: T) => boolean = () => true) {
    this.#offered = offered;
    this.#stands = stands;
  }

  /** The first of some, and any of them. */
  static of<T>(offered: () => readonly T[]): Choice<T | null> {
    return new Choice<T | null>(
      () => offered()[0] ?? null,
      (value) => value !== null && offered().includes(value),
    );
  }

  get value(): T {
    return this.#made !== null && this.#stands(this.#made.value)
      ? this.#made.value
      : this.#offered();
  }

  set value(value: T) {
    this.#made = { value };
  }

  /** What was chosen is done; the next choice begins with what is offered. */
  forget(): void {
    this.#made = null;
  }
}
