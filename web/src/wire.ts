// Generated from forms/protocol; do not edit. `UPDATE=1 cargo test -p taisai-protocol`

export type AboveMaximum = "refuse" | "settle-to-maximum";

/**
 * A place where a table's money can be.
 */
export type AccountShown = { "account": "house-bank" } | { "account": "table-float" } | { "account": "seat-credit",
/**
 * The seat.
 */
seat: number,
/**
 * The player.
 */
player: number, } | { "account": "layout",
/**
 * The round.
 */
round: number, } | { "account": "vouchers-outstanding" } | { "account": "owed",
/**
 * The player.
 */
player: number, } | { "account": "shortfall" } | { "account": "rulings" };

/**
 * What takes two people at a table; as it is asked, and as it is shown while it waits.
 */
export type Act = { "void_rounds": { rounds: Array<number>, what: Irregularity, reason: string, } } | { "correct_round": { round: number, dice: Dice, reason: string, } } | { "void_bets": { seat: number, reason: string, } } | { "state_dice": { dice: Dice, } } | { "reshake": { what: Irregularity, reason: string, } } | { "go_on": { what: Irregularity, reason: string, } } | { "hand_over_seat": { seat: number, player: number, terminal: number, reason: string, } } | { "attest_dice": { dice: Dice, reason: string, } } | { "void_past_bets": { round: number, seat: number, reason: string, } } | { "call_mistaken": { what: Irregularity, reason: string, } } | { "decide_case": { case: number, ruling: CaseRuling, reason: string, } } | { "move_table": { from: string, to: string, times: Times, reason: string, } };

/**
 * What the undoing of a settled round means for one player.
 */
export type AdjustmentShown = {
/**
 * The round.
 */
round: number,
/**
 * The seat at which the bets were placed.
 */
seat: number,
/**
 * The player who placed them.
 */
player: number,
/**
 * Where the player sits now.
 */
sits: number | null,
/**
 * What the round returned before.
 */
before: number,
/**
 * What it returns now.
 */
after: number,
/**
 * Given to the player's credit.
 */
given: number,
/**
 * Owed to a player who has left.
 */
owed: number,
/**
 * Set against what the house bears for this player.
 */
recovered: number,
/**
 * Taken from the player's credit.
 */
taken: number,
/**
 * Taken from what was owed and not yet paid.
 */
forgone: number,
/**
 * Gone; the house bears it.
 */
shortfall: number, };

/**
 * An amount of money, in the smallest unit of the table's currency.
 */
export type Amount = number;

/**
 * The answer to an ask, by its number.
 */
export type Answer = { "answer": "done",
/**
 * The ask's number.
 */
id: number,
/**
 * The seat's update that came of it, in the same message.
 */
seat?: SeatUpdate, } | { "answer": "refused",
/**
 * The ask's number; 0 where the message could not be read that far.
 */
id: number,
/**
 * Why, as data.
 */
why: Refusal,
/**
 * Why, as an English sentence.
 */
sentence: string, } | { "answer": "preview",
/**
 * The ask's number.
 */
id: number,
/**
 * What would happen.
 */
preview: Preview, } | { "answer": "recalled",
/**
 * The ask's number.
 */
id: number,
/**
 * The round.
 */
round: RecalledSlip, } | { "answer": "recalled_all",
/**
 * The ask's number.
 */
id: number,
/**
 * The round.
 */
round: RecalledRound, } | { "answer": "payouts",
/**
 * The ask's number.
 */
id: number,
/**
 * Every bet, by the stake that counts.
 */
lines: Array<OutcomeLine>,
/**
 * All together.
 */
returned: number,
/**
 * What lies above the maximum, and goes back.
 */
excess: Array<BetLine>,
/**
 * What is paid on top of the stakes that won.
 */
win: number,
/**
 * The chips that make the win.
 */
hand_over: HandOver, } | { "answer": "voucher",
/**
 * The ask's number.
 */
id: number,
/**
 * The voucher.
 */
voucher: VoucherTold,
/**
 * The seat's update that came of it, in the same message.
 */
seat?: SeatUpdate, } | { "answer": "found",
/**
 * The ask's number.
 */
id: number,
/**
 * The voucher.
 */
voucher: VoucherShown, } | { "answer": "enrolment",
/**
 * The ask's number.
 */
id: number,
/**
 * The code to type in at the terminal.
 */
code: string,
/**
 * The table.
 */
table: number,
/**
 * The seat.
 */
seat: number,
/**
 * Until when.
 */
until: number, } | { "answer": "display_code",
/**
 * The ask's number.
 */
id: number,
/**
 * The code to type in at the display.
 */
code: string,
/**
 * The table.
 */
table: number,
/**
 * Until when.
 */
until: number, } | { "answer": "staff_added",
/**
 * The ask's number.
 */
id: number,
/**
 * The person.
 */
staff: number,
/**
 * The code with which they choose their password, once.
 */
invitation: string,
/**
 * Until when it is good; 0 where it was used or taken back.
 */
until: number, } | { "answer": "invitation_proposed",
/**
 * The ask's number.
 */
id: number,
/**
 * The person.
 */
staff: number,
/**
 * The code with which they choose another password, once.
 */
invitation: string, };

export type Approval = "table" | "layout" | "display" | "shaker" | "shaker-procedure" | "shaker-place" | "dice";

/**
 * What waits for a second person.
 */
export type ApprovalWaiting = { "about": "table",
/**
 * The table.
 */
table: number,
/**
 * The proposal.
 */
waiting: Waiting, } | { "about": "role",
/**
 * The proposal's number.
 */
proposal: number,
/**
 * The person.
 */
staff: number,
/**
 * The role.
 */
role: FloorRole,
/**
 * Who proposed it.
 */
by: number,
/**
 * Until when it can be agreed to.
 */
until: number, } | { "about": "password",
/**
 * The proposal's number.
 */
proposal: number,
/**
 * The person.
 */
staff: number,
/**
 * Who proposed it.
 */
by: number,
/**
 * Until when it can be agreed to.
 */
until: number, } | { "about": "voucher" } & Replacing | { "about": "payment" } & Replacing | { "about": "revival" } & Replacing | { "about": "paper",
/**
 * The proposal's number.
 */
proposal: number,
/**
 * The number printed on it.
 */
number: number,
/**
 * What it is worth.
 */
amount: number,
/**
 * The three letters of the currency.
 */
currency: string,
/**
 * Why it is genuine.
 */
reason: string,
/**
 * Who proposed it.
 */
by: number,
/**
 * Until when it can be agreed to.
 */
until: number, } | { "about": "count" } & CountWaiting;

/** An area by its id, such as `total-10`. */
export type AreaId = string;

/**
 * What may be staked on an area.
 */
export type AreaLimit = {
/**
 * The area.
 */
area: AreaId,
/**
 * The smallest stake.
 */
stake_min: number,
/**
 * The largest stake.
 */
stake_max: number,
/**
 * What a stake must be a multiple of, so that its win can be paid exactly.
 */
multiple: number, };

/**
 * What lies on an area.
 */
export type AreaTotal = {
/**
 * The area.
 */
area: AreaId,
/**
 * All stakes on it together.
 */
stake: number,
/**
 * From how many seats.
 */
seats: number, };

/**
 * What is asked, sorted by who may.
 */
export type Ask = { "bet": BetAsk } | { "seat": SeatAsk } | { "run": RunAsk } | { "preview": RunAsk } | { "recall": {
/**
 * The table; a terminal need not say.
 */
table?: number, round: number, } } | { "payouts": { table: number,
/**
 * The place at which they lie, where the house knows it: its marker counts.
 */
seat?: number, bets: Array<BetLine>, } } | { "watch": Channel } | { "unwatch": Channel } | { "resync": Channel } | { "floor": FloorAsk } | { "cage": CageAsk } | "pong";

/**
 * The bank of a felt table.
 */
export type BankShown = {
/**
 * The table.
 */
table: number,
/**
 * What people call it.
 */
name: string,
/**
 * The three letters of its currency.
 */
currency: string,
/**
 * The day that is open; none where the float is not counted.
 */
open: number | null,
/**
 * Its days, the latest first.
 */
days: Array<DayShown>, };

export type BeforeManual = "removed" | "emptied-and-signed" | "free";

export type BelowMinimum = "refuse" | "settle-and-advise";

/**
 * What a player does to the bets; each is done whole or not at all.
 */
export type BetAsk = { "place_bets": { bets: Array<BetLine>, } } | { "take_down": { areas: Array<AreaId>, } } | "clear_bets" | "repeat_bets" | "double_bets" | "undo_bets" | { "shake": { times: number, } };

/**
 * A stake on an area.
 */
export type BetLine = {
/**
 * The area.
 */
area: AreaId,
/**
 * The stake, in the currency's smallest unit.
 */
stake: number, };

/**
 * Why one bet was refused.
 */
export type BetProblem = {
/**
 * Where it would lie.
 */
area: AreaId,
/**
 * What would lie there in all.
 */
stake: number | null,
/**
 * Why not.
 */
why: BetRefusal, };

/**
 * Why a bet is refused.
 */
export type BetRefusal = { "code": "not-offered" } | { "code": "below-minimum", stake_min: Amount, } | { "code": "above-maximum", stake_max: Amount, } | { "code": "not-a-multiple", multiple: Amount, } | { "code": "named-twice" } | { "code": "no-bet" };

/**
 * A rule book.
 */
export type Book = {
/**
 * The id.
 */
id: string,
/**
 * The name people use.
 */
title: string,
/**
 * The rule document.
 */
document: string,
/**
 * How the document is cited.
 */
cite: string,
/**
 * The embedded book it extends, if it is a house's own.
 */
extends: string | null,
/**
 * The fingerprint of everything it says, in hexadecimal.
 */
fingerprint: string,
/**
 * The name shown on the layout.
 */
house: string,
/**
 * The three letters of its usual currency.
 */
currency: string,
/**
 * How its layout words odds.
 */
odds_style: OddsStyle,
/**
 * What odds mean, said with an example.
 */
odds_mean: Said,
/**
 * Whether a double still wins on a triple.
 */
double_on_triple: DoubleOnTriple,
/**
 * Every area it offers, in the order of the areas.
 */
areas: Array<BookArea>,
/**
 * The layout's grid and what is printed on it besides the areas.
 */
layout: BookLayout,
/**
 * When no more bets is called, how often the dice are shaken, and with what.
 */
shakers: Array<BookShaker>,
/**
 * The duties of a round.
 */
procedure: Array<Duty>,
/**
 * What must be approved, inspected and ticked.
 */
equipment: BookEquipment,
/**
 * How limits are treated.
 */
limits: BookLimits,
/**
 * What is done when something goes wrong.
 */
irregularities: Array<BookIrregularity>,
/**
 * Who does what.
 */
people: BookPeople,
/**
 * Every line of the book, with its clause.
 */
lines: Array<BookLine>, };

/**
 * An area that the book offers.
 */
export type BookArea = {
/**
 * Its id.
 */
id: AreaId,
/**
 * Its family.
 */
family: Family,
/**
 * The rule document's word for the wager.
 */
wager: string,
/**
 * Its name, with its numbers.
 */
name: Said,
/**
 * What is printed large on it; nothing where its emblem or dice say enough.
 */
heading: Said | null,
/**
 * The character that stands for it on tables everywhere.
 */
emblem: Said | null,
/**
 * The totals it wins on, where they are a range.
 */
range: Said | null,
/**
 * What it must be warned of.
 */
condition: Said | null,
/**
 * The dice printed on it; each group wins.
 */
dice: Array<Array<number>>,
/**
 * The numbers it bets on, for building bets by dice.
 */
numbers: Array<number>,
/**
 * What it pays; a single pays by how many dice show it.
 */
pays: Array<BookOdds>,
/**
 * What a stake must be a multiple of to be paid exactly.
 */
multiple: number,
/**
 * On how many of the 216 rolls it wins.
 */
ways: number,
/**
 * What the house keeps of a stake on average, exactly: `1/36`.
 */
edge: string,
/**
 * The same in percent with two decimals: `2.78`.
 */
edge_percent: string,
/**
 * How often it wins, in percent with two decimals.
 */
chance_percent: string,
/**
 * The clause that defines it.
 */
clause: string,
/**
 * Where it lies on the layout's grid.
 */
frame: Frame,
/**
 * Whether a caption words its odds, so that it need not print them.
 */
captioned: boolean, };

