import { isRulesetType, requireAdapter } from '../../adapters/registry';
import { isRunning } from '../../host/exchange-document';
import { notify } from '../../platform/notice';
import { SYSTEM_ID } from '../../platform/settings';
import { branchOf, text } from '../../platform/text';
import { submit } from '../../referee';
import { combatSystem } from '../../stored/systems';
import { act } from '../actions/act';
import { askConfirmation } from '../ui/templates';
import type { MenuEntry } from '../ui/window-bases';

/**
 * What Foundry's ways to roll, set and clear initiative mean here. Initiative is rolled by the rules, for everybody at once, when the
 * encounter begins; where they know another way it is done, and elsewhere it is said why not.
 */
export const initiativeControls = {
  /** Everybody's: begins the encounter, where that is what rolls it. */
  async rollAll(combat: Combat.Implementation): Promise<void> {
    const { ruleset } = requireAdapter(combat.type);
    const start = ruleset.clockCommands[0];
    if (!start || !ruleset.timing.rollsAtStart || isRunning(combat) || !game.user.isGM) return sayWhyNot(combat);
    await act(combat, { do: start, by: 'gm' }, 'nothing');
  },

  /** Somebody's alone: no ruleset rolls it so. */
  async rollSome(combat: Combat.Implementation): Promise<void> {
    sayWhyNot(combat);
  },

  async set(combat: Combat.Implementation, fighter: string, to: number | null): Promise<void> {
    const command = to === null ? null : requireAdapter(combat.type).ruleset.timing.setInitiative(fighter, to);
    if (!command || !isRunning(combat)) return sayWhyNot(combat);
    await act(combat, command, 'nothing');
  },

  async clear(combat: Combat.Implementation): Promise<void> {
    sayWhyNot(combat);
  },
};

function sayWhyNot(combat: Combat.Implementation): void {
  const { ruleset } = requireAdapter(combat.type);
  const which = !ruleset.timing.rollsAtStart ? 'none' : isRunning(combat) ? 'stands' : 'atStart';
  const name = text(`${branchOf(ruleset.id)}.name`);
  notify('info', text(`CADENCE.App.Initiative.${which}`, { name }));
}

/** Entries of the menu of a fighter's row that mean something only where initiative is rolled one by one. By their core labels. */
const ONE_BY_ONE = ['COMBAT.CombatantClear', 'COMBAT.CombatantReroll', 'COMBAT.InitiativeReset'];

/** The entries of one of the tracker's menus, without those that mean nothing in the encounter that is then viewed. */
export function menuEntries(entries: MenuEntry[], viewed: () => Combat.Implementation | null): MenuEntry[] {
  return entries.map((entry) => {
    if (!entry.label || !ONE_BY_ONE.includes(entry.label)) return entry;
    const { visible = true } = entry;
    const was = (li: HTMLElement): boolean => (typeof visible === 'function' ? visible(li) : visible);
    return { ...entry, visible: (li: HTMLElement) => !isRulesetType(viewed()?.type) && was(li) };
  });
}

/**
 * Asks whether the encounter is to end, as Foundry does, and then lets it end by the rules before it is deleted: what only lasts in it is
 * taken off everybody. Where the rules still ask somebody something, it stays until that is answered.
 */
export async function endEncounter(combat: Combat.Implementation): Promise<void> {
  // The words are core's own. T14: client/documents/combat.d.mts `endCombat`
  const sure = await askConfirmation({
    window: { title: 'COMBAT.EndTitle' },
    content: `<p>${game.i18n.localize('COMBAT.EndConfirmation')}</p>`,
    modal: true,
  });
  if (!sure) return;
  const wasAsking = combatSystem(combat).open !== null;
  for (const command of requireAdapter(combat.type).ruleset.timing.endCommands)
    if (isRunning(combat)) await submit(combat, { do: command, by: 'gm' }, { force: true });
  if (wasAsking || combatSystem(combat).open === null) await combat.delete();
}

/** The encounter that is looked at starts, or its clock goes on, as by its button. */
function advance(): boolean {
  const combat = game.combat;
  if (!combat || !isRulesetType(combat.type)) return false;
  const next = isRunning(combat) ? 'nextTurn' : 'startCombat';
  void combat[next]();
  return true;
}

/** Registers the keys of Cadence; people may bind them otherwise. */
function registerKeys(): void {
  // The installed types want every binding declared; they are read here only.
  const keybindings: { register(ns: string, action: string, config: object): void } = game.keybindings;
  keybindings.register(SYSTEM_ID, 'advance', {
    name: 'CADENCE.Key.advance.label',
    hint: 'CADENCE.Key.advance.hint',
    editable: [{ key: 'KeyN', modifiers: ['Shift'] }],
    restricted: true,
    onDown: advance,
  });
}

export const ENCOUNTER_KEYS = { init: registerKeys };
