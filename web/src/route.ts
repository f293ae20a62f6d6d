/** Which page an address means. */

export type Page =
  | { readonly page: 'home' }
  | { readonly page: 'play' }
  | { readonly page: 'console'; readonly table: number | null }
  | { readonly page: 'floor' }
  | { readonly page: 'cage' }
  | { readonly page: 'display'; readonly table: number }
  | { readonly page: 'books' }
  | { readonly page: 'rules'; readonly book: string }
  | { readonly page: 'odds'; readonly book: string }
  | { readonly page: 'login'; readonly next: string }
  | { readonly page: 'enrol' }
  | { readonly page: 'lost' };

export function pageOf(path: string, query = ''): Page {
  const [, first = '', second = ''] = path.split('/').map(decodeURIComponent);
  const number = /^\d{1,9}$/u.test(second) ? Number(second) : null;
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
      return number === null ? { page: 'lost' } : { page: 'display', table: number };
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