/**
 * A line of print that words the odds of a family.
 */
export type BookCaption = {
/**
 * The family.
 */
family: Family,
/**
 * The odds alone, for where there is little room.
 */
odds: Said,
/**
 * The wager and its odds.
 */
full: Said,
/**
 * Where it is printed.
 */
frame: Frame, };

/**
 * What must be approved, inspected and ticked.
 */
export type BookEquipment = {
/**
 * Whether the shaker must be sealed or locked.
 */
sealed: boolean,
/**
 * Whether the dealer on duty answers for the shaker.
 */
attended: boolean,
/**
 * What must be approved before use.
 */
approvals: Array<Approval>,
/**
 * What must be approved besides before an automated shaker is used.
 */
approvals_automated: Array<Approval>,
/**
 * What happens to an automated shaker before a manual one is used.
 */
before_manual: BeforeManual,
/**
 * Before opening: values entered, all winning areas seen lit.
 */
inspect_display: BookInspection,
/**
 * Before opening: an automated shaker operated.
 */
inspect_shaker: BookInspection,
/**
 * At every shift: an automated shaker operated again.
 */
inspect_shaker_each_shift: BookInspection,
/**
 * What a person ticks off before the table opens.
 */
checklist: Array<ChecklistLine>, };

/**
 * An inspection.
 */
export type BookInspection = {
/**
 * How many values are entered or tosses made; none where it is not asked for.
 */
trials: number,
/**
 * The lowest role that may make it.
 */
by: TableRole,
/**
 * The clause.
 */
clause: string, };

/**
 * What a book does about something that goes wrong.
 */
export type BookIrregularity = {
/**
 * What goes wrong.
 */
what: Irregularity,
/**
 * What is done.
 */
remedy: Remedy,
/**
 * The clause that says so.
 */
clause: string,
/**
 * The lowest role that decides or must be present.
 */
superior: TableRole,
/**
 * The clause that says so.
 */
superior_clause: string,
/**
 * Whether a person of that role who calls it carries the remedy out alone.
 */
alone: boolean,
/**
 * The clause that says so.
 */
alone_clause: string, };

/**
 * The layout's grid and what is printed on it besides the areas.
 */
export type BookLayout = {
/**
 * How many columns the grid has.
 */
columns: number,
/**
 * How many rows.
 */
rows: number,
/**
 * Lines of print that word the odds of a family.
 */
captions: Array<BookCaption>, };

/**
 * How limits are treated.
 */
export type BookLimits = {
/**
 * What happens below the minimum.
 */
below_minimum: BelowMinimum,
/**
 * What happens above the maximum.
 */
above_maximum: AboveMaximum,
/**
 * Minimum and maximum per area are shown.
 */
shown: boolean,
/**
 * The permitted multiples are shown.
 */
multiples_shown: boolean,
/**
 * A change needs prior notice and starts with a later round.
 */
change_needs_notice: boolean,
/**
 * A player may have a higher maximum, shown by a marker.
 */
markers: boolean,
/**
 * A player may be required to use colour chips.
 */
colour_chips: boolean,
/**
 * Verbal bets and cash bets are refused.
 */
verbal_bets_refused: boolean, };

/**
 * A line of a book.
 */
export type BookLine = {
/**
 * The key.
 */
key: string,
/**
 * The value.
 */
value: string,
/**
 * The clause; only the title lines have none.
 */
clause: string | null,
/**
 * What the law says, where a house's book says something else.
 */
law: string | null, };

/**
 * A rule book by its names.
 */
export type BookName = {
/**
 * The id.
 */
id: string,
/**
 * The name people use.
 */
title: string,
/**
 * The fingerprint of everything it says, in hexadecimal.
 */
fingerprint: string, };

/**
 * Odds of an area.
 */
export type BookOdds = {
/**
 * On how many dice; only a single is hit on more than one.
 */
on_dice: number,
/**
 * In the words of the layout.
 */
words: Said,
/**
 * The win for every `stake` units.
 */
win: number,
/**
 * How many units the win is for.
 */
stake: number,
/**
 * The clause that sets them.
 */
clause: string, };

/**
 * Who does what.
 */
export type BookPeople = {
/**
 * Runs the round and answers for the shaker.
 */
run_round: TableRole,
/**
 * Opens and closes the table and changes its limits.
 */
open_table: TableRole,
/**
 * Decides disputes and cases that no rule covers.
 */
rulings: TableRole,
/**
 * Staff who work the table may not play at it.
 */
staff_never_play: boolean,
/**
 * Players may not bet among themselves.
 */
side_bets_refused: boolean, };

/**
 * A kind of shaker.
 */
export type BookShaker = {
/**
 * The kind.
 */
kind: ShakerKind,
/**
 * Whether this house uses it.
 */
allowed: boolean,
/**
 * When no more bets is called.
 */
order: Order,
/**
 * How often the dice are shaken at least.
 */
shakes_min: number,
/**
 * When its cover is off.
 */
cover: Cover,
/**
 * How long dice may stay in it, in English.
 */
dice_life: string,
/**
 * The clause of its shakes.
 */
clause: string, };

/**
 * Why the server ends the conversation.
 */
export type ByeReason = "server-stops" | "session-over" | "terminal-removed" | "table-retired" | "opened-elsewhere" | "ticket-spent" | "too-slow" | "misbehaved" | "server-fault";

/**
 * What cashiers ask.
 */
export type CageAsk = { "sell": Sale } | { "look_up": Presented } | { "redeem": Paper } | { "pay_owed": Owed } | { "replace_voucher": LostPaper } | { "approve_replacement": LostPaperAgreed };

/**
 * The sections of the cage that changed.
 */
export type CageChanges = {
/**
 * What went in and out of this cashier's drawer, by currency.
 */
drawer?: Array<Drawer>,
/**
 * The latest vouchers this cashier sold or paid out, the latest first.
 */
recent?: Array<VoucherShown>,
/**
 * What tables still owe to players who have left.
 */
owed?: Array<OwedAt>,
/**
 * Vouchers without their paper that wait for a second person.
 */
replacing?: Array<Replacing>,
/**
 * Vouchers that one cashier does not pay out alone, and that wait for a second person.
 */
paying?: Array<Replacing>,
/**
 * Every currency that the tables play in or a voucher is in, by its letters.
 */
currencies?: Array<Currency>,
/**
 * The numbers of vouchers that may be on paper and are not known, because an old copy of
 * the journal was accepted.
 */
lost?: Array<LostNumbers>,
/**
 * Fills, credits, drops and corrections that wait for a second person.
 */
counting?: Array<CountWaiting>,
/**
 * The banks of the felt tables: their latest days, and those that wait for their drop.
 */
banks?: Array<BankShown>,
/**
 * What those are called who counted something of these banks.
 */
people?: Array<StaffNamed>, };

/**
 * The cage.
 */
export type CageView = {
/**
 * What went in and out of this cashier's drawer, by currency.
 */
drawer: Array<Drawer>,
/**
 * The latest vouchers this cashier sold or paid out, the latest first.
 */
recent: Array<VoucherShown>,
/**
 * What tables still owe to players who have left.
 */
owed: Array<OwedAt>,
/**
 * Vouchers without their paper that wait for a second person.
 */
replacing: Array<Replacing>,
/**
 * Vouchers that one cashier does not pay out alone, and that wait for a second person.
 */
paying: Array<Replacing>,
/**
 * Every currency that the tables play in or a voucher is in, by its letters.
 */
currencies: Array<Currency>,
/**
 * The numbers of vouchers that may be on paper and are not known, because an old copy of
 * the journal was accepted.
 */
lost: Array<LostNumbers>,
/**
 * Fills, credits, drops and corrections that wait for a second person.
 */
counting: Array<CountWaiting>,
/**
 * The banks of the felt tables: their latest days, and those that wait for their drop.
 */
banks: Array<BankShown>,
/**
 * What those are called who counted something of these banks.
 */
people: Array<StaffNamed>, };

/**
 * A case in a list.
 */
export type CaseBrief = {
/**
 * Its number at this table.
 */
case: number,
/**
 * What went wrong, or is said to have.
 */
about: Irregularity,
/**
 * What is disputed.
 */
what: string,
/**
 * The round it is about.
 */
round: number | null,
/**
 * The seat.
 */
seat: number | null,
/**
 * The player.
 */
player: number | null,
/**
 * Where to look on the recording.
 */
recording: string | null,
/**
 * When it was opened.
 */
opened: number,
/**
 * Who opened it.
 */
by: number,
/**
 * Whether it awaits a decision.
 */
open: boolean,
/**
 * How many notes it has.
 */
notes: number,
/**
 * The lowest role that may decide it.
 */
decides: TableRole,
/**
 * How it was decided, where it is.
 */
ruling: CaseRuling | null, };

/**
 * How a case is decided; as it is asked, and as it is shown.
 */
export type CaseRuling = "stand" | { "pay_bet": { round: number, seat: number, player: number, amount: number, } } | { "take_bet": { round: number, seat: number, player: number, amount: number, } } | { "void_bets": { round: number, seat: number, } } | { "void_round": { round: number, } } | { "correct_round": { round: number, dice: Dice, } } | { "pay_chips": { amount: number, } } | { "take_chips": { amount: number, } };

/**
 * Cash that went over the counter for a voucher.
 */
export type CashShown = {
/**
 * The number of the voucher.
 */
voucher: number,
/**
 * When.
 */
time: number,
/**
 * Which way.
 */
way: CashWay,
/**
 * How much.
 */
amount: number,
/**
 * The three letters of the currency.
 */
currency: string,
/**
 * The cashier.
 */
by: number,
/**
 * Whom the cashier named.
 */
person: string | null, };

/**
 * Which way cash goes at the cage.
 */
export type CashWay = "in" | "out";

/**
 * A stream of numbered messages about one thing.
 */
export type Channel = { "table": {
/**
 * The table.
 */
table: number, } } | "seat" | { "console": {
/**
 * The table.
 */
table: number, } } | "floor" | "cage";

/**
 * A line of the checklist.
 */
export type ChecklistLine = {
/**
 * Its id.
 */
line: string,
/**
 * The tables it is about.
 */
scope: LineScope,
/**
 * What is to be seen, in the book's words.
 */
words: string,
/**
 * The clause.
 */
clause: string, };

/**
 * One bet of chips by a result.
 */
export type ChipLine = {
/**
 * The area.
 */
area: AreaId,
/**
 * The stake that counts.
 */
stake: number,
/**
 * What lies above the maximum, and goes back.
 */
excess: number | null,
/**
 * The odds that pay it, in the words of the layout; none where it lost or is void.
 */
odds: Said | null,
/**
 * What is paid on top of the stake.
 */
win: number, };

/**
 * What lies on the layout; nothing at all, too.
 */
export type ChipsLaid = Array<BetLine>;

/**
 * So many chips of one value.
 */
export type ChipsOf = {
/**
 * What one is worth.
 */
value: number,
/**
 * How many.
 */
count: number, };

/**
 * A message from a screen. Its number makes it one request and not two: whoever asks counts
 * upwards, and the same number again gets the first answer.
 */
export type ClientMessage = {
/**
 * The request's number.
 */
id: number,
/**
 * The round it is meant for; asks outside rounds name none.
 */
round?: number,
/**
 * What is asked.
 */
ask: Ask, };

/**
 * Chips of a colour of one's own.
 */
export type ColourChips = {
/**
 * The colour's number.
 */
colour: number,
/**
 * What one chip is worth.
 */
value: number, };

/**
 * The sections of the staff's view that changed.
 */
