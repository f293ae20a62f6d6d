/** Views for tests: a quiet table, a seated player. */

import type { Playing, SeatView, TableView, ServerMessage } from '../wire';

export const PLAYING: Playing = {
  number: 12,
  phase: 'betting',
  opened: 1_000,
  betting: true,
  until: 21_000,
  warned: false,
  extensions: 0,
  shakes: 0,
  selected: null,
  player_shake: null,
  dice: 'last-round',
  revealed: false,
  result: null,
  collected: false,
  paid: false,
  by_hand: false,
};

export const TABLE: TableView = {
  about: {
    table: 3,
    name: 'Jade',
    book: { id: 'act', title: 'Australian Capital Territory', fingerprint: '00' },
    house: 'Harbour House',
    currency: { code: 'AUD', decimals: 2 },
    kind: 'electronic',
    run: 'automatic',
    dice: 'random',
    order: 'before-shake',
    times: {
      betting_ms: 20_000,
      betting_min_ms: 0,
      warning_ms: 5_000,
      extension_ms: 10_000,
      extensions_max: 3,
      show_ms: 8_000,
      pause_ms: 2_000,
    },
  },
  limits: { areas: [], seat_max: 100_000, to_come: null },
  life: {
    life: 'open',
    phase: 'betting',
    awaiting: null,
    display_failed: false,
    display_missing: false,
    seats_open: true,
    can_retire: false,
  },
  round: { next: 13, playing: PLAYING },
  history: [],
  totals: { areas: [], staked: 0 },
  seats: { taken: 1, connected: 1 },
};

export const SEAT: SeatView = {
  about: { seat: 4, player: 77, connected: true, kept: false },
  money: {
    credit: 5_000,
    staked: 1_000,
    bought_in: 6_000,
    cashed_out: 0,
    turnover: 1_000,
    returned: 0,
    adjusted_in: 0,
    adjusted_out: 0,
    voided: 0,
  },
  bets: [{ area: 'big', stake: 1_000 }],
  changes: { undo: 1, last_bets: [{ area: 'small', stake: 500 }] },
  house: { marker: null, colour: null, advised: false },
  own: {
    since: 40_000,
    holds: { loss_max: null, time_max_ms: null, remind_ms: null },
    later: null,
  },
  outcome: { last: null },
};

export const HELLO: ServerMessage & { tell: 'hello' } = {
  tell: 'hello',
  you: { as: 'terminal', terminal: 4, table: 3, seat: 4 },
  version: '0.1.0',
  now: 50_000,
  journal: 'a1',
  demo: true,
  asked: 0,
};
