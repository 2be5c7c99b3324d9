import * as automation from '../encounter/automation';
import * as change from '../encounter/change';
import * as condition from '../encounter/condition';
import * as legality from '../encounter/legality';
import * as ruleset from '../encounter/ruleset';
import * as state from '../encounter/state';
import * as timing from '../encounter/timing';
import * as ask from '../kernel/ask';
import * as dice from '../kernel/dice';
import * as procedure from '../kernel/procedure';
import * as actions from './act/actions';
import { logStop, stopOf } from './act/command-run';
import * as command from './act/commands';
import { removalsOf } from './act/state-based';
import * as bond from './combat/bond';
import * as breakdown from './combat/breakdown';
import * as check from './combat/check';
import * as conditions from './combat/condition';
import * as damage from './combat/damage';
import * as groupRoll from './combat/group-roll';
import * as manual from './combat/manual';
import * as maskUnknown from './combat/mask-unknown';
import * as parseDice from './combat/parse-dice';
import * as strike from './combat/strike';
import * as duration from './define/duration';
import * as labels from './define/labels';
import * as options from './define/options';
import * as schema from './define/schema';
import * as setting from './define/setting';
import * as sheetSchema from './define/sheet-schema';
import * as stateFields from './define/state';
import * as defineRuleset from './ruleset';
import * as space from './space/space';
import * as pools from './turns/pools';
import * as reaction from './turns/reaction';
import * as order from './turns/turn-order';
import * as badges from './views/badges';
import * as buttons from './views/buttons';
import * as card from './views/card';
import * as gauges from './views/gauges';
import * as manualButtons from './views/manual-buttons';
import * as question from './views/question';
import * as sheet from './views/sheet';
import * as when from './views/when';

/**
 * The toolkit for packages that cannot import it: its folders under their names, with `kernel` and `encounter`.
 * Independent of Foundry.
 */
export const TOOLS = {
  kernel: { ...ask, ...dice, ...procedure },
  encounter: { ...change, ...condition, ...legality, ...ruleset, ...automation, ...state, ...timing },
  define: {
    ...actions,
    ...manual,
    ...command,
    ...defineRuleset,
    ...labels,
    logStop,
    stopOf,
    removalsOf,
    schema: { ...schema, ...sheetSchema },
    state: stateFields,
    options,
    setting,
  },
  turns: { duration, order, pools, reaction },
  combat: {
    bond,
    breakdown,
    check,
    condition: conditions,
    damage,
    dice: parseDice,
    groupRoll,
    known: maskUnknown,
    strike,
  },
  space: { space },
  views: { ...badges, ...buttons, ...card, ...gauges, ...manualButtons, ...question, ...sheet, when },
} as const;
