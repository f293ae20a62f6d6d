/**
 * Which page an address means. The addresses stand in routes.json, which the server reads too: it
 * answers with a page for these and with 404 for everything else.
 */

import routes from './routes.json';

export type Page =
  | { readonly page: 'home' }
  | { readonly page: 'play' }
  | { readonly page: 'console'; readonly table: number | null }
  | { readonly page: 'floor' }
  | { readonly page: 'cage' }
  | { readonly page: 'display'; readonly table: number | null }
  | { readonly page: 'books' }
  | { readonly page: 'rules'; readonly book: string }
  | { readonly page: 'odds'; readonly book: string }
  | { readonly page: 'login'; readonly next: string }
  | { readonly page: 'enrol' }
  | { readonly page: 'lost' };

/** What may stand in the place of a part in braces. */
const PARTS: Readonly<Record<string, RegExp>> = {
  '{table}': /^[0-9]{1,9}$/u,
  '{book}': /^[a-z0-9-]{1,80}$/u,
};

const ROUTES = routes.map((route) => route.split('/'));

function fits(route: readonly string[], parts: readonly string[]): boolean {
  const same = (part: string, place: number): boolean =>
    PARTS[route[place] ?? '']?.test(part) ?? part === route[place];
  return route.length === parts.length && parts.every(same);
}

export function pageOf(path: string, query = ''): Page {
  const parts = path.replace(/(?<=[^/])\/$/u, '').split('/');
  if (!ROUTES.some((route) => fits(route, parts))) return { page: 'lost' };
  const [, first = '', second = ''] = parts;
  const number = second === '' ? null : Number(second);
  switch (first) {
    case '':
      return { page: 'home' };
    case 'play':
    case 'floor':
    case 'cage':
    case 'enrol':
      return { page: first };
    case 'console':
      return { page: 'console', table: number };
    case 'display':
      return { page: 'display', table: number };
    case 'rules':
    case 'odds':
      return second === '' ? { page: 'books' } : { page: first, book: second };
    case 'login':
      return { page: 'login', next: nextOf(query) };
    default:
      return { page: 'lost' };
  }
}

/** Where to go after a log-in: a path of this server and nothing else. */
export function nextOf(query: string): string {
  const next = new URLSearchParams(query).get('next') ?? '';
  return /^\/[a-z0-9/-]*$/u.test(next) && !next.startsWith('//') ? next : '/floor';
}
