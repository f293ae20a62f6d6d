/** What two people must agree on, in one sentence. */

import { t, tId, wordOf } from '../lang/lang.svelte';
import type { Act } from '../wire';

export function actText(act: Act): string {
  if ('void_rounds' in act) {
    const { rounds, what, reason } = act.void_rounds;
    return t('act.void-rounds', {
      n: rounds.length,
      rounds: rounds.join(', '),
      what: tId('irregularity', what),
      reason,
    });
  }
  if ('correct_round' in act) {
    const { round, dice, reason } = act.correct_round;
    return t('act.correct-round', { round, dice: dice.join(' '), reason });
  }
  if ('void_bets' in act) return t('act.void-bets', act.void_bets);
  if ('void_past_bets' in act) return t('act.void-past-bets', act.void_past_bets);
  if ('state_dice' in act) return t('act.state-dice', { dice: act.state_dice.dice.join(' ') });
  if ('attest_dice' in act)
    return t('act.attest-dice', {
      dice: act.attest_dice.dice.join(' '),
      reason: act.attest_dice.reason,
    });
  if ('reshake' in act)
    return t('act.reshake', {
      what: tId('irregularity', act.reshake.what),
      reason: act.reshake.reason,
    });
  if ('call_mistaken' in act)
    return t('act.call-mistaken', {
      what: tId('irregularity', act.call_mistaken.what),
      reason: act.call_mistaken.reason,
    });
  if ('decide_case' in act) {
    const { ruling, ...said } = act.decide_case;
    const kind = typeof ruling === 'string' ? ruling : (Object.keys(ruling)[0] ?? '');
    return t('act.decide-case', { ...said, ruling: wordOf('cases', kind.replaceAll('_', '-')) });
  }
  if ('move_table' in act) {
    const { from, to, reason } = act.move_table;
    return from === to
      ? t('act.move-times', { reason })
      : t('act.move-edition', { from: from.slice(0, 12), to: to.slice(0, 12), reason });
  }
  if ('hand_over_seat' in act) return t('act.hand-over-seat', act.hand_over_seat);
  return t('act.go-on', { what: tId('irregularity', act.go_on.what), reason: act.go_on.reason });
}
