/** The system in a client without a window: everything `src/foundry/register.ts` hands to Foundry, and the referee's watch. */

import { initializeTemplates } from '@cadence/sandbox/client';
import { notifyBeyond } from '../../src/foundry/adapters/beyond';
import { adapterOfManifest } from '../../src/foundry/adapters/of-schema';
import { adapterOf } from '../../src/foundry/adapters/registry';
import { act } from '../../src/foundry/apps/actions/act';
import { askOptions, pressAction } from '../../src/foundry/apps/actions/action-buttons';
import { enterPool } from '../../src/foundry/apps/actions/by-hand';
import { joiningOf } from '../../src/foundry/apps/actions/join';
import { joinFight } from '../../src/foundry/apps/actions/join-fight';
import { actNamed, dropOnHotbar } from '../../src/foundry/apps/actions/named-action';
import { cardHTML } from '../../src/foundry/apps/chat/card';
import { requestHTML } from '../../src/foundry/apps/chat/message-frame';
import { whyUnread } from '../../src/foundry/apps/prompt/give-answer';
import { effectsContext } from '../../src/foundry/apps/sheets/effects';
import { trackerContext } from '../../src/foundry/apps/tracker/tracker-context';
import { whyUnfit } from '../../src/foundry/apps/ui/fields';
import { render } from '../../src/foundry/apps/ui/templates';
import { isForeign, limitedContext } from '../../src/foundry/apps/ui/window-bases';
import { watchAreas } from '../../src/foundry/canvas/area-regions';
import { watchFloor } from '../../src/foundry/canvas/floor-tokens';
import { coreState } from '../../src/foundry/clock/mirror';
import { watchClock } from '../../src/foundry/clock/watch';
import { keepWorldTime } from '../../src/foundry/clock/world-time';
import { offeredTypes } from '../../src/foundry/documents/new-documents';
import { draftCard } from '../../src/foundry/host/host';
import { encounterOf, fighterAlone, ofFight } from '../../src/foundry/host/store';
import { bringUpToDate } from '../../src/foundry/migration/due';
import { listUnreadable } from '../../src/foundry/migration/repair';
import { findUnreadable, notifyUnreadable, unreadablePaths } from '../../src/foundry/migration/unreadable';
import { declaredOf } from '../../src/foundry/platform/field-label';
import { forgetTroubles, reported } from '../../src/foundry/platform/report';
import { isAble, replacement, setAbilities } from '../../src/foundry/platform/v14';
import {
  answer,
  cancelExchange,
  endByHand,
  goOnWithout,
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
import { isHalfDone } from '../../src/foundry/referee/claim';
import { operationsFor } from '../../src/foundry/referee/operations';
import { watchTable } from '../../src/foundry/referee/watch';
import { register } from '../../src/foundry/register';
import { remember } from '../../src/foundry/secrets/remember';
import { unsealed } from '../../src/foundry/secrets/sealed';
import { watchSecrets } from '../../src/foundry/secrets/share';
import { lastSelfTest, selfTest } from '../../src/foundry/self-test';
import { reportText } from '../../src/foundry/self-test/report';
import { tried } from '../../src/foundry/self-test/trial';
import { secretAt, stampOf } from '../../src/foundry/stored/secrets';
import { actorContext } from '../../src/foundry/views/actor-context';
import { fightOf } from '../../src/foundry/views/fight';
import { RULESETS } from '../../src/rulesets';
import { MANIFESTS } from '../../src/rulesets/manifests';
import { SYNTHETIC } from '../migration/synthetic';

export function init() {
  initializeTemplates();
  // Rules at once: nothing here is fetched.
  register(
    MANIFESTS.map((manifest) => {
      const { id } = manifest.schema;
      const schema = id === 'clash' ? { ...manifest.schema, changes: [SYNTHETIC] } : manifest.schema;
      return adapterOfManifest({ ...manifest, schema, rules: RULESETS[id] });
    }),
  );
}

/** Without `watchFights`: it draws. */
export async function start() {
  await selfTest();
  notifyUnreadable();
  notifyBeyond();
  watchClock();
  watchTable();
  watchSecrets();
  watchAreas();
  watchFloor();
  void bringUpToDate();
}

/** What a person at this client can do, and see. */
export const hands = {
  adapterOf,
  ...{ coreState, keepWorldTime },
  draftCard,
  encounterOf,
  fighterAlone,
  ...{ remember, secretAt, stampOf, unsealed, watchSecrets },
  ...{ isAble, lastSelfTest, tried, reportText },
  replacement,
  isHalfDone,
  setAbilities,
  ...{ joinFight, joiningOf, offeredTypes },
  ...{ submit, answer, openAsks, isReferee, takeReferee, withdraw },
  ...{ rewindStep, rewindable, redoStep, redoable, cancelExchange, endByHand, goOnWithout },
  /** What stands behind windows and buttons, for tests that look at none. */
  windows: {
    ...{ operationsFor, effectsContext, limitedContext },
    ...{ act, pressAction, askOptions, enterPool, isForeign, whyUnread, whyUnfit, declaredOf },
    ...{ actorContext, fightOf, trackerContext, render, cardHTML, requestHTML },
    /** The lines of the game master's list of what cannot be read. */
    unreadable: () =>
      listUnreadable(
        findUnreadable().map((found) => ({ ...found, paths: found.document ? unreadablePaths(found.document) : [] })),
      ),
    ...{ actNamed, dropOnHotbar, forgetTroubles, reported, ofFight },
  },
};
