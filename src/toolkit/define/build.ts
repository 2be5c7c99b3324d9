import type { Build } from '../../encounter/build';
import type { BaseOf, ItemOf, ItemType, SheetSchema } from './sheet-schema';

/** Describes how a character is built, in the types of its ruleset's schema. */
export const buildOf = <S extends SheetSchema>(
  _schema: S,
  build: Build<BaseOf<S>, ItemOf<S, ItemType<S>>>,
): Build<BaseOf<S>, ItemOf<S, ItemType<S>>> => build;
