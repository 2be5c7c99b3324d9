import type { Build, Kit, KitItem } from '../../encounter/build';
import type { ActorValuesOf, ItemOf, ItemType, SheetSchema } from './sheet-schema';

/** Returns the guided build, typed by the ruleset's schema. */
export const buildOf = <S extends SheetSchema>(
  _schema: S,
  build: Build<ActorValuesOf<S>, ItemOf<S, ItemType<S>>>,
): Build<ActorValuesOf<S>, ItemOf<S, ItemType<S>>> => build;

/**
 * Returns a kit of compendium items.
 * @param ids by name
 * @param values fields that differ from the compendium's, by name
 */
export const kitOf = <Name extends string>(
  ids: Readonly<Record<Name, string>>,
  values?: Readonly<Partial<Record<NoInfer<Name>, KitItem['values']>>>,
): Kit => Object.entries<string>(ids).map(([name, id]) => ({ id, name, values: values?.[name as Name] ?? {} }));

/** For gear that is carried while something else is in hand. */
export const PUT_AWAY: KitItem['values'] = { equipped: false };
