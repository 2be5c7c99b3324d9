import { NO_SECRETS, type Ruleset } from '../../../encounter/ruleset';
import { NO_STANDING } from '../../../encounter/standing';
import { NO_TURNS } from '../../../encounter/timing';
import { partsNow } from '../../../mechanics/bond';
import { reactionOrder } from '../../../mechanics/reaction';
import { cardView } from './card';
import { IDLE } from './clock';
import { CLOCK, interrupts, knows, moves, play, whyNot } from './commands';
import { CONDITIONS } from './conditions';
import { readFighter } from './fighter';
import { bound } from './hold';
import { GM_OPTIONS, OPTIONS } from './options';
import { REACTIONS } from './reactions';
import type { EnergyEncounter } from './stats';
import { THREAT } from './threat';
import { actionView, sheetView, trackerView } from './view';
import { SETTINGS } from './words';

/** No turns: a Round is open, everybody holds Energy, and whoever can pay may act. */
export const energy: Ruleset<EnergyEncounter> = {
  id: 'energy',
  settings: SETTINGS,
  conditions: CONDITIONS,
  fighter: readFighter,
  idle: IDLE,
  clockCommands: Object.keys(CLOCK),
  options: OPTIONS,
  gmOptions: GM_OPTIONS,
  whyNot,
  play,
  interrupts,
  standing: {
    ...NO_STANDING,
    orders: REACTIONS.map(reactionOrder),
    goesOn: (encounter) => partsNow(encounter, bound),
    fallbacks: {
      'initiative-challenge': ['decline'],
      'fling-weapon': ['leave'],
      repair: ['nothing'],
      'rest-block': ['go-on'],
      'rest-surges': [],
      'escape-by': [],
      'hold-by': [],
      'agile-move': [],
      'quicker-place': [],
      push: [],
      'fling-place': [],
    },
  },
  knows,
  secrets: () => NO_SECRETS,
  moves,
  threat: THREAT,
  momentOf: ({ round }) => `r${round}`,
  // E-02.
  timing: { ...NO_TURNS, roundSeconds: 5 },
  views: { tracker: trackerView, sheet: sheetView, action: actionView, card: cardView },
};
