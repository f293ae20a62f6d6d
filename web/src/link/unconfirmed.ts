/**
 * Sales whose voucher nobody has confirmed to have, kept by this tab: after a reload they are asked again under their
 * numbers, and the server answers with the same voucher.
 */

import type { ClientMessage, Hello, Ask } from '../wire';

const KEY = 'taisai.unconfirmed';

interface Kept {
  /** The journal and the session that they were asked in: in another one the numbers mean something else. */
  readonly whose: string;
  readonly asks: readonly ClientMessage[];
}

/** Whether this makes out a voucher at a desk. A terminal's vouchers are kept by the server. */
export function makesVoucher(what: Ask): boolean {
  if (typeof what !== 'object' || !('cage' in what)) return false;
  const { cage } = what;
  return 'sell' in cage || 'pay_owed' in cage || 'approve_replacement' in cage;
}

export function unconfirmedOf(hello: Hello): readonly ClientMessage[] {
  const { whose, asks } = read();
  return whose === whoseOf(hello) ? asks : [];
}

export function keepUnconfirmed(hello: Hello, ask: ClientMessage): void {
  write({ whose: whoseOf(hello), asks: [...unconfirmedOf(hello), ask] });
}

export function dropUnconfirmed(id: number): void {
  const { whose, asks } = read();
  if (asks.some((ask) => ask.id === id))
    write({ whose, asks: asks.filter((ask) => ask.id !== id) });
}

function whoseOf({ journal, you }: Hello): string {
  return you.as === 'staff' ? `${journal} ${String(you.session)}` : '';
}

function read(): Kept {
  try {
    const text = sessionStorage.getItem(KEY);
    return text === null ? { whose: '', asks: [] } : (JSON.parse(text) as Kept);
  } catch {
    return { whose: '', asks: [] };
  }
}

function write(kept: Kept): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Storage may be forbidden; then a reload shows the voucher no more, and it is made out anew by two people.
  }
}
