import { expect, test } from 'vitest';
import { nextOf, pageOf } from './route';

test.each([
  ['/', { page: 'home' }],
  ['/play', { page: 'play' }],
  ['/console', { page: 'console', table: null }],
  ['/console/9', { page: 'console', table: 9 }],
  ['/display/3', { page: 'display', table: 3 }],
  ['/display/x', { page: 'lost' }],
  ['/rules/singapore-1', { page: 'rules', book: 'singapore-1' }],
  ['/odds/act', { page: 'odds', book: 'act' }],
  ['/rules', { page: 'books' }],
  ['/odds/', { page: 'books' }],
  ['/nothing', { page: 'lost' }],
])('%s', (path, page) => {
  expect(pageOf(path)).toEqual(page);
});

test('after a log-in only a path of this server is gone to', () => {
  expect(nextOf('?next=/console/9')).toBe('/console/9');
  for (const next of ['//evil.example', 'https://evil.example', '/a?b', 'javascript:x', '']) {
    expect(nextOf(`?next=${encodeURIComponent(next)}`)).toBe('/floor');
  }
});
