import { storedReader } from '../../../foundry/prepared';
import { BASE_DEFAULTS } from '../rules/base';
import { ITEM_TYPES } from '../rules/words';

/** What steps write of items. */
const MARKS = ['equipped', 'loaded', 'dropped', 'lies', 'quantity', 'usesSpent', 'broken'];

export const { baseOf, itemOf, marks } = storedReader(Object.keys(BASE_DEFAULTS), ITEM_TYPES, MARKS);
