/** The script of each page, fetched when its address is opened. */

import type { Page } from './route';

export function fetchPage(page: Page['page']): Promise<{ default: unknown }> {
  switch (page) {
    case 'home':
      return import('./home/Home.svelte');
    case 'play':
      return import('./play/Play.svelte');
    case 'console':
      return import('./console/Console.svelte');
    case 'floor':
      return import('./floor/Floor.svelte');
    case 'cage':
      return import('./cage/Cage.svelte');
    case 'display':
      return import('./display/Display.svelte');
    case 'books':
      return import('./rules/Books.svelte');
    case 'rules':
      return import('./rules/Rules.svelte');
    case 'odds':
      return import('./rules/Odds.svelte');
    case 'login':
      return import('./sign/Login.svelte');
    case 'enrol':
      return import('./sign/Enrol.svelte');
    case 'lost':
      return import('./home/Lost.svelte');
  }
}
