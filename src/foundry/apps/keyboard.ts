import { allRulesets, isRulesetType, loadAdapter } from '../adapters/registry';
import { SYSTEM_ID } from '../platform/settings';
import { text } from '../platform/text';
import { defaultRuleset } from '../platform/world-settings';
import { announceToScreenReader, isElement, isInput, mainPage } from '../views/pages';
import { pressKey } from './actions/bar';
import { actorOfBar } from './actions/bar-context';
import { openSuggestions } from './actions/suggest-button';
import { openBulkActions } from './tracker/tracker';

/** Shows the rules, at the rule of the focused element. The window is loaded on first use. */
function showHelp(): boolean {
  const rule = mainPage().activeElement?.closest<HTMLElement>('[data-rule]')?.dataset.rule;
  const ruleOwner = allRulesets().find(({ id }) => rule?.startsWith(`${id}.`))?.id;
  const ruleset = [ruleOwner, game.combat?.type, actorOfBar()?.type, defaultRuleset()].find((type) =>
    isRulesetType(type),
  );
  void Promise.all([import('./onboarding/cheat-sheet'), loadAdapter(ruleset)]).then(([{ showCheatSheet }, adapter]) => {
    if (adapter) void showCheatSheet(adapter, rule);
  });
  return true;
}

type TokenObject = Token.Implementation;

function targetsOnScene(): TokenObject[] {
  if (!canvas?.ready) return [];
  const own = canvas.tokens?.controlled[0] ?? actorOfBar()?.getActiveTokens()[0];
  const fighters = new Set(game.combat?.combatants.filter((one) => !one.isDefeated).map((one) => one.token));
  const distanceTo = ({ center }: TokenObject) =>
    own ? Math.hypot(center.x - own.center.x, center.y - own.center.y) : 0;
  const isFriend = ({ document }: TokenObject) => document.disposition === own?.document.disposition;
  return (canvas.tokens?.placeables ?? [])
    .filter((token) => token !== own && token.visible && fighters.has(token.document))
    .sort((a, b) => Number(isFriend(a)) - Number(isFriend(b)) || distanceTo(a) - distanceTo(b));
}

function cycleTarget(by: 1 | -1): boolean {
  const all = targetsOnScene();
  const at = all.findIndex((token) => token.isTargeted);
  const next = at < 0 ? all.at(by > 0 ? 0 : -1) : all[(at + by + all.length) % all.length];
  next?.setTarget(true, { releaseOthers: true });
  announceToScreenReader(next ? text('CADENCE.App.Key.target', { name: next.name }) : text('CADENCE.App.Key.noTarget'));
  return Boolean(next);
}

/** The parts that F6 cycles through, in order of play. */
const PARTS = ['#cadence-prompt', '#cadence-bar [role="toolbar"]', '#combat .cadence-footer', '#combat .cadence-rows'];
const FOCUSABLE = 'button:not([tabindex="-1"]):not(:disabled), input:not(:disabled), select, a[href], [tabindex="0"]';

function cyclePart(by: 1 | -1): boolean {
  const page = mainPage();
  const parts = PARTS.flatMap((part) => {
    const element = page.querySelector<HTMLElement>(part);
    const all = [...(element?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])].filter((one) => one.checkVisibility());
    const inside = all.find(({ dataset }) => dataset.ask) ?? all[0];
    return element && inside ? [{ element, inside }] : [];
  });
  const at = parts.findIndex(({ element }) => element.contains(page.activeElement));
  const next = at < 0 ? parts.at(by > 0 ? 0 : -1) : parts[(at + by + parts.length) % parts.length];
  next?.inside.focus({ focusVisible: true } as FocusOptions);
  return Boolean(next);
}

/**
 * Keys that a focused button handles itself. Foundry would cycle tokens with Tab and pause with Space, unless the button is in a form.
 * T14: client/helpers/interaction/keyboard-manager.d.mts `hasFocus`
 */
const BUTTON_KEYS: readonly string[] = ['Tab', ' ', 'Enter'];

/** Foundry runs no keybinding in a form, and the sheets are forms. */
function helpInForm(event: KeyboardEvent): void {
  if (!game.keyboard?.hasFocus || event.key !== '?' || !isElement(event.target) || isInput(event.target)) return;
  if (!event.target.closest('.cadence [data-rule]')) return;
  event.preventDefault();
  showHelp();
}

function registerKeyboard(): void {
  // The installed types require every binding to be declared.
  const keybindings: { register(ns: string, action: string, config: object): void } = game.keybindings;
  const register = (id: string, key: string, modifiers: readonly string[], onDown: () => boolean) =>
    keybindings.register(SYSTEM_ID, id, {
      name: `CADENCE.Key.${id}.label`,
      hint: `CADENCE.Key.${id}.hint`,
      editable: [{ key, modifiers }],
      onDown,
    });
  register('cheat', 'Slash', ['Shift'], showHelp);
  // Core 14 has E and Q for elevation (issue 11887).
  register('nextTarget', 'KeyB', ['Shift'], () => cycleTarget(1));
  register('previousTarget', 'KeyV', ['Shift'], () => cycleTarget(-1));
  register('suggest', 'KeyI', ['Shift'], openSuggestions);
  register('nextPart', 'F6', [], () => cyclePart(1));
  register('previousPart', 'F6', ['Shift'], () => cyclePart(-1));
  keybindings.register(SYSTEM_ID, 'bulk', {
    name: 'CADENCE.Key.bulk.label',
    hint: 'CADENCE.Key.bulk.hint',
    editable: [{ key: 'KeyH', modifiers: ['Shift'] }],
    restricted: true,
    onDown: () => {
      void openBulkActions();
      return true;
    },
  });
  for (const digit of [1, 2, 3, 4, 5, 6, 7, 8, 9])
    keybindings.register(SYSTEM_ID, `action${digit}`, {
      name: `CADENCE.Key.action.${digit}`,
      hint: 'CADENCE.Key.action.hint',
      editable: [{ key: `Digit${digit}`, modifiers: ['Shift'] }],
      onDown: () => pressKey(digit),
    });
}

function listenToKeys(): void {
  mainPage().body.addEventListener('keydown', (event) => {
    helpInForm(event);
    const inOurs =
      isElement(event.target) && event.target.closest('.cadence') && event.target.matches(':focus-visible');
    if (inOurs && BUTTON_KEYS.includes(event.key)) event.stopPropagation();
  });
}

export const KEYBOARD = { init: registerKeyboard, ready: listenToKeys };
