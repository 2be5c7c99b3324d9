import type { Command } from '../../../src/encounter/command';
import { begin, type Play, runOn } from '../../../src/encounter/play';
import type { Sheet } from '../../../src/encounter/ruleset';
import type { Place } from '../../../src/encounter/state';
import { countingIds } from '../../../src/encounter/table';
import { type Answer, PASS, type PersonAsk } from '../../../src/kernel/ask';
import { throwDice } from '../../../src/kernel/dice';
import { tempo } from '../../../src/rulesets/tempo/rules';
import { IDLE } from '../../../src/rulesets/tempo/rules/clock';
import type { TempoClock, TempoEncounter, TempoFighter } from '../../../src/rulesets/tempo/rules/stats';

/** A player's fighter with harmless defaults; pools, conditions and items as the sheet says. */
export function hero(id: string, base: Sheet['base'] = {}, rest: Partial<Sheet> = {}): TempoFighter {
  const sheet: Sheet = {
    ...{
      id,
      name: id,
      side: 'heroes',
      player: true,
      base,
      items: [],
      pools: {},
      conditions: [],
      book: {},
      place: null,
    },
    ...rest,
  };
  return tempo.fighter(sheet, {});
}

export const foe = (id: string, base: Sheet['base'] = {}, rest: Partial<Sheet> = {}): TempoFighter =>
  hero(id, base, { side: 'foes', player: false, ...rest });

export const thing = (id: string, size: number, place: Place): TempoFighter =>
  hero(id, { object: true, size }, { side: 'things', player: false, place });

export const item = (type: string, id: string, fields: object = {}): Sheet['items'][number] => ({
  ...{ id, name: id, type: `tempo${type}` },
  ...fields,
});

export const at = (x: number, y: number): Place => ({ x, y, width: 1, height: 1, elevation: 0, facing: 0 });
export const root = (id: string, rest = {}) => ({ key: id, id, until: null, ...rest });

/** On a number, while the players may act. */
export function on(
  number: number,
  fighters: readonly TempoFighter[],
  clock: Partial<TempoClock> = {},
  settings: TempoEncounter['settings'] = {},
): TempoEncounter {
  return {
    ruleset: 'tempo',
    clock: { ...IDLE, round: 1, phase: 'players', tempo: number, ...clock },
    fighters: Object.fromEntries(fighters.map((each) => [each.id, each])),
    ground: { grid: 'square', cell: 1 },
    settings,
  };
}

/**
 * Carries a command out; each throw takes the faces it needs. Everything else takes the answers in order, and where there are none left,
 * offers pass. Throws where something is missing or left over.
 */
export function play(
  encounter: TempoEncounter,
  command: Command,
  faces: readonly number[] = [],
  answers: readonly Answer[] = [],
): Play {
  const played = begin(tempo, encounter, command, countingIds(`${command.do}-`));
  const open = goOn(played, faces, answers);
  if (open) throw new Error(`${open.id} waits`);
  return played;
}

/** Goes on as far as the answers reach, and returns the ask it then waits at. */
export function goOn(played: Play, faces: readonly number[], answers: readonly Answer[]): PersonAsk | null {
  const left = [...faces];
  const said = [...answers];
  const open = runOn(played, (ask) => {
    if (ask.kind === 'dice') {
      if (left.length === 0) return null;
      return { answer: throwDice(ask.dice, () => left.shift() ?? 1) };
    }
    const answer = said.shift();
    if (answer) return { answer };
    return ask.kind === 'offer' ? { answer: ask.takers.map(() => PASS) } : null;
  });
  if (left.length + said.length > 0) throw new Error(`left over: ${JSON.stringify([left, said])}`);
  return open;
}

/** Ids of the reasons against a command. */
export const reasons = (encounter: TempoEncounter, command: Command): string[] =>
  tempo.whyNot(encounter, command).map(({ id }) => id);
