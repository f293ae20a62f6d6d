/** A stand-in for the server while screens are drawn: plausible rounds, no promises. Never shipped. */
import { readFileSync, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { WebSocketServer } from 'ws';

const books = JSON.parse(readFileSync(new URL('./books.json', import.meta.url), 'utf8'));
const dist = new URL('../dist/', import.meta.url).pathname;
const port = Number(process.env.PORT ?? 8080);
const FAST = Number(process.env.PACE ?? 1);
const CSP =
  "default-src 'self'; connect-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; base-uri 'none'; frame-ancestors 'none'";

// ── Enough of the rules to look right ──
const sum = (d) => d[0] + d[1] + d[2];
const isTriple = (d) => d[0] === d[1] && d[1] === d[2];
function hit(area, d) {
  const [word, n = ''] = area === 'any-triple' ? [area] : area.split('-');
  const count = (f) => d.filter((x) => x === f).length;
  const t = isTriple(d);
  const faces = [...n].map(Number);
  const has = (need) =>
    [1, 2, 3, 4, 5, 6].every((f) => count(f) >= need.filter((x) => x === f).length);
  switch (word) {
    case 'small':
      return !t && sum(d) <= 10 ? 1 : 0;
    case 'big':
      return !t && sum(d) >= 11 ? 1 : 0;
    case 'even':
      return !t && sum(d) % 2 === 0 ? 1 : 0;
    case 'odd':
      return !t && sum(d) % 2 === 1 ? 1 : 0;
    case 'any-triple':
      return t ? 1 : 0;
    case 'single':
      return count(faces[0]);
    case 'double':
      return count(faces[0]) >= 2 ? 1 : 0;
    case 'triple':
      return count(faces[0]) === 3 ? 1 : 0;
    case 'total':
      return sum(d) === Number(n) ? 1 : 0;
    case 'four':
      return !t && new Set(d).size === 3 && d.every((x) => faces.includes(x)) ? 1 : 0;
    default:
      return has(faces) ? 1 : 0;
  }
}
let seed = Number(process.env.SEED ?? 7);
const random = () => (seed = (seed * 1664525 + 1013904223) % 4294967296) / 4294967296;
const roll = () => [0, 0, 0].map(() => 1 + Math.floor(random() * 6));
const result = (book, d) => ({
  dice: d,
  total: sum(d),
  triple: isTriple(d),
  lit: book.areas.filter((a) => hit(a.id, d) > 0).map((a) => a.id),
});

// ── Tables ──
const names = {
  massachusetts: 'Harbour',
  maryland: 'Chesapeake',
  act: 'Canberra',
  'pennsylvania-a': 'Liberty',
  'pennsylvania-b': 'Keystone',
  'singapore-1': 'Orchid',
  'singapore-2': 'Marina',
  'singapore-3': 'Sentosa',
};
const DIGITS = 2;
class Table {
  constructor(number, bookId, run, kind = 'electronic') {
    this.book = books[bookId];
    this.number = number;
    this.listeners = new Set();
    this.numbers = { table: 0, seat: 0, console: 0 };
    const min = 500,
      max = 500000;
    const areas = this.book.areas.map((a) => ({
      area: a.id,
      stake_min: min,
      stake_max: a.pays[0].win > 50 ? 20000 : max,
      multiple: 100,
    }));
    this.limitsSet = {
      usual: { stake_min: min, stake_max: max, multiple: 100 },
      families: [],
      seat_max: 2000000,
      exposure_max: 20000000,
    };
    this.view = {
      about: {
        table: number,
        name: run === 'dealer' ? 'Jade' : names[bookId],
        book: { id: bookId, title: this.book.title, fingerprint: this.book.fingerprint },
        house: this.book.house,
        currency: { code: this.book.currency, decimals: DIGITS },
        kind,
        run,
        dice: run === 'dealer' ? 'physical' : 'random',
        order: 'before-shake',
        times: {
          betting_ms: 20000,
          betting_min_ms: 3000,
          warning_ms: 5000,
          extension_ms: 10000,
          extensions_max: 3,
          show_ms: 8000,
          pause_ms: 2000,
        },
      },
      limits: { areas, seat_max: 2000000, to_come: null },
      life: { life: 'open', phase: 'idle', awaiting: null, display_failed: false },
      round: { next: 184, playing: null },
      history: [],
      totals: { areas: [], staked: 0 },
      seats: { taken: 3, connected: 2 },
    };
    for (let r = 100; r < 184; r += 1) this.push(r, roll(), r === 150 ? 'dice-not-flat' : null);
    this.others = [];
    this.seat = this.freshSeat();
    this.entry = { dice: null };
    this.proposals = [];
    this.undo = [];
    if (run === 'automatic') this.cycle();
  }
  freshSeat() {
    return {
      about: { seat: 4, player: null, connected: true },
      money: {
        credit: 0,
        staked: 0,
        bought_in: 0,
        cashed_out: 0,
        turnover: 0,
        returned: 0,
        adjusted_in: 0,
        adjusted_out: 0,
        voided: 0,
      },
      bets: [],
      changes: { undo: 0, last_bets: [] },
      house: { marker: null, colour: null, advised: false },
      outcome: { last: null },
    };
  }
  push(round, d, voided) {
    this.view.history = [
      ...this.view.history,
      {
        round,
        dice: voided ? null : d,
        total: voided ? null : sum(d),
        triple: !voided && isTriple(d),
        voided,
        corrected: round === 160,
      },
    ].slice(-100);
  }
  tell(channel, changed) {
    this.numbers[channel] += 1;
    for (const listener of this.listeners) listener(channel, this.numbers[channel], changed);
  }
  set(changed) {
    Object.assign(this.view, changed);
    this.tell('table', changed);
    this.tell('console', {
      next: this.next(),
      exposure: this.exposure(),
      heat: this.heat(),
      entry: this.entry,
      seats: this.seats(),
      proposals: this.proposals,
      rounds: this.rounds(),
    });
  }
  setSeat(changed) {
    Object.assign(this.seat, changed);
    this.numbers.seat += 1;
    return { number: this.numbers.seat, changed };
  }
  phase(phase, playing = {}) {
    this.set({
      life: { ...this.view.life, phase },
      round: {
        ...this.view.round,
        playing: this.view.round.playing && {
          ...this.view.round.playing,
          phase,
          ...playing,
        },
      },
    });
  }
  open() {
    const number = this.view.round.next;
    const now = Date.now();
    this.lastRoundBets = this.seat.bets;
    this.others = [];
    this.set({
      life: { ...this.view.life, phase: 'betting' },
      round: {
        next: number + 1,
        playing: {
          number,
          phase: 'betting',
          opened: now,
          betting: true,
          until: now + 20000 * FAST,
          warned: false,
          extensions: 0,
          shakes: 0,
          selected: null,
          revealed: false,
          result: null,
          collected: false,
          paid: false,
          by_hand: false,
        },
      },
    });
    for (let i = 0; i < 6; i += 1)
      this.others.push({
        area: this.book.areas[Math.floor(random() * this.book.areas.length)].id,
        stake: 1000 * (1 + Math.floor(random() * 8)),
      });
    this.others.push({ area: 'big', stake: 8000 }, { area: 'small', stake: 4500 });
    this.set({ totals: this.heat() });
  }
  cycle() {
    this.open();
    const at = (ms, f) => setTimeout(f, ms * FAST);
    at(15000, () =>
      this.set({
        round: {
          ...this.view.round,
          playing: { ...this.view.round.playing, warned: true },
        },
      }),
    );
    at(20000, () => this.phase('no-more-bets', { betting: false, until: null }));
    at(21500, () => this.phase('shaken', { shakes: 3 }));
    at(23500, () => this.settle(roll()));
    at(32000, () => this.clear());
    at(34000, () => this.cycle());
  }
  settle(d) {
    const r = result(this.book, d);
    const number = this.view.round.playing.number;
    this.phase('clearing', { revealed: true, result: r, collected: true, paid: true });
    const lines = this.seat.bets.map(({ area, stake }) => {
      const n = hit(area, d);
      const pays = this.book.areas.find((a) => a.id === area).pays;
      const odds = n === 0 ? null : (pays[Math.min(n, pays.length) - 1] ?? pays[0]);
      const win = odds === null ? 0 : (stake * odds.win) / odds.stake;
      return {
        area,
        stake,
        odds: odds?.words.en ?? null,
        win,
        returned: odds === null ? 0 : stake + win,
      };
    });
    const staked = lines.reduce((s, l) => s + l.stake, 0);
    const returned = lines.reduce((s, l) => s + l.returned, 0);
    if (lines.length > 0) {
      const m = this.seat.money;
      const last = this.seat.bets;
      const changed = {
        money: {
          ...m,
          credit: m.credit + returned,
          staked: 0,
          turnover: m.turnover + staked,
          returned: m.returned + returned,
        },
        bets: [],
        changes: { undo: 0, last_bets: last },
        outcome: {
          last: {
            round: number,
            dice: d,
            corrected: [],
            voided: null,
            lines,
            staked,
            returned,
            net: returned - staked,
          },
        },
      };
      const { number: n } = this.setSeat(changed);
      for (const listener of this.listeners) listener('seat', n, changed);
      this.slips = {
        ...(this.slips ?? {}),
        [number]: {
          round: number,
          results: [d],
          voided: null,
          lines,
          staked,
          returned,
          voided_bets: 0,
        },
      };
    }
    this.last = d;
  }
  clear() {
    this.push(this.view.round.playing.number, this.last, null);
    this.others = [];
    this.undo = [];
    this.set({
      life: { ...this.view.life, phase: 'idle' },
      round: { ...this.view.round, playing: null },
      history: this.view.history,
      totals: { areas: [], staked: 0 },
    });
  }
  heat() {
    const all = {};
    for (const { area, stake } of [...this.others, ...this.seat.bets])
      all[area] = (all[area] ?? 0) + stake;
    return {
      areas: Object.entries(all).map(([area, stake]) => ({ area, stake, seats: 1 })),
      staked: Object.values(all).reduce((a, b) => a + b, 0),
    };
  }
  exposure() {
    const bets = [...this.others, ...this.seat.bets];
    let worst = -Infinity,
      worst_dice = [1, 1, 1];
    for (let a = 1; a < 7; a += 1)
      for (let b = a; b < 7; b += 1)
        for (let c = b; c < 7; c += 1) {
          const d = [a, b, c];
          let loss = 0;
          for (const { area, stake } of bets) {
            const n = hit(area, d);
            const pays = this.book.areas.find((x) => x.id === area).pays;
            const odds = pays[Math.min(n, pays.length) - 1];
            loss += n > 0 ? (stake * odds.win) / odds.stake : -stake;
          }
          if (loss > worst) [worst, worst_dice] = [loss, d];
        }
    return { worst, worst_dice, sum: 0, exposure_max: 20000000 };
  }
  seats() {
    return [
      {
        seat: 1,
        player: 1001,
        credit: 84000,
        staked: 12000,
        connected: true,
        marker: null,
        colour: null,
      },
      {
        seat: 2,
        player: 1002,
        credit: 152500,
        staked: 4000,
        connected: false,
        marker: null,
        colour: null,
      },
      {
        seat: 3,
        player: 1003,
        credit: 20000,
        staked: 0,
        connected: true,
        marker: 1000000,
        colour: null,
      },
      {
        seat: 4,
        player: 1004,
        credit: this.seat.money.credit,
        staked: this.seat.money.staked,
        connected: true,
        marker: null,
        colour: null,
      },
    ];
  }
  rounds() {
    return this.view.history.slice(-12).map(({ round, dice, voided }) => ({
      round,
      results: dice ? [dice] : [],
      voided,
      seats: 3,
      staked: 24000,
      returned: 18000,
    }));
  }
  next() {
    const p = this.view.life.phase;
    const flow = {
      closed: 'open_table',
      idle: 'open_betting',
      betting: 'call_no_more_bets',
      'no-more-bets': 'shake',
      shaken: 'reveal',
      revealed: 'enter_dice',
      entered: 'confirm_dice',
      collecting: 'collect',
      paying: 'pay',
      clearing: 'clear',
    };
    const all = [
      'take_shaker',
      'start_shift',
      'remove_dice',
      'open_table',
      'announce_closing',
      'close_table',
      'open_betting',
      'extend_betting',
      'call_no_more_bets',
      'shake',
      'reveal',
      'cover_shaker',
      'enter_dice',
      'reenter_dice',
      'confirm_dice',
      'collect',
      'pay',
      'clear',
      'attest_presence',
      'attest_repair',
    ];
    const can = new Set([
      flow[p],
      ...(p === 'betting' ? ['extend_betting'] : []),
      ...(p === 'entered' ? ['reenter_dice'] : []),
      ...(p === 'idle' ? ['announce_closing', 'close_table', 'start_shift'] : []),
    ]);
    return {
      step: this.view.about.run === 'dealer' ? (flow[p] ?? null) : null,
      steps: all.map((step) => ({
        step,
        refused: can.has(step) ? null : { code: 'wrong-phase', phase: p },
      })),
    };
  }
  console() {
    return {
      seats: this.seats(),
      exposure: this.exposure(),
      heat: this.heat(),
      equipment: {
        shakers: [
          {
            shaker: 1,
            kind: 'manual',
            sealed: true,
            approvals: ['shaker'],
            out_of_order: false,
            inspected: true,
            inspected_this_shift: true,
          },
        ],
        dice: {
          shaker: 1,
          set: 12,
          dice: [34, 35, 36],
          expire: Date.now() + 5 * 3600e3,
          damaged: false,
        },
        on_duty: 1,
        covered: true,
        display_failed: false,
        display_seen: [[1, 2, 3]],
        display_needed: 3,
        tosses_needed: 0,
        tosses_each_shift: 1,
        checklist_ticked: true,
        checklist_lines: this.book.equipment.checklist.length,
      },
      entry: this.entry,
      proposals: this.proposals,
      next: this.next(),
      staff: [
        { staff: 1, role: 'dealer', on_duty: true },
        { staff: 2, role: 'supervisor', on_duty: false },
      ],
      limits: this.limitsSet,
      rounds: this.rounds(),
      owing: { owed: [], shortfall: 0 },
    };
  }
}
const tables = Object.keys(books).map((id, place) => new Table(place + 1, id, 'automatic'));
tables.push(new Table(9, 'singapore-1', 'dealer'));
if (process.env.FLOOD)
  setInterval(
    () =>
      tables.forEach(
        (t) =>
          t.listeners.size > 0 &&
          t.set({
            totals: { ...t.heat(), staked: Math.floor(random() * 1e6) },
            seats: { taken: 3 + Math.floor(random() * 3), connected: 3 },
          }),
      ),
    1000 / Number(process.env.FLOOD),
  );
const tableOf = (n) => tables[n - 1];

const staff = [
  { staff: 1, name: 'dealer', role: 'dealer', suspended: false, must_change_password: false },
  {
    staff: 2,
    name: 'supervisor',
    role: 'supervisor',
    suspended: false,
    must_change_password: false,
  },
  {
    staff: 3,
    name: 'shift',
    role: 'shift-manager',
    suspended: false,
    must_change_password: false,
  },
  { staff: 4, name: 'cashier', role: 'cashier', suspended: false, must_change_password: false },
  { staff: 5, name: 'newcomer', role: null, suspended: false, must_change_password: true },
];
const floorView = () => ({
  tables: tables.map((t) => ({
    table: t.number,
    name: t.view.about.name,
    book: t.book.id,
    currency: t.book.currency,
    kind: t.view.about.kind,
    run: t.view.about.run,
    life: t.view.life.life,
    phase: t.view.life.phase,
    round: t.view.round.playing?.number ?? null,
    taken: 4,
    lost: t.number % 3 === 0 ? 1 : 0,
    staked: t.heat().staked,
    worst: t.exposure().worst,
    exposure_max: 20000000,
    proposals: t.number === 9 ? 1 : 0,
    owed: 0,
    dice_expire: t.number === 9 ? Date.now() + 40 * 60e3 : null,
  })),
  approvals: [
    {
      about: 'table',
      table: 9,
      waiting: {
        proposal: 3,
        act: {
          correct_round: {
            round: 182,
            dice: [2, 4, 4],
            reason: 'Die two was read as five',
          },
        },
        by: 1,
        superior: 'supervisor',
      },
    },
    { about: 'role', proposal: 7, staff: 5, role: 'dealer', by: 2, until: Date.now() + 600e3 },
  ],
  staff,
  sessions: [
    {
      session: 11,
      staff: 1,
      since: Date.now() - 3600e3,
      until: Date.now() + 7200e3,
      fresh: Date.now() - 300e3,
    },
    {
      session: 12,
      staff: 2,
      since: Date.now() - 1800e3,
      until: Date.now() + 9200e3,
      fresh: Date.now() - 60e3,
    },
  ],
  terminals: [1, 2, 3, 4].map((s) => ({
    terminal: s,
    table: 9,
    seat: s,
    player: s < 4 ? 1000 + s : null,
    connected: s !== 2,
  })),
  enrolments: [{ table: 9, seat: 5, code: 'KX4T-9QPM', until: Date.now() + 480e3 }],
  security: [
    {
      sequence: 481,
      time: Date.now() - 120e3,
      code: 'login-failed',
      by: null,
      table: null,
      facts: [{ name: 'name', value: 'dealer' }],
    },
    {
      sequence: 470,
      time: Date.now() - 900e3,
      code: 'terminal-lost',
      by: null,
      table: 9,
      facts: [{ name: 'seat', value: '2' }],
    },
    {
      sequence: 455,
      time: Date.now() - 4000e3,
      code: 'server-started',
      by: null,
      table: null,
      facts: [{ name: 'version', value: '0.1.0' }],
    },
  ],
  vouchers: [
    {
      currency: 'SGD',
      outstanding: 14,
      outstanding_amount: 482000,
      under_way: 0,
      under_way_amount: 0,
    },
  ],
  server: {
    version: '0.1.0',
    started: Date.now() - 4000e3,
    journal: 'a1b2c3d4',
    head: 481,
    demo: true,
  },
});
let recent = [
  {
    number: 70412,
    amount: 50000,
    currency: 'SGD',
    state: 'outstanding',
    since: Date.now() - 500e3,
    table: null,
  },
  {
    number: 70398,
    amount: 128050,
    currency: 'SGD',
    state: 'redeemed',
    since: Date.now() - 1500e3,
    table: 6,
  },
];
const cageView = () => ({
  drawer: [
    { currency: 'SGD', sold: 12, sold_amount: 640000, redeemed: 5, redeemed_amount: 231050 },
  ],
  recent,
  owed: [{ table: 6, owed: { player: 1017, amount: 12500 } }],
});

// ── HTTP ──
const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};
const http = createServer((request, response) => {
  const path = new URL(request.url, 'http://x').pathname;
  const json = (value, status = 200, type = 'application/json') => {
    response.writeHead(status, {
      'content-type': type,
      ...(value?.as ? { 'set-cookie': `as=${value.as}; Path=/` } : {}),
    });
    response.end(JSON.stringify(value));
  };
  if (path === '/api/v1/tables') return json(tables.map((t) => t.view));
  if (path === '/api/v1/books')
    return json(Object.values(books).map((b) => ({ id: b.id, title: b.title })));
  if (path.startsWith('/api/v1/books/'))
    return books[path.split('/')[4]]
      ? json(books[path.split('/')[4]])
      : json(
          {
            type: '/',
            title: 'x',
            status: 404,
            detail: 'No such rule book',
            code: 'no-such-book',
          },
          404,
          'application/problem+json',
        );
  if (request.method === 'POST') {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      const input = body ? JSON.parse(body) : {};
      if (path === '/api/v1/login') {
        const who = staff.find((s) => s.name === input.name);
        if (!who || input.password !== 'demo')
          return json(
            {
              type: '/',
              title: 'No',
              status: 401,
              detail: 'Name or password is wrong',
              code: 'wrong-password',
            },
            401,
            'application/problem+json',
          );
        return json({ as: `staff-${who.staff}`, ...who });
      }
      if (path === '/api/v1/seats' || path === '/api/v1/enrol')
        return json({ as: `seat-${input.table ?? 6}`, table: input.table ?? 6, seat: 4 });
      return json({});
    });
    return undefined;
  }
  const file = join(dist, path);
  const found = extname(path) && existsSync(file) ? file : join(dist, 'index.html');
  if (!existsSync(found)) {
    response.writeHead(404);
    return response.end();
  }
  response.writeHead(200, {
    'content-type': types[extname(found)] ?? 'application/octet-stream',
    'content-security-policy': CSP,
  });
  return response.end(readFileSync(found));
});

