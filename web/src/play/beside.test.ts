import { expect, test } from 'vitest';
import { beside, common, type Box } from './beside';

const felt: Box = { left: 10, top: 100, right: 810, bottom: 600 };
const card = { width: 240, height: 200 };
const area = (left: number, top: number): Box => ({
  left,
  top,
  right: left + 80,
  bottom: top + 60,
});

test.each([
  ['above where there is room', area(400, 400), { x: 320, y: 192 }],
  ['below under the upper edge', area(400, 120), { x: 320, y: 188 }],
  ['inside at the left edge', area(10, 400), { x: 10, y: 192 }],
  ['inside at the right edge', area(730, 400), { x: 570, y: 192 }],
])('%s', (_, where, expected) => {
  expect(beside(where, card, felt)).toEqual(expected);
});

test('to the side where neither above nor below is room', () => {
  const tall = { left: 20, top: 110, right: 120, bottom: 590 };
  expect(beside(tall, card, felt)).toEqual({ x: 128, y: 250 });
  const right = { left: 700, top: 110, right: 800, bottom: 590 };
  expect(beside(right, card, felt)).toEqual({ x: 452, y: 250 });
});

test('never outside the felt, wherever the area lies', () => {
  const phone: Box = { left: 8, top: 300, right: 382, bottom: 640 };
  for (let top = 250; top < 660; top += 10)
    for (let left = 0; left < 320; left += 20) {
      const { x, y } = beside(area(left, top), card, phone);
      expect([x >= phone.left, x + card.width <= phone.right]).toEqual([true, true]);
      expect([y >= phone.top, y + card.height <= phone.bottom]).toEqual([true, true]);
    }
});

test('what two boxes have in common is inside both', () => {
  expect(common(felt, { left: 0, top: 200, right: 500, bottom: 900 })).toEqual({
    left: 10,
    top: 200,
    right: 500,
    bottom: 600,
  });
});