export type ConsoleChanges = {
/**
 * Every taken seat.
 */
seats?: Array<ConsoleSeat>,
/**
 * What the house can lose.
 */
exposure?: ExposureShown,
/**
 * What lies on each area now; the public totals may lag behind.
 */
heat?: Totals,
/**
 * Shakers, dice and inspections.
 */
equipment?: EquipmentShown,
/**
 * Dice that are entered and not confirmed.
 */
entry?: Entry,
/**
 * What waits for a second person.
 */
proposals?: Array<Waiting>,
/**
 * What can be done now.
 */
next?: Next,
/**
 * Who works here.
 */
staff?: Array<StaffHere>,
/**
 * The limits as they were set.
 */
limits?: Limits,
/**
 * What the table owes, and what it could not take back.
 */
owing?: Owing,
/**
 * Who is kept from the game, and the seats that take nobody because of it.
 */
exclusions?: Exclusions,
/**
 * The cases that are open, and those decided last.
 */
cases?: Array<CaseBrief>,
/**
 * The chips of a felt table, and what was recorded of them in the round in play.
 */
places?: PlacesShown,
/**
 * The rounds that can still be corrected or made void, the oldest first.
 */
rounds?: RoundsChanged<RoundKept>, };

/**
 * A taken seat.
 */
export type ConsoleSeat = {
/**
 * The seat.
 */
seat: number,
/**
 * Who sits there.
 */
player: number,
/**
 * What can still be staked.
 */
credit: number,
/**
 * What lies on the layout.
 */
staked: number,
/**
 * Whether the terminal answers.
 */
connected: boolean,
/**
 * The player's own maximum.
 */
marker: number | null,
/**
 * The player's own chips.
 */
colour: ColourChips | null, };

/**
 * One table for its staff.
 */
export type ConsoleView = {
/**
 * Every taken seat.
 */
seats: Array<ConsoleSeat>,
/**
 * What the house can lose.
 */
exposure: ExposureShown,
/**
 * What lies on each area now; the public totals may lag behind.
 */
heat: Totals,
/**
 * Shakers, dice and inspections.
 */
equipment: EquipmentShown,
/**
 * Dice that are entered and not confirmed.
 */
entry: Entry,
/**
 * What waits for a second person.
 */
proposals: Array<Waiting>,
/**
 * What can be done now.
 */
next: Next,
/**
 * Who works here.
 */
staff: Array<StaffHere>,
/**
 * The limits as they were set.
 */
limits: Limits,
/**
 * What the table owes, and what it could not take back.
 */
owing: Owing,
/**
 * Who is kept from the game, and the seats that take nobody because of it.
 */
exclusions: Exclusions,
/**
 * The cases that are open, and those decided last.
 */
cases: Array<CaseBrief>,
/**
 * The chips of a felt table, and what was recorded of them in the round in play.
 */
places: PlacesShown,
/**
 * The rounds that can still be corrected or made void, the oldest first.
 */
rounds: Array<RoundKept>, };

/**
 * A count that was found to be wrong.
 */
export type CorrectionShown = {
/**
 * Which count.
 */
of: CountOf,
/**
 * What was counted at first.
 */
first: CountShown,
/**
 * What it is found to have been.
 */
counted: CountShown,
/**
 * Why.
 */
reason: string, };

/**
 * Which count of a day is meant.
 */
export type CountOf = "opening" | { "fill": number } | { "credit": number } | "closing" | "drop";

/**
 * What two people counted.
 */
export type CountShown = {
/**
 * The pieces of each denomination, the smallest first.
 */
count: Array<Pieces>,
/**
 * What all of it is worth.
 */
total: number,
/**
 * Who proposed it, and who agreed.
 */
by: [number, number],
/**
 * When the second one agreed.
 */
at: number, };

/**
 * A count that waits for a second person.
 */
export type CountWaiting = {
/**
 * The proposal's number.
 */
proposal: number,
/**
 * The table.
 */
table: number,
/**
 * What people call it.
 */
name: string,
/**
 * The three letters of its currency.
 */
currency: string,
/**
 * What is counted.
 */
what: CountWord,
/**
 * The day, where it is about one that was opened before.
 */
day: number | null,
/**
 * Which count is corrected, where one is.
 */
of: CountOf | null,
/**
 * The pieces.
 */
count: Array<Pieces>,
/**
 * What they are worth.
 */
total: number,
/**
 * What it would be by the counts before: the last closing, the expected float, or the count
 * that is corrected.
 */
expected: number | null,
/**
 * Why, where something is corrected.
 */
reason: string | null,
/**
 * Who counted first.
 */
by: number,
/**
 * Who may agree.
 */
needs: Array<FloorRole>,
/**
 * Until when it can be agreed to.
 */
until: number, };

/**
 * What is counted.
 */
export type CountWord = "open-float" | "fill" | "credit" | "close-float" | "count-drop" | "correct-count";

export type Cover = "off-until-paid" | "always-off" | "free";

/**
 * A currency.
 */
export type Currency = {
/**
 * Its three letters.
 */
code: string,
/**
 * How many decimals its smallest unit makes: 2 for cents.
 */
decimals: number, };

/**
 * Why a thing is damaged.
 */
export type DamageShown = {
/**
 * In whose words; none where dice were called damaged at a table.
 */
reason: string | null,
/**
 * Who reported it.
 */
by: number | null, };

/**
 * A day of a table's bank, from the count of its opening float to the count of its drop. What is
 * not counted is not known, and never nothing.
 */
export type DayShown = {
/**
 * Its number at the table.
 */
day: number,
/**
 * The float as the last closing left it; none on the first day.
 */
carried: number | null,
/**
 * The float at the opening.
 */
opening: CountShown,
/**
 * What the opening count had more than the last closing; none on the first day.
 */
variance: number | null,
/**
 * Fills and credits, in the order of their slips.
 */
slips: Array<SlipShown>,
/**
 * What the cage brought.
 */
fills: number,
/**
 * What the cage took away.
 */
credits: number,
/**
 * What would be in the float if no player had brought or taken a chip.
 */
expected: number,
/**
 * The float at the closing; none while the bank is open.
 */
closing: CountShown | null,
/**
 * The drop; none until it is counted.
 */
drop: CountShown | null,
/**
 * Closing float, drop and credits, less opening float and fills; none until all is counted.
 */
win: number | null,
/**
 * The win in percent of the drop; none until both are known, or without a drop.
 */
hold_percent: string | null,
/**
 * Counts that were found to be wrong, the earliest first.
 */
corrections: Array<CorrectionShown>, };

/** Three dice in the order of the dice: `[4, 4, 2]`. */
export type Dice = [number, number, number];

/**
 * Where the dice of a round are.
 */
export type DiceAt = "last-round" | "covered" | "shaken" | "revealed";

/**
 * Dice in a shaker.
 */
export type DiceShown = {
/**
 * The shaker.
 */
shaker: number,
/**
 * The set.
 */
set: number,
/**
 * The three dice.
 */
dice: [number, number, number],
/**
 * When the first of them came into use: a die grows no younger by leaving the shaker.
 */
since: number | null,
/**
 * When they must leave the shaker.
 */
expire: number | null,
/**
 * Whether one of them was called broken or damaged.
 */
damaged: boolean, };

/**
 * Where rolls come from.
 */
export type DiceSource = "physical" | "random";

/**
 * A display that was enrolled.
 */
export type DisplayShown = {
/**
 * The display; it is numbered with the terminals and removed like one.
 */
display: number,
/**
 * The table it stands at.
 */
table: number,
/**
 * The number by which the house keeps it, where it has one.
 */
equipment: number | null,
/**
 * Whether it answers.
 */
connected: boolean,
/**
 * Since when it does not.
 */
lost_since: number | null, };

/**
 * A trial that the displays light.
 */
export type DisplayTrial = {
/**
 * The dice that were entered.
 */
dice: Dice,
/**
 * The areas that win by them.
 */
lit: Array<AreaId>,
/**
 * When it ends by itself.
 */
until: number, };

export type DoubleOnTriple = "wins" | "loses";

/**
 * What went in and out of a drawer since the cashier logged in.
 */
export type Drawer = {
/**
 * The three letters of the currency.
 */
currency: string,
/**
 * How many vouchers were sold.
 */
sold: number,
/**
 * For how much.
 */
sold_amount: number,
/**
 * How many were paid out.
 */
redeemed: number,
/**
 * For how much.
 */
redeemed_amount: number, };

/**
 * A duty that a book asks for or not.
 */
export type Duty = {
/**
 * Which, as a stable word.
 */
duty: DutyWord,
/**
 * Whether the book asks for it.
 */
asked: boolean,
/**
 * The clause.
 */
clause: string, };

/**
 * The duties that a book may ask for.
 */
export type DutyWord = "betting-notice" | "bets-final" | "dice-flat" | "announce-and-enter" | "entry-confirmed" | "winners-lit" | "collect-before-pay" | "lights-until-paid" | "settle-by-position" | "dice-prevail" | "closing-notice";

/**
 * An enrolment on offer.
 */
export type EnrolmentShown = {
/**
 * The table.
 */
table: number,
/**
 * The seat; none where a display enrols.
 */
seat: number | null,
/**
 * The code to type in; unknown after a restart, for only its digest is kept.
 */
code: string | null,
/**
 * Until when.
 */
until: number, };

/**
 * Dice that are entered and not confirmed.
 */
export type Entry = {
/**
 * The dice.
 */
dice: Dice | null, };

/**
 * Shakers, dice and inspections.
 */
export type EquipmentShown = {
/**
 * Every shaker at the table.
 */
shakers: Array<ShakerShown>,
/**
 * The dice in use.
 */
dice: DiceShown | null,
/**
 * The dealer who answers for the shaker.
 */
on_duty: number | null,
/**
 * Whether the cover is on the shaker.
 */
covered: boolean,
/**
 * Whether the display has failed and is not repaired.
 */
display_failed: boolean,
/**
 * The values entered and seen lit since the table last closed or failed.
 */
display_seen: Array<Dice>,
/**
 * How many the rule book asks for.
 */
display_needed: number,
/**
 * Whether those are enough.
 */
display_inspected: boolean,
/**
 * The displays that answer, by their numbers.
 */
displays: Array<number>,
/**
 * Whether no round can open because none answers.
 */
display_missing: boolean,
/**
 * The trial that waits for somebody to say what the display lights.
 */
trial: TrialWaiting | null,
/**
 * Tosses of an automated shaker the rule book asks for before opening.
 */
tosses_needed: number,
/**
 * Tosses it asks for in every shift.
 */
tosses_each_shift: number,
/**
 * Whether every line of the checklist was seen.
 */
checklist_ticked: boolean,
/**
 * The lines that are asked for with the shaker in use.
 */
checklist: Array<LineShown>, };

/**
 * Who is kept from the game, and the seats that take nobody because of it.
 */
export type Exclusions = {
/**
 * The players.
 */
players: Array<number>,
/**
 * The seats, until a floorperson releases them.
 */
seats: Array<number>, };

/**
 * What the house can lose.
 */
export type ExposureShown = {
/**
 * What it loses on the worst roll; below nothing where it always wins.
 */
worst: number,
/**
 * The worst roll.
 */
worst_dice: Dice,
/**
 * The most it may lose.
 */
exposure_max: number, };

/**
 * A name and a value.
 */
export type Fact = {
/**
 * What it is.
 */
name: string,
/**
 * Its value.
 */
value: string, };

export type Family = "small" | "big" | "even" | "odd" | "any-triple" | "single" | "double" | "triple" | "total" | "domino" | "four" | "three-singles" | "double-with-single";

/**
 * What may be staked on each area of a family.
 */
export type FamilyLimit = {
/**
 * The family.
 */
family: Family,
/**
 * The limit.
 */
limit: StakeLimit, };

/**
 * What staff ask of the floor.
 */
