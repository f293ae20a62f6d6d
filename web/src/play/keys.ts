/** Single keys of the terminal: they work on the table, not in fields or dialogs, and can be turned off. */

import { look } from '../parts/look.svelte';
import type { BetAsk } from '../wire';
import type { Panel } from './panel';
import type { PlayerSeat } from './seat.svelte';

const BETS: Readonly<Record<string, BetAsk>> = {
  u: 'undo_bets',
  c: 'clear_bets',
  r: 'repeat_bets',
  d: 'double_bets',
};
const PANELS: Readonly<Record<string, Panel>> = { h: 'history', b: 'build', l: 'limits' };

export function keyed(event: KeyboardEvent, seat: PlayerSeat): void {
  const { target } = event;
  if (!look.keys || event.ctrlKey || event.metaKey || event.altKey) return;
  // A dialog that was just closed is still known for a moment; a fast typist is past it already.
  if (seat.panel !== null && document.querySelector('dialog:not([open])') === null) return;
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return;
  const key = event.key.toLowerCase();
  const place = Number(key) - 1;
  const [bet, panel] = [BETS[key], PANELS[key]];
  if (0 <= place && place < seat.chips.length) seat.picked = place;
  else if (bet !== undefined) void seat.bet(bet);
  else if (panel !== undefined) seat.panel = panel;
}
