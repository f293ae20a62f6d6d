import { expect, test } from 'vitest';
import { refusalText } from './refusal';

const nobody = { money: null, book: null };

// A dealer who freed a place was told to take the colour back "at place {seats}".
test('a list of plain numbers is read one after another', () => {
  const one = refusalText({ code: 'colours-out', seats: [1] }, '', nobody);
  expect(one).toMatch(/at place 1\./u);
  const several = refusalText({ code: 'colours-out', seats: [2, 5] }, '', nobody);
  expect(several).toMatch(/at place 2, 5\./u);
});
