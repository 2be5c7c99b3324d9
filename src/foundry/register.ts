import type { UnloadedAdapter } from './adapters/adapter';
import { STATUSES } from './adapters/conditions';
import { OUT_OF_RANGE_NUMBERS } from './adapters/out-of-range';
import { REFUSED_RULESETS, registerAdapter, waitForRules } from './adapters/registry';
import { ACTED } from './api';
import { ACTION_WINDOWS } from './apps/actions/action-buttons';
import { ITEM_GIVING } from './apps/actions/item-giving';
import { ITEM_PICKUP } from './apps/actions/item-pickup';
import { LINK_SOURCES } from './apps/actions/link-source';
import { HOTBAR } from './apps/actions/macros';
import { NAMED_ACTIONS } from './apps/actions/named-action';
import { SCREEN_READER } from './apps/chat/announce-steps';
import { CARD_MENU } from './apps/chat/card';
import { DICE_SO_NICE } from './apps/chat/dice-so-nice';
import { HANDED_OVER } from './apps/chat/handed-over';
import { NOTIFIED_CARDS } from './apps/chat/notified-cards';
import { BROWSER_BUTTON } from './apps/compendia/browser-button';
import { PARTY_BUTTON } from './apps/gm-tools/party-button';
import { STATUS_PALETTE } from './apps/gm-tools/status-palette';
import { KEYBOARD } from './apps/keyboard';
import { QUICK_FOE_BUTTON } from './apps/onboarding/quick-foe-button';
import { RULE_TOOLTIPS } from './apps/onboarding/rule-tooltips';
import { WELCOME } from './apps/onboarding/welcome';
import { SETTINGS_MENUS } from './apps/settings/settings-menu';
import { SHEETS } from './apps/sheets/register-sheets';
import { ENCOUNTER_KEYS } from './apps/tracker/encounter-controls';
import { TRACKER } from './apps/tracker/tracker';
import { TEMPLATES } from './apps/ui/templates';
import { REDRAWING } from './apps/watch';
import { AREAS } from './canvas/area-regions';
import { FALLEN_TOKENS } from './canvas/fallen-tokens';
import { FLOOR_TOKENS } from './canvas/floor-tokens';
import { RULER } from './canvas/ruler';
import { TARGET_LINES } from './canvas/target-lines';
import { THREATS } from './canvas/threat';
import { TURN_MARKERS } from './canvas/turn-marker';
import { CLOCK } from './clock/watch';
import { DOCUMENTS } from './documents/register-documents';
import { LOADED_RULES } from './documents/rules';
import { TRANSLATED_PACKS } from './documents/translated-packs';
import { TOKEN_ATTRIBUTES } from './host/token-attributes';
import { COMBAT_TRACKER_DOCK } from './integrations/combat-tracker-dock';
import { DICE_COLORS } from './integrations/dice-colors';
import { ITEM_PILES } from './integrations/item-piles';
import { MIGRATION } from './migration/migrate';
import { UNREADABLE } from './migration/unreadable-menu';
import { whenIdle } from './platform/idle';
import { SETTINGS } from './platform/register-settings';
import { REQUESTS } from './referee/requests/requests';
import { REFEREE } from './referee/watch';
import { SECRETS } from './secrets/share';
import { SELF_TEST, selfTest } from './self-test';
import { REPORT } from './self-test/report-window';

/** A part of Cadence with its lifecycle functions; each is exported beside the code it starts. */
interface Feature {
  init?(rulesets: readonly UnloadedAdapter[]): void;
  ready?(): void;
  /** Preloads in idle time what a click would otherwise wait for. */
  idle?(): Promise<unknown>;
}

const FEATURES: readonly Feature[] = [
  SETTINGS,
  SETTINGS_MENUS,
  SELF_TEST,
  REPORT,
  UNREADABLE,
  ENCOUNTER_KEYS,
  CARD_MENU,
  HANDED_OVER,
  REQUESTS,
  DOCUMENTS,
  TRANSLATED_PACKS,
  STATUSES,
  SHEETS,
  TRACKER,
  RULER,
  TEMPLATES,
  LOADED_RULES,
  TOKEN_ATTRIBUTES,
  CLOCK,
  REFUSED_RULESETS,
  OUT_OF_RANGE_NUMBERS,
  DICE_SO_NICE,
  DICE_COLORS,
  ITEM_PILES,
  COMBAT_TRACKER_DOCK,
  HOTBAR,
  LINK_SOURCES,
  NAMED_ACTIONS,
  ACTED,
  STATUS_PALETTE,
  PARTY_BUTTON,
  QUICK_FOE_BUTTON,
  BROWSER_BUTTON,
  RULE_TOOLTIPS,
  KEYBOARD,
  REDRAWING,
  SCREEN_READER,
  NOTIFIED_CARDS,
  REFEREE,
  SECRETS,
  AREAS,
  FLOOR_TOKENS,
  FALLEN_TOKENS,
  TARGET_LINES,
  ITEM_PICKUP,
  ITEM_GIVING,
  THREATS,
  TURN_MARKERS,
  WELCOME,
  ACTION_WINDOWS,
  MIGRATION,
];

export function registerFeatures(rulesets: readonly UnloadedAdapter[]): void {
  for (const ruleset of rulesets) registerAdapter(ruleset);
  for (const { init } of FEATURES) init?.(rulesets);
}

export async function startFeatures(): Promise<void> {
  await Promise.all([waitForRules(), selfTest()]);
  for (const { ready } of FEATURES) ready?.();
  void preload();
}

/** Preloads one feature after the other; a failed one is loaded on use. */
async function preload(): Promise<void> {
  for (const { idle } of FEATURES) {
    if (!idle) continue;
    await new Promise<void>(whenIdle);
    await idle().catch((error: unknown) => console.warn('Cadence | a piece could not be fetched ahead', error));
  }
}
