/**
 * The system in a client without a window: the registrations of `src/foundry/register.ts`, and the referee's watchers.
 */

import { initializeTemplates } from '@cadence/sandbox/client';
import { adapterOfManifest } from '../../src/foundry/adapters/manifest-adapter';
import { notifyOutOfRange } from '../../src/foundry/adapters/out-of-range';
import { adapterOf } from '../../src/foundry/adapters/registry';
import { API } from '../../src/foundry/api';
import { act } from '../../src/foundry/apps/actions/act';
import { askOptions, bindActionOptions, pressAction } from '../../src/foundry/apps/actions/action-buttons';
import { barContext } from '../../src/foundry/apps/actions/bar-context';
import { loadFoeRoles } from '../../src/foundry/apps/actions/foe-tables';
import { copyItem, giveItem } from '../../src/foundry/apps/actions/give-item';
import { gradeFoe } from '../../src/foundry/apps/actions/grade-foe';
import { isHandedOver } from '../../src/foundry/apps/actions/item-giving';
import { joinFight, joinParty } from '../../src/foundry/apps/actions/join-fight';
import { findJoinableEncounter } from '../../src/foundry/apps/actions/joinable-encounter';
import { setCondition, setDefeated, setPoolFromInput } from '../../src/foundry/apps/actions/manual-changes';
import { actFromMacro, dropOnHotbar } from '../../src/foundry/apps/actions/named-action';
import { followReference } from '../../src/foundry/apps/actions/perform-named-action';
import { askContexts } from '../../src/foundry/apps/asks/ask';
import { cardHTML, openCard } from '../../src/foundry/apps/chat/card';
import { enableEffectsOf } from '../../src/foundry/apps/chat/handed-over';
import { requestHTML } from '../../src/foundry/apps/chat/message-frame';
import { loadEntries } from '../../src/foundry/apps/compendia/browser-entries';
import { filterContexts, kindOptions, uuidsIn } from '../../src/foundry/apps/compendia/browser-filters';
import { openRecordFile } from '../../src/foundry/apps/gm-tools/fight-record-files';
import { postSummary } from '../../src/foundry/apps/gm-tools/fight-record-post';
import { hiddenIn, recordOf } from '../../src/foundry/apps/gm-tools/fight-record-source';
import { loadFoes } from '../../src/foundry/apps/gm-tools/listed-foes';
import { loadParty, restAll, restsOf } from '../../src/foundry/apps/gm-tools/party-heroes';
import { placePlan, setTrigger } from '../../src/foundry/apps/gm-tools/place-foes';
import { playersFor, toggleAssignment } from '../../src/foundry/apps/onboarding/assign-hero';
import { giveKit, namesOfKit } from '../../src/foundry/apps/onboarding/kit';
import { createQuickFoe, rulesetsWithRoles } from '../../src/foundry/apps/onboarding/quick-foe';
import { forecastContext, registerForecastLabels } from '../../src/foundry/apps/opponent/forecast-context';
import { startForecast } from '../../src/foundry/apps/opponent/forecast-run';
import { measureContext } from '../../src/foundry/apps/opponent/measure-context';
import { measurementOf, startMeasurement } from '../../src/foundry/apps/opponent/measure-run';
import { pressFoes } from '../../src/foundry/apps/opponent/play-foes';
import { PLAYED_FOES } from '../../src/foundry/apps/opponent/played-foes';
import { suggestContext, suggestTask } from '../../src/foundry/apps/opponent/suggest-context';
import { loadFightThreats, threatContext, threatContextWith } from '../../src/foundry/apps/opponent/threat-context';
import { invalidAnswerText } from '../../src/foundry/apps/prompt/give-answer';
import { effectsContext } from '../../src/foundry/apps/sheets/effects';
import { panelContext } from '../../src/foundry/apps/sheets/effects-panel';
import { pressHandIcon } from '../../src/foundry/apps/sheets/own-items';
import { reveal, setDisguise } from '../../src/foundry/apps/tracker/disguise-fighter';
import { trackerContext } from '../../src/foundry/apps/tracker/tracker-context';
import { invalidInputText } from '../../src/foundry/apps/ui/fields';
import { render } from '../../src/foundry/apps/ui/templates';
import { limitedContext, rejectForeignItem } from '../../src/foundry/apps/ui/window-bases';
import { watchAreas } from '../../src/foundry/canvas/area-regions';
import { watchFloor } from '../../src/foundry/canvas/floor-tokens';
import { coreStateOf } from '../../src/foundry/clock/mirror';
import { watchClock } from '../../src/foundry/clock/watch';
import { ensureWorldTime } from '../../src/foundry/clock/world-time';
import { offeredTypes } from '../../src/foundry/documents/new-documents';
import { changeCount } from '../../src/foundry/host/changes';
import { draftCard } from '../../src/foundry/host/exchange-document';
import { levelFieldOf, withLevels } from '../../src/foundry/host/fighter-variants';
import { disguisesIn } from '../../src/foundry/host/hidden-names';
import { encounterOf, fighterOfActor, memoizeForFight } from '../../src/foundry/host/store';
import { applyTokenDefaults } from '../../src/foundry/host/token-defaults';
import { migrateIfNeeded } from '../../src/foundry/migration/migrate';
import { listUnreadable } from '../../src/foundry/migration/repair';
import { findUnreadable, notifyUnreadable, unreadablePaths } from '../../src/foundry/migration/unreadable';
import { clearProblems, tryOrReport } from '../../src/foundry/platform/data-problems';
import { declarationOf } from '../../src/foundry/platform/field-label';
import { isSupported, replacement, setCapabilities } from '../../src/foundry/platform/v14';
import {
  advanceWithoutSecrets,
  answer,
  becomeReferee,
  cancelExchange,
  endManually,
  isReferee,
  openAsks,
  openCardToAll,
  redoableCommand,
  redoStep,
  rewindableCommand,
  rewindStep,
  rewindTo,
  submit,
  withdraw,
} from '../../src/foundry/referee';
import { hasUnfinishedStep } from '../../src/foundry/referee/store/claim';
import { operationsFor } from '../../src/foundry/referee/store/operations';
import { watchExchanges } from '../../src/foundry/referee/watch';
import { registerFeatures } from '../../src/foundry/register';
import { rememberSecret } from '../../src/foundry/secrets/remember';
import { unsealEntries } from '../../src/foundry/secrets/sealed';
import { watchSecrets } from '../../src/foundry/secrets/share';
import { lastSelfTest, selfTest } from '../../src/foundry/self-test';
import { reportText } from '../../src/foundry/self-test/report';
import { runProbes } from '../../src/foundry/self-test/run-probes';
import { secretAt, stampOf } from '../../src/foundry/stored/secrets';
import { actorContext } from '../../src/foundry/views/actor-context';
import { fightOf } from '../../src/foundry/views/fight';
import { Parts } from '../../src/foundry/views/parts';
import { RULESETS } from '../../src/rulesets';
import { MANIFESTS } from '../../src/rulesets/manifests';
import { SYNTHETIC } from '../migration/synthetic';

