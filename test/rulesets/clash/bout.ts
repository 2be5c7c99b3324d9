import type { Command } from '../../../src/encounter/command';
import { begin, type Play, runOn } from '../../../src/encounter/play';
import type { Sheet } from '../../../src/encounter/ruleset';
import type { Place } from '../../../src/encounter/state';
import { countingIds } from '../../../src/encounter/table';
import type { Answer, PersonAsk } from '../../../src/kernel/ask';
import { throwDice } from '../../../src/kernel/dice';
import { clash } from '../../../src/rulesets/clash/rules';
import type { ClashEncounter, ClashFighter } from '../../../src/rulesets/clash/rules/stats';

/** A fighter with harmless defaults; pools, conditions and items as the sheet says. */
export function fighter(id: string, base: Sheet['base'] = {}, rest: Partial<Sheet> = {}): ClashFighter {
  const sheet: Sheet = {
    ...{ id, name: id, side: id, player: false, base, items: [], pools: {}, conditions: [], book: {}, place: null },
    ...rest,
  };
  return clash.fighter(sheet, {});
}

export const item = (type: string, id: string, fields: object = {}): Sheet['items'][number] => ({
  ...{ id, name: id, type },
  ...fields,
});
export const weapon = (id: string, fields: object = {}) => item('clashWeapon', id, fields);
export const shield = (id: string, fields: object = {}) => item('clashShield', id, fields);
export const spell = (id: string, fields: object = {}) => item('clashSpell', id, fields);
export const skill = (id: string, fields: object = {}) => item('clashSkill', id, fields);

export const at = (x: number, y: number, facing = 0): Place => ({ x, y, width: 1, height: 1, elevation: 0, facing });

/** A fight in its first round, in which the first of these has the turn. */
export function encounter(fighters: readonly ClashFighter[], rest: Partial<ClashEncounter> = {}): ClashEncounter {
  return {
    ruleset: 'clash',
    clock: { round: 1, phase: 'active', turn: fighters[0]!.id, time: 0 },
    fighters: Object.fromEntries(fighters.map((each) => [each.id, each])),
    ground: { grid: 'square', cell: 1 },
    settings: {},
    ...rest,
  };
}

/** No fight at all. */
export const peace = { clock: clash.idle };

/**
 * Carries a command out; dice take the faces they need, all else the answers in order. Throws where something is missing or left over.
 */
export function play(
  on: ClashEncounter,
  command: Command,
  faces: readonly number[] = [],
  answers: readonly string[] = [],
): Play {
  const played = begin(clash, on, command, countingIds(`${command.do}-`));
  const open = goOn(played, faces, answers);
  if (open) throw new Error(`${open.id} waits`);
  return played;
}

/** Goes on as far as faces and answers reach, and returns the ask it then waits at. */
export function goOn(played: Play, faces: readonly number[] = [], answers: readonly string[] = []): PersonAsk | null {
  const left = [...faces];
  const said = [...answers];
  const answerTo = (ask: PersonAsk): { answer: Answer } | null => {
    if (ask.kind === 'dice') {
      if (left.length === 0) return null;
      return { answer: throwDice(ask.dice, () => left.shift() ?? 1) };
    }
    if (ask.kind === 'all') {
      const given = ask.asks.map((each) => answerTo(each)?.answer);
      return given.every((each) => each) ? { answer: given } : null;
    }
    const next = said.shift();
    if (next === undefined) return null;
    return { answer: [ask.kind === 'amount' ? Number(next) : next] };
  };
  const open = runOn(played, answerTo);
  if (left.length + said.length > 0) throw new Error(`left over: ${JSON.stringify([left, said])}`);
  return open;
}

/** The options of the choice an exchange waits at. */
export function optionsOf(open: PersonAsk | null): string[] {
  if (open?.kind !== 'choice') throw new Error(`${open?.id} is no choice`);
  return open.options.map(({ id }) => id);
}

/** Ids of the reasons against a command. */
export const reasons = (on: ClashEncounter, command: Command): string[] =>
  clash.whyNot(on, command).map(({ id }) => id);

/** Words said while a command was carried out. */
export const said = ({ table }: Play): string[] =>
  table.effects.flatMap((effect) => (effect.kind === 'say' ? [effect.word] : []));
