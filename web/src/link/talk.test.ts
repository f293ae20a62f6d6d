import { describe, expect, test } from 'vitest';
import { HELLO, SEAT } from '../model/fixtures';
import type { ServerMessage } from '../wire';
import { RETRY, SILENCE, keyOf, retryMs, step, type Happening, type Talk } from './talk';

function after(...happenings: Happening[]): Talk {
  return happenings.reduce((talk, happening) => step(talk, happening).talk, SILENCE);
}

const told = (tell: ServerMessage): Happening => ({ what: 'told', tell });
const seatSnapshot: ServerMessage = { tell: 'snapshot', channel: 'seat', number: 5, state: SEAT };
const seatUpdate = (number: number): ServerMessage => ({
  tell: 'update',
  channel: 'seat',
  number,
  changed: {},
});
const watchSeat: Happening = { what: 'watched', channel: 'seat' };
const bet: Happening = { what: 'asked', ask: { bet: 'clear_bets' }, round: 12 };

describe('numbers', () => {
  test('the next number is delivered', () => {
    const talk = after(watchSeat, told(HELLO), told(seatSnapshot));
    expect(step(talk, told(seatUpdate(6))).deliver).toEqual(seatUpdate(6));
  });

  test('a number seen before is dropped', () => {
    const talk = after(watchSeat, told(HELLO), told(seatSnapshot), told(seatUpdate(6)));
    expect(step(talk, told(seatUpdate(6)))).toMatchObject({ deliver: null, send: [] });
  });

  test('a gap asks for a snapshot once and delivers nothing until it comes', () => {
    const talk = after(watchSeat, told(HELLO), told(seatSnapshot));
    const gap = step(talk, told(seatUpdate(8)));
    expect(gap.deliver).toBeNull();
    expect(gap.send.map(({ ask }) => ask)).toEqual([{ resync: 'seat' }]);
    const later = step(gap.talk, told(seatUpdate(9)));
    expect(later).toMatchObject({ deliver: null, send: [] });
    const fresh = step(later.talk, told({ ...seatSnapshot, number: 9 } as ServerMessage));
    expect(step(fresh.talk, told(seatUpdate(10))).deliver).not.toBeNull();
  });

  test('channels are counted apart', () => {
    const talk = after(watchSeat, told(HELLO), told(seatSnapshot));
    const other = {
      tell: 'update',
      channel: 'table',
      table: 3,
      number: 6,
      changed: {},
    } as ServerMessage;
    expect(step(talk, told(other)).deliver).toBeNull();
    expect(step(talk, told(seatUpdate(6))).deliver).not.toBeNull();
  });
});

describe('requests', () => {
  test('numbers count upwards from what the server remembers', () => {
    const talk = after(told({ ...HELLO, asked: 41 }));
    expect(step(talk, bet).send[0]).toMatchObject({ id: 42, round: 12 });
  });

  // A cashier pressed "Pay out" while the line was down; it was kept, and paid out a minute later.
  test('what is asked without a line is not sent, and never will be', () => {
    const before = step(SILENCE, bet);
    expect(before).toEqual({ talk: SILENCE, send: [], deliver: null });
    expect(step(before.talk, told(HELLO)).send).toEqual([]);
    const lost = after(told(HELLO), { what: 'lost' });
    expect(step(step(lost, bet).talk, told(HELLO)).send).toEqual([]);
  });

  test('an unanswered request goes out again with the same number, an answered one does not', () => {
    const asked = after(told(HELLO), bet, bet);
    const answered = step(asked, told({ tell: 'answer', answer: 'done', id: 1 })).talk;
    const lost = step(answered, { what: 'lost' }).talk;
    const { send } = step(lost, told({ ...HELLO, asked: 2 }));
    expect(send).toEqual([{ id: 2, ask: { bet: 'clear_bets' }, round: 12 }]);
  });

  // A cashier reloaded the page before the voucher was printed; it was sold, and shown nowhere.
  test('a request of before a reload goes out again with the number that it had', () => {
    const sale = { id: 7, ask: { cage: { sell: { amount: 500, currency: 'SGD' } } } } as const;
    const resumed = after({ what: 'resumed', asks: [sale] });
    const { send, talk } = step(resumed, told({ ...HELLO, asked: 9 }));
    expect(send).toEqual([sale]);
    expect(step(talk, bet).send[0]).toMatchObject({ id: 10 });
  });

  test('watching starts anew after a reconnect', () => {
    const lost = after(watchSeat, told(HELLO), told(seatSnapshot), { what: 'lost' });
    const { send, talk } = step(lost, told(HELLO));
    expect(send.map(({ ask }) => ask)).toEqual([{ watch: 'seat' }]);
    expect(talk.seen).toEqual({});
  });

  test('a ping is answered at once and not repeated', () => {
    const { send, talk } = step(after(told(HELLO)), told({ tell: 'ping', now: 1 }));
    expect(send.map(({ ask }) => ask)).toEqual(['pong']);
    expect(talk.unanswered).toEqual([]);
  });
});

describe('answers that carry the seat’s update', () => {
  const answer = (number: number): ServerMessage => ({
    tell: 'answer',
    answer: 'done',
    id: 2,
    seat: { number, changed: { bets: [] } },
  });

  test('count as the next one', () => {
    const talk = after(watchSeat, told(HELLO), told(seatSnapshot));
    const { deliver, talk: next } = step(talk, told(answer(6)));
    expect(deliver).toEqual(answer(6));
    expect(next.seen['seat']).toBe(6);
  });

  test('are still answers when their update comes too late', () => {
    const talk = after(watchSeat, told(HELLO), told(seatSnapshot), bet);
    const { deliver, talk: next } = step(talk, told(answer(5)));
    // Watching took the first number.
    expect(deliver).toEqual({ tell: 'answer', answer: 'done', id: 2 });
    expect(next.unanswered).toEqual([]);
  });
});

test('the wait grows, has a ceiling, and differs between screens', () => {
  expect(retryMs(0, 0)).toBe(RETRY.first / 2);
  expect(retryMs(0, 1)).toBe(RETRY.first);
  expect(retryMs(50, 1)).toBe(RETRY.most);
  expect(retryMs(50, 0)).toBe(RETRY.most / 2);
});

test('a channel’s name tells tables apart', () => {
  expect(keyOf({ table: { table: 3 } })).toBe('table 3');
  expect(keyOf({ console: { table: 3 } })).toBe('console 3');
  expect(keyOf('floor')).toBe('floor');
});
