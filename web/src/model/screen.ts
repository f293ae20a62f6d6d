/** Everything a screen knows, and the one function that makes it know more. */

import type {
  AreaId,
  ClientMessage,
  BetAsk,
  BetLine,
  ByeReason,
  CageView,
  ConsoleView,
  FloorView,
  Hello,
  Refusal,
  RoundsChanged,
  SeatView,
  TableView,
  ServerMessage,
  VoucherTold,
  Ask,
} from '../wire';

/** Whether the server hears us. */
export type Link = 'connecting' | 'live' | 'lost' | 'ended';

/** Why something was not done: the server said no, or there was no line to ask it on. */
export type Why = Refusal | { readonly code: 'no-line' };

export interface Notice {
  readonly id: number;
  readonly why: Why;
  readonly sentence: string;
  /** Chips that fly back. */
  readonly bets: readonly BetLine[];
  /** What was asked, to be asked again where something was missing. */
  readonly ask: ClientMessage | null;
}

export interface Screen {
  readonly link: Link;
  readonly bye: ByeReason | null;
  readonly hello: Hello | null;
  /** The server's clock less ours. */
  readonly skewMs: number;
  readonly table: TableView | null;
  readonly seat: SeatView | null;
  readonly console: ConsoleView | null;
  /** Which table the console is of. */
  readonly desk: number | null;
  readonly floor: FloorView | null;
  readonly cage: CageView | null;
  /** Asked and not answered. */
  readonly pending: readonly ClientMessage[];
  /** Those of them that were sent before the line was lost, and again since. */
  readonly repeated: readonly number[];
  readonly notices: readonly Notice[];
  /** Vouchers to be handed over or taken, until somebody says that they have them. */
  readonly vouchers: readonly VoucherTold[];
  /** The round whose dice were thrown before our eyes; a screen that returns finds them lying. */
  readonly thrown: number | null;
}

export const BLANK: Screen = {
  link: 'connecting',
  bye: null,
  hello: null,
  skewMs: 0,
  table: null,
  seat: null,
  console: null,
  desk: null,
  floor: null,
  cage: null,
  pending: [],
  repeated: [],
  notices: [],
  vouchers: [],
  thrown: null,
};

export const NOTICES_MAX = 5;

export type Message =
  | { readonly kind: 'told'; readonly tell: ServerMessage; readonly at: number }
  | { readonly kind: 'asked'; readonly ask: ClientMessage }
  | { readonly kind: 'unsent'; readonly notice: number }
  | { readonly kind: 'lost' }
  | { readonly kind: 'dismissed'; readonly notice: number }
  | { readonly kind: 'taken'; readonly voucher: number };

export function update(screen: Screen, message: Message): Screen {
  switch (message.kind) {
    case 'told':
      return heard(screen, message.tell, message.at);
    case 'asked':
      return { ...screen, pending: [...screen.pending, message.ask] };
    case 'unsent':
      return noticed(screen, {
        id: message.notice,
        why: { code: 'no-line' },
        sentence: '',
        bets: [],
        ask: null,
      });
    case 'lost':
      return screen.link === 'ended' ? screen : { ...screen, link: 'lost' };
    case 'dismissed':
      return { ...screen, notices: screen.notices.filter(({ id }) => id !== message.notice) };
    case 'taken':
      return {
        ...screen,
        vouchers: screen.vouchers.filter(({ number }) => number !== message.voucher),
      };
  }
}

function heard(screen: Screen, tell: ServerMessage, at: number): Screen {
  switch (tell.tell) {
    case 'hello':
      return greeted(screen, tell, at);
    case 'ping':
      return { ...screen, skewMs: tell.now - at };
    case 'bye':
      return { ...screen, bye: tell.reason, link: comesBack(tell.reason) ? 'lost' : 'ended' };
    case 'answer':
      return answered(screen, tell);
    case 'snapshot':
      return shown(screen, tell);
    case 'update':
      return changed(screen, tell);
  }
}

/** What the server still has to hand over, but for what was taken and is not yet heard. */
function greeted(screen: Screen, tell: ServerMessage & { tell: 'hello' }, at: number): Screen {
  const taken = new Set(screen.pending.map(({ ask }) => takenBy(ask)));
  const vouchers = (tell.vouchers ?? []).filter(({ number }) => !taken.has(number));
  return {
    ...screen,
    link: 'live',
    bye: null,
    hello: tell,
    skewMs: tell.now - at,
    repeated: screen.pending.map(({ id }) => id),
    vouchers: vouchers.reduce(withVoucher, screen.vouchers),
  };
}

function takenBy(ask: Ask): number | null {
  if (typeof ask !== 'object' || !('seat' in ask) || typeof ask.seat !== 'object') return null;
  return 'take_voucher' in ask.seat ? ask.seat.take_voucher.number : null;
}

function withVoucher(
  vouchers: readonly VoucherTold[],
  voucher: VoucherTold,
): readonly VoucherTold[] {
  return [...vouchers.filter(({ number }) => number !== voucher.number), voucher];
}

/** After these farewells a screen tries again by itself. */
export function comesBack(reason: ByeReason): boolean {
  return reason === 'server-stops' || reason === 'too-slow' || reason === 'server-fault';
}

function shown(screen: Screen, tell: ServerMessage & { tell: 'snapshot' }): Screen {
  switch (tell.channel) {
    case 'table':
      return { ...screen, table: tell.state, thrown: null };
    case 'seat':
      return { ...screen, seat: tell.state };
    case 'console':
      return { ...screen, console: tell.state, desk: tell.table };
    case 'floor':
      return { ...screen, floor: tell.state };
    case 'cage':
      return { ...screen, cage: tell.state };
  }
}

