import { documentConfig } from '../../config';

/** The label of a subtype, localised from `TYPES.<Document>.<subtype>`. T13: client/config.d.mts, typeLabels */
export const typeLabel = (documentName: string, type: string): string =>
  game.i18n.localize(documentConfig(documentName)?.typeLabels?.[type] ?? `TYPES.${documentName}.${type}`);
