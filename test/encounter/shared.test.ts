import { expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import { isShared } from '../../src/encounter/shared';
import { GM } from '../../src/kernel/ask';
import type { Entry } from '../../src/kernel/transcript';
import { encounter, fighter } from '../support/encounter';

const RULES = {
  clockCommands: ['next-round'],
  options: { whom: { gm: false, names: 'fighter' as const, whyNot: () => null } },
};
const FIGHT = encounter(
  fighter('mira', { side: 'heroes', player: true }),
  fighter('kor', { side: 'heroes', player: true }),
  fighter('wolf', { side: 'foes' }),
  fighter('bear', { side: 'foes' }),
  fighter('monk', { side: 'neutral' }),
);
const shares = (command: Command, entries: readonly Entry[] = [], asked: readonly string[] = []): boolean =>
  isShared(RULES, FIGHT, { version: 1, command, entries }, asked);
const loses = (of: string): Entry => {
  const effect = { kind: 'pool' as const, of, pool: 'hp', by: -1 };
  return { ask: { kind: 'apply', change: effect }, answer: effect as never };
};
const section = (command: Command): Entry => ({ ask: { kind: 'section', command }, answer: null });

it.each<[string, boolean, boolean]>([
  ['a check', shares({ do: 'check', by: 'mira' }), false],
  ['its effect on the actor', shares({ do: 'rest', by: 'mira' }, [loses('mira')]), false],
  ['help', shares({ do: 'heal', by: 'mira', at: 'kor' }, [loses('kor')]), false],
  ['a question to the actor and the GM', shares({ do: 'check', by: 'mira' }, [], ['mira', GM]), false],
  ['a question to another', shares({ do: 'check', by: 'mira' }, [], ['kor']), true],
  ['an attack', shares({ do: 'attack', by: 'mira', at: 'wolf' }), true],
  ['an attack on a bystander', shares({ do: 'attack', by: 'mira', at: 'monk' }), true],
  ['a target in an option', shares({ do: 'blast', by: 'mira', options: { whom: ['kor', 'wolf'] } }), true],
  ['a foe in an area', shares({ do: 'blast', by: 'mira' }, [loses('wolf')]), true],
  ['a target of a part', shares({ do: 'charge', by: 'mira' }, [section({ do: 'x', by: 'mira', at: 'wolf' })]), true],
  ['a foe that interrupts', shares({ do: 'run', by: 'mira' }, [section({ do: 'x', by: 'wolf' })]), true],
  ['a target that is gone', shares({ do: 'attack', by: 'mira', at: 'gone' }), true],
  ['the clock', shares({ do: 'next-round', by: GM }), true],
  ['what a GM does to foes', shares({ do: 'adjust', by: GM, at: 'wolf' }), false],
  ['what a GM does to a player’s fighter', shares({ do: 'adjust', by: GM, at: 'mira' }), true],
  ['a foe’s check', shares({ do: 'check', by: 'wolf' }), false],
  ['foes among themselves', shares({ do: 'heal', by: 'wolf', at: 'bear' }), false],
])('%s', (_, is, should) => expect(is).toBe(should));