export type FloorAsk = { "add_staff": { name: string, } } | { "set_password": { old: string, new: string, } } | { "propose_role": { staff: number, role: FloorRole, } } | { "propose_invitation": { staff: number, } } | { "propose_paper": { token: string, number: number, amount: number, currency: string, reason: string, } } | { "propose_payment": { token: string, reason: string,
/**
 * Who it is, in the house's own words, where the cashier knows.
 */
person?: string, } } | { "propose_revival": { token: string, reason: string, } } | { "approve": { proposal: number, } } | { "withdraw": { proposal: number, } } | { "revoke_role": { staff: number, reason: string, } } | { "suspend_staff": { staff: number, reason: string, } } | { "reinstate_staff": { staff: number, reason: string, } } | { "assign_staff": { staff: number, table: number, } } | { "release_staff": { staff: number, table: number, } } | { "end_session": { session: number, } } | { "end_sessions": { staff: number, } } | { "offer_enrolment": { table: number, seat: number, } } | { "offer_display": { table: number, equipment: number | null, } } | { "remove_terminal": { terminal: number, } } | { "add_table": { setup: TableSetup, } } | { "retire_table": { table: number, } } | { "give_place": { table: number, seat: number, } } | { "register_thing": { thing: Thing, nature: ThingNature, } } | { "attest_seal": { thing: Thing, number: string, } } | { "attest_approval": { thing: Thing, approval: Approval, reference: string, date: string, holder: string, } } | { "place_thing": { thing: Thing, table?: number, } } | { "withdraw_thing": { thing: Thing, reason: string, } } | { "report_damage": { thing: Thing, reason: string, } } | { "declare_sound": { thing: Thing, reason: string, } } | { "install_thing": { thing: Thing, table: number,
/**
 * The shaker, where it is dice.
 */
shaker?: number, } } | { "open_float": { table: number, count: Array<Pieces>, } } | { "fill": { table: number, count: Array<Pieces>, } } | { "credit": { table: number, count: Array<Pieces>, } } | { "close_float": { table: number, count: Array<Pieces>, } } | { "count_drop": { table: number, day: number, count: Array<Pieces>, } } | { "correct_count": { table: number, day: number, of: CountOf, count: Array<Pieces>, reason: string, } };

/**
 * The sections of the floor's view that changed.
 */
export type FloorChanges = {
/**
 * Every table.
 */
tables?: Array<TableGlance>,
/**
 * What waits for a second person.
 */
approvals?: Array<ApprovalWaiting>,
/**
 * Everybody who works here.
 */
staff?: Array<StaffMember>,
/**
 * Who is logged in.
 */
sessions?: Array<SessionShown>,
/**
 * Every terminal.
 */
terminals?: Array<TerminalShown>,
/**
 * Seats that are kept for players whose terminal was taken away.
 */
kept?: Array<KeptSeat>,
/**
 * Every display that was enrolled.
 */
displays?: Array<DisplayShown>,
/**
 * Enrolments on offer.
 */
enrolments?: Array<EnrolmentShown>,
/**
 * What bears on security, the latest first.
 */
security?: Array<SecurityEvent>,
/**
 * The vouchers, in sums.
 */
vouchers?: Array<VoucherSums>,
/**
 * Every currency that the tables play in or a voucher is in, by its letters.
 */
currencies?: Array<Currency>,
/**
 * The server itself.
 */
server?: ServerShown,
/**
 * Shakers, sets of dice, displays and layouts.
 */
things?: Array<ThingShown>,
/**
 * The banks of the felt tables: their latest days, and those that wait for their drop.
 */
banks?: Array<BankShown>, };

/**
 * A person's role on the floor.
 */
export type FloorRole = "dealer" | "floorperson" | "supervisor" | "pit-manager" | "shift-manager" | "cashier" | "auditor" | "administrator";

/**
 * The floor at a glance.
 */
export type FloorView = {
/**
 * Every table.
 */
tables: Array<TableGlance>,
/**
 * What waits for a second person.
 */
approvals: Array<ApprovalWaiting>,
/**
 * Everybody who works here.
 */
staff: Array<StaffMember>,
/**
 * Who is logged in.
 */
sessions: Array<SessionShown>,
/**
 * Every terminal.
 */
terminals: Array<TerminalShown>,
/**
 * Seats that are kept for players whose terminal was taken away.
 */
kept: Array<KeptSeat>,
/**
 * Every display that was enrolled.
 */
displays: Array<DisplayShown>,
/**
 * Enrolments on offer.
 */
enrolments: Array<EnrolmentShown>,
/**
 * What bears on security, the latest first.
 */
security: Array<SecurityEvent>,
/**
 * The vouchers, in sums.
 */
vouchers: Array<VoucherSums>,
/**
 * Every currency that the tables play in or a voucher is in, by its letters.
 */
currencies: Array<Currency>,
/**
 * The server itself.
 */
server: ServerShown,
/**
 * Shakers, sets of dice, displays and layouts.
 */
things: Array<ThingShown>,
/**
 * The banks of the felt tables: their latest days, and those that wait for their drop.
 */
banks: Array<BankShown>, };

/**
 * A rectangle on the layout's grid.
 */
export type Frame = {
/**
 * Columns from the left edge.
 */
x: number,
/**
 * Rows from the top edge.
 */
y: number,
/**
 * Columns it spans.
 */
width: number,
/**
 * Rows it spans.
 */
height: number, };

/**
 * What a player sits down with: a voucher or play money, exactly one of the two.
 */
export type Funds = {
/**
 * The voucher's token.
 */
voucher?: string,
/**
 * Play money.
 */
demo?: number, };

/**
 * The chips that make an amount, in either of two ways.
 */
export type HandOver = {
/**
 * All of it in value chips, the largest first.
 */
chips: Array<ChipsOf>,
/**
 * What no chip of the house makes.
 */
left: number,
/**
 * As much as can be in chips of the player's colour, and the rest beside them.
 */
in_colour: InColour | null, };

/**
 * Who a screen is to the server.
 */
export type Hello = {
/**
 * Who you are.
 */
you: You,
/**
 * The server's version.
 */
version: string,
/**
 * The server's time.
 */
now: number,
/**
 * The journal's id; another one means another floor.
 */
journal: string,
/**
 * Whether money here is play money.
 */
demo: boolean,
/**
 * The highest request number the server remembers of you; count on from there.
 */
asked: number,
/**
 * At a terminal: the name of this line; over HTTP the terminal sends it in the header
 * `Taisai-Line`.
 */
line?: string,
/**
 * At a terminal: the vouchers that were made out here and that nobody has used or confirmed
 * to have. They are told at every connection until then.
 */
vouchers?: Array<VoucherTold>, };

/**
 * What the house has arranged with a player.
 */
export type HouseTerms = {
/**
 * The player's own maximum, shown by a marker.
 */
marker: number | null,
/**
 * The player's own chips.
 */
colour: ColourChips | null,
/**
 * Whether the player has been told that bets below the minimum will be returned.
 */
advised: boolean, };

/**
 * Chips of a player's colour, and the value chips beside them.
 */
export type InColour = {
/**
 * The colour's number.
 */
colour: number,
/**
 * The chips of it.
 */
chips: ChipsOf,
/**
 * The value chips beside them.
 */
beside: Array<ChipsOf>,
/**
 * What no chip of the house makes.
 */
left: number, };

export type Irregularity = "dice-not-flat" | "too-few-shakes" | "dice-exposed" | "die-broken" | "dice-damaged" | "shaker-failed" | "display-failed" | "interruption" | "terminal-lost" | "wrong-entry" | "late-error" | "disturbance" | "impracticable" | "contravention" | "dispute" | "uncovered";

/**
 * A seat that is kept for a player whose terminal was taken away, with its credit and its bets,
 * until two people have identified the player.
 */
export type KeptSeat = {
/**
 * The table.
 */
table: number,
/**
 * The seat.
 */
seat: number,
/**
 * Whose it is.
 */
player: number,
/**
 * Their credit.
 */
credit: number,
/**
 * What they have on the layout.
 */
staked: number,
/**
 * The terminal that stands there now; none where one must be enrolled first.
 */
terminal: number | null, };

/**
 * A chain of vouchers whose cash in, or out, was above the house's amount in a gaming day.
 */
export type LargeChain = {
/**
 * The gaming day, as `2026-11-19`.
 */
day: string,
/**
 * The chain's number.
 */
chain: number,
/**
 * What it came to in each currency, in and out apart.
 */
sums: Array<LargeSum>,
/**
 * All its cash of the day, in the order in which it went over the counter.
 */
cash: Array<CashShown>, };

/**
 * What a chain brought, or took, in a currency.
 */
export type LargeSum = {
/**
 * The three letters of the currency.
 */
currency: string,
/**
 * Which way.
 */
way: CashWay,
/**
 * All of it.
 */
amount: number,
/**
 * The amount above which it was large; none where it was not.
 */
above: number | null,
/**
 * When it became large.
 */
at: number | null, };

/**
 * The last settled round with bets of this player, if there is one.
 */
export type LastOutcome = {
/**
 * The round.
 */
last: Outcome | null, };

/**
 * Whether a table is open.
 */
export type Life = "closed" | "open" | "closing" | "suspended";

/**
 * What may be staked at a table.
 */
export type Limits = {
/**
 * For areas whose family has no limit of its own.
 */
usual: StakeLimit,
/**
 * For the areas of a family.
 */
families: Array<FamilyLimit>,
/**
 * The most a seat may have on the layout.
 */
seat_max: number,
/**
 * The most the house may lose on the worst roll.
 */
exposure_max: number, };

/**
 * What may be staked, and what may be staked soon.
 */
export type LimitsShown = {
/**
 * For every area of the layout.
 */
areas: Array<AreaLimit>,
/**
 * The most a seat may have on the layout.
 */
seat_max: number,
/**
 * New limits that the players have been told of.
 */
to_come: LimitsToCome | null, };

/**
 * New limits.
 */
export type LimitsToCome = {
/**
 * The round from which they hold.
 */
from_round: number,
/**
 * For every area of the layout.
 */
areas: Array<AreaLimit>,
/**
 * The most a seat may have on the layout.
 */
seat_max: number, };

/**
 * A line of a rule book that two editions have with different values.
 */
export type LineDiffers = {
/**
 * The key.
 */
key: string,
/**
 * The value in force; none where that edition has no such line.
 */
now: string | null,
/**
 * The value that is named; none where that edition has no such line.
 */
then: string | null,
/**
 * The clause of the line that is named, or of the one in force.
 */
clause: string | null, };

export type LineScope = "every-table" | "shaker" | "manual" | "automated" | "automated-covered" | "automated-uncovered" | "player-activated";

/**
 * A line of the checklist, and who has seen what it says.
 */
export type LineShown = {
/**
 * Its id.
 */
line: string,
/**
 * What is to be seen, in the book's words.
 */
words: string,
/**
 * The clause.
 */
clause: string,
/**
 * Whether it was seen.
 */
seen: boolean,
/**
 * Who attested it; nobody where the list was once ticked as a whole.
 */
by: number | null,
/**
 * When.
 */
at: number | null, };

/**
 * Numbers that were lost with an old copy of the journal.
 */
export type LostNumbers = {
/**
 * The last number that is known.
 */
after: number,
/**
 * The first number of the next series.
 */
before: number, };

/**
 * A voucher whose paper is lost.
 */
export type LostPaper = {
/**
 * The short number printed on it.
 */
number: number,
/**
 * Why it is made out anew.
 */
reason: string, };

/**
 * A proposal to make a voucher out anew, and the voucher it is about.
 */
export type LostPaperAgreed = { proposal: number,
/**
 * The short number of the voucher whose paper is lost.
 */
number: number, };

/**
 * How a road marks a result. On a triple, both sides of a pair lose.
 */
export type Mark = "small" | "big" | "odd" | "even" | "triple";

/**
 * A moment of the server's clock, in milliseconds since 1970.
 */
export type Moment = number;

/**
 * What must be done before the table goes on.
 */
export type Need = { "need": "shaker" } | { "need": "seal" } | { "need": "approval" } | { "need": "dice" } | { "need": "fresh-dice", expired: Moment, } | { "need": "dealer-on-duty" } | { "need": "display-inspection" } | { "need": "shaker-inspection" } | { "need": "checklist" } | { "need": "automated-shaker-aside" } | { "need": "shakes", min: number, } | { "need": "no-more-bets" } | { "need": "collected" } | { "need": "paid" } | { "need": "presence" } | { "need": "repair" } | { "need": "notice" } | { "need": "selected-player" } | { "need": "betting-time", until: Moment, } | { "need": "sound-dice" } | { "need": "words-read", until: Moment, } | { "need": "outside-approval" } | { "need": "display" } | { "need": "display-trial" } | { "need": "undisputed-equipment" };

