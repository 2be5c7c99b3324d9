import { allRulesets, isRulesetType, loadAdapter } from '../../adapters/registry';
import { SYSTEM_ID } from '../../platform/settings';
import { text } from '../../platform/text';
import { defaultRuleset } from '../../platform/world-settings';
import { announceToScreenReader, isElement, isInput, mainPage } from '../../views/pages';
import { openBulkActions } from '../tracker/tracker';
import { pressKey } from './bar';
import { actorOfBar } from './bar-context';

/** Shows the rules, at that of what is focused; the window for it is fetched when it is first asked for. */
function help(): boolean {
  const rule = mainPage().activeElement?.closest<HTMLElement>('[data-rule]')?.dataset.rule;
  const asked = allRulesets().find(({ id }) => rule?.startsWith(`${id}.`))?.id;
  const ruleset = [asked, game.combat?.type, actorOfBar()?.type, defaultRuleset()].find((type) => isRulesetType(type));
  void Promise.all([import('../onboarding/cheat-sheet'), loadAdapter(ruleset)]).then(
    ([{ showCheatSheet }, adapter]) => {
      if (adapter) void showCheatSheet(adapter, rule);
    },
  );
  return true;
}

type TokenObject = Token.Implementation;

/** Those of the fight that can be seen and targeted besides who acts: foes first, the nearest before others. */
function targetsHere(): TokenObject[] {
  if (!canvas?.ready) return [];
  const own = canvas.tokens?.controlled[0] ?? actorOfBar()?.getActiveTokens()[0];
  const fighters = new Set(game.combat?.combatants.filter((one) => !one.isDefeated).map(({ tokenId }) => tokenId));
  const away = ({ center }: TokenObject) => (own ? Math.hypot(center.x - own.center.x, center.y - own.center.y) : 0);
  const isFriend = ({ document }: TokenObject) => document.disposition === own?.document.disposition;
  return (canvas.tokens?.placeables ?? [])
    .filter((token) => token !== own && token.visible && fighters.has(token.id))
    .sort((a, b) => Number(isFriend(a)) - Number(isFriend(b)) || away(a) - away(b));
}

/** Targets another one, with no pointer over it. */
function target(by: 1 | -1): boolean {
  const all = targetsHere();
  const at = all.findIndex((token) => token.isTargeted);
  const next = at < 0 ? all.at(by > 0 ? 0 : -1) : all[(at + by + all.length) % all.length];
  next?.setTarget(true, { releaseOthers: true });
  announceToScreenReader(next ? text('CADENCE.App.Key.target', { name: next.name }) : text('CADENCE.App.Key.noTarget'));
  return true;
}

/** Where one plays, in the order one goes through it; what is not there is left out. */
const PARTS = ['#cadence-prompt', '#cadence-bar [role="toolbar"]', '#combat .cadence-footer', '#combat .cadence-rows'];
const REACHED = 'button:not([tabindex="-1"]):not(:disabled), input:not(:disabled), select, a[href], [tabindex="0"]';

/** Moves the focus to another part of the table. */
function goTo(by: 1 | -1): boolean {
  const page = mainPage();
  const parts = PARTS.flatMap((part) => {
    const element = page.querySelector<HTMLElement>(part);
    const all = [...(element?.querySelectorAll<HTMLElement>(REACHED) ?? [])].filter((one) => one.checkVisibility());
    // Of a question its first answer.
    const inside = all.find(({ dataset }) => dataset.ask) ?? all[0];
    return element && inside ? [{ element, inside }] : [];
  });
  const at = parts.findIndex(({ element }) => element.contains(page.activeElement));
  const next = at < 0 ? parts.at(by > 0 ? 0 : -1) : parts[(at + by + parts.length) % parts.length];
  next?.inside.focus({ focusVisible: true } as FocusOptions);
  return Boolean(next);
}

/**
 * Keys a button or a link takes for itself. Foundry would cycle tokens by Tab and pause by Space, unless the button stands in a form.
 * T14: client/helpers/interaction/keyboard-manager.d.mts `hasFocus`
 */
const OF_A_BUTTON: readonly string[] = ['Tab', ' ', 'Enter'];

/** In a form Foundry runs no keybinding; the sheets are forms. */
function helpInForm(event: KeyboardEvent): void {
  if (!game.keyboard?.hasFocus || event.key !== '?' || !isElement(event.target) || isInput(event.target)) return;
  if (!event.target.closest('.cadence [data-rule]')) return;
  event.preventDefault();
  help();
}

/** Registers what the keyboard alone needs to play; people may bind the keys otherwise. */
function registerKeyboard(): void {
  // The installed types want every binding declared; they are read here only.
  const keybindings: { register(ns: string, action: string, config: object): void } = game.keybindings;
  const register = (id: string, key: string, modifiers: readonly string[], onDown: () => boolean) =>
    keybindings.register(SYSTEM_ID, id, {
      name: `CADENCE.Key.${id}.label`,
      hint: `CADENCE.Key.${id}.hint`,
      editable: [{ key, modifiers }],
      onDown,
    });
  register('cheat', 'Slash', ['Shift'], help);
  register('nextTarget', 'KeyE', [], () => target(1));
  register('previousTarget', 'KeyE', ['Shift'], () => target(-1));
  register('nextPart', 'F6', [], () => goTo(1));
  register('previousPart', 'F6', ['Shift'], () => goTo(-1));
  keybindings.register(SYSTEM_ID, 'many', {
    name: 'CADENCE.Key.many.label',
    hint: 'CADENCE.Key.many.hint',
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

/** Listens on the page; once there is one. */
function listenToKeys(): void {
  mainPage().body.addEventListener('keydown', (event) => {
    helpInForm(event);
    const inOurs =
      isElement(event.target) && event.target.closest('.cadence') && event.target.matches(':focus-visible');
    if (inOurs && OF_A_BUTTON.includes(event.key)) event.stopPropagation();
  });
}

export const KEYBOARD = { init: registerKeyboard, ready: listenToKeys };
