import { describe, expect, test } from 'vitest';
import type {
  ClientMessage,
  BetAsk,
  PastResult,
  Refusal,
  ServerMessage,
  VoucherTold,
} from '../wire';
import { HELLO, PLAYING, SEAT, TABLE } from './fixtures';
import {
  BLANK,
  NOTICES_MAX,
  creditLeft,
  fleeting,
  pilesOf,
  sum,
  update,
  type Message,
  type Screen,
} from './screen';

const told = (tell: ServerMessage): Message => ({ kind: 'told', tell, at: 49_000 });
const asked = (id: number, bet: BetAsk): Message => ({
  kind: 'asked',
  ask: { id, ask: { bet }, round: 12 } satisfies ClientMessage,
});
const place = (area: string, stake: number): BetAsk => ({
  place_bets: { bets: [{ area, stake }] },
});

function after(...messages: Message[]): Screen {
  return messages.reduce(update, BLANK);
}

const seated = [
  told(HELLO),
  told({ tell: 'snapshot', channel: 'table', table: 3, number: 1, state: TABLE }),
  told({ tell: 'snapshot', channel: 'seat', number: 1, state: SEAT }),
];

const RESULT = {
  dice: [4, 4, 2] as [number, number, number],
  total: 10,
  triple: false,
  lit: ['small', 'double-4'],
};
const resultUpdate = (number: number): ServerMessage => ({
  tell: 'update',
  channel: 'table',
  table: 3,
  number,
  changed: { round: { next: 13, playing: { ...PLAYING, betting: false, result: RESULT } } },
});

describe('sections', () => {
  test('an update replaces what it names and nothing else', () => {
    const screen = after(
      ...seated,
      told({ tell: 'update', channel: 'seat', number: 2, changed: { bets: [] } }),
    );
    expect(screen.seat?.bets).toEqual([]);
    expect(screen.seat?.money).toBe(SEAT.money);
    expect(screen.table).toBe(TABLE);
  });

  test('of a list of rounds an update brings what is new, and says what is gone', () => {
    const past = (round: number, corrected = false): PastResult => ({
      round,
      dice: [1, 2, 3],
      total: 6,
      triple: false,
      size: 'small',
      parity: 'even',
      voided: null,
      corrected,
    });
    const change = (number: number, first: number, rounds: PastResult[]): Message =>
      told({
        tell: 'update',
        channel: 'table',
        table: 3,
        number,
        changed: { history: { first, rounds } },
      });
    const screen = after(
      ...seated,
      change(2, 9, [past(9), past(10), past(12)]),
      change(3, 10, [past(11), past(12, true), past(13)]),
    );
    expect(screen.table?.history).toEqual([past(10), past(11), past(12, true), past(13)]);
    expect(after(...seated, told(resultUpdate(2))).table?.history).toBe(TABLE.history);
  });

  test('an update of another table changes nothing', () => {
    const screen = after(...seated);
    expect(update(screen, told({ ...resultUpdate(2), table: 9 } as ServerMessage))).toBe(screen);
  });

  test('the server’s clock is kept by its difference', () => {
    expect(after(told(HELLO)).skewMs).toBe(1_000);
    expect(after(told(HELLO), told({ tell: 'ping', now: 49_250 })).skewMs).toBe(250);
  });
});

describe('the throw', () => {
  test('is seen when the result comes before our eyes', () => {
    expect(after(...seated, told(resultUpdate(2))).thrown).toBe(12);
  });

  test('is not played for a screen that returns', () => {
    const state = { ...TABLE, round: { next: 13, playing: { ...PLAYING, result: RESULT } } };
    const screen = after(
      told(HELLO),
      told({ tell: 'snapshot', channel: 'table', table: 3, number: 7, state }),
    );
    expect(screen.thrown).toBeNull();
  });

  test('is not played twice for one round', () => {
    const screen = after(...seated, told(resultUpdate(2)));
    const again = update(
      screen,
      told({ tell: 'snapshot', channel: 'table', table: 3, number: 3, state: TABLE }),
    );
    expect(update({ ...again, table: screen.table }, told(resultUpdate(4))).thrown).toBeNull();
  });
});

