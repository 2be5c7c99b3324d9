/** The system in a client without a window: everything `src/foundry/register.ts` hands to Foundry, and the referee's watch. */
import { bringUpToDate } from '../../src/foundry/migration/world';
import { encounterOf } from '../../src/foundry/reader';
import {
  answer,
  cancelExchange,
  endByHand,
  isReferee,
  openAsks,
  redoable,
  redoStep,
  rewindable,
  rewindStep,
  submit,
  takeReferee,
  withdraw,
} from '../../src/foundry/referee';
import { watchTable } from '../../src/foundry/referee/watch';
import { register } from '../../src/foundry/register';
import { adapterOf } from '../../src/foundry/registry';
import { watchSecrets } from '../../src/foundry/secrets/share';
import { stampOf } from '../../src/foundry/secrets/store';
import { tellUnreadable } from '../../src/foundry/unreadable';
import { ADAPTERS } from '../../src/rulesets/foundry';

export const init = () => register(Object.values(ADAPTERS));

/** Without `watchFights`: it draws. */
export function start() {
  tellUnreadable();
  watchTable();
  watchSecrets();
  void bringUpToDate();
}

/** What a person at this client can do, and see. */
export const hands = {
  adapterOf,
  encounterOf,
  stampOf,
  ...{ submit, answer, openAsks, isReferee, takeReferee, withdraw },
  ...{ rewindStep, rewindable, redoStep, redoable, cancelExchange, endByHand },
};
