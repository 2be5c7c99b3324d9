import { adapterOf, knownAdapter } from '../adapters/registry';
import { isRunning } from '../host/host';
import { notice } from '../platform/notice';
import { branchOf, text } from '../platform/text';
import { act } from './act';
import type { MenuEntry } from './sheet-bases';

/**
 * What Foundry's ways to roll, set and clear initiative mean here. Initiative is rolled by the rules, for everybody at once, when the
 * encounter begins; where they know another way it is done, and elsewhere it is said why not.
 */
export const initiative = {
  /** Everybody's: begins the encounter, where that is what rolls it. */
  async rollAll(combat: Combat.Implementation): Promise<void> {
    const { ruleset } = knownAdapter(combat.type);
    const start = ruleset.clockCommands[0];
    if (!start || !ruleset.timing.rollsAtStart || isRunning(combat) || !game.user.isGM) return sayWhyNot(combat);
    await act(combat, { do: start, by: 'gm' }, 'nothing');
  },

  /** Somebody's alone: no ruleset rolls it so. */
  async rollSome(combat: Combat.Implementation): Promise<void> {
    sayWhyNot(combat);
  },

  async set(combat: Combat.Implementation, fighter: string, to: number | null): Promise<void> {
    const command = to === null ? null : knownAdapter(combat.type).ruleset.timing.setInitiative(fighter, to);
    if (!command || !isRunning(combat)) return sayWhyNot(combat);
    await act(combat, command, 'nothing');
  },

  async clear(combat: Combat.Implementation): Promise<void> {
    sayWhyNot(combat);
  },
};

function sayWhyNot(combat: Combat.Implementation): void {
  const { ruleset } = knownAdapter(combat.type);
  const which = !ruleset.timing.rollsAtStart ? 'none' : isRunning(combat) ? 'stands' : 'atStart';
  const name = text(`${branchOf(ruleset.id)}.name`);
  notice('info', text(`CADENCE.App.Initiative.${which}`, { name }));
}

/** Entries of the menu of a fighter's row that mean something only where initiative is rolled one by one. By their core labels. */
const ONE_BY_ONE = ['COMBAT.CombatantClear', 'COMBAT.CombatantReroll', 'COMBAT.InitiativeReset'];

/** The entries of one of the tracker's menus, without those that mean nothing in the encounter that is then viewed. */
export function menuEntries(entries: MenuEntry[], viewed: () => Combat.Implementation | null): MenuEntry[] {
  return entries.map((entry) => {
    if (!entry.label || !ONE_BY_ONE.includes(entry.label)) return entry;
    const { visible = true } = entry;
    const was = (li: HTMLElement): boolean => (typeof visible === 'function' ? visible(li) : visible);
    return { ...entry, visible: (li: HTMLElement) => !adapterOf(viewed()?.type) && was(li) };
  });
}
