import * as change from './encounter/change';
import * as condition from './encounter/condition';
import * as legality from './encounter/legality';
import * as ruleset from './encounter/ruleset';
import * as standing from './encounter/standing';
import * as state from './encounter/state';
import * as timing from './encounter/timing';
import * as ask from './kernel/ask';
import * as dice from './kernel/dice';
import * as procedure from './kernel/procedure';
import * as bond from './mechanics/bond';
import * as breakdown from './mechanics/breakdown';
import * as check from './mechanics/check';
import * as conditions from './mechanics/condition';
import * as damage from './mechanics/damage';
import * as diceText from './mechanics/dice';
import * as duration from './mechanics/duration';
import * as known from './mechanics/known';
import * as reaction from './mechanics/reaction';
import * as setting from './mechanics/setting';
import * as space from './mechanics/space';
import * as actions from './rulebook/actions';
import * as badges from './rulebook/badges';
import * as buttons from './rulebook/buttons';
import * as byHand from './rulebook/by-hand';
import * as card from './rulebook/card';
import * as command from './rulebook/command';
import * as gauges from './rulebook/gauges';
import * as handButtons from './rulebook/hand-buttons';
import * as labels from './rulebook/labels';
import * as marks from './rulebook/marks';
import * as options from './rulebook/options';
import * as question from './rulebook/question';
import * as description from './rulebook/ruleset';
import * as schema from './rulebook/schema';
import * as sheet from './rulebook/sheet';
import * as sheetSchema from './rulebook/sheet-schema';
import * as when from './rulebook/when';

/**
 * What rules are made with, for rulesets that live in other packages and cannot import it: the rooms `kernel`, `encounter`,
 * `mechanics` and `rulebook` under their own names. Plain functions and values, no Foundry.
 */
export const TOOLS = {
  kernel: { ...ask, ...dice, ...procedure },
  encounter: { ...change, ...condition, ...legality, ...ruleset, ...standing, ...state, ...timing },
  mechanics: {
    bond,
    breakdown,
    check,
    condition: conditions,
    damage,
    duration,
    dice: diceText,
    known,
    reaction,
    setting,
    space,
  },
  rulebook: {
    ...actions,
    ...badges,
    ...buttons,
    ...byHand,
    ...handButtons,
    ...card,
    ...command,
    ...description,
    ...gauges,
    ...labels,
    ...question,
    ...sheet,
    marks,
    options,
    schema: { ...schema, ...sheetSchema },
    when,
  },
} as const;
