import type { Command } from '../../src/encounter/command';
import type { Clock, Place } from '../../src/encounter/state';
import { manualCommands } from '../../src/toolkit/combat/manual';
import { whyNotWalk } from '../../src/toolkit/space/terrain';
import type { Tab } from '../headless/tab';
import { encounter, fighter } from '../support/encounter';
import { at, conditionOf } from '../support/rules';
import { readReason } from './words';

/** Returns the reasons against a manual command, or against a path, near a wall and a pit. */
export async function onTheMap(
  given: object,
  walks?: readonly Place[],
  more: object = {},
  clock: Partial<Clock> = {},
): Promise<string> {
  const on = {
    ...encounter(fighter('mira', { ...(walks && { place: at(1) }), ...more })),
    clock: { round: 0, phase: 'idle', ...clock },
  };
  const wall = { from: { x: 3, y: -9 }, to: { x: 3, y: 9 }, sight: true, move: true };
  const pit = { ...at(-1), cost: null };
  const ground = { ...on.ground, walls: [wall], difficult: [pit] };
  const conditions = {
    dazed: { implies: [], tone: 'harm', icon: 'dazed' },
    dead: { implies: [], tone: 'harm', icon: 'dead', corpse: true },
  } as const;
  const rules = manualCommands({ conditions, restored: {} });
  const command = { do: '', by: 'gm', at: 'mira', ...given } as Command;
  const reasons = Object.hasOwn(rules, command.do)
    ? (rules[command.do as 'displace'].whyNot?.(on, command, {} as never) ?? [])
    : whyNotWalk(ground, at(1), walks ?? []);
  return (await Promise.all(reasons.map((reason) => readReason('energy', reason)))).join(' ');
}

export const MANUAL = {
  'Reason.no-side': () => onTheMap({ do: 'change-side', options: { side: 'moon' } }),
  'Reason.on-that-side': () => onTheMap({ do: 'change-side', options: { side: 'heroes' } }),
  'Reason.fit': () => onTheMap({ do: 'restore' }),
  'Reason.dead-stay-dead': () => onTheMap({ do: 'restore' }, undefined, { conditions: [conditionOf('dead')] }),
  'Reason.fight-running': () => onTheMap({ do: 'restore' }, undefined, {}, { phase: 'turn' }),
};

interface Seat {
  readonly referee: Tab;
  readonly reads: (tab: Tab, deed: () => unknown) => Promise<string>;
}

/** Returns what the GM reads when a look is taken at a scene measured in this unit. */
export async function inUnit(unit: string, { referee, reads }: Seat, look: () => unknown): Promise<string> {
  const { active } = referee.page.game.scenes;
  const texts = [await reads(referee, () => active.update({ grid: { units: unit } })), await reads(referee, look)];
  await reads(referee, () => active.update({ grid: { units: 'm' } }));
  return texts.join('');
}
