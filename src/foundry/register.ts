import type { UnloadedAdapter } from './adapters/adapter';
import { NUMBERS_BEYOND } from './adapters/beyond';
import { STATUSES } from './adapters/conditions';
import { declare, REFUSED_RULESETS, rulesHere } from './adapters/registry';
import { ACTION_WINDOWS } from './apps/actions/action-buttons';
import { KEYBOARD } from './apps/actions/keyboard';
import { NAMED_ACTIONS } from './apps/actions/named-action';
import { FLOOR_ITEMS } from './apps/actions/take-up';
import { CARD_MENU } from './apps/chat/card';
import { DICE_SO_NICE } from './apps/chat/dice-so-nice';
import { SCREEN_READER } from './apps/chat/tell-steps';
import { STATUS_PALETTE } from './apps/gm-tools/status-palette';
import { RULE_TOOLTIPS } from './apps/onboarding/rule-tooltips';
import { WELCOME } from './apps/onboarding/welcome';
import { SETTINGS_MENUS } from './apps/settings/settings-menu';
import { SHEETS } from './apps/sheets/register-sheets';
import { ENCOUNTER_KEYS } from './apps/tracker/encounter-controls';
import { TRACKER } from './apps/tracker/tracker';
import { TEMPLATES } from './apps/ui/templates';
import { REDRAWING } from './apps/watch';
import { AREAS } from './canvas/area-regions';
import { FLOOR } from './canvas/floor-tokens';
import { RULER } from './canvas/ruler';
import { THREATS } from './canvas/threat';
import { TOKENS } from './canvas/turn-marker';
import { CLOCK } from './clock/watch';
import { DOCUMENTS } from './documents/register-documents';
import { LOADED_RULES } from './documents/rules';
import { MIGRATION } from './migration/due';
import { UNREADABLE } from './migration/unreadable-menu';
import { whenIdle } from './platform/idle';
import { SETTINGS } from './platform/register-settings';
import { REQUESTS } from './referee/requests';
import { REFEREE } from './referee/watch';
import { SECRETS } from './secrets/share';
import { SELF_TEST, selfTest } from './self-test';
import { REPORT } from './self-test/report-window';

/** A part of Cadence that Foundry calls or that listens to Foundry; each is exported beside what it starts. */
interface Feature {
  /** At `init`: registers classes, settings, keys and menus. */
  init?(rulesets: readonly UnloadedAdapter[]): void;
  /** At `ready`: listens and draws. */
  ready?(): void;
  /** Loads ahead what a click would otherwise wait for, when the browser has nothing else to do. */
  idle?(): Promise<unknown>;
}

/** In the order in which they start. */
const FEATURES: readonly Feature[] = [
  SETTINGS,
  SETTINGS_MENUS,
  SELF_TEST,
  REPORT,
  UNREADABLE,
  ENCOUNTER_KEYS,
  CARD_MENU,
  REQUESTS,
  DOCUMENTS,
  STATUSES,
  SHEETS,
  TRACKER,
  RULER,
  TEMPLATES,
  LOADED_RULES,
  CLOCK,
  REFUSED_RULESETS,
  NUMBERS_BEYOND,
  DICE_SO_NICE,
  NAMED_ACTIONS,
  STATUS_PALETTE,
  RULE_TOOLTIPS,
  KEYBOARD,
  REDRAWING,
  SCREEN_READER,
  REFEREE,
  SECRETS,
  AREAS,
  FLOOR,
  FLOOR_ITEMS,
  THREATS,
  TOKENS,
  WELCOME,
  ACTION_WINDOWS,
  MIGRATION,
];

/** Passes Cadence to Foundry at `init`, with the rulesets of this installation. */
export function register(rulesets: readonly UnloadedAdapter[]): void {
  for (const ruleset of rulesets) declare(ruleset);
  for (const { init } of FEATURES) init?.(rulesets);
}

/** Starts listening at `ready`, once the rules of this world are loaded. */
export async function start(): Promise<void> {
  await Promise.all([rulesHere(), selfTest()]);
  for (const { ready } of FEATURES) ready?.();
  void loadAhead();
}

/** One after the other; what cannot be loaded now is loaded when it is needed. */
async function loadAhead(): Promise<void> {
  for (const { idle } of FEATURES) {
    if (!idle) continue;
    await new Promise<void>(whenIdle);
    await idle().catch((error: unknown) => console.warn('Cadence | a piece could not be fetched ahead', error));
  }
}
