import { expect, test } from 'vitest';
import { Choice } from './choice.svelte';

// A set of dice was chosen, the register moved before the button was pressed, and other dice were locked.
test('a repaint takes no choice away', () => {
  let offered = [1, 2];
  const set = Choice.of(() => offered);
  expect(set.value).toBe(1);
  set.value = 2;
  offered = [0, 1, 2];
  expect(set.value).toBe(2);
});

test('what cannot be had any more makes room for what is offered', () => {
  let offered = [1, 2];
  const set = Choice.of(() => offered);
  set.value = 2;
  offered = [1];
  expect(set.value).toBe(1);
  offered = [];
  expect(set.value).toBeNull();
});

test('what was typed stands whatever is offered, until it is done', () => {
  let free = 3;
  const number = new Choice(() => free);
  number.value = 7;
  free = 4;
  expect(number.value).toBe(7);
  number.forget();
  expect(number.value).toBe(4);
});
