import { NO_SECRETS, type Ruleset } from '../../../encounter/ruleset';
import { cardView } from './card';
import { IDLE } from './clock';
import { CLOCK, interrupts, knows, moves, play, whyNot } from './commands';
import { CONDITIONS } from './conditions';
import { readFighter } from './fighter';
import { GM_OPTIONS } from './options';
import { REACTIONS } from './reactions';
import type { SecondsEncounter } from './stats';
import { actionView, sheetView, trackerView } from './view';
import { SETTINGS } from './words';

/** Three seconds a turn: everything takes time, and what does not fit goes on in the next turn. */
export const seconds: Ruleset<SecondsEncounter> = {
  id: 'seconds',
  settings: SETTINGS,
  conditions: CONDITIONS,
  fighter: readFighter,
  idle: IDLE,
  clockCommands: Object.keys(CLOCK),
  gmOptions: GM_OPTIONS,
  whyNot,
  play,
  interrupts,
  reactions: REACTIONS,
  knows,
  secrets: () => NO_SECRETS,
  moves,
  momentOf: ({ round, turn }) => `r${round}/${turn}`,
  views: { tracker: trackerView, sheet: sheetView, action: actionView, card: cardView },
};