// ── Sockets ──
const sockets = new WebSocketServer({ server: http });
sockets.on('connection', (socket, request) => {
  const url = new URL(request.url, 'http://x');
  const cookie = /as=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
  const as =
    url.searchParams.get('as') === 'display' ? `display-${url.searchParams.get('table')}` : cookie;
  const [kind, n] = [as.split('-')[0], Number(as.split('-')[1])];
  const you =
    kind === 'seat'
      ? { as: 'terminal', terminal: 4, table: n, seat: 4 }
      : kind === 'display'
        ? { as: 'display', table: n }
        : { as: 'staff', ...staff[(n || 1) - 1], session: 11 };
  const send = (message) => socket.send(JSON.stringify(message));
  const own = new Map();
  const stop = [];
  send({
    tell: 'hello',
    you,
    version: '0.1.0',
    now: Date.now(),
    journal: 'a1b2',
    demo: true,
    asked: 0,
  });
  const ping = setInterval(() => send({ tell: 'ping', now: Date.now() }), 5000);
  socket.on('close', () => {
    clearInterval(ping);
    stop.forEach((f) => f());
  });

  const watch = (channel) => {
    const key = JSON.stringify(channel);
    if (channel === 'floor' || channel === 'cage') {
      let number = 1;
      send({
        tell: 'snapshot',
        channel,
        number,
        state: channel === 'floor' ? floorView() : cageView(),
      });
      const timer = setInterval(() => {
        number += 1;
        send({
          tell: 'update',
          channel,
          number,
          changed: channel === 'floor' ? { tables: floorView().tables } : cageView(),
        });
      }, 1500);
      stop.push(() => clearInterval(timer));
      return;
    }
    const table = tableOf(
      channel === 'seat' ? you.table : (channel.table ?? channel.console).table,
    );
    const name = channel === 'seat' ? 'seat' : 'table' in channel ? 'table' : 'console';
    const extra = name === 'seat' ? {} : { table: table.number };
    const state = name === 'seat' ? table.seat : name === 'table' ? table.view : table.console();
    send({ tell: 'snapshot', channel: name, ...extra, number: table.numbers[name], state });
    if (own.has(key)) return;
    const listener = (which, number, changed) => {
      if (which === name) send({ tell: 'update', channel: name, ...extra, number, changed });
    };
    own.set(key, listener);
    table.listeners.add(listener);
    stop.push(() => table.listeners.delete(listener));
  };

  socket.on('message', (data) => {
    const { id, ask } = JSON.parse(data.toString());
    const done = (seat) => send({ tell: 'answer', answer: 'done', id, ...(seat ? { seat } : {}) });
    const refuse = (why, sentence) =>
      send({ tell: 'answer', answer: 'refused', id, why, sentence });
    if (ask === 'pong') return;
    if (ask.watch) return watch(ask.watch);
    if (ask.resync) return watch(ask.resync);
    if (ask.unwatch) return;
    const table = tableOf(
      you.table ?? ask.run?.table ?? ask.preview?.table ?? ask.recall?.table ?? 9,
    );
    if (ask.bet)
      return setTimeout(() => bet(table, ask.bet, done, refuse), Number(process.env.LAG ?? 120));
    if (ask.seat) return seat(table, ask.seat, id, done, send);
    if (ask.run) return run(table, ask.run.order, done, refuse);
    if (ask.preview)
      return send({
        tell: 'answer',
        answer: 'preview',
        id,
        preview: preview(table, ask.preview.order),
      });
    if (ask.recall) {
      const slip = table.slips?.[ask.recall.round];
      if (you.as === 'staff')
        return send({
          tell: 'answer',
          answer: 'recalled_all',
          id,
          round: {
            round: ask.recall.round,
            results: [[2, 4, 4]],
            voided: null,
            slips: [
              {
                seat: 1,
                player: 1001,
                lines: [
                  { area: 'big', stake: 5000, odds: null, win: 0, returned: 0 },
                  {
                    area: 'double-4',
                    stake: 1000,
                    odds: '1 wins 11½',
                    win: 11500,
                    returned: 12500,
                  },
                ],
                staked: 6000,
                returned: 12500,
                voided_bets: 0,
              },
            ],
          },
        });
      return slip
        ? send({ tell: 'answer', answer: 'recalled', id, round: slip })
        : refuse({ code: 'no-such-round' }, 'The round is not kept');
    }
    if (ask.payouts) {
      const d = table.view.round.playing?.result?.dice ?? [2, 4, 4];
      const lines = ask.payouts.bets.map(({ area, stake }) => {
        const k = hit(area, d);
        const pays = table.book.areas.find((a) => a.id === area).pays;
        const o = k ? pays[Math.min(k, pays.length) - 1] : null;
        return {
          area,
          stake,
          odds: o?.words.en ?? null,
          win: o ? (stake * o.win) / o.stake : 0,
          returned: o ? stake + (stake * o.win) / o.stake : 0,
        };
      });
      return send({
        tell: 'answer',
        answer: 'payouts',
        id,
        lines,
        returned: lines.reduce((s, l) => s + l.returned, 0),
      });
    }
    if (ask.cage) {
      const c = ask.cage;
      if (c.sell) {
        const v = {
          number: 70413 + recent.length,
          amount: c.sell.amount,
          currency: c.sell.currency,
          state: 'outstanding',
          since: Date.now(),
          table: null,
        };
        recent = [v, ...recent];
        return send({
          tell: 'answer',
          answer: 'voucher',
          id,
          voucher: {
            token: 'q7TzN1pXc0WmUe4LrYb2Ag',
            number: v.number,
            amount: v.amount,
            currency: v.currency,
            house: 'Taisai House',
            time: Date.now(),
            head: '481:9f3c2a77d01b',
          },
        });
      }
      if (c.look_up) {
        const v =
          recent.find((x) => x.number === c.look_up.number) ?? (c.look_up.token ? recent[0] : null);
        return v
          ? send({ tell: 'answer', answer: 'found', id, voucher: v })
          : refuse({ code: 'no-such-voucher' }, 'No voucher has this number');
      }
      if (c.redeem) {
        recent = [{ ...recent[0], state: 'redeemed' }, ...recent.slice(1)];
        return send({ tell: 'answer', answer: 'found', id, voucher: recent[0] });
      }
      return done();
    }
    if (ask.floor?.offer_enrolment)
      return send({
        tell: 'answer',
        answer: 'enrolment',
        id,
        code: 'MH7D-2WQK',
        ...ask.floor.offer_enrolment,
        until: Date.now() + 600e3,
      });
    return done();
  });
});

