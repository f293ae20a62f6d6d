/** What this browser remembers between visits. Nothing of value is kept here. */

const PREFIX = 'taisai.';

export function recall(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null; // Storage may be forbidden on a kiosk; the screens work without it.
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // Forgotten at the next visit, and nothing worse.
  }
}

export function forget(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // See above.
  }
}
