import * as standing from '../encounter/automation';
import * as change from '../encounter/change';
import * as condition from '../encounter/condition';
import * as legality from '../encounter/legality';
import * as ruleset from '../encounter/ruleset';
import * as state from '../encounter/state';
import * as timing from '../encounter/timing';
import * as ask from '../kernel/ask';
import * as dice from '../kernel/dice';
import * as procedure from '../kernel/procedure';
import * as bond from './combat/bond';
import * as breakdown from './combat/breakdown';
import * as check from './combat/check';
import * as conditions from './combat/condition';
import * as damage from './combat/damage';
import * as known from './combat/mask-unknown';
import * as diceText from './combat/parse-dice';
import * as strike from './combat/strike';
import * as actions from './define/actions';
import * as command from './define/commands';
import * as labels from './define/labels';
import * as byHand from './define/manual';
import * as options from './define/options';
import * as description from './define/ruleset';
import * as schema from './define/schema';
import * as setting from './define/setting';
import * as sheetSchema from './define/sheet-schema';
import * as marks from './define/state';
import * as space from './space/space';
import * as duration from './turns/duration';
import * as pools from './turns/pools';
import * as reaction from './turns/reaction';
import * as order from './turns/turn-order';
import * as badges from './views/badges';
import * as buttons from './views/buttons';
import * as card from './views/card';
import * as gauges from './views/gauges';
import * as handButtons from './views/manual-buttons';
import * as question from './views/question';
import * as sheet from './views/sheet';
import * as when from './views/when';

/**
 * The toolkit for packages that cannot import it: its folders under their names, with `kernel` and `encounter`.
 * Independent of Foundry.
 */
export const TOOLS = {
  kernel: { ...ask, ...dice, ...procedure },
  encounter: { ...change, ...condition, ...legality, ...ruleset, ...standing, ...state, ...timing },
  define: {
    ...actions,
    ...byHand,
    ...command,
    ...description,
    ...labels,
    schema: { ...schema, ...sheetSchema },
    state: marks,
    options,
    setting,
  },
  turns: { duration, order, pools, reaction },
  combat: { bond, breakdown, check, condition: conditions, damage, dice: diceText, known, strike },
  space: { space },
  views: { ...badges, ...buttons, ...card, ...gauges, ...handButtons, ...question, ...sheet, when },
} as const;
