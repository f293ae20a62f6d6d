import { describe, expect, test } from 'vitest';
import { LOOSEN_AFTER_MS, NO_LIMITS, holding, reached, readPersonal, wished } from './personal';

const NOW = 1_000_000;
const tight = { lossMax: 1_000, timeMaxMs: 60_000, realityMs: null };
const loose = { lossMax: 5_000, timeMaxMs: null, realityMs: 600_000 };

describe('a player’s own limits', () => {
  test('a tighter one holds at once', () => {
    expect(wished(NO_LIMITS, tight, NOW)).toEqual({ holds: tight, later: null });
  });

  test('a looser one holds after a day, not a millisecond before', () => {
    const set = wished(wished(NO_LIMITS, tight, NOW), loose, NOW);
    expect(set.holds).toEqual({ ...tight, realityMs: 600_000 });
    expect(holding(set, NOW + LOOSEN_AFTER_MS - 1)).toBe(set);
    expect(holding(set, NOW + LOOSEN_AFTER_MS)).toEqual({ holds: loose, later: null });
  });

  test('tightening one part does not loosen another', () => {
    const set = wished(wished(NO_LIMITS, tight, NOW), { ...loose, lossMax: 500 }, NOW);
    expect(set.holds).toMatchObject({ lossMax: 500, timeMaxMs: 60_000 });
    expect(set.later).not.toBeNull();
  });

  test('both sides of each border', () => {
    const set = wished(NO_LIMITS, tight, NOW);
    expect(reached(set, { lost: 900, timeMs: 0 }, 100)).toBeNull();
    expect(reached(set, { lost: 900, timeMs: 0 }, 101)).toBe('loss');
    expect(reached(set, { lost: 0, timeMs: 59_999 }, 1)).toBeNull();
    expect(reached(set, { lost: 0, timeMs: 60_000 }, 1)).toBe('time');
    expect(reached(NO_LIMITS, { lost: 1e9, timeMs: 1e9 }, 1e9)).toBeNull();
  });

  test('what storage gives back is checked', () => {
    const set = wished(NO_LIMITS, tight, NOW);
    expect(readPersonal(JSON.stringify(set))).toEqual(set);
    for (const text of [null, '{', '[]', '{"holds":5}', '"x"'])
      expect(readPersonal(text)).toEqual(NO_LIMITS);
  });
});
