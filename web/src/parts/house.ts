/** What the house is called: the server writes it into the page. */

import { t } from '../lang/lang.svelte';

/** The name of the house; the game's where a page comes without one, as in development. */
export function houseName(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="house"]');
  return meta?.content || t('app.name');
}
