import type { Command } from '../../../src/encounter/command';
import { begin, type Play, runOn } from '../../../src/encounter/play';
import type { Sheet } from '../../../src/encounter/ruleset';
import type { Place } from '../../../src/encounter/state';
import { countingIds } from '../../../src/encounter/table';
import { type Answer, PASS } from '../../../src/kernel/ask';
import { throwDice } from '../../../src/kernel/dice';
import { slots } from '../../../src/rulesets/slots/rules';
import type { ConditionId } from '../../../src/rulesets/slots/rules/conditions';
import type { SlotsEncounter, SlotsFighter } from '../../../src/rulesets/slots/rules/stats';

/** A fighter with harmless defaults; a foe of everybody, unless a side is given. */
export function fighter(id: string, base: Sheet['base'] = {}, rest: Partial<Sheet> = {}): SlotsFighter {
  const sheet: Sheet = {
    ...{ id, name: id, side: id, player: false, base, items: [], pools: {}, conditions: [], book: {}, place: null },
    ...rest,
  };
  return slots.fighter(sheet, {});
}

export const item = (type: string, id: string, fields: object = {}): Sheet['items'][number] => ({
  ...{ id, name: id, type },
  ...fields,
});
export const weapon = (id: string, fields: object = {}) => item('slotsWeapon', id, fields);

/** A condition somebody has, lasting; with whatever else it says of itself. */
export const having = (id: ConditionId, rest: Partial<Sheet['conditions'][number]> = {}) => ({
  ...{ key: `${id}-key`, id, until: null },
  ...rest,
});

/** A square of the grid, one metre a cell: to these rules it is five feet. */
export const at = (x: number, y: number, size = 1): Place => ({
  ...{ x: x + size / 2, y: y + size / 2, width: size, height: size, elevation: 0, facing: 0 },
});

/** It is the turn of the first. */
export function encounter(fighters: readonly SlotsFighter[], rest: Partial<SlotsEncounter> = {}): SlotsEncounter {
  return {
    ruleset: 'slots',
    clock: { round: 1, phase: 'turn', turn: fighters[0]!.id },
    fighters: Object.fromEntries(fighters.map((each) => [each.id, each])),
    ground: { grid: 'square', cell: 1 },
    settings: {},
    ...rest,
  };
}

/** Carries a command out with these faces; offers pass. Throws where faces are missing or left over. */
export function play(
  on: SlotsEncounter,
  command: Command,
  faces: readonly number[] = [],
  answers: Answer[] = [],
): Play {
  const left = [...faces];
  const played = begin(slots, on, command, countingIds(`${command.do}-`));
  const open = runOn(played, (ask) => {
    if (ask.kind === 'dice') {
      const face = (): number => left.shift() ?? Number.NaN;
      return { answer: throwDice(ask.dice, face) };
    }
    const answer = answers.shift();
    return answer ? { answer } : ask.kind === 'offer' ? { answer: ask.takers.map(() => PASS) } : null;
  });
  if (open || left.length > 0) throw new Error(open ? `${open.id} waits` : `left over: ${left}`);
  return played;
}

/** Ids of the reasons against a command. */
export const reasons = (on: SlotsEncounter, command: Command): string[] =>
  slots.whyNot(on, command).map(({ id }) => id);
