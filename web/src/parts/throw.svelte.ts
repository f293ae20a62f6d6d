/** The throw as a screen shows it: the lid, the shake, the dice, and the lights once they lie. */

import { rollOf, type Roll } from '../model/dice';
import { diceLeft } from '../model/result';
import type { Screen } from '../model/screen';
import type { AreaId } from '../wire';
import { play } from './sound';

/** The dice are at rest by then, whatever the frames do: a hidden page has none. */
const LATEST_REST_MS = 4_500;

export class Throw {
  readonly #screen: () => Screen;
  #rested = $state<number | null>(null);

  constructor(screen: () => Screen) {
    this.#screen = screen;
    $effect(() => {
      const round = this.fresh ? this.#playing?.number : undefined;
      if (round === undefined) return;
      const timer = setTimeout(() => this.#rest(round), LATEST_REST_MS);
      return () => clearTimeout(timer);
    });
  }

  readonly #playing = $derived.by(() => this.#screen().table?.round.playing ?? null);
  /** Thrown before our eyes; a screen that returns finds the dice lying. */
  readonly fresh = $derived.by(
    () => this.#playing !== null && this.#screen().thrown === this.#playing.number,
  );
  readonly atRest = $derived(!this.fresh || this.#rested === this.#playing?.number);
  readonly isClosed = $derived(
    this.#playing !== null && this.#playing.result === null && !this.#playing.betting,
  );
  readonly #dice = $derived(this.#playing?.dice ?? 'last-round');
  /** Under the lid until the reveal. */
  readonly covered = $derived(this.#dice === 'covered' || this.#dice === 'shaken');
  readonly shaking = $derived(this.#dice === 'shaken');
  /** The result; between rounds and before the shake the dice of the last one still lie there. */
  readonly roll: Roll | null = $derived.by(() => {
    const result = rollOf(this.#playing?.result?.dice);
    const history = this.#screen().table?.history ?? [];
    return result ?? (this.#dice === 'last-round' ? diceLeft(history) : null);
  });
  /** The lights go on when the dice lie. */
  readonly lit: ReadonlySet<AreaId> = $derived(
    new Set(this.atRest ? (this.#playing?.result?.lit ?? []) : []),
  );

  rest(): void {
    if (this.#playing?.result != null) this.#rest(this.#playing.number);
  }

  #rest(round: number): void {
    if (this.#rested === round) return;
    this.#rested = round;
    play('rest');
  }
}