describe('chips', () => {
  test('a chip that was asked lies there and is not registered', () => {
    const screen = after(...seated, asked(1, place('big', 500)), asked(2, place('odd', 500)));
    const piles = pilesOf(screen);
    expect(piles).toEqual({
      big: { amount: 1_500, registered: 1_000 },
      odd: { amount: 500, registered: 0 },
    });
    expect(sum(piles)).toBe(2_000);
    expect(creditLeft(screen, piles)).toBe(4_000);
  });

  test('the answer registers it within one message', () => {
    const bets = [{ area: 'big', stake: 1_500 }];
    const done: ServerMessage = {
      tell: 'answer',
      answer: 'done',
      id: 1,
      seat: { number: 2, changed: { bets } },
    };
    const screen = after(...seated, asked(1, place('big', 500)), told(done));
    expect(pilesOf(screen)).toEqual({ big: { amount: 1_500, registered: 1_500 } });
    expect(screen.pending).toEqual([]);
  });

  test('a refusal takes the chip away and says why', () => {
    const refused: ServerMessage = {
      tell: 'answer',
      answer: 'refused',
      id: 1,
      why: { code: 'busy' },
      sentence: 'busy',
    };
    const screen = after(...seated, asked(1, place('big', 500)), told(refused));
    expect(pilesOf(screen)).toEqual({ big: { amount: 1_000, registered: 1_000 } });
    expect(screen.notices).toMatchObject([
      { id: 1, why: { code: 'busy' }, sentence: 'busy', bets: [{ area: 'big', stake: 500 }] },
    ]);
    expect(update(screen, { kind: 'dismissed', notice: 1 }).notices).toEqual([]);
  });

  const CHANGES: readonly (readonly [BetAsk, Record<string, number>])[] = [
    ['clear_bets', {}],
    ['double_bets', { big: 2_000 }],
    ['repeat_bets', { big: 1_000, small: 500 }],
    ['undo_bets', { big: 1_000 }],
    [{ take_down: { areas: ['big'] } }, {}],
  ];
  test.each(CHANGES)('%j is shown before it is answered', (bet, amounts) => {
    const piles = pilesOf(after(...seated, asked(1, bet)));
    expect(
      Object.fromEntries(Object.entries(piles).map(([area, { amount }]) => [area, amount])),
    ).toEqual(amounts);
  });

  test('refusals do not pile up for ever', () => {
    const refusals = Array.from({ length: 20 }, (_, id) =>
      told({ tell: 'answer', answer: 'refused', id, why: { code: 'busy' }, sentence: '' }),
    );
    expect(after(...seated, ...refusals).notices).toHaveLength(NOTICES_MAX);
  });
});

describe('the connection', () => {
  test('a loss keeps everything that was shown', () => {
    const screen = after(...seated, { kind: 'lost' });
    expect(screen).toMatchObject({ link: 'lost', seat: SEAT, table: TABLE });
  });

  test('after a final farewell it stays ended', () => {
    const screen = after(...seated, told({ tell: 'bye', reason: 'session-over' }), {
      kind: 'lost',
    });
    expect(screen).toMatchObject({ link: 'ended', bye: 'session-over' });
  });

  test('a server that stops will be back', () => {
    expect(after(...seated, told({ tell: 'bye', reason: 'server-stops' })).link).toBe('lost');
  });
});

describe('vouchers', () => {
  const voucher = (number: number): VoucherTold => ({
    token: '0'.repeat(32),
    number,
    amount: 10_000,
    currency: 'USD',
    house: 'Taisai',
    time: 1,
    good_until: null,
    head: '7:ab',
  });
  const paid = told({ tell: 'answer', answer: 'voucher', id: 4, voucher: voucher(9) });
  const numbers = (screen: Screen): number[] => screen.vouchers.map(({ number }) => number);
  const takes: Message = {
    kind: 'asked',
    ask: { id: 5, ask: { seat: { take_voucher: { number: 9 } } } },
  };

  test('one stays until somebody says that they have it', () => {
    expect(numbers(after(...seated, paid))).toEqual([9]);
    expect(numbers(after(...seated, paid, { kind: 'lost' }, told(HELLO)))).toEqual([9]);
    expect(numbers(after(...seated, paid, { kind: 'taken', voucher: 9 }))).toEqual([]);
  });

  test('what was missed while the line was cut is told at the next hello, once', () => {
    const hello = told({ ...HELLO, vouchers: [voucher(9), voucher(11)] });
    expect(numbers(after(hello))).toEqual([9, 11]);
    expect(numbers(after(...seated, paid, hello))).toEqual([9, 11]);
  });

  test('one that was taken does not come back while the server has not heard of it', () => {
    const hello = told({ ...HELLO, vouchers: [voucher(9)] });
    expect(numbers(after(...seated, paid, { kind: 'taken', voucher: 9 }, takes, hello))).toEqual(
      [],
    );
  });
});

describe('the line', () => {
  const asked = (id: number): Message => ({
    kind: 'asked',
    ask: { id, ask: { bet: 'undo_bets' } },
  });

  test('what was not sent is said, and waits for nothing', () => {
    const screen = after(...seated, { kind: 'lost' }, { kind: 'unsent', notice: -1 });
    expect(screen.notices.map(({ why }) => why.code)).toEqual(['no-line']);
    expect(screen.pending).toEqual([]);
  });

  test('what was sent before the cut is shown as asked again until it is answered', () => {
    const back = after(...seated, asked(4), { kind: 'lost' }, told(HELLO), asked(5));
    expect(back.repeated).toEqual([4]);
    const done = update(back, told({ tell: 'answer', answer: 'done', id: 4 }));
    expect(done.repeated).toEqual([]);
  });
});

// The dialog that asks for the second person's password closed while they typed: its notice wore off.
test('a notice that asks for a password does not go by itself', () => {
  const refused = (id: number, why: Refusal): Message =>
    told({ tell: 'answer', answer: 'refused', id, why, sentence: '' });
  const stale: Refusal = { code: 'not-fresh', fresh_ms: 300_000 };
  const { notices } = after(...seated, refused(1, stale), refused(2, { code: 'busy' }));
  expect(fleeting(notices).map(({ id }) => id)).toEqual([2]);
});
