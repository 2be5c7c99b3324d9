import { NO_SECRETS, type Ruleset } from '../../../encounter/ruleset';
import { cardView } from './card';
import { IDLE } from './clock';
import { CLOCK, interrupts, knows, moves, play, whyNot } from './commands';
import { CONDITIONS } from './conditions';
import { readFighter } from './fighter';
import { REACTIONS } from './reactions';
import type { EnergyEncounter } from './stats';
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
  gmOptions: [
    'attack',
    'defense',
    'behind',
    'other',
    'moving',
    'metres',
    'anyway',
    'surprised',
    'aware',
    'movement',
    'energy',
    'passing',
    'hours',
    'pointBlank',
    'cover',
    'deathRoll',
    'injuryFrom',
  ],
  whyNot,
  play,
  interrupts,
  reactions: REACTIONS,
  knows,
  secrets: () => NO_SECRETS,
  moves,
  momentOf: ({ round }) => `r${round}`,
  views: { tracker: trackerView, sheet: sheetView, action: actionView, card: cardView },
};
