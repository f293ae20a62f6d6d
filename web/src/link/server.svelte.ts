/** The live connection: the only place that opens a socket, waits, or redraws. */

import { BLANK, comesBack, update, type Message, type Screen } from '../model/screen';
import { SILENCE, retryMs, step, type Happening, type Talk } from './talk';
import type { Answer, Ask, Channel, Tell, What } from '../wire';

/** A server that says nothing for so long is taken for lost. */
const SILENT_MS = 20_000;
/** Hidden pages get no frames; they are kept up to date at this pace. */
const HIDDEN_MS = 250;

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
  readonly #address: string;

  constructor(path: string) {
    const { protocol, host } = location;
    this.#address = `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${path}`;
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

  /** Asks, shows it as asked within this frame, and resolves with the answer. */
  ask(ask: What, round?: number): Promise<Answer> {
    this.#do({ what: 'asked', ask, ...(round === undefined ? {} : { round }) });
    const request = this.#talk.unanswered.at(-1);
    if (request === undefined) throw new Error('a request that was asked is unanswered');
    this.#tell({ kind: 'asked', ask: request });
    return new Promise((resolve) => this.#waiting.set(request.id, resolve));
  }

  dismiss(notice: number): void {
    this.#tell({ kind: 'dismissed', notice });
  }

  /** A voucher is in somebody's hand: a terminal tells the server, so that it is not shown there again. */
  have(voucher: number): void {
    this.#tell({ kind: 'taken', voucher });
    if (this.screen.hello?.you.as === 'terminal')
      void this.ask({ seat: { take_voucher: { number: voucher } } });
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
      if (typeof data === 'string') this.#receive(JSON.parse(data) as Tell);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost();
    };
  }

  #receive(tell: Tell): void {
    if (tell.tell === 'hello') this.#attempt = 0;
    const delivered = this.#do({ what: 'told', tell });
    if (delivered === null) return;
    this.#inbox.push({ kind: 'told', tell: delivered, at: Date.now() });
    if (delivered.tell === 'answer') this.#resolve(delivered);
    if (delivered.tell === 'bye' && !comesBack(delivered.reason)) this.#stopped = true;
    this.#draw();
  }

  #resolve(answer: Answer): void {
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

  #do(happening: Happening): Tell | null {
    const { talk, send, deliver } = step(this.#talk, happening);
    this.#talk = talk;
    send.forEach((ask) => this.#send(ask));
    return deliver;
  }

  #send(ask: Ask): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(ask));
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
