import { disguiseOf } from '../../host/disguise';
import { trueNameOf } from '../../host/exchange-document';
import { text } from '../../platform/text';
import type { MenuEntry } from '../ui/window-bases';

/** Returns what players see of a disguised fighter and what a click does; null for others. */
export function disguiseText(combatant: Combatant.Implementation): string | null {
  const shown = disguiseOf({ combatant, token: combatant.token })?.name;
  return shown === undefined
    ? null
    : text('CADENCE.App.Disguise.seen', { shown, name: trueNameOf({ combatant, token: combatant.token }) });
}

/** Adds the entry that hides a fighter's identity to the menu of a row. */
export function withDisguiseEntry(
  entries: MenuEntry[],
  viewed: () => Combat.Implementation | null,
  isOurs: () => boolean,
): MenuEntry[] {
  const combatantAt = ({ dataset }: HTMLElement) => viewed()?.combatants.get(dataset.combatantId ?? '') ?? null;
  const canHide = (li: HTMLElement): boolean => {
    const combatant = isOurs() && game.user.isGM ? combatantAt(li) : null;
    return combatant !== null && combatant.actor?.hasPlayerOwner !== true;
  };
  const entry = {
    label: 'CADENCE.App.Disguise.set',
    icon: 'fa-solid fa-masks-theater',
    visible: canHide,
    onClick: (_event: Event, li: HTMLElement) => {
      const combatant = combatantAt(li);
      if (combatant) void import('./disguise-fighter').then(({ askDisguise }) => askDisguise(combatant));
    },
  };
  return [...entries, entry];
}
