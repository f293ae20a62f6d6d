/** What waits for a second person, in money and in chips. */

import { t, tId } from '../lang/lang.svelte';
import type { MoneyFormat } from '../model/money';
import { wordOfCount } from './bank';
import type { CountWaiting } from './types';

export function countText(waiting: CountWaiting, money: MoneyFormat): string {
  const table = waiting.name;
  const pieces = waiting.count
    .map(({ denomination, pieces: many }) => `${String(many)} × ${money.full(denomination)}`)
    .join(', ');
  const amount = money.coded(waiting.total);
  if (waiting.of === null)
    return t('bank.waits', { what: tId('bank.what', waiting.what), table, amount, pieces });
  const { word, slip } = wordOfCount(waiting.of);
  const count = tId('bank.count', word);
  return t('bank.waits-correction', {
    count: slip === null ? count : `${count} ${String(slip)}`,
    n: waiting.day ?? 0,
    table,
    first: waiting.expected === null ? t('bank.unknown') : money.coded(waiting.expected),
    amount,
    pieces,
    reason: waiting.reason ?? '',
  });
}
