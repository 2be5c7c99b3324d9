import type { Command } from '../../../src/encounter/command';
import { begin, type Play, runOn } from '../../../src/encounter/play';
import type { Sheet } from '../../../src/encounter/ruleset';
import type { Place } from '../../../src/encounter/state';
import { countingIds } from '../../../src/encounter/table';
import { type Answer, PASS } from '../../../src/kernel/ask';
import { throwDice } from '../../../src/kernel/dice';
import { seconds } from '../../../src/rulesets/seconds/rules';
import type { SecondsEncounter, SecondsFighter } from '../../../src/rulesets/seconds/rules/stats';

type Settings = SecondsEncounter['settings'];

/** A fighter with harmless defaults. */
export function fighter(
  id: string,
  base: Sheet['base'] = {},
  rest: Partial<Sheet> = {},
  settings: Settings = {},
): SecondsFighter {
  const sheet: Sheet = {
    ...{ id, name: id, side: id, player: false, base, items: [], pools: {}, conditions: [], book: {}, place: null },
    ...rest,
  };
  return seconds.fighter(sheet, settings);
}

export const item = (type: string, id: string, fields: object = {}): Sheet['items'][number] => ({
  ...{ id, name: id, type },
  ...fields,
});
export const weapon = (id: string, fields: object = {}) => item('secondsWeapon', id, fields);
export const gear = (id: string, fields: object = {}) => item('secondsGear', id, fields);

export const at = (x: number, y = 0.5): Place => ({ x, y, width: 1, height: 1, elevation: 0, facing: 0 });

/** An encounter in which the first fighter has its turn. */
export function encounter(fighters: readonly SecondsFighter[], settings: Settings = {}): SecondsEncounter {
  return {
    ruleset: 'seconds',
    clock: { round: 1, phase: 'turn', turn: fighters[0]!.id },
    fighters: Object.fromEntries(fighters.map((each) => [each.id, each])),
    ground: { grid: 'square', cell: 1 },
    settings,
  };
}

/**
 * Carries a command out with these faces and, for everything else that is asked, these answers in order; where none are left, offers
 * pass. Throws where something is missing or left over.
 */
export function play(
  on: SecondsEncounter,
  command: Command,
  faces: readonly number[] = [],
  answers: readonly Answer[] = [],
): Play {
  const played = begin(seconds, on, command, countingIds(`${command.do}-`));
  const left = [...faces];
  const said = [...answers];
  const face = () => left.shift() ?? fail('a face is missing');
  const open = runOn(played, (ask) => {
    if (ask.kind === 'dice') return { answer: throwDice(ask.dice, face) };
    if (ask.kind === 'all')
      return { answer: ask.asks.map((part) => (part.kind === 'dice' ? throwDice(part.dice, face) : fail(part.id))) };
    const answer = said.shift();
    if (answer) return { answer };
    return ask.kind === 'offer' ? { answer: ask.takers.map(() => PASS) } : fail(`${ask.id} waits`);
  });
  if (open || left.length + said.length > 0) fail(`left over: ${JSON.stringify([open, left, said])}`);
  return played;
}

function fail(message: string): never {
  throw new Error(message);
}

/** Ids of the reasons against a command. */
export const reasons = (on: SecondsEncounter, command: Command): string[] =>
  seconds.whyNot(on, command).map(({ id }) => id);

/** What a button says it would take, in seconds. */
export function price(on: SecondsEncounter, command: Command): number {
  const { cost } = seconds.views.action(on, command, { gm: true, owns: [], targets: [] });
  return cost.find(({ pool }) => pool === 'seconds')?.amount ?? 0;
}

/** Words said on the card, in order. */
export const said = ({ table }: Play): string[] =>
  table.effects.flatMap((effect) => (effect.kind === 'say' ? [effect.word] : []));
