/** What an area and a book say in one line, in the language that is on. */

import { percent, said, t } from '../lang/lang.svelte';
import { edgesOf } from '../model/area';
import type { Book, BookArea } from '../wire';

/** All odds of an area; a single has three. */
export function oddsLine(area: BookArea): string {
  if (area.pays.length === 1) return area.pays.map((pays) => said(pays.words)).join('');
  return area.pays
    .map((pays) => t('odds.on-dice', { odds: said(pays.words), n: pays.on_dice }))
    .join(' · ');
}

export function nameAndOdds(area: BookArea): string {
  return t('area.pays', { name: said(area.name), odds: oddsLine(area) });
}

/** What the house keeps of a stake, on the best and on the worst area. */
export function edgesLine({ areas }: Book): string {
  const { low, high } = edgesOf(areas);
  return t('lobby.edges', { low: percent(low), high: percent(high) });
}
