import type { Build } from '../../encounter/build';
import type { ActorValuesOf, ItemOf, ItemType, SheetSchema } from './sheet-schema';

/** Returns the guided build, typed by the ruleset's schema. */
export const buildOf = <S extends SheetSchema>(
  _schema: S,
  build: Build<ActorValuesOf<S>, ItemOf<S, ItemType<S>>>,
): Build<ActorValuesOf<S>, ItemOf<S, ItemType<S>>> => build;
