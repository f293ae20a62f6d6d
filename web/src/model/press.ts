/** What a press on a button means that can change under the finger. */

/**
 * A press means what the button said when it began. Where somebody else has moved the table on before the finger
 * left the button, the press is not one on what the button says now.
 */
export class Press<Meaning> {
  private begun: Meaning | null = null;

  /** The finger, the mouse or the key is down. */
  begin(meaning: Meaning): void {
    this.begun = meaning;
  }

  /** The finger slid away: there was no press. */
  forget(): void {
    this.begun = null;
  }

  /** The press is over: what it meant. A click without a finger, as screen readers send it, means what is there now. */
  end(now: Meaning): Meaning {
    const meant = this.begun ?? now;
    this.begun = null;
    return meant;
  }
}
