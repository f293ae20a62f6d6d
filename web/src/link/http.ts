/** What is fetched and posted instead of told: log-in, enrolment, the lobby, rule books. */

import type { Book, BookName, Problem } from '../wire';

/** Everything the screens ask over HTTP, in one place. */
export const PATHS = {
  terminal: '/ws?as=terminal',
  staff: '/ws?as=staff',
  tables: '/api/v1/tables',
  books: '/api/v1/books',
  book: (id: string): string => `/api/v1/books/${encodeURIComponent(id)}`,
  login: '/api/v1/login',
  invitations: '/api/v1/invitations',
  logout: '/api/v1/logout',
  refresh: '/api/v1/refresh',
  me: '/api/v1/me',
  enrol: '/api/v1/enrol',
  seats: '/api/v1/seats',
  ownRounds: (before: number | null): string =>
    `/api/v1/seat/rounds?limit=10${before === null ? '' : `&before=${String(before)}`}`,
  ownDisplay: '/ws?as=display',
  display: (table: number): string => `/ws?as=display&table=${String(table)}`,
  summary: (id: string, language: string): string =>
    `/api/v1/books/${encodeURIComponent(id)}/summary/${language}`,
  tableBook: (table: number): string => `/api/v1/tables/${String(table)}/book`,
  offer: (table: number): string => `/api/v1/tables/${String(table)}/offer`,
  large: (day: string): string =>
    `/api/v1/large-transactions${day === '' ? '' : `?day=${encodeURIComponent(day)}`}`,
  largeSheet: (day: string): string =>
    `/api/v1/large-transactions.csv${day === '' ? '' : `?day=${encodeURIComponent(day)}`}`,
  documents: '/api/v1/documents',
  document: (table: number): string => `/api/v1/tables/${String(table)}/document`,
  par: (id: string, language: string): string =>
    `/api/v1/books/${encodeURIComponent(id)}/par/${language}`,
} as const;

export class Refused extends Error {
  readonly problem: Problem | null;
  readonly status: number;

  constructor(status: number, problem: Problem | null) {
    super(problem?.detail ?? String(status));
    this.status = status;
    this.problem = problem;
  }
}

/** Reads; what belongs to a seat is read over the terminal's line, by the name that hello told. */
export async function get<T>(path: string, line?: string): Promise<T> {
  const named = line === undefined ? {} : { 'taisai-line': line };
  return read<T>(await fetch(path, { headers: { accept: 'application/json', ...named } }));
}

export async function post<T>(path: string, body: unknown): Promise<T> {
  const response = await fetch(path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify(body),
  });
  return read<T>(response);
}

/** Whether the server knows nobody here; not where it does not answer. */
export async function isLoggedOut(): Promise<boolean> {
  try {
    return (await fetch(PATHS.me)).status === 401;
  } catch {
    return false;
  }
}

/** Whether the server knows no terminal here; not where it does not answer, or wants a line first. */
export async function isUnknownTerminal(): Promise<boolean> {
  try {
    await get(PATHS.ownRounds(null));
    return false;
  } catch (refused) {
    return refused instanceof Refused && refused.problem?.code === 'needs-login';
  }
}

async function read<T>(response: Response): Promise<T> {
  if (response.ok) return (response.status === 204 ? undefined : await response.json()) as T;
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json');
  throw new Refused(response.status, isProblem ? ((await response.json()) as Problem) : null);
}

const books = new Map<string, Promise<Book>>();

/** A rule book does not change while the server runs; it is fetched once. */
export function bookOf(id: string): Promise<Book> {
  const known = books.get(id);
  if (known !== undefined) return known;
  const book = get<Book>(PATHS.book(id));
  books.set(id, book);
  book.catch(() => books.delete(id));
  return book;
}

/** Those that the program has embedded, by their ids. */
let embedded: Promise<string[]> | undefined;

function embeddedBooks(): Promise<string[]> {
  embedded ??= get<string[]>(PATHS.books).catch(() => {
    embedded = undefined;
    return [];
  });
  return embedded;
}

/** Whether a book can be had without a table: a house's own one comes from the table alone. */
export async function isEmbedded(id: string): Promise<boolean> {
  return (await embeddedBooks()).includes(id);
}

/** The edition that a table plays by: most play what the program has embedded, which is fetched once for all of them. */
export function bookAt(table: number, { id, fingerprint }: BookName): Promise<Book> {
  const known = books.get(fingerprint);
  if (known !== undefined) return known;
  const book = isEmbedded(id)
    .then((is) => (is ? bookOf(id) : null))
    .catch(() => null)
    .then((found) =>
      found?.fingerprint === fingerprint ? found : get<Book>(PATHS.tableBook(table)),
    );
  books.set(fingerprint, book);
  book.catch(() => books.delete(fingerprint));
  return book;
}
