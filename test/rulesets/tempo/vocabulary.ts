import type { FighterInput } from '../../../src/encounter/ruleset';
import type { Place } from '../../../src/encounter/state';
import { tempo } from '../../../src/rulesets/tempo';
import { IDLE } from '../../../src/rulesets/tempo/clock';
import { vocabularyOf } from '../../support/rules';
import { stateValues } from '../../support/scenario/shorthand';

export * from '../../support/rules';
export const { fighter, item, encounter, play, begun, reasons } = vocabularyOf(tempo, () => IDLE);

/** Accepts a plan in the short form of scenario files: `plan-1: 'magic ember'`. */
const shortly = ({ state = {}, ...rest }: Partial<FighterInput> = {}): Partial<FighterInput> => ({
  ...rest,
  state: stateValues('tempo', state),
});
export const hero = (id: string, base?: FighterInput['base'], rest?: Partial<FighterInput>) =>
  fighter(id, base, { side: 'heroes', player: true, ...shortly(rest) });
export const foe = (id: string, base?: FighterInput['base'], rest?: Partial<FighterInput>) =>
  fighter(id, base, { side: 'foes', ...shortly(rest) });
export const thing = (id: string, size: number, place: Place) =>
  fighter(id, { object: true, size }, { side: 'things', place });

type Scene = ReturnType<typeof encounter>;

/** An encounter on a number, while the players may act. */
export const on = (
  tempo: number,
  fighters: readonly Scene['fighters'][string][],
  clock: Partial<Scene['clock']> = {},
  settings: Scene['settings'] = {},
): Scene => encounter(fighters, { clock: { ...IDLE, round: 1, phase: 'players', tempo, ...clock }, settings });