/**
 * What can be done now.
 */
export type Next = {
/**
 * The round in play, or the one about to open: the one that a step is meant for.
 */
round: number,
/**
 * Where the table stands; whoever takes a step says so, and it is not taken anywhere else.
 */
phase: Phase,
/**
 * The one thing to do next, if it is for a person to do.
 */
step: Step | null,
/**
 * Every step that needs no further word, and why not where it cannot be done.
 */
steps: Array<StepShown>,
/**
 * How often the dice tumble when the shaker is activated.
 */
shakes: ShakeCount,
/**
 * Whether a player can be chosen to shake.
 */
chooses_player: boolean,
/**
 * Whether "No Roll" can be called: the dice can be seen, and one of them may not lie flat.
 */
calls_no_roll: boolean, };

/**
 * When a shaker is to be inspected next.
 */
export type NextInspection = "before-play" | "next-shift" | "next-opening";

export type OddsStyle = "to" | "wins" | "ratio";

/**
 * What the house's configuration names for a table that plays otherwise: another edition of its
 * rule book, other times, or both. Two people move it there.
 */
export type OfferShown = {
/**
 * The fingerprint of the edition in force.
 */
from: string,
/**
 * The fingerprint of the edition that is named; the same where only the times are others.
 */
to: string,
/**
 * How long things take now.
 */
times_now: Times,
/**
 * How long they are to take.
 */
times: Times, };

export type Order = "before-shake" | "before-reveal";

/**
 * What a round meant for one player, line by line.
 */
export type Outcome = {
/**
 * The round.
 */
round: number,
/**
 * The dice that count; none where it is void.
 */
dice: Dice | null,
/**
 * Results that were shown before and corrected.
 */
corrected: Array<Dice>,
/**
 * Why it is void, if it is.
 */
voided: Irregularity | null,
/**
 * Every bet.
 */
lines: Array<OutcomeLine>,
/**
 * All stakes together.
 */
staked: number,
/**
 * What came back, stakes included, after all corrections.
 */
returned: number,
/**
 * What was won, or lost where it is below nothing.
 */
net: number, };

/**
 * What became of a bet.
 */
export type OutcomeLine = {
/**
 * The area.
 */
area: AreaId,
/**
 * The stake.
 */
stake: number,
/**
 * The odds that paid it, in the words of the layout; none where it lost or is void.
 */
odds: Said | null,
/**
 * What it won on top of the stake.
 */
win: number,
/**
 * What came back, the stake included.
 */
returned: number, };

/**
 * What of a table its rule document does not know, and who allows it.
 */
export type OutsideDocument = {
/**
 * Whether it does not know this kind of table.
 */
kind: boolean,
/**
 * Whether it does not know these dice.
 */
dice: boolean,
/**
 * Whether an approval is needed and missing, so that no round opens.
 */
missing: boolean,
/**
 * The approval that allows it; nothing where the money is play money, or where it is missing.
 */
allowed_by: string | null, };

/**
 * A player who has left and is still owed something.
 */
export type Owed = {
/**
 * The table that owes.
 */
table: number, player: number,
/**
 * How the cashier knows that it is them; goes into the journal.
 */
reason: string, };

/**
 * What a table owes to a player who has left.
 */
export type OwedAt = {
/**
 * The table.
 */
table: number,
/**
 * The currency of the table.
 */
currency: string,
/**
 * To whom, and how much.
 */
owed: OwedTo, };

/**
 * What is owed to a player.
 */
export type OwedTo = {
/**
 * The player.
 */
player: number,
/**
 * How much.
 */
amount: number, };

/**
 * What the table owes, and what it could not take back.
 */
export type Owing = {
/**
 * To players who have left.
 */
owed: Array<OwedTo>,
/**
 * Paid out wrongly and gone.
 */
shortfall: number, };

/**
 * Looser limits that do not hold yet.
 */
export type OwnLater = {
/**
 * From when on they hold.
 */
from: number,
/**
 * The limits.
 */
limits: OwnLimits, };

/**
 * Limits that a player sets for themselves; what is left out is no limit.
 */
export type OwnLimits = {
/**
 * The most that may be lost since the player sat down.
 */
loss_max: number | null,
/**
 * The longest time to bet since then, in milliseconds.
 */
time_max_ms: number | null,
/**
 * How often to be reminded of time and money, in milliseconds.
 */
remind_ms: number | null, };

/**
 * Some of a player's own rounds, the latest first.
 */
export type OwnRoundsPage = {
/**
 * The player's own part of each.
 */
rounds: Array<RecalledSlip>,
/**
 * What `before` must be to get the next page; none on the last.
 */
next: number | null, };

/**
 * What a player has set themselves.
 */
export type OwnTerms = {
/**
 * When the player sat down; none while the seat is free.
 */
since: number | null,
/**
 * The limits that hold.
 */
holds: OwnLimits,
/**
 * Looser ones that do not hold yet.
 */
later: OwnLater | null, };

/**
 * A voucher to be paid out. Its number is not enough: whoever pays has the paper before them,
 * and a cashier cannot pay out what nobody brought.
 */
export type Paper = {
/**
 * What is printed on it for machines.
 */
token: string,
/**
 * Who it is, in the house's own words, where the cashier knows: the number of a document,
 * say. No player sees it.
 */
person?: string, };

/**
 * A written approval that was attested.
 */
export type PaperShown = {
/**
 * What is approved.
 */
approval: Approval,
/**
 * Its reference; empty where a table attested it before there was a register.
 */
reference: string,
/**
 * Its date.
 */
date: string | null,
/**
 * Who holds the paper.
 */
holder: string,
/**
 * Who saw it.
 */
by: number | null, };

/**
 * What was recorded of one player in a past round, and what differs from what they were paid.
 */
export type PastPlace = {
/**
 * The place.
 */
seat: number,
/**
 * The player.
 */
player: number,
/**
 * What counted.
 */
bets: Array<BetLine>,
/**
 * What lay above the maximum, and went back.
 */
excess: Array<BetLine>,
/**
 * Whether it is void.
 */
void: boolean,
/**
 * What the house gave by the result by which the round was paid; below nothing where it took.
 */
paid: number,
/**
 * What it should have given as the round stands now.
 */
due: number,
/**
 * What is handed over by hand to put it right; below nothing where it is taken back.
 */
differs: number, };

/**
 * The result of a past round.
 */
export type PastResult = {
/**
 * The round.
 */
round: number,
/**
 * The dice that count; none where it is void.
 */
dice: Dice | null,
/**
 * Their sum.
 */
total: number | null,
/**
 * Whether all three are alike.
 */
triple: boolean,
/**
 * Small, big or a triple; none where it is void.
 */
size: Mark | null,
/**
 * Odd, even or a triple; none where it is void.
 */
parity: Mark | null,
/**
 * Why it is void, if it is.
 */
voided: Irregularity | null,
/**
 * Whether another result was shown before.
 */
corrected: boolean, };

/**
 * Where a table stands.
 */
export type Phase = "closed" | "idle" | "betting" | "no-more-bets" | "shaken" | "revealed" | "entered" | "collecting" | "paying" | "clearing" | "awaiting-ruling" | "suspended";

/**
 * So many pieces of one denomination.
 */
export type Pieces = {
/**
 * What one piece is worth, in the smallest unit of the table's currency.
 */
denomination: number,
/**
 * How many.
 */
pieces: number, };

/**
 * What the house gives to one player for the recorded chips of a settled round; below nothing is
 * what it takes.
 */
export type PlaceChanged = {
/**
 * The round.
 */
round: number,
/**
 * The place.
 */
seat: number,
/**
 * The player.
 */
player: number,
/**
 * As the round stands.
 */
before: number,
/**
 * As it would stand.
 */
after: number, };

/**
 * What chips are paid by a result.
 */
export type PlacePaid = {
/**
 * Every bet.
 */
lines: Array<ChipLine>,
/**
 * The stakes that are collected.
 */
collected: number,
/**
 * The stakes that go back without having been played for.
 */
back: number,
/**
 * What is paid on top of the stakes that won.
 */
win: number,
/**
 * The chips that make the win.
 */
hand_over: HandOver, };

/**
 * What was recorded of one player's chips, and what they are paid once a result stands.
 */
export type PlaceRecord = {
/**
 * The place.
 */
seat: number,
/**
 * The player.
 */
player: number,
/**
 * What counts.
 */
bets: Array<BetLine>,
/**
 * What lies above the maximum, and goes back to the player.
 */
excess: Array<BetLine>,
/**
 * Whether it is void: every stake goes back.
 */
void: boolean,
/**
 * What the result that stands is worth to the player.
 */
payout: PlacePaid | null, };

/**
 * The chips of a felt table, and what lies before whom.
 */
export type PlacesShown = {
/**
 * What the value chips of the house are worth, the smallest first; none where the table is
 * played with credit.
 */
chips: Array<number>,
/**
 * The places of which something is recorded in the round in play.
 */
records: Array<PlaceRecord>, };

/**
 * A shake that waits for a player.
 */
export type PlayerShake = {
/**
 * The player's seat.
 */
seat: number,
/**
 * How often the rule book asks for.
 */
times: number, };

/**
 * A round in play.
 */
export type Playing = {
/**
 * Its number.
 */
number: number,
/**
 * Where it stands.
 */
phase: Phase,
/**
 * When betting opened.
 */
opened: number,
/**
 * Whether bets may be placed.
 */
betting: boolean,
/**
 * Until when, if a time is set.
 */
until: number | null,
/**
 * Whether the players were warned that little time is left.
 */
warned: boolean,
/**
 * How often betting was extended.
 */
extensions: number,
/**
 * How often the dice tumbled when the shaker was activated; none while it was not.
 */
shakes: number,
/**
 * The seat whose player activates the shaker.
 */
selected: number | null,
/**
 * Who is to shake now, where a player does.
 */
player_shake: PlayerShake | null,
/**
 * Where the dice are.
 */
dice: DiceAt,
/**
 * Whether the dice can be seen.
 */
revealed: boolean,
/**
 * The result, once it stands.
 */
result: RoundResult | null,
/**
 * Whether losers are collected.
 */
collected: boolean,
/**
 * Whether winners are paid.
 */
paid: boolean,
/**
 * Whether it is settled by hand.
 */
by_hand: boolean, };

/**
 * One side of an entry in the books.
 */
export type PostingShown = {
/**
 * The account.
 */
account: AccountShown,
/**
 * What it gains, or loses where it is below nothing.
 */
amount: number, };

/**
 * A voucher by its token or its number; exactly one of the two. Tokens are never part of an
 * address, for addresses are written into logs.
 */
export type Presented = {
/**
 * What is printed on it for machines.
 */
token?: string,
/**
 * What is printed on it for people.
 */
number?: number, };

/**
 * What would happen to the money.
 */
export type Preview = {
/**
 * Whether a second person must agree first.
 */
second_person: boolean,
/**
 * The rule book's remedy, where an irregularity is called.
 */
remedy: Remedy | null,
/**
 * The areas that would be lit, where a result is confirmed.
 */
lit: Array<AreaId>,
/**
 * What would move on the books.
 */
postings: Array<PostingShown>,
/**
 * What it would mean for each player of a settled round.
 */
adjustments: Array<AdjustmentShown>,
/**
 * What it would change for each place of a settled round at a felt table, where people hand
 * over what differs.
 */
places: Array<PlaceChanged>, };

/**
 * A body of `application/problem+json`.
 */
export type Problem = {
/**
 * A stable address for this kind of problem, relative to the server.
 */
type: string,
/**
 * The kind of problem in a few words.
 */
title: string,
/**
 * The HTTP status.
 */
status: number,
/**
 * What happened this time, as an English sentence.
 */
detail: string,
/**
 * The stable word that screens translate.
 */
code: string,
/**
 * The refusal as data, where it was one.
 */
data?: Refusal, };

