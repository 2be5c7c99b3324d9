import type { FighterId } from '../../../encounter/state';
import { isRulesetType, requireAdapter } from '../../adapters/registry';
import { isRunning } from '../../host/exchange-document';
import { askConfirmation } from '../../platform/confirmation';
import { notify } from '../../platform/notice';
import { SYSTEM_ID } from '../../platform/settings';
import { branchOf, text } from '../../platform/text';
import { submit } from '../../referee';
import { combatSystem } from '../../stored/systems';
import { fightOf } from '../../views/fight';
import { act } from '../actions/act';
import { settleBeforeEnd } from '../actions/end-with-question';
import type { MenuEntry } from '../ui/window-bases';

/** Foundry's initiative controls. The rules roll initiative for all fighters at the start; what they do not support is explained to the user. */
export const initiativeControls = {
  async rollAll(combat: Combat.Implementation): Promise<void> {
    const { ruleset } = requireAdapter(combat.type);
    const start = ruleset.clockCommands[0];
    if (!start || !ruleset.timing.rollsAtStart || isRunning(combat) || !game.user.isGM)
      return notifyUnsupported(combat);
    await act(combat, { do: start, by: 'gm' }, 'nothing');
  },

  /** No ruleset rolls for a single fighter. */
  async rollSome(combat: Combat.Implementation): Promise<void> {
    notifyUnsupported(combat);
  },

  async set(combat: Combat.Implementation, fighter: string, to: number | null): Promise<void> {
    const command = to === null ? null : requireAdapter(combat.type).ruleset.timing.setInitiative(fighter, to);
    if (!command || !isRunning(combat)) return notifyUnsupported(combat);
    await act(combat, command, 'nothing');
  },

  async clear(combat: Combat.Implementation): Promise<void> {
    notifyUnsupported(combat);
  },
};

/** Lets a fighter act before another of the turn order, or last. */
export async function moveInOrder(
  combat: Combat.Implementation | null,
  fighter: FighterId,
  other: FighterId | null,
): Promise<void> {
  const fight = fightOf(combat);
  const command = fight?.adapter.ruleset.timing.moveBefore?.(fight.encounter, fighter, other);
  if (combat && command) await act(combat, command, 'nothing');
}

function notifyUnsupported(combat: Combat.Implementation): void {
  const { ruleset } = requireAdapter(combat.type);
  const which = !ruleset.timing.rollsAtStart ? 'none' : isRunning(combat) ? 'stands' : 'atStart';
  const name = text(`${branchOf(ruleset.id)}.name`);
  notify('info', text(`CADENCE.App.Initiative.${which}`, { name }));
}

/** Entries by core label. */
const SINGLE_INITIATIVE = ['COMBAT.CombatantClear', 'COMBAT.CombatantReroll', 'COMBAT.InitiativeReset'];

/** Returns a tracker menu without the entries that do not apply to our encounters. */
export function menuEntries(entries: MenuEntry[], viewed: () => Combat.Implementation | null): MenuEntry[] {
  return entries.map((entry) => {
    if (!entry.label || !SINGLE_INITIATIVE.includes(entry.label)) return entry;
    const { visible = true } = entry;
    const original = (li: HTMLElement): boolean => (typeof visible === 'function' ? visible(li) : visible);
    return { ...entry, visible: (li: HTMLElement) => !isRulesetType(viewed()?.type) && original(li) };
  });
}

/**
 * Asks like Foundry whether to end the encounter, ends it by the rules so that its conditions are removed, then deletes it.
 * If that opens an ask, the encounter stays until the answer.
 */
export async function endEncounter(combat: Combat.Implementation): Promise<void> {
  // Core's own texts. T14: client/documents/combat.d.mts `endCombat`
  const sure = await askConfirmation({
    window: { title: 'COMBAT.EndTitle' },
    content: `<p>${game.i18n.localize('COMBAT.EndConfirmation')}</p>`,
    modal: true,
  });
  if (!sure || !(await settleBeforeEnd(combat))) return;
  for (const command of requireAdapter(combat.type).ruleset.timing.endCommands)
    if (isRunning(combat)) await submit(combat, { do: command, by: 'gm' }, { force: true });
  if (combatSystem(combat).open !== null) return;
  // Its history goes with the encounter.
  const { showFightRecord } = await import('../gm-tools/fight-record-window');
  void showFightRecord(combat);
  await combat.delete();
}

/** For the GM the next button of the clock; a player ends the turn of an own fighter. */
function advance(): boolean {
  const combat = game.combat;
  if (!combat || !isRulesetType(combat.type)) return false;
  if (!game.user.isGM && !(isRunning(combat) && combat.combatants.some(({ isOwner }) => isOwner))) return false;
  const next = isRunning(combat) ? 'nextTurn' : 'startCombat';
  void combat[next]();
  return true;
}

function registerKeys(): void {
  // The installed types require every binding to be declared.
  const keybindings: { register(ns: string, action: string, config: object): void } = game.keybindings;
  keybindings.register(SYSTEM_ID, 'advance', {
    name: 'CADENCE.Key.advance.label',
    hint: 'CADENCE.Key.advance.hint',
    editable: [{ key: 'KeyN', modifiers: ['Shift'] }],
    onDown: advance,
  });
}

export const ENCOUNTER_KEYS = { init: registerKeys };
