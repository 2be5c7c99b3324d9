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
import * as card from './mechanics/card';
import * as check from './mechanics/check';
import * as conditions from './mechanics/condition';
import * as damage from './mechanics/damage';
import * as duration from './mechanics/duration';
import * as edit from './mechanics/edit';
import * as fields from './mechanics/fields';
import * as known from './mechanics/known';
import * as question from './mechanics/question';
import * as reaction from './mechanics/reaction';
import * as setting from './mechanics/setting';
import * as sheet from './mechanics/sheet';
import * as space from './mechanics/space';
import * as actions from './rulebook/actions';
import * as byHand from './rulebook/by-hand';
import * as command from './rulebook/command';
import * as schema from './rulebook/schema';
import * as sheetSchema from './rulebook/sheet-schema';

/**
 * What rules are made with, for rulesets that live in other packages and cannot import it: the rooms `kernel`, `encounter`,
 * `mechanics` and `rulebook` under their own names. Plain functions and values, no Foundry.
 */
export const TOOLS = {
  kernel: { ...ask, ...dice, ...procedure },
  encounter: { ...change, ...condition, ...legality, ...ruleset, ...standing, ...state, ...timing },
  mechanics: {
    ...{ bond, breakdown, card, check, condition: conditions, damage, duration, edit, fields },
    ...{ known, question, reaction, setting, sheet, space },
  },
  rulebook: { ...actions, ...byHand, ...command, schema: { ...schema, ...sheetSchema } },
} as const;
