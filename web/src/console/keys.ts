/** The console by keys: one for each step, digits for dice, Enter for what comes next. */

import { isFace } from '../model/dice';
import { look } from '../parts/look.svelte';
import type { Desk } from './desk.svelte';
import { KEY_OF } from './steps';

export function keyed(event: KeyboardEvent, desk: Desk, oncall: () => void): void {
  const { target, key } = event;
  if (!look.keys || event.ctrlKey || event.metaKey || event.altKey) return;
  if (
    target instanceof HTMLInputElement ||
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement
  )
    return;
  // A key that is held down is one press: nobody runs a round by leaning on the keyboard.
  if (event.repeat) {
    if (key === 'Enter' || key === ' ') event.preventDefault();
    return;
  }
  const face = Number(key);
  const step = KEY_OF.get(key.toLowerCase());
  if (isFace(face)) desk.type(face);
  else if (key === 'Backspace') desk.back();
  else if (key === 'x') oncall();
  else if (key === 'Enter' && !(target instanceof HTMLButtonElement)) desk.goOn();
  else if (step !== undefined) desk.take(step);
}