function seat(table, ask, id, done, send) {
  const m = table.seat.money;
  if (ask === 'leave' || ask.cash_out) {
    const amount = ask.cash_out?.amount ?? m.credit;
    const changed = {
      money: { ...m, credit: m.credit - amount, cashed_out: m.cashed_out + amount },
    };
    if (ask === 'leave') changed.about = { ...table.seat.about, player: null };
    const update = table.setSeat(changed);
    if (amount === 0) return done(update);
    return send({
      tell: 'answer',
      answer: 'voucher',
      id,
      voucher: {
        token: 'Zk3vQ0mT8sYb1RfNw6LxHg',
        number: 70991,
        amount,
        currency: table.book.currency,
        house: 'Taisai House',
        time: Date.now(),
        head: `${table.number}/${table.view.round.next}:7c1e09ab`,
      },
      seat: update,
    });
  }
  const amount = ask.sit?.demo ?? 50000;
  return done(
    table.setSeat({
      about: { ...table.seat.about, player: 1004 },
      money: { ...m, credit: m.credit + amount, bought_in: m.bought_in + amount },
    }),
  );
}

function bet(table, ask, done, refuse) {
  const { seat } = table;
  if (!table.view.round.playing?.betting)
    return refuse(
      { code: 'betting-closed', clause: `${table.book.cite} 3.5` },
      'Betting is closed',
    );
  const stakes = new Map(seat.bets.map((b) => [b.area, b.stake]));
  const before = seat.bets;
  if (ask === 'clear_bets') stakes.clear();
  else if (ask === 'double_bets') for (const [a, s] of stakes) stakes.set(a, s * 2);
  else if (ask === 'repeat_bets')
    for (const b of seat.changes.last_bets) stakes.set(b.area, (stakes.get(b.area) ?? 0) + b.stake);
  else if (ask === 'undo_bets') {
    stakes.clear();
    for (const b of table.undo.pop() ?? []) stakes.set(b.area, b.stake);
  } else if (ask.take_down) for (const a of ask.take_down.areas) stakes.delete(a);
  else if (ask.place_bets)
    for (const b of ask.place_bets.bets) stakes.set(b.area, (stakes.get(b.area) ?? 0) + b.stake);
  for (const [area, stake] of stakes) {
    const limit = table.view.limits.areas.find((l) => l.area === area);
    if (stake > limit.stake_max)
      return refuse(
        {
          code: 'bets',
          bets: [{ area, stake, why: { code: 'above-maximum', stake_max: limit.stake_max } }],
        },
        'The maximum is exceeded',
      );
    if (stake < limit.stake_min)
      return refuse(
        {
          code: 'bets',
          bets: [{ area, stake, why: { code: 'below-minimum', stake_min: limit.stake_min } }],
        },
        'Below the minimum',
      );
  }
  const staked = [...stakes.values()].reduce((a, b) => a + b, 0);
  const have = seat.money.credit + seat.money.staked;
  if (staked > have)
    return refuse(
      {
        code: 'credit-too-small',
        credit: seat.money.credit,
        needed: staked - seat.money.staked,
      },
      'The credit is too small',
    );
  if (ask !== 'undo_bets') table.undo.push(before);
  const bets = [...stakes].map(([area, stake]) => ({ area, stake }));
  done(
    table.setSeat({
      bets,
      money: { ...seat.money, credit: have - staked, staked },
      changes: { ...seat.changes, undo: table.undo.length },
    }),
  );
  return table.set({ totals: table.heat() });
}

