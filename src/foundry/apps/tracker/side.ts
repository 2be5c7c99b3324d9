import { areFoes, isNeutral, SIDES, sideOf } from '../../../encounter/sides';
import type { Encounter, FighterId } from '../../../encounter/state';
import { GM } from '../../../kernel/ask';
import { combatantIn } from '../../host/exchange-document';
import { text } from '../../platform/text';
import { submit } from '../../referee';
import { fightOf } from '../../views/fight';
import type { MenuEntry } from '../ui/window-bases';

const ICONS: Readonly<Record<(typeof SIDES)[number], string>> = {
  heroes: 'fa-solid fa-shield-halved',
  foes: 'fa-solid fa-skull-crossbones',
  third: 'fa-solid fa-flag',
  neutral: 'fa-solid fa-dove',
};

/** Returns what a row says of the fighter's side: that it is no hero and no ordinary foe; null for the others. */
export function sideMark({ fighters }: Encounter, id: FighterId) {
  const fighter = fighters[id];
  const side = fighter && sideOf(fighter);
  if (!fighter || (side !== 'third' && side !== 'neutral')) return null;
  const against = Object.values(fighters).some((other) => isNeutral(fighter) && areFoes(fighter, other));
  return { side: against ? 'against' : side, label: text(`CADENCE.App.Side.${against ? 'against' : side}`) };
}

/** Adds an entry for each other side to the menu of a row, for the GM. */
export function withSideEntries(
  entries: MenuEntry[],
  viewed: () => Combat.Implementation | null,
  isOurs: () => boolean,
): MenuEntry[] {
  const fighterAt = (li: HTMLElement) =>
    isOurs() ? fightOf(viewed())?.encounter.fighters[li.dataset.combatantId ?? ''] : undefined;
  const own = SIDES.map((side) => ({
    label: `CADENCE.App.Side.to.${side}`,
    icon: ICONS[side],
    visible: (li: HTMLElement): boolean => {
      const fighter = game.user.isGM ? fighterAt(li) : undefined;
      return fighter !== undefined && (sideOf(fighter) !== side || 'against' in fighter.state);
    },
    onClick: (_event: Event, li: HTMLElement) => {
      const combat = viewed();
      const fighter = fighterAt(li);
      if (combat && fighter) void changeSide(combat, fighter.id, side);
    },
  }));
  return [...entries, ...own];
}

/** Puts a fighter on a side, as a step. */
export async function changeSide(combat: Combat.Implementation, id: FighterId, side: string): Promise<void> {
  if (!game.user.isGM || !combatantIn(combat, id)) return;
  await submit(combat, { do: 'change-side', by: GM, at: id, options: { side } });
}