export function init() {
  initializeTemplates();
  Object.assign(globalThis.game.system, { api: API });
  // Loads the rules at once, since nothing can be fetched.
  registerFeatures(
    MANIFESTS.map((manifest) => {
      const { id } = manifest.schema;
      const schema = id === 'clash' ? { ...manifest.schema, changes: [SYNTHETIC] } : manifest.schema;
      return adapterOfManifest({ ...manifest, schema, rules: RULESETS[id] });
    }),
  );
}

/** Omits `watchFights`, which renders. */
export async function start() {
  await selfTest();
  notifyUnreadable();
  notifyOutOfRange();
  watchClock();
  watchExchanges();
  watchSecrets();
  watchAreas();
  watchFloor();
  void migrateIfNeeded();
}

export const hands = {
  adapterOf,
  ...{ coreState: coreStateOf, keepWorldTime: ensureWorldTime },
  draftCard,
  encounterOf,
  fighterAlone: fighterOfActor,
  ...{ remember: rememberSecret, secretAt, stampOf, unsealed: unsealEntries, watchSecrets },
  ...{ isAble: isSupported, lastSelfTest, tried: runProbes, reportText },
  replacement,
  isHalfDone: hasUnfinishedStep,
  setAbilities: setCapabilities,
  ...{ joinFight, joinParty, joiningOf: findJoinableEncounter, offeredTypes },
  ...{ submit, answer, openAsks, setCondition, setDefeated, isReferee, takeReferee: becomeReferee, withdraw },
  ...{
    rewindStep,
    rewindTo,
    rewindable: rewindableCommand,
    redoStep,
    redoable: redoableCommand,
    cancelExchange,
    endByHand: endManually,
    goOnWithout: advanceWithoutSecrets,
  },
  windows: {
    ...{ operationsFor, effectsContext, panelContext, limitedContext },
    ...{ copyItem, followReference, giveItem, enableEffectsOf, isHandedOver, loadParty, restAll, restsOf },
    ...{ hiddenIn, openRecordFile, postSummary, recordOf },
    ...{ disguisesIn, reveal, setDisguise },
    ...{ pressFoes, foesOf: (host) => PLAYED_FOES.get(host.id) },
    ...{ forecastContext, registerForecastLabels, startForecast, levelFieldOf, withLevels },
    ...{ loadFightThreats, threatContext, threatContextWith },
    ...{ measureContext, measurementOf, startMeasurement },
    ...{ loadEntries, filterContexts, kindOptions, uuidsIn },
    ...{ createQuickFoe, gradeFoe, loadFoeRoles, rulesetsWithRoles },
    ...{ loadFoes, placePlan, setTrigger },
    ...{ giveKit, namesOfKit, playersFor, toggleAssignment, setKind: applyTokenDefaults },
    ...{
      act,
      bindActionOptions,
      pressAction,
      pressHandIcon,
      askOptions,
      enterPool: setPoolFromInput,
      isForeign: rejectForeignItem,
      whyUnread: invalidAnswerText,
      whyUnfit: invalidInputText,
      declaredOf: declarationOf,
    },
    ...{ suggestContext, suggestTask },
    ...{ changeCount, actorContext, barContext, fightOf, trackerContext, render, cardHTML, requestHTML, openCardToAll },
    /** The open questions as the prompt shows them. */
    askedOf: (host) => {
      const card = openCard(host);
      return card ? askContexts(new Parts(host.type), card.asks, openAsks(host), host) : [];
    },
    /** The lines of the GM's list of unreadable data. */
    unreadable: () =>
      listUnreadable(
        findUnreadable().map((found) => ({ ...found, paths: found.document ? unreadablePaths(found.document) : [] })),
      ),
    ...{
      actNamed: actFromMacro,
      dropOnHotbar,
      forgetTroubles: clearProblems,
      reported: tryOrReport,
      ofFight: memoizeForFight,
    },
  },
};
