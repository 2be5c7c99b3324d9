import { storedReader } from '../../../foundry/stored';
import { BASE_DEFAULTS } from '../rules/base';
import { ITEM_TYPES } from '../rules/words';

export const { baseOf, itemOf } = storedReader(Object.keys(BASE_DEFAULTS), ITEM_TYPES);