function run(table, order, done, refuse) {
  const name = typeof order === 'string' ? order : Object.keys(order)[0];
  const step = table.next().steps.find((s) => s.step === name);
  if (step?.refused) return refuse(step.refused, 'Not in this phase');
  done();
  switch (name) {
    case 'open_betting':
      return table.open();
    case 'extend_betting':
      return table.phase('betting', {
        until: table.view.round.playing.until + 10000,
        extensions: table.view.round.playing.extensions + 1,
      });
    case 'call_no_more_bets':
      return table.phase('no-more-bets', { betting: false, until: null });
    case 'shake':
      return table.phase('shaken', { shakes: 3 });
    case 'reveal':
      return table.phase('revealed', { revealed: true });
    case 'enter_dice':
      table.entry = { dice: order.enter_dice.dice };
      return table.phase('entered');
    case 'reenter_dice':
      table.entry = { dice: null };
      return table.phase('revealed');
    case 'confirm_dice':
      table.settle(order.confirm_dice.dice);
      table.entry = { dice: null };
      return table.phase('collecting', { collected: false, paid: false });
    case 'collect':
      return table.phase('paying', { collected: true });
    case 'pay':
      return table.phase('clearing', { paid: true });
    case 'clear':
      return table.clear();
    case 'propose':
      table.proposals = [{ proposal: 3, act: order.propose.act, by: 1, superior: 'supervisor' }];
      return table.set({});
    case 'withdraw':
    case 'approve':
      table.proposals = [];
      return table.set({});
    case 'call_irregularity':
      return table.set({
        life: { ...table.view.life, phase: 'idle' },
        round: { ...table.view.round, playing: null },
      });
    default:
      return undefined;
  }
}

function preview(table, order) {
  const what = order.call_irregularity?.what;
  const remedy = what ? table.book.irregularities.find((i) => i.what === what)?.remedy : null;
  return {
    second_person: Boolean(order.propose),
    remedy: remedy ?? null,
    lit: [],
    postings: [
      { account: { account: 'layout', round: 184 }, amount: -16000 },
      { account: { account: 'seat-credit', seat: 1, player: 1001 }, amount: 12000 },
      { account: { account: 'seat-credit', seat: 2, player: 1002 }, amount: 4000 },
    ],
    adjustments: order.propose
      ? [
          {
            round: 182,
            seat: 1,
            player: 1001,
            sits: 1,
            before: 12500,
            after: 6000,
            given: 0,
            owed: 0,
            recovered: 0,
            taken: 6500,
            forgone: 0,
            shortfall: 0,
          },
        ]
      : [],
  };
}

http.listen(port, '127.0.0.1', () => console.log(`mock on http://127.0.0.1:${port}`));
