import { describe, expect, test } from 'vitest';
import { holding } from './personal';

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
});
