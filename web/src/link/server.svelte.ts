/** The live connection: the only place that opens a socket, waits, or redraws. */

import { BLANK, comesBack, update, type Message, type Screen } from '../model/screen';
import { SILENCE, retryMs, step, type Happening, type Talk } from './talk';
import { dropUnconfirmed, keepUnconfirmed, makesVoucher, unconfirmedOf } from './unconfirmed';
import type { Answer, ClientMessage, Channel, Hello, ServerMessage, Ask } from '../wire';

/** A server that says nothing for so long is taken for lost. */
const SILENT_MS = 20_000;
/** Hidden pages get no frames; they are kept up to date at this pace. */
const HIDDEN_MS = 250;

/** What is asked while there is no line: refused at once, and never sent. */
export interface Unsent {
  readonly answer: 'refused';
  readonly id: number;
  readonly why: { readonly code: 'no-line' };
  readonly sentence: string;
}

export class Server {
  /** Replaced whole, at most once a frame. */
  screen = $state.raw<Screen>(BLANK);

  #talk: Talk = SILENCE;
  #socket: WebSocket | null = null;
  #inbox: Message[] = [];
  #drawing = false;
  #attempt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #waiting = new Map<number, (answer: Answer) => void>();
  #stopped = false;
  #unsent = 0;
  /** By voucher, the ask that it was made out for. */
  #soldBy = new Map<number, number>();
  readonly #address: string;

  constructor(path: string) {
    const { protocol, host } = location;
    this.#address = `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${path}`;
  }

  /** Whether the server hears us; a button that asks it something is for then only. */
  get isLive(): boolean {
    return this.screen.link === 'live';
  }

  start(...channels: Channel[]): void {
    for (const channel of channels) this.watch(channel);
    this.#connect();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#retry);
    clearTimeout(this.#silence);
    this.#socket?.close();
  }

  watch(channel: Channel): void {
    this.#do({ what: 'watched', channel });
  }

  unwatch(channel: Channel): void {
    this.#do({ what: 'unwatched', channel });
  }

  /** Asks, shows it as asked within this frame, and resolves with the answer; without a line it says so at once. */
  ask(ask: Ask, round?: number): Promise<Answer | Unsent> {
    const { hello } = this.#talk;
    if (hello === null || !this.#isOpen) return Promise.resolve(this.#refuse());
    this.#do({ what: 'asked', ask, ...(round === undefined ? {} : { round }) });
    const request = this.#talk.unanswered.at(-1);
    if (request === undefined) throw new Error('a request that was asked is unanswered');
    if (hello.you.as === 'staff' && makesVoucher(ask)) keepUnconfirmed(hello, request);
    this.#tell({ kind: 'asked', ask: request });
    return new Promise((resolve) => this.#waiting.set(request.id, resolve));
  }

  #refuse(): Unsent {
    // Below zero, where no ask of the server's is numbered.
    this.#unsent -= 1;
    this.#tell({ kind: 'unsent', notice: this.#unsent });
    return { answer: 'refused', id: this.#unsent, why: { code: 'no-line' }, sentence: '' };
  }

  dismiss(notice: number): void {
    this.#tell({ kind: 'dismissed', notice });
  }

  /** A voucher is in somebody's hand: a terminal tells the server, so that it is not shown there again. */
  have(voucher: number): void {
    if (this.screen.hello?.you.as === 'terminal') {
      if (!this.isLive) return;
      void this.ask({ seat: { take_voucher: { number: voucher } } });
    }
    dropUnconfirmed(this.#soldBy.get(voucher) ?? 0);
    this.#tell({ kind: 'taken', voucher });
  }

  /** Tries at once instead of waiting. */
  hurry(): void {
    clearTimeout(this.#retry);
    if (this.#socket === null && !this.#stopped) this.#connect();
  }

  #connect(): void {
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    this.#listen();
    socket.onmessage = ({ data }) => {
      this.#listen();
      if (typeof data === 'string') this.#receive(JSON.parse(data) as ServerMessage);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost();
    };
  }

  #receive(tell: ServerMessage): void {
    if (tell.tell === 'hello') this.#greet(tell);
    const delivered = this.#do({ what: 'told', tell });
    if (delivered === null) return;
    this.#inbox.push({ kind: 'told', tell: delivered, at: Date.now() });
    if (delivered.tell === 'answer') this.#resolve(delivered);
    if (delivered.tell === 'bye' && !comesBack(delivered.reason)) this.#stopped = true;
    this.#draw();
  }

  #greet(hello: Hello): void {
    this.#attempt = 0;
    // What was asked before a reload; nothing has been asked since the page was loaded.
    if (this.screen.hello !== null) return;
    const asks = unconfirmedOf(hello);
    this.#do({ what: 'resumed', asks });
    asks.forEach((ask) => this.#tell({ kind: 'asked', ask }));
  }

  #resolve(answer: Answer): void {
    if (answer.answer === 'voucher') this.#soldBy.set(answer.voucher.number, answer.id);
    else dropUnconfirmed(answer.id);
    this.#waiting.get(answer.id)?.(answer);
    this.#waiting.delete(answer.id);
  }

  /** A socket that hangs is as bad as one that is closed, and the player must see it. */
  #listen(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      const socket = this.#socket;
      this.#lost();
      socket?.close();
    }, SILENT_MS);
  }

  #lost(): void {
    clearTimeout(this.#silence);
    this.#socket = null;
    this.#do({ what: 'lost' });
    this.#inbox.push({ kind: 'lost' });
    this.#draw();
    if (this.#stopped) return;
    this.#retry = setTimeout(() => this.#connect(), retryMs(this.#attempt, Math.random()));
    this.#attempt += 1;
  }

  #do(happening: Happening): ServerMessage | null {
    const { talk, send, deliver } = step(this.#talk, happening);
    this.#talk = talk;
    send.forEach((ask) => this.#send(ask));
    return deliver;
  }

  get #isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  #send(ask: ClientMessage): void {
    if (this.#isOpen) this.#socket?.send(JSON.stringify(ask));
  }

  /** What the person does is shown at once; it does not wait for the server. */
  #tell(message: Message): void {
    this.#inbox.push(message);
    this.#flush();
  }

  #draw(): void {
    if (this.#drawing) return;
    this.#drawing = true;
    const flush = (): void => this.#flush();
    if (document.hidden) setTimeout(flush, HIDDEN_MS);
    else requestAnimationFrame(flush);
  }

  #flush(): void {
    this.#drawing = false;
    const inbox = this.#inbox;
    this.#inbox = [];
    if (inbox.length > 0) this.screen = inbox.reduce(update, this.screen);
  }
}
