import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BLANK, pilesOf, update } from '../model/screen';
import type { ServerMessage } from '../wire';
import { SILENCE, step } from './talk';

/** The messages of docs/protocol.md; a test on the Rust side reads and writes every one of them. */
function recorded(kind: string): unknown[] {
  const text = readFileSync(new URL('../../../docs/protocol.md', import.meta.url), 'utf8');
  const blocks = text.matchAll(new RegExp(`\`\`\`json ${kind}\\n([\\s\\S]*?)\`\`\``, 'gu'));
  return [...blocks].map(([, json = '']) => JSON.parse(json) as unknown);
}

const tells = recorded('tell') as ServerMessage[];

test('there are recorded messages of every sort', () => {
  const sorts = new Set(tells.map(({ tell }) => tell));
  expect([...sorts].sort()).toEqual(['answer', 'bye', 'hello', 'ping', 'snapshot', 'update']);
});

describe('every recorded message', () => {
  test.each(tells.map((tell) => [JSON.stringify(tell).slice(0, 60), tell] as const))(
    '%s',
    (_, tell) => {
      const screen = update(BLANK, { kind: 'told', tell, at: 0 });
      expect(screen).toBeDefined();
      expect(() => step(SILENCE, { what: 'told', tell })).not.toThrow();
    },
  );
});

test('a recorded conversation leaves a screen that can be drawn', () => {
  const screen = tells
    .filter(({ tell }) => tell !== 'bye')
    .reduce((state, tell) => update(state, { kind: 'told', tell, at: 0 }), BLANK);
  expect(screen.link).toBe('live');
  expect(screen.hello).not.toBeNull();
  expect(() => pilesOf(screen)).not.toThrow();
});
