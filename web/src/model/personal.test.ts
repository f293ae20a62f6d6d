import { describe, expect, test } from 'vitest';
import { NO_LIMITS, holding, reached } from './personal';

const NOW = 1_000_000;
const tight = { loss_max: 1_000, time_max_ms: 60_000, remind_ms: null };
const loose = { loss_max: 5_000, time_max_ms: null, remind_ms: 600_000 };

describe('a player’s own limits', () => {
  test('a looser one holds when its time has come, not a millisecond before', () => {
    const own = { since: 0, holds: tight, later: { from: NOW, limits: loose } };
    expect(holding(own, NOW - 1)).toBe(tight);
    expect(holding(own, NOW)).toBe(loose);
    expect(holding({ ...own, later: null }, NOW)).toBe(tight);
  });

  test('both sides of each border', () => {
    expect(reached(tight, { lost: 900, timeMs: 0 }, 100)).toBeNull();
    expect(reached(tight, { lost: 900, timeMs: 0 }, 101)).toBe('loss');
    expect(reached(tight, { lost: 0, timeMs: 59_999 }, 1)).toBeNull();
    expect(reached(tight, { lost: 0, timeMs: 60_000 }, 1)).toBe('time');
    expect(reached(NO_LIMITS.holds, { lost: 1e9, timeMs: 1e9 }, 1e9)).toBeNull();
  });
});
