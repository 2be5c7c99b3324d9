import { documentConfig } from '../../config';

/** Returns the localized label of a subtype, from `TYPES.<Document>.<subtype>`. T13: client/config.d.mts, typeLabels */
export const typeLabel = (documentName: string, type: string): string =>
  game.i18n.localize(documentConfig(documentName)?.typeLabels?.[type] ?? `TYPES.${documentName}.${type}`);
