import { expect, test } from 'vitest';
import { nextOf, pageOf } from './route';
import routes from './routes.json';

test.each([
  ['/', { page: 'home' }],
  ['/play', { page: 'play' }],
  ['/console', { page: 'console', table: null }],
  ['/console/9', { page: 'console', table: 9 }],
  ['/display/3', { page: 'display', table: 3 }],
  ['/display', { page: 'display', table: null }],
  ['/display/x', { page: 'lost' }],
  ['/rules/singapore-1', { page: 'rules', book: 'singapore-1' }],
  ['/odds/act', { page: 'odds', book: 'act' }],
  ['/rules', { page: 'books' }],
  ['/odds/', { page: 'books' }],
  ['/nothing', { page: 'lost' }],
  ['/play/nothing', { page: 'lost' }],
  ['/console/x', { page: 'lost' }],
  ['/rules/act/more', { page: 'lost' }],
  ['/rules/%', { page: 'lost' }],
  ['//', { page: 'lost' }],
])('%s', (path, page) => {
  expect(pageOf(path)).toEqual(page);
});

test('every address that the server answers with a page has one', () => {
  for (const route of routes) {
    const path = route.replace('{table}', '7').replace('{book}', 'act');
    expect(pageOf(path).page, path).not.toBe('lost');
  }
});

test('after a log-in only a path of this server is gone to', () => {
  expect(nextOf('?next=/console/9')).toBe('/console/9');
  for (const next of ['//evil.example', 'https://evil.example', '/a?b', 'javascript:x', '']) {
    expect(nextOf(`?next=${encodeURIComponent(next)}`)).toBe('/floor');
  }
});