/**
 * A past round with everything in it.
 */
export type RecalledRound = {
/**
 * The round.
 */
round: number,
/**
 * Every result it has had; all but the last were corrected.
 */
results: Array<Dice>,
/**
 * Why it is void, if it is.
 */
voided: Irregularity | null,
/**
 * Every seat that had bets.
 */
slips: Array<SeatSlip>,
/**
 * Whether two people can put other dice in the place of its own: not before it is over, and
 * not where they were drawn.
 */
correctable: boolean,
/**
 * What was recorded of chips at a felt table, and what is to be put right by hand: the books
 * know nothing of it.
 */
places: Array<PastPlace>, };

/**
 * A past round as its player sees it.
 */
export type RecalledSlip = {
/**
 * The round.
 */
round: number,
/**
 * Every result it has had; all but the last were corrected.
 */
results: Array<Dice>,
/**
 * Why it is void, if it is.
 */
voided: Irregularity | null,
/**
 * The player's own bets.
 */
lines: Array<OutcomeLine>,
/**
 * The player's own stakes.
 */
staked: number,
/**
 * What came back, stakes included, after all corrections.
 */
returned: number, };

/**
 * Why something is not done.
 */
export type Refusal = { "code": "unreadable", fault: string, } | { "code": "bad-field", field: string, expects: string, } | { "code": "too-fast", wait_ms: number, } | { "code": "busy" } | { "code": "not-yours" } | { "code": "no-such-seat" } | { "code": "no-credit" } | { "code": "no-play-money" } | { "code": "table-occupied", taken: number, owed: number, } | { "code": "needs-line" } | { "code": "password-not-chosen" } | { "code": "answers-elsewhere", table: number, name: string, } | { "code": "nothing-owed" } | { "code": "from-register" } | { "code": "request-reused" } | { "code": "request-too-old" } | { "code": "seat-empty" } | { "code": "not-staff" } | { "code": "only-seats" } | { "code": "only-host" } | { "code": "role-too-low", needs: TableRole, } | { "code": "not-on-duty" } | { "code": "seat-kept" } | { "code": "other-round", now: number | null, } | { "code": "wrong-phase", phase: Phase, } | { "code": "not-yet", needs: Need, clause: string, } | { "code": "felt-table" } | { "code": "other-dice" } | { "code": "dice-drawn" } | { "code": "betting-closed", clause: string, } | { "code": "no-more-extensions" } | { "code": "bets", bets: Array<BetProblem>, } | { "code": "credit-too-small", credit: Amount, needed: Amount, } | { "code": "seat-limit", seat_max: Amount, } | { "code": "exposure-limit", exposure_max: Amount, } | { "code": "own-loss-limit", loss_max: Amount, left: Amount, } | { "code": "own-time-limit", time_max_ms: number, } | { "code": "nothing-there" } | { "code": "seat-taken" } | { "code": "player-seated" } | { "code": "terminal-answers" } | { "code": "player-excluded", player: number, } | { "code": "not-excluded", player: number, } | { "code": "seat-barred", seat: number, } | { "code": "seat-not-barred", seat: number, } | { "code": "voucher-for-cage" } | { "code": "owed-too-much", owed_max: Amount, } | { "code": "paid-by-two", alone_max: Amount, } | { "code": "staff-never-play", clause: string, } | { "code": "seat-not-empty" } | { "code": "voucher-used" } | { "code": "colour-taken" } | { "code": "same-die" } | { "code": "lines-missing", lines: number, } | { "code": "line-not-asked", line: string, } | { "code": "bad-amount" } | { "code": "not-allowed", clause: string, } | { "code": "nobody-at", seat: number, } | { "code": "shaker-present", shaker: number, } | { "code": "shaker-absent", shaker: number, present: Array<number>, } | { "code": "shaker-aside", shaker: number, } | { "code": "dice-present", set: number, shaker: number, } | { "code": "dice-absent", shakers: Array<number>, } | { "code": "too-many", max: number, } | { "code": "other-entry" } | { "code": "no-such-round" } | { "code": "no-such-proposal" } | { "code": "same-person" } | { "code": "proposal-stale" } | { "code": "bad-limits", area: AreaId, } | { "code": "no-such-case" } | { "code": "case-decided" } | { "code": "case-still-open" } | { "code": "ruling-too-large", max: Amount, } | { "code": "not-in-chips" } | { "code": "not-in-credit" } | { "code": "colours-out", seats: Array<number>, } | { "code": "markers-out", seats: Array<number>, } | { "code": "chips-void", seat: number, } | { "code": "only-terminals" } | { "code": "only-staff" } | { "code": "session-over" } | { "code": "not-enrolled" } | { "code": "ticket-spent" } | { "code": "other-seat" } | { "code": "password-not-own" } | { "code": "role-needed", needs: Array<FloorRole>, } | { "code": "not-fresh", fresh_ms: number, } | { "code": "administrators-enough", enough: number, } | { "code": "last-administrator" } | { "code": "suspended" } | { "code": "not-suspended" } | { "code": "no-role" } | { "code": "own-case" } | { "code": "seat-has-terminal", terminal: number, } | { "code": "table-retired" } | { "code": "vouchers-unfinished", unfinished: number, } | { "code": "voucher-is", state: VoucherState, } | { "code": "voucher-differs" } | { "code": "paper-not-lost" } | { "code": "paper-honoured" } | { "code": "no-such-staff", staff: number, } | { "code": "no-such-session" } | { "code": "no-such-terminal", terminal: number, } | { "code": "no-such-table", table: number, } | { "code": "no-such-voucher" } | { "code": "no-such-code" } | { "code": "name-taken" } | { "code": "has-role" } | { "code": "table-taken" } | { "code": "digest-taken" } | { "code": "other-currency", needs: string, } | { "code": "die-damaged", die: number, } | { "code": "edition-not-offered" } | { "code": "other-book" } | { "code": "thing-damaged", thing: Thing, } | { "code": "thing-withdrawn", thing: Thing, } | { "code": "thing-in-use", thing: Thing, table: number, } | { "code": "thing-elsewhere", thing: Thing, at: number | null, } | { "code": "thing-sound", thing: Thing, } | { "code": "dice-stay-out" } | { "code": "no-such-thing", thing: Thing, } | { "code": "thing-taken", thing: Thing, } | { "code": "die-taken", thing: Thing, } | { "code": "bad-thing" } | { "code": "other-approval" } | { "code": "nothing-written" } | { "code": "no-chips" } | { "code": "float-open", day: number, } | { "code": "float-not-open" } | { "code": "drop-not-counted", day: number, } | { "code": "drop-counted", day: number, } | { "code": "more-than-out", out_max: Amount, } | { "code": "no-such-day", day: number, } | { "code": "no-such-count", of: CountOf, } | { "code": "same-count" };

export type Remedy = "void-round" | "void-affected-rounds" | "reshake" | "settle-by-hand" | "result-stands" | "conclude-or-void" | "registered-stand" | "correct" | "later-rounds-stand" | "void-bets" | "may-void" | "ruling";

/**
 * A voucher that waits for a second person: to be made out anew, paid out or made good again.
 */
export type Replacing = {
/**
 * The proposal's number.
 */
proposal: number,
/**
 * The number of the voucher.
 */
number: number,
/**
 * What it is worth.
 */
amount: number,
/**
 * The three letters of the currency.
 */
currency: string,
/**
 * Why.
 */
reason: string,
/**
 * Who proposed it.
 */
by: number,
/**
 * Until when it can be agreed to.
 */
until: number, };

/**
 * A round that can still be corrected or made void.
 */
export type RoundKept = {
/**
 * Its number.
 */
round: number,
/**
 * Every result it has had, the one that counts last.
 */
results: Array<Dice>,
/**
 * Why it is void, if it is.
 */
voided: Irregularity | null,
/**
 * How many seats had bets.
 */
seats: number,
/**
 * All stakes together.
 */
staked: number,
/**
 * What it returned, after all corrections.
 */
returned: number,
/**
 * Whether two people can put other dice in the place of its own: not where they were drawn.
 */
correctable: boolean, };

/**
 * A result, and what it lights.
 */
export type RoundResult = {
/**
 * The dice.
 */
dice: Dice,
/**
 * Their sum.
 */
total: number,
/**
 * Whether all three are alike.
 */
triple: boolean,
/**
 * The areas that win.
 */
lit: Array<AreaId>, };

/**
 * The round in play, if there is one.
 */
export type RoundShown = {
/**
 * The number of the round that opens next.
 */
next: number,
/**
 * The round in play.
 */
playing: Playing | null,
/**
 * What the displays of the table light as a trial; terminals show nothing of it.
 */
trial?: DisplayTrial, };

/**
 * How a list of rounds changed.
 */
export type RoundsChanged<T> = {
/**
 * The oldest round that is still in the list; those before it are gone.
 */
first: number,
/**
 * What is new in the list, or other than before, the oldest first.
 */
rounds: Array<T>, };

/**
 * Who runs the rounds.
 */
export type Run = "dealer" | "automatic";

/**
 * Something asked of one table by its staff.
 */
export type RunAsk = { table: number,
/**
 * Where the table stood when it was asked; nothing is done where it has moved on since,
 * so that a button pressed by two people, or pressed late, does what it said and that
 * once.
 */
phase?: Phase, order: TableOrder, };

/**
 * The same words in each language.
 */
export type Said = {
/**
 * English.
 */
en: string,
/**
 * Chinese in traditional characters.
 */
"zh-Hant": string,
/**
 * Chinese in simplified characters.
 */
"zh-Hans": string, };

/**
 * A voucher to be sold.
 */
export type Sale = { amount: number,
/**
 * The three letters of the currency.
 */
currency: string,
/**
 * Who it is, in the house's own words, where the cashier knows: the number of a document,
 * say. No player sees it.
 */
person?: string, };

/**
 * A seal that was attested.
 */
export type SealShown = {
/**
 * What stands on it; empty where a table attested it before there was a register.
 */
number: string,
/**
 * Who saw it.
 */
by: number | null, };

/**
 * Which seat, and who sits there.
 */
export type SeatAbout = {
/**
 * The seat.
 */
seat: number,
/**
 * The player; none while the seat is free.
 */
player: number | null,
/**
 * Whether the table believes that the terminal answers.
 */
connected: boolean,
/**
 * Whether the seat is kept for a player who sat down at another terminal: until two people
 * have identified them, nothing of the seat is shown here and nothing can be done with it.
 */
kept: boolean, };

/**
 * What a player does with the seat and its money.
 */
export type SeatAsk = { "sit": Funds } | { "buy_in": {
/**
 * Its token.
 */
voucher: string, } } | { "cash_out": {
/**
 * How much; all of it where nothing is said.
 */
amount?: number, } } | { "set_limits": OwnLimits } | "leave" | { "take_voucher": {
/**
 * The short number printed on it.
 */
number: number, } };

/**
 * The sections of a seat's own view that changed.
 */
export type SeatChanges = {
/**
 * Which seat, and who sits there.
 */
about?: SeatAbout,
/**
 * The player's money.
 */
money?: SeatMoney,
/**
 * The bets on the layout, in the order of the areas.
 */
bets?: Array<BetLine>,
/**
 * What can be taken back or repeated.
 */
changes?: SeatHistory,
/**
 * What the house has arranged with the player.
 */
house?: HouseTerms,
/**
 * What the player has set themselves.
 */
own?: OwnTerms,
/**
 * The last settled round with bets of this player.
 */
outcome?: LastOutcome, };

/**
 * How many seats are taken.
 */
export type SeatCount = {
/**
 * Taken.
 */
taken: number,
/**
 * Taken, with a terminal that answers.
 */
connected: number, };

/**
 * What can be taken back or repeated.
 */
export type SeatHistory = {
/**
 * How many changes can be taken back.
 */
undo: number,
/**
 * The bets of the last round in which this player had any.
 */
last_bets: Array<BetLine>, };

/**
 * A player's money.
 */
