import type { Encounter, Fighter, FighterId } from '../../encounter/state';
import { lookup } from '../../kernel/lookup';
import type { Adapter } from '../adapters/adapter';
import { modelOf } from '../stored/model';
import { combatantIn } from './exchange-document';
import { combatantSource, fighterFrom } from './reader';
import type { LoadedEncounter } from './store';

type CombatantFight = Pick<LoadedEncounter, 'host' | 'adapter' | 'encounter'>;

/**
 * Returns a combatant as it would enter the fight: without what has happened to it there, with the pools and
 * conditions of the actor. Null if it is gone or invalid.
 * @param actor in place of its own
 */
export function freshFighter(
  { host, adapter, encounter: { settings } }: CombatantFight,
  id: FighterId,
  actor?: Actor.Implementation,
): Fighter | null {
  const combatant = combatantIn(host, id);
  const source = combatant && combatantSource(adapter, combatant, settings);
  if (!source) return null;
  const sheet = { ...source.sheet, state: {}, kept: {} };
  return fighterFrom(adapter, { actor: actor ?? source.actor, sheet }, settings);
}

/** The filter of the compendium browser that names the level of a ruleset's actors. */
const LEVEL_FILTER = 'level';

/** The level of an actor, where its ruleset has some. */
export interface LevelField {
  /** Below `system`. */
  readonly path: string;
  readonly level: number;
  readonly min: number | undefined;
  readonly max: number | undefined;
  clamp(level: number): number;
}

export function levelFieldOf({ filters = [] }: Adapter, actor: Actor.Implementation | null): LevelField | null {
  const path = filters.find(({ id }) => id === LEVEL_FILTER)?.fields[actor?.type ?? ''];
  if (!actor || !path) return null;
  const model = modelOf(actor);
  const field = model.schema.getField(path);
  const level: unknown = foundry.utils.getProperty(model._source, path);
  if (!(field instanceof foundry.data.fields.NumberField) || typeof level !== 'number') return null;
  const { min, max } = field;
  // API: DataField#clean brings a number between its bounds.
  return { path, level, min, max, clamp: (wanted) => Number(field.clean(wanted as never)) };
}

export type FighterLevels = Readonly<Record<FighterId, number>>;

/** Returns the encounter with fighters as their sheets would be at other levels. What the fight has changed stays. */
export function withLevels(fight: CombatantFight, levels: FighterLevels): Encounter {
  const { encounter } = fight;
  const fighters = Object.entries(encounter.fighters).map(([id, fighter]): [FighterId, Fighter] => {
    const level = lookup(levels, id);
    return [id, (level === undefined ? null : fighterAtLevel(fight, id, level)) ?? fighter];
  });
  return { ...encounter, fighters: Object.fromEntries(fighters) };
}

function fighterAtLevel({ host, adapter, encounter }: CombatantFight, id: FighterId, level: number): Fighter | null {
  const combatant = combatantIn(host, id);
  const source = combatant && combatantSource(adapter, combatant, encounter.settings);
  const field = source && levelFieldOf(adapter, source.actor);
  if (!field) return null;
  // API: Document#clone; it is prepared like any actor, but only in memory.
  const system = foundry.utils.expandObject({ [field.path]: level });
  const actor = source.actor.clone({ system } as never, { keepId: true }) as Actor.Implementation;
  return fighterFrom(adapter, { ...source, actor }, encounter.settings);
}
