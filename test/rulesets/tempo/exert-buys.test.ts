import { expect, it } from 'vitest';
import type { Command } from '../../../src/encounter/command';
import { seededDie } from '../../../src/kernel/rng';
import { anyAnswer } from '../../support/answer';
import { begun, foe, hero, item, on, reasons } from './vocabulary';

type Scene = ReturnType<typeof on>;

/** The called number. */
const NOW = 4;
/** What would bar an action because of its number or its entry. */
const OF_NUMBER = ['too-early', 'tempo-passed', 'no-slot', 'no-tempo', 'announced-otherwise', 'duplicate-action'];

const ITEMS = [
  item('weapon', 'club', { speed: 'slow' }),
  item('ability', 'taunt', { tag: 'extra', tempo: 6 }),
  item('ability', 'jab', { tag: 'free', tempo: 5 }),
  item('ability', 'chant', { tempo: 6, listsAction: 'magic' }),
  item('spell', 'ward', { tempo: 8 }),
];
const PLANS = [
  { 'plan-1': 'slow-attack', 'plan-2': 'ability chant' },
  { 'plan-1': 'slow-attack', 'moved-1': 'slow-attack@4', 'plan-2': 'shift' },
  { 'did-1': 'rest', 'did-2': 'scan', record: 'rest scan', added: 1, 'add-a1': 'guard' },
  { 'did-1': 'slow-attack', 'plan-2': 'mark', record: 'attack', added: 1, 'add-a1': 'ability chant' },
  {},
];
const CHOICES: readonly Partial<Command>[] = [
  ...['slow-attack', 'guard', 'shift', 'move'].map((id) => ({ do: id })),
  ...['taunt', 'jab', 'chant'].map((id) => ({ do: 'ability', with: id })),
];
/** What happens to the entries of the called number before the Exert. */
const BEFORE: Readonly<Record<string, (scene: Scene) => void>> = {
  nothing: () => undefined,
  passed: (scene) => {
    for (const slot of ['1', '2', 'a1']) give(scene, { do: 'pass', by: 'tib', options: { slot } });
  },
  'given up': (scene) => {
    give(scene, {
      do: 'turn',
      by: 'tib',
      options: { action: scene.fighters.tib?.state['moved-1']?.action ?? 'guard' },
    });
    give(scene, { do: 'end-turn', by: 'tib' });
  },
};
const PHASES = [
  { phase: 'players', closed: false },
  { phase: 'npcs', closed: true },
] as const;

/** Plays a command with any answers, if it is allowed. Returns whether it was. */
function give(scene: Scene, command: Command): boolean {
  if (reasons(scene, command).length > 0) return false;
  const { run } = begun(scene, command);
  while (run.open) run.answer(anyAnswer(run.open, seededDie(1)));
  return true;
}

/** The reasons of number and entry against taking the action at a number. */
function against(scene: Scene, to: number, choice: Partial<Command>): string[] {
  const later: Scene = to === NOW ? scene : { ...scene, clock: { ...scene.clock, tempo: to, ...PHASES[0] } };
  const options = choice.with === 'chant' ? { spell: 'ward' } : {};
  const command = { do: '', by: 'tib', at: 'foe', ...choice, options } as Command;
  return reasons(later, command).filter((id) => OF_NUMBER.includes(id));
}

it('[T-97, T-98, T-A4, T-A5] an Exert buys what can then be taken at its number, and could not be taken there without', () => {
  const faults: string[] = [];
  let bought = 0;
  for (const id of ['exert-retime', 'exert-action'])
    for (const [nth, state] of PLANS.entries())
      for (const phase of PHASES)
        for (const [what, happens] of Object.entries(BEFORE))
          for (const choice of CHOICES)
            for (let to = NOW; to <= 9; to++) {
              const scene = on(NOW, [hero('tib', { for: 9, mana1: 9 }, { items: ITEMS, state }), foe('foe')], {
                justEnded: true,
                ...phase,
              });
              happens(scene);
              const free = against(scene, to, choice).length === 0;
              const exert = { do: id, by: 'tib', with: choice.with, options: { action: choice.do, to } } as Command;
              if (!give(scene, exert)) continue;
              bought++;
              const name = `${id} of ${choice.with ?? choice.do} to ${to}, plan ${nth}, ${phase.phase}, ${what}`;
              const why = against(scene, to, choice);
              if (why.length > 0) faults.push(`${name}: ${why}`);
              // What was moved may be moved back, and keeps its place in the plan.
              const isBack = state['moved-1']?.startsWith(choice.do ?? '') ?? false;
              if (free && id === 'exert-retime' && to > NOW && !isBack) faults.push(`${name}: free`);
            }
  expect(bought).toBeGreaterThan(100);
  expect(faults).toEqual([]);
});
