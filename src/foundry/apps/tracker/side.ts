import { opposedBy, type SIDES, sideOf } from '../../../encounter/sides';
import type { FighterId } from '../../../encounter/state';
import { GM } from '../../../kernel/ask';
import { combatantIn } from '../../host/exchange-document';
import { submit } from '../../referee';
import { fightOf } from '../../views/fight';
import type { MenuEntry } from '../ui/window-bases';

interface Choice {
  readonly id: string;
  readonly icon: string;
  readonly side: (typeof SIDES)[number];
  /** The only side that a neutral fighter is against. */
  readonly opposes?: string;
}

const CHOICES: readonly Choice[] = [
  { id: 'heroes', icon: 'fa-solid fa-shield-halved', side: 'heroes' },
  { id: 'foes', icon: 'fa-solid fa-skull-crossbones', side: 'foes' },
  { id: 'third', icon: 'fa-solid fa-flag', side: 'third' },
  { id: 'neutral', icon: 'fa-solid fa-dove', side: 'neutral' },
  { id: 'against-heroes', icon: 'fa-solid fa-shield-halved', side: 'neutral', opposes: 'heroes' },
  { id: 'against-foes', icon: 'fa-solid fa-skull-crossbones', side: 'neutral', opposes: 'foes' },
  { id: 'against-third', icon: 'fa-solid fa-flag', side: 'neutral', opposes: 'third' },
];

/** Adds an entry for each other side to the menu of a row, for the GM. */
export function withSideEntries(
  entries: MenuEntry[],
  viewed: () => Combat.Implementation | null,
  isOurs: () => boolean,
): MenuEntry[] {
  const fighterAt = (li: HTMLElement) =>
    isOurs() ? fightOf(viewed())?.encounter.fighters[li.dataset.combatantId ?? ''] : undefined;
  const own = CHOICES.map(({ id, icon, side, opposes }) => ({
    label: `CADENCE.App.Side.to.${id}`,
    icon,
    visible: (li: HTMLElement): boolean => {
      const fighter = game.user.isGM ? fighterAt(li) : undefined;
      return fighter !== undefined && (sideOf(fighter) !== side || opposedBy(fighter).join() !== (opposes ?? ''));
    },
    onClick: (_event: Event, li: HTMLElement) => {
      const combat = viewed();
      const fighter = fighterAt(li);
      if (combat && fighter) void changeSide(combat, fighter.id, { side, opposes });
    },
  }));
  return [...entries, ...own];
}

async function changeSide(
  combat: Combat.Implementation,
  id: FighterId,
  options: Pick<Choice, 'side' | 'opposes'>,
): Promise<void> {
  if (!game.user.isGM || !combatantIn(combat, id)) return;
  await submit(combat, { do: 'change-side', by: GM, at: id, options: { ...options } });
}