export type SeatMoney = {
/**
 * What can still be staked.
 */
credit: number,
/**
 * What lies on the layout.
 */
staked: number,
/**
 * Vouchers turned into credit since the player sat down.
 */
bought_in: number,
/**
 * Credit turned into vouchers.
 */
cashed_out: number,
/**
 * Stakes, less those that were taken down or are void.
 */
turnover: number,
/**
 * What rounds returned, stakes included.
 */
returned: number,
/**
 * What corrections and voids gave besides.
 */
adjusted_in: number,
/**
 * What corrections and voids took.
 */
adjusted_out: number,
/**
 * Stakes that are void.
 */
voided: number, };

/**
 * What one seat had in a past round.
 */
export type SeatSlip = {
/**
 * The seat.
 */
seat: number,
/**
 * The player; unknown where all bets were made void before the result.
 */
player: number | null,
/**
 * The bets.
 */
lines: Array<OutcomeLine>,
/**
 * All stakes together.
 */
staked: number,
/**
 * What came back, stakes included, after all corrections.
 */
returned: number,
/**
 * What went back because the bets were made void.
 */
voided_bets: number,
/**
 * Whether the bets above were made void after the round was settled.
 */
is_void: boolean, };

/**
 * A seat's update inside an answer; it counts as the seat channel's next.
 */
export type SeatUpdate = {
/**
 * The number.
 */
number: number,
/**
 * The sections that changed.
 */
changed: SeatChanges, };

/**
 * One seat's own view.
 */
export type SeatView = {
/**
 * Which seat, and who sits there.
 */
about: SeatAbout,
/**
 * The player's money.
 */
money: SeatMoney,
/**
 * The bets on the layout, in the order of the areas.
 */
bets: Array<BetLine>,
/**
 * What can be taken back or repeated.
 */
changes: SeatHistory,
/**
 * What the house has arranged with the player.
 */
house: HouseTerms,
/**
 * What the player has set themselves.
 */
own: OwnTerms,
/**
 * The last settled round with bets of this player.
 */
outcome: LastOutcome, };

/**
 * What bears on security.
 */
export type SecurityCode = "login-failed" | "locked-out" | "unlocked" | "clock-jumped" | "server-started" | "server-stopped" | "configuration-changed" | "overridden" | "journal-accepted" | "terminal-lost" | "terminal-returned" | "staff-changed" | "round-changed" | "floor-changed" | "seat-handed-over" | "old-token-used" | "snapshot-set-aside" | "paper-honoured" | "clock-not-followed" | "clock-accepted" | "software-identified" | "ticket-misused" | "key-named" | "key-replaced" | "owed-paid" | "journal-damaged" | "voucher-replaced" | "document-attached" | "player-excluded" | "exclusion-tried" | "display-lost" | "display-returned" | "display-denied" | "equipment-changed" | "equipment-disputed" | "float-differs" | "count-corrected" | "large-transaction";

/**
 * Something that bears on security.
 */
export type SecurityEvent = {
/**
 * Its place in the journal of the floor, or of the table where it happened.
 */
sequence: number,
/**
 * When.
 */
time: number,
/**
 * What happened, as a stable word.
 */
code: SecurityCode,
/**
 * The person who did it, if it was one.
 */
by: number | null,
/**
 * The table it was about.
 */
table: number | null,
/**
 * What else is known, as names and values.
 */
facts: Array<Fact>, };

/**
 * A message to a screen.
 */
export type ServerMessage = { "tell": "hello" } & Hello | { "tell": "snapshot" } & Snapshot | { "tell": "update" } & Update | { "tell": "answer" } & Answer | { "tell": "ping",
/**
 * The server's time.
 */
now: number, } | { "tell": "bye",
/**
 * Why.
 */
reason: ByeReason, };

/**
 * The server itself.
 */
export type ServerShown = {
/**
 * Its version.
 */
version: string,
/**
 * Since when it runs.
 */
started: number,
/**
 * The journal's id.
 */
journal: string,
/**
 * The last sequence number of the floor's stream.
 */
head: number,
/**
 * Whether money here is play money.
 */
demo: boolean, };

/**
 * Somebody who is logged in.
 */
export type SessionShown = {
/**
 * The session.
 */
session: number,
/**
 * Whose it is.
 */
staff: number,
/**
 * When its person last gave their password.
 */
authenticated: number,
/**
 * When it ends at the latest.
 */
until: number, };

/**
 * How often the dice tumble when the shaker is activated.
 */
export type ShakeCount = {
/**
 * As often as the rule book asks.
 */
least: number,
/**
 * As often as the table takes.
 */
most: number, };

export type ShakerKind = "manual" | "automated-covered" | "automated-uncovered" | "player-activated";

/**
 * A shaker at the table.
 */
export type ShakerShown = {
/**
 * Its number.
 */
shaker: number,
/**
 * Its kind.
 */
kind: ShakerKind,
/**
 * Whether it is sealed or locked.
 */
sealed: boolean,
/**
 * What is approved about it.
 */
approvals: Array<Approval>,
/**
 * Whether it is emptied and covered or signed.
 */
out_of_order: boolean,
/**
 * When it is to be inspected next; never where the rule book does not ask for it.
 */
inspection: NextInspection | null, };

/**
 * A fill or a credit.
 */
export type SlipShown = {
/**
 * The number of the slip; each is given once in the house.
 */
slip: number,
/**
 * Which way the chips went.
 */
way: SlipWayWord,
/**
 * What was counted.
 */
counted: CountShown, };

/**
 * Which way chips go.
 */
export type SlipWayWord = "fill" | "credit";

/**
 * A channel's whole state. The next update has the next number.
 */
export type Snapshot = { "channel": "table",
/**
 * The table.
 */
table: number,
/**
 * The number.
 */
number: number,
/**
 * The state.
 */
state: TableView, } | { "channel": "seat",
/**
 * The number.
 */
number: number,
/**
 * The state.
 */
state: SeatView, } | { "channel": "console",
/**
 * The table.
 */
table: number,
/**
 * The number.
 */
number: number,
/**
 * The state.
 */
state: ConsoleView, } | { "channel": "floor",
/**
 * The number.
 */
number: number,
/**
 * The state.
 */
state: FloorView, } | { "channel": "cage",
/**
 * The number.
 */
number: number,
/**
 * The state.
 */
state: CageView, };

/**
 * Somebody who works at the table.
 */
export type StaffHere = {
/**
 * The person.
 */
staff: number,
/**
 * In which role.
 */
role: TableRole,
/**
 * Whether they answer for the shaker.
 */
on_duty: boolean, };

/**
 * Somebody who works here.
 */
export type StaffMember = {
/**
 * The person.
 */
staff: number,
/**
 * The name to log in with.
 */
name: string,
/**
 * Their role.
 */
role: FloorRole | null,
/**
 * Whether they are shut out.
 */
suspended: boolean,
/**
 * Whether they must choose another password.
 */
must_change_password: boolean,
/**
 * Until when they can choose one by their invitation, where they have no password.
 */
invited_until: number | null, };

/**
 * Somebody who works here, and what they are called.
 */
export type StaffNamed = {
/**
 * Who.
 */
staff: number,
/**
 * The log-in name.
 */
name: string, };

/**
 * A screen of the staff.
 */
export type StaffScreen = "console" | "floor" | "cage";

/**
 * What may be staked on one area.
 */
export type StakeLimit = {
/**
 * The smallest stake.
 */
stake_min: number,
/**
 * The largest stake.
 */
stake_max: number,
/**
 * What stakes must be a multiple of.
 */
multiple: number, };

/**
 * An order to the table that needs no further word, or the entry of dice.
 */
export type Step = "take_shaker" | "leave_shaker" | "start_shift" | "remove_dice" | "open_table" | "open_betting" | "extend_betting" | "call_no_more_bets" | "shake" | "reveal" | "enter_dice" | "reenter_dice" | "confirm_dice" | "collect" | "pay" | "clear" | "cover_shaker" | "attest_presence" | "attest_repair" | "announce_closing" | "close_table";

/**
 * A step, and whether it can be done.
 */
export type StepShown = {
/**
 * The step; the word is that of the order.
 */
step: Step,
/**
 * Why it cannot be done now; nothing where it can.
 */
refused: Refusal | null,
/**
 * When the refusal ends by itself, where it is only a matter of time.
 */
from: number | null, };

/**
 * What table this is.
 */
export type TableAbout = {
/**
 * Its number on the floor.
 */
table: number,
/**
 * What people call it.
 */
name: string,
/**
 * Its rule book.
 */
book: BookName,
/**
 * The name shown on the layout.
 */
house: string,
/**
 * The currency of all amounts.
 */
currency: Currency,
/**
 * Terminals or chips.
 */
kind: TableKind,
/**
 * A dealer or a timer.
 */
run: Run,
/**
 * Where rolls come from.
 */
dice: DiceSource,
/**
 * When no more bets is called with the shaker in use.
 */
order: Order,
/**
 * How long things take.
 */
times: Times,
/**
 * What of it the rule document does not know; absent where it stands as the document has it.
 */
outside?: OutsideDocument, };

/**
 * The sections of the public view that changed.
 */
export type TableChanges = {
/**
 * What table this is.
 */
about?: TableAbout,
/**
 * What may be staked.
 */
limits?: LimitsShown,
/**
 * Whether it is open, and where it stands.
 */
life?: TableLife,
/**
 * The round in play.
 */
round?: RoundShown,
/**
 * What lies on each area, of all players together.
 */
totals?: Totals,
/**
 * How many seats are taken.
 */
seats?: SeatCount,
/**
 * The last results, the oldest first.
 */
history?: RoundsChanged<PastResult>, };

/**
 * The approved document of a table, as the house attached it.
 */
export type TableDocument = {
/**
 * The table.
 */
table: number,
/**
 * The id of its rule book.
 */
book: string,
/**
 * The name of the file.
 */
file: string,
/**
 * The SHA-256 of the file, as it was written into the journal.
 */
sha256: string, };

/**
 * A table at a glance.
 */
export type TableGlance = {
/**
 * Its number.
 */
table: number,
/**
 * What people call it.
 */
name: string,
/**
 * The id of its rule book.
 */
book: string,
/**
 * The three letters of its currency.
 */
currency: string,
/**
 * Terminals or chips.
 */
kind: TableKind,
/**
 * A dealer or a timer.
 */
run: Run,
/**
 * Whether it is open.
 */
life: Life,
/**
 * Where it stands.
 */
phase: Phase,
/**
 * The round in play.
 */
round: number | null,
/**
 * How many seats are taken.
 */
taken: number,
/**
 * How many of them have lost their terminal.
 */
lost: number,
/**
 * What lies on the layout.
 */
staked: number,
/**
 * What the house loses on the worst roll.
 */
worst: number,
/**
 * The most it may lose.
 */
exposure_max: number,
/**
 * How many proposals wait.
 */
proposals: number,
/**
 * How many players are still owed something.
 */
owed: number,
/**
 * When the dice in use must leave the shaker.
 */
dice_expire: number | null,
/**
 * Where its dice come from.
 */
dice: DiceSource,
/**
 * Whether no round can open because no display answers.
 */
display_missing: boolean,
/**
 * What of it the rule document does not know; absent where it stands as the document has it.
 */
outside?: OutsideDocument,
/**
 * What the configuration names; absent where the table plays by it.
 */
offer?: OfferShown, };

/**
 * Terminals or chips on cloth.
 */
export type TableKind = "electronic" | "felt";

/**
 * Whether a table is open, and where it stands.
 */
export type TableLife = {
/**
 * Whether it is open.
 */
life: Life,
/**
 * Where it stands.
 */
phase: Phase,
/**
 * What awaits a decision.
 */
awaiting: Irregularity | null,
/**
 * Whether the display has failed.
 */
display_failed: boolean,
/**
 * Whether no round can open because no display answers.
 */
display_missing: boolean,
/**
 * Whether a player may take a free seat at a terminal.
 */
seats_open: boolean,
/**
 * Whether it can be taken from the floor for good, once it owes nobody anything.
 */
can_retire: boolean, };

/**
 * What the configuration names for a table that plays otherwise, line by line.
 */
