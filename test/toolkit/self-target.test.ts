import { expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import type { Intent } from '../../src/encounter/intent';
import { impossibleReason, NO_TARGET } from '../../src/encounter/legality';
import type { Encounter } from '../../src/encounter/state';
import type { Viewer } from '../../src/encounter/view';
import type { Reason } from '../../src/kernel/ask';
import { buttonsOf } from '../../src/toolkit/views/buttons';
import { fighter } from '../support/encounter';

const encounter: Encounter = {
  ruleset: 'none',
  clock: { round: 1, phase: 'open' },
  ground: { grid: 'square', cell: 1 },
  settings: {},
  fighters: { ann: fighter('ann'), bob: fighter('bob') },
};
const aiming = (...targets: string[]): Viewer => ({ gm: false, owns: ['ann'], targets });

interface Rules {
  readonly intent?: Intent | null;
  readonly needs?: 'target' | 'nothing';
  readonly always?: readonly Reason[];
  readonly atSelf?: readonly Reason[];
}

function button(
  { intent = 'help', needs = 'target', always = [], atSelf = [] }: Rules,
  viewer = aiming(),
  at?: string,
) {
  const reasonsOf = ({ at, by }: Command): readonly Reason[] => [
    ...always,
    ...(at === undefined && needs === 'target' ? [impossibleReason(NO_TARGET)] : at === by ? atSelf : []),
  ];
  const commands = {
    clock: {},
    knows: () => true,
    actionOf: () => ({ needs }),
    iconOf: () => '',
    of: () => ({ quote: (command: Command) => ({ price: [], intent, reasons: reasonsOf(command) }) }),
  };
  const parts = { id: 'none', idle: { round: 0, phase: 'idle' }, conditions: {}, commands };
  return buttonsOf<Encounter>({}, parts).makerFor(encounter, viewer)({ do: 'heal', by: 'ann', ...(at && { at }) });
}

it('help without a target is for its own fighter, and the button says so', () => {
  expect(button({})).toMatchObject({ command: { at: 'ann' }, target: 'ann', whyNot: [] });
  const tired = [{ id: 'tired' }];
  expect(button({ always: tired })).toMatchObject({ command: { at: 'ann' }, whyNot: tired });
});

it('help with a target is for that', () => {
  expect(button({}, aiming('bob'))).toMatchObject({ command: { at: 'bob' }, target: 'bob' });
});

it('asks for a target if the rules forbid the own fighter, or it does harm', () => {
  for (const rules of [{ atSelf: [{ id: 'not-an-ally' }] }, { intent: 'harm' }] as const) {
    const asking = button(rules);
    expect(asking.command).not.toHaveProperty('at');
    expect(asking).not.toHaveProperty('target');
    expect(asking.whyNot).toEqual([impossibleReason(NO_TARGET)]);
  }
});

it('the owner of a thing on the ground is no target, but whom the viewer aims at is', () => {
  const taking = { intent: null, needs: 'nothing' } as const;
  expect(button(taking, aiming(), 'bob')).not.toHaveProperty('target');
  expect(button(taking, aiming('bob'), 'bob').target).toBe('bob');
  expect(button({ ...taking, intent: 'harm' }, aiming(), 'bob').target).toBe('bob');
});

it('help with an optional target keeps its command, and the button names its own fighter', () => {
  const optional = button({ needs: 'nothing' });
  expect(optional.command).not.toHaveProperty('at');
  expect(optional.target).toBe('ann');
  expect(button({ needs: 'nothing', intent: 'harm' })).not.toHaveProperty('target');
});
