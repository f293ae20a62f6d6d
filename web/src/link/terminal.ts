/**
 * The terminal's conversation. It begins before the terminal's page is fetched, so that the server has answered by the
 * time there is something to draw on.
 */

import { recall } from '../parts/memory';
import { PATHS, bookOf } from './http';
import { Server } from './server.svelte';

let begun: Server | null = null;

/** The book of last time is most likely the book of this time: it comes with the snapshot, not after it. */
export function beginTerminal(): void {
  const book = recall('book');
  if (book !== null) void bookOf(book).catch(() => undefined);
  begun = new Server(PATHS.terminal);
  begun.start('seat');
}

/** The conversation that has begun, for whoever draws it from now on. */
export function terminal(): Server {
  if (begun === null) beginTerminal();
  const server = begun;
  begun = null;
  if (server === null) throw new Error('a conversation was begun');
  return server;
}