export type TableOffer = {
/**
 * The fingerprint of the edition in force.
 */
from: string,
/**
 * The fingerprint of the edition that is named; the same where only the times are others.
 */
to: string,
/**
 * How long things take now.
 */
times_now: Times,
/**
 * How long they are to take.
 */
times: Times,
/**
 * Every line of the rule book whose value is another.
 */
lines: Array<LineDiffers>, };

/**
 * Everything staff can ask of a table.
 */
export type TableOrder = "take_shaker" | "leave_shaker" | "start_shift" | { "install_shaker": { shaker: number, kind: ShakerKind, sealed: boolean, approvals: Array<Approval>, } } | { "remove_shaker": { shaker: number, } } | { "set_out_of_order": { shaker: number, } } | { "install_dice": { shaker: number, set: number, dice: [number, number, number], } } | "remove_dice" | { "try_display": { entered: Dice, } } | { "judge_display": { lit: boolean, } } | { "inspect_shaker": { tosses: number, } } | { "tick_checklist": { lines: number, } } | { "attest_lines": { lines: Array<string>, } } | "open_table" | "announce_closing" | "close_table" | { "announce_limits": { limits: Limits, } } | { "grant_marker": { seat: number, stake_max: number, } } | { "assign_colour": { seat: number, colour: number, value: number, } } | { "exclude": { player: number, reason: string, } } | { "release_seat": { seat: number, } } | { "lift_exclusion": { player: number, reason: string, } } | { "free_place": { seat: number, } } | { "take_colour_back": { seat: number, } } | { "record_chips": { seat: number, bets: ChipsLaid, } } | "open_betting" | "extend_betting" | "call_no_more_bets" | { "select_player": { seat: number, } } | { "shake": { times: number, } } | "reveal" | "cover_shaker" | { "enter_dice": { dice: Dice, } } | "reenter_dice" | { "confirm_dice": { dice: Dice, } } | "collect" | "pay" | "clear" | { "call_irregularity": { what: Irregularity, reason: string, } } | "attest_presence" | "attest_repair" | { "propose": { act: Act, } } | { "approve": { proposal: number, } } | { "withdraw": { proposal: number, } } | { "open_case": { about: Irregularity, what: string, round?: number, seat?: number, player?: number,
/**
 * Where to look on the recording: a camera and a time.
 */
recording?: string, } } | { "note_case": { case: number, note: string, } } | { "let_stand": { case: number, reason: string, } } | { "reopen_case": { case: number, authority: string, reference: string, reason: string, } };

export type TableRole = "dealer" | "floorperson" | "supervisor" | "pit-manager" | "shift-manager";

/**
 * A table to be set up.
 */
export type TableSetup = {
/**
 * Its number on the floor.
 */
table: number,
/**
 * What people call it.
 */
name: string,
/**
 * The id of its rule book.
 */
book: string,
/**
 * The three letters of its currency; the rule book's own where nothing is said.
 */
currency?: string,
/**
 * Terminals or chips.
 */
kind: TableKind,
/**
 * A dealer or a timer.
 */
run: Run,
/**
 * Where rolls come from.
 */
dice: DiceSource,
/**
 * What may be staked.
 */
limits: Limits,
/**
 * How long things take.
 */
times: Times, };

/**
 * The public view of a table.
 */
export type TableView = {
/**
 * What table this is.
 */
about: TableAbout,
/**
 * What may be staked.
 */
limits: LimitsShown,
/**
 * Whether it is open, and where it stands.
 */
life: TableLife,
/**
 * The round in play.
 */
round: RoundShown,
/**
 * What lies on each area, of all players together.
 */
totals: Totals,
/**
 * How many seats are taken.
 */
seats: SeatCount,
/**
 * The last results, the oldest first.
 */
history: Array<PastResult>, };

/**
 * A terminal.
 */
export type TerminalShown = {
/**
 * The terminal.
 */
terminal: number,
/**
 * The table it stands at.
 */
table: number,
/**
 * The seat.
 */
seat: number,
/**
 * Who sits there.
 */
player: number | null,
/**
 * Whether it answers.
 */
connected: boolean,
/**
 * Since when it does not.
 */
lost_since: number | null, };

/**
 * A thing of the house, by its kind and number.
 */
export type Thing = { "shaker": number } | { "dice": number } | { "display": number } | { "layout": number };

/**
 * What a thing is, for good.
 */
export type ThingNature = { "shaker": { kind: ShakerKind, } } | { "dice": { dice: [number, number, number], } } | { "display": { device?: number, } } | "layout";

/**
 * A thing, where it is and what was attested of it.
 */
export type ThingShown = {
/**
 * Its kind and number.
 */
thing: Thing,
/**
 * What it is.
 */
nature: ThingNature,
/**
 * The table at which it is; in the store, or out of service, where there is none.
 */
table: number | null,
/**
 * Whether that table has it in use.
 */
in_use: boolean,
/**
 * Since when it is there.
 */
since: number,
/**
 * Why it is out of service, where it is.
 */
withdrawn: string | null,
/**
 * Its seal.
 */
seal: SealShown | null,
/**
 * Its written approvals.
 */
approvals: Array<PaperShown>,
/**
 * When the first of its dice was first used.
 */
first_used: number | null,
/**
 * That it is damaged.
 */
damage: DamageShown | null,
/**
 * The tables that say they have it, or one of its dice; none where nobody disputes it.
 */
disputed: Array<number>, };

/**
 * How long things take at a table, in milliseconds.
 */
export type Times = {
/**
 * Betting time of a round; without one only the dealer ends it.
 */
betting_ms: number | null,
/**
 * How long every player has the chance to bet before no more bets may be called.
 */
betting_min_ms: number,
/**
 * How long before the end the players are warned.
 */
warning_ms: number,
/**
 * How much one extension gives.
 */
extension_ms: number,
/**
 * How many extensions a round may have.
 */
extensions_max: number,
/**
 * How long an automatic table shows a result.
 */
show_ms: number,
/**
 * How long an automatic table pauses between rounds.
 */
pause_ms: number, };

/**
 * What lies on the layout, of all players together.
 */
export type Totals = {
/**
 * Every area that has a bet.
 */
areas: Array<AreaTotal>,
/**
 * All stakes together.
 */
staked: number, };

/**
 * A trial that waits for somebody to say what they see on the display. What it should light is
 * not told here: the person looks at the device.
 */
export type TrialWaiting = {
/**
 * The dice that were entered.
 */
dice: Dice,
/**
 * When it ends by itself.
 */
until: number, };

/**
 * What changed in a channel. The number is one more than the last; after a gap, ask to resync.
 */
export type Update = { "channel": "table",
/**
 * The table.
 */
table: number,
/**
 * The number.
 */
number: number,
/**
 * The sections that changed.
 */
changed: TableChanges, } | { "channel": "seat",
/**
 * The number.
 */
number: number,
/**
 * The sections that changed.
 */
changed: SeatChanges, } | { "channel": "console",
/**
 * The table.
 */
table: number,
/**
 * The number.
 */
number: number,
/**
 * The sections that changed.
 */
changed: ConsoleChanges, } | { "channel": "floor",
/**
 * The number.
 */
number: number,
/**
 * The sections that changed.
 */
changed: FloorChanges, } | { "channel": "cage",
/**
 * The number.
 */
number: number,
/**
 * The sections that changed.
 */
changed: CageChanges, };

/**
 * A voucher without its token.
 */
export type VoucherShown = {
/**
 * The short number printed on it.
 */
number: number,
/**
 * What it is worth.
 */
amount: number,
/**
 * The three letters of the currency.
 */
currency: string,
/**
 * What has become of it.
 */
state: VoucherState,
/**
 * The table it came from or went to.
 */
table: number | null,
/**
 * Until when it is good, where that has an end.
 */
good_until: number | null, };

/**
 * What has become of a voucher.
 */
export type VoucherState = "prepared" | "outstanding" | "held" | "spent" | "redeemed" | "dropped" | "replaced" | "expired";

/**
 * The vouchers of one currency, in sums.
 */
export type VoucherSums = {
/**
 * The three letters of the currency.
 */
currency: string,
/**
 * How many are outstanding.
 */
outstanding: number,
/**
 * What they are worth together.
 */
outstanding_amount: number,
/**
 * How many are held for a seat or being issued.
 */
under_way: number,
/**
 * What those are worth together.
 */
under_way_amount: number, };

/**
 * A voucher with its token.
 */
export type VoucherTold = {
/**
 * The token; whoever has it has the money.
 */
token: string,
/**
 * The short number by which people look it up.
 */
number: number,
/**
 * What it is worth.
 */
amount: number,
/**
 * The three letters of the currency.
 */
currency: string,
/**
 * The house that pays it.
 */
house: string,
/**
 * When this was told; a voucher that is told again has a later time and head.
 */
time: number,
/**
 * Until when it is good, where that has an end.
 */
good_until: number | null,
/**
 * The floor's head in the journal by then, printed on it: what was changed before shows.
 */
head: string, };

/**
 * A proposal that waits for a second person.
 */
export type Waiting = {
/**
 * Its number.
 */
proposal: number,
/**
 * What is proposed.
 */
act: Act,
/**
 * Who proposed it.
 */
by: number,
/**
 * The lowest role that may agree.
 */
superior: TableRole, };

/**
 * Who a screen may be.
 */
export type You = { "as": "terminal",
/**
 * The terminal.
 */
terminal: number,
/**
 * Its table.
 */
table: number,
/**
 * Its seat.
 */
seat: number, } | { "as": "display",
/**
 * Its table.
 */
table: number,
/**
 * Its number, where it was enrolled; a page that anybody opened has none.
 */
display?: number, } | { "as": "staff",
/**
 * The person.
 */
staff: number,
/**
 * Their name.
 */
name: string,
/**
 * Their role.
 */
role: FloorRole | null,
/**
 * The session.
 */
session: number,
/**
 * The screens that are for this role.
 */
screens: Array<StaffScreen>,
/**
 * Whether this role adds and retires tables.
 */
sets_up_tables: boolean,
/**
 * Whether somebody else chose their password: until they have changed it, nothing else
 * they ask is done.
 */
must_change_password: boolean, };

/** The fields of refusals that have a type of their own, by the refusal's code. */
export const REFUSAL_FIELDS = {
  "above-maximum": {
    "stake_max": "Amount"
  },
  "bad-limits": {
    "area": "AreaId"
  },
  "below-minimum": {
    "stake_min": "Amount"
  },
  "bets": {
    "bets": "BetProblem"
  },
  "betting-time": {
    "until": "Moment"
  },
  "credit-too-small": {
    "credit": "Amount",
    "needed": "Amount"
  },
  "die-taken": {
    "thing": "Thing"
  },
  "exposure-limit": {
    "exposure_max": "Amount"
  },
  "fresh-dice": {
    "expired": "Moment"
  },
  "more-than-out": {
    "out_max": "Amount"
  },
  "no-such-count": {
    "of": "CountOf"
  },
  "no-such-thing": {
    "thing": "Thing"
  },
  "not-a-multiple": {
    "multiple": "Amount"
  },
  "not-yet": {
    "needs": "Need"
  },
  "owed-too-much": {
    "owed_max": "Amount"
  },
  "own-loss-limit": {
    "left": "Amount",
    "loss_max": "Amount"
  },
  "paid-by-two": {
    "alone_max": "Amount"
  },
  "role-needed": {
    "needs": "FloorRole"
  },
  "role-too-low": {
    "needs": "TableRole"
  },
  "ruling-too-large": {
    "max": "Amount"
  },
  "seat-limit": {
    "seat_max": "Amount"
  },
  "thing-damaged": {
    "thing": "Thing"
  },
  "thing-elsewhere": {
    "thing": "Thing"
  },
  "thing-in-use": {
    "thing": "Thing"
  },
  "thing-sound": {
    "thing": "Thing"
  },
  "thing-taken": {
    "thing": "Thing"
  },
  "thing-withdrawn": {
    "thing": "Thing"
  },
  "voucher-is": {
    "state": "VoucherState"
  },
  "words-read": {
    "until": "Moment"
  },
  "wrong-phase": {
    "phase": "Phase"
  }
} as const;
