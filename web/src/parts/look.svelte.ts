/** Light or dark, sound, and single keys: what a person sets once. */

import { recall, remember } from './memory';

export const THEMES = ['auto', 'dark', 'light'] as const;
export type Theme = (typeof THEMES)[number];

class Look {
  theme = $state<Theme>('auto');
  sound = $state(false);
  voice = $state(false);
  keys = $state(true);

  start(): void {
    const kept = recall('theme');
    this.sound = recall('sound') === 'on';
    this.voice = recall('voice') === 'on';
    this.keys = recall('keys') !== 'off';
    this.wear(THEMES.find((theme) => theme === kept) ?? 'auto');
    matchMedia('(prefers-color-scheme: light)').addEventListener('change', () =>
      this.wear(this.theme),
    );
  }

  wear(theme: Theme): void {
    this.theme = theme;
    remember('theme', theme);
    const light = matchMedia('(prefers-color-scheme: light)').matches;
    document.documentElement.dataset['theme'] =
      theme === 'auto' ? (light ? 'light' : 'dark') : theme;
  }

  set(name: 'sound' | 'voice' | 'keys', on: boolean): void {
    this[name] = on;
    remember(name, on ? 'on' : 'off');
  }
}

export const look = new Look();
