/**
 * The conversation with the server, as a pure step: what came in, what goes out, what is delivered.
 *
 * Updates are numbered by channel: one that was seen is dropped, a gap asks for a snapshot. A request
 * keeps its number until it is answered, and is sent again with the same number after a reconnect. What
 * is asked while there is no line is not sent, now or later.
 */

import type { ClientMessage, Channel, Hello, ServerMessage, Ask } from '../wire';

export interface Talk {
  /** The highest request number used so far. */
  readonly last: number;
  /** Sent and not answered; in the order of their numbers. */
  readonly unanswered: readonly ClientMessage[];
  /** What this screen watches. */
  readonly watched: readonly Channel[];
  /** The last number seen by channel; nothing while a snapshot is awaited. */
  readonly seen: Readonly<Record<string, number>>;
  readonly hello: Hello | null;
}

export type Happening =
  | { readonly what: 'told'; readonly tell: ServerMessage }
  | { readonly what: 'lost' }
  | { readonly what: 'asked'; readonly ask: Ask; readonly round?: number }
  | { readonly what: 'resumed'; readonly asks: readonly ClientMessage[] }
  | { readonly what: 'watched'; readonly channel: Channel }
  | { readonly what: 'unwatched'; readonly channel: Channel };

export interface Step {
  readonly talk: Talk;
  readonly send: readonly ClientMessage[];
  /** What the screen must hear of it. */
  readonly deliver: ServerMessage | null;
}

export const SILENCE: Talk = { last: 0, unanswered: [], watched: [], seen: {}, hello: null };

/** How many unanswered requests are kept; a screen with more has lost its server. */
export const UNANSWERED_MAX = 200;

export function step(talk: Talk, happening: Happening): Step {
  switch (happening.what) {
    case 'told':
      return told(talk, happening.tell);
    case 'lost':
      return { talk: { ...talk, hello: null, seen: {} }, send: [], deliver: null };
    case 'asked':
      return asked(talk, happening.ask, happening.round);
    case 'resumed':
      return quiet({ ...talk, unanswered: [...happening.asks, ...talk.unanswered] });
    case 'watched': {
      const watched = [
        ...talk.watched.filter((known) => keyOf(known) !== keyOf(happening.channel)),
        happening.channel,
      ];
      return talk.hello === null
        ? quiet({ ...talk, watched })
        : numbered({ ...talk, watched }, [{ watch: happening.channel }]);
    }
    case 'unwatched': {
      const key = keyOf(happening.channel);
      const watched = talk.watched.filter((known) => keyOf(known) !== key);
      return talk.hello === null
        ? quiet({ ...talk, watched })
        : numbered({ ...talk, watched }, [{ unwatch: happening.channel }]);
    }
  }
}

/** The name of a channel in the tables of this file. */
export function keyOf(channel: Channel): string {
  if (typeof channel === 'string') return channel;
  return 'table' in channel
    ? `table ${String(channel.table.table)}`
    : `console ${String(channel.console.table)}`;
}

function told(talk: Talk, tell: ServerMessage): Step {
  switch (tell.tell) {
    case 'hello':
      return greeted(talk, tell);
    case 'ping': {
      const { talk: next, send } = numbered(talk, ['pong']);
      return { talk: next, send, deliver: tell };
    }
    case 'bye':
      return { talk, send: [], deliver: tell };
    case 'answer':
      return answered(talk, tell);
    case 'snapshot': {
      const seen = { ...talk.seen, [streamOf(tell)]: tell.number };
      return { talk: { ...talk, seen }, send: [], deliver: tell };
    }
    case 'update':
      return updated(talk, tell, streamOf(tell), tell.number);
  }
}

function streamOf(tell: { channel: string; table?: number }): string {
  return tell.table === undefined ? tell.channel : `${tell.channel} ${String(tell.table)}`;
}

/** Watching starts anew with every connection; unanswered requests go out again as they were. */
function greeted(talk: Talk, tell: ServerMessage & { tell: 'hello' }): Step {
  const last = Math.max(talk.last, tell.asked);
  const watching = numbered(
    { ...talk, last, hello: tell, seen: {} },
    talk.watched.map((watch) => ({ watch })),
  );
  return { ...watching, send: [...watching.send, ...talk.unanswered], deliver: tell };
}

function updated(talk: Talk, tell: ServerMessage, stream: string, number: number): Step {
  const seen = talk.seen[stream];
  if (seen === undefined || number <= seen) return quiet(talk);
  if (number === seen + 1) {
    return { talk: { ...talk, seen: { ...talk.seen, [stream]: number } }, send: [], deliver: tell };
  }
  const channel = talk.watched.find((known) => keyOf(known) === stream);
  const left = Object.fromEntries(Object.entries(talk.seen).filter(([key]) => key !== stream));
  return channel === undefined
    ? quiet({ ...talk, seen: left })
    : numbered({ ...talk, seen: left }, [{ resync: channel }]);
}

/** An answer may carry the seat's next update; it is counted like any other. */
function answered(talk: Talk, tell: ServerMessage & { tell: 'answer' }): Step {
  const unanswered = talk.unanswered.filter((ask) => ask.id !== tell.id);
  const settled = { ...talk, unanswered };
  const update = tell.answer === 'done' || tell.answer === 'voucher' ? tell.seat : undefined;
  if (update === undefined) return { talk: settled, send: [], deliver: tell };
  const counted = updated(settled, tell, 'seat', update.number);
  if (counted.deliver !== null) return counted;
  // The update was seen already or came after a gap; the answer itself still counts.
  return { ...counted, deliver: withoutUpdate(tell) };
}

function withoutUpdate(tell: ServerMessage & { tell: 'answer' }): ServerMessage {
  if (tell.answer === 'done') return { tell: 'answer', answer: 'done', id: tell.id };
  if (tell.answer !== 'voucher') return tell;
  return { tell: 'answer', answer: 'voucher', id: tell.id, voucher: tell.voucher };
}

function asked(talk: Talk, ask: Ask, round: number | undefined): Step {
  if (talk.hello === null) return quiet(talk);
  const request: ClientMessage = {
    id: talk.last + 1,
    ask,
    ...(round === undefined ? {} : { round }),
  };
  const next = {
    ...talk,
    last: request.id,
    unanswered: [...talk.unanswered, request].slice(-UNANSWERED_MAX),
  };
  return { talk: next, send: [request], deliver: null };
}

/** Requests that need no answer and are not repeated. */
function numbered(talk: Talk, asks: readonly Ask[]): Step {
  const send = asks.map((ask, place): ClientMessage => ({ id: talk.last + 1 + place, ask }));
  return { talk: { ...talk, last: talk.last + asks.length }, send, deliver: null };
}

function quiet(talk: Talk): Step {
  return { talk, send: [], deliver: null };
}

export const RETRY = { first: 300, most: 10_000 } as const;

/** How long to wait before the next attempt: longer each time, and no two screens alike. */
export function retryMs(attempt: number, random: number): number {
  const ceiling = Math.min(RETRY.most, RETRY.first * 2 ** Math.min(attempt, 10));
  return Math.round(ceiling * (0.5 + random / 2));
}