/** An update carries the sections that changed, each of them whole, and what is new in a list of rounds. */
function changed(screen: Screen, tell: ServerMessage & { tell: 'update' }): Screen {
  switch (tell.channel) {
    case 'table': {
      if (screen.table?.about.table !== tell.table) return screen;
      const history = roundsAfter(screen.table.history, tell.changed.history);
      const table = { ...screen.table, ...tell.changed, history };
      return { ...screen, table, thrown: thrownNow(screen, table) };
    }
    case 'seat':
      return screen.seat === null
        ? screen
        : { ...screen, seat: { ...screen.seat, ...tell.changed } };
    case 'console': {
      if (screen.console === null || screen.desk !== tell.table) return screen;
      const rounds = roundsAfter(screen.console.rounds, tell.changed.rounds);
      return { ...screen, console: { ...screen.console, ...tell.changed, rounds } };
    }
    case 'floor':
      return screen.floor === null
        ? screen
        : { ...screen, floor: { ...screen.floor, ...tell.changed } };
    case 'cage':
      return screen.cage === null
        ? screen
        : { ...screen, cage: { ...screen.cage, ...tell.changed } };
  }
}

/** A list of rounds, the oldest first: some are gone from its beginning, others are new or changed. */
function roundsAfter<T extends { round: number }>(
  known: T[],
  changed: RoundsChanged<T> | undefined,
): T[] {
  if (changed === undefined) return known;
  const { first, rounds } = changed;
  const changedRounds = new Set(rounds.map(({ round }) => round));
  const kept = known.filter(({ round }) => round >= first && !changedRounds.has(round));
  return [...kept, ...rounds].sort((a, b) => a.round - b.round);
}

/** Movement is the difference of two states: no result before, a result now. */
function thrownNow(screen: Screen, table: TableView): number | null {
  const before = screen.table?.round.playing;
  const now = table.round.playing;
  const isNew = now?.result != null && (before?.number !== now.number || before.result === null);
  return isNew ? now.number : screen.thrown;
}

function answered(screen: Screen, tell: ServerMessage & { tell: 'answer' }): Screen {
  const ask = screen.pending.find(({ id }) => id === tell.id);
  const pending = screen.pending.filter(({ id }) => id !== tell.id);
  const vouchers =
    tell.answer === 'voucher' ? withVoucher(screen.vouchers, tell.voucher) : screen.vouchers;
  const repeated = screen.repeated.filter((id) => id !== tell.id);
  const next = { ...screen, pending, repeated, vouchers };
  if (tell.answer === 'refused') {
    const bets = ask === undefined ? [] : betsOf(ask);
    const notice: Notice = {
      id: tell.id,
      why: tell.why,
      sentence: tell.sentence,
      bets,
      ask: ask ?? null,
    };
    return noticed(next, notice);
  }
  const told = tell.answer === 'done' || tell.answer === 'voucher' ? tell.seat : undefined;
  if (told === undefined || next.seat === null) return next;
  return { ...next, seat: { ...next.seat, ...told.changed } };
}

function noticed(screen: Screen, notice: Notice): Screen {
  const others = screen.notices.filter(({ id }) => id !== notice.id);
  return { ...screen, notices: [...others, notice].slice(-NOTICES_MAX) };
}

/** Notices that go by themselves. One that asks for a password stays until it is answered or put away. */
export function fleeting(notices: readonly Notice[]): readonly Notice[] {
  return notices.filter(({ why }) => why.code !== 'not-fresh');
}

function betAsk(ask: ClientMessage): BetAsk | null {
  return typeof ask.ask === 'object' && 'bet' in ask.ask ? ask.ask.bet : null;
}

function betsOf(ask: ClientMessage): readonly BetLine[] {
  const bet = betAsk(ask);
  return bet !== null && typeof bet === 'object' && 'place_bets' in bet ? bet.place_bets.bets : [];
}

/** What lies on an area: how much, and how much of it the table has registered. */
export interface Pile {
  readonly amount: number;
  readonly registered: number;
}

export type Piles = Readonly<Record<AreaId, Pile>>;

/** The bets as the player means them: what is registered, and what was asked since. */
export function pilesOf(screen: Screen): Piles {
  const piles: Record<AreaId, Pile> = {};
  for (const { area, stake } of screen.seat?.bets ?? [])
    piles[area] = { amount: stake, registered: stake };
  for (const ask of screen.pending) {
    const bet = betAsk(ask);
    if (bet !== null) lay(piles, bet, screen.seat);
  }
  return Object.fromEntries(Object.entries(piles).filter(([, pile]) => pile.amount > 0));
}

function lay(piles: Record<AreaId, Pile>, bet: BetAsk, seat: SeatView | null): void {
  const add = ({ area, stake }: BetLine): void => {
    const { amount, registered } = piles[area] ?? { amount: 0, registered: 0 };
    piles[area] = { amount: amount + stake, registered };
  };
  const take = (area: AreaId): void => {
    piles[area] = { amount: 0, registered: 0 };
  };
  if (bet === 'clear_bets') Object.keys(piles).forEach(take);
  else if (bet === 'repeat_bets') seat?.changes.last_bets.forEach(add);
  else if (bet === 'double_bets')
    Object.entries(piles).forEach(([area, { amount }]) => add({ area, stake: amount }));
  else if (bet === 'undo_bets') return;
  else if ('place_bets' in bet) bet.place_bets.bets.forEach(add);
  else if ('take_down' in bet) bet.take_down.areas.forEach(take);
}

export function sum(piles: Piles): number {
  return Object.values(piles).reduce((all, { amount }) => all + amount, 0);
}

/** Credit as it will be when everything asked is registered. */
export function creditLeft(screen: Screen, piles: Piles): number {
  const { credit, staked } = screen.seat?.money ?? { credit: 0, staked: 0 };
  return credit + staked - sum(piles);
}
