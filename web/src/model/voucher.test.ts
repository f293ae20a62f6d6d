import { expect, test } from 'vitest';
import { numberText, readNumber } from './voucher';

test('a number of the first series is short, and one of another has its series before it', () => {
  expect(numberText(17)).toBe('17');
  expect(numberText(98_345_600_000_017)).toBe('983456-17');
});

test('what is printed is read back, with or without blanks', () => {
  for (const number of [1, 17, 99_999_999, 98_345_600_000_017]) {
    expect(readNumber(numberText(number))).toBe(number);
    expect(readNumber(` ${String(number)} `)).toBe(number);
  }
  expect(readNumber('983456 - 17')).toBe(98_345_600_000_017);
});

test('a token is no number', () => {
  for (const text of ['', '-', '17-', '-17', 'a17', '4a3a91c04a3a91c04a3a91c04a3a91c0']) {
    expect(readNumber(text)).toBeNull();
  }
  expect(readNumber('9'.repeat(16))).toBeNull();
});
