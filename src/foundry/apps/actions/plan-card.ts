import type { DropTarget, PlanCard } from '../../../encounter/view';
import type { ExchangeDocument } from '../../host/exchange-document';
import { text } from '../../platform/text';
import { facesOf, fightOf, trackerView } from '../../views/fight';
import { announceToScreenReader } from '../../views/pages';
import { Parts } from '../../views/parts';
import { act } from './act';

export interface PickedCard {
  readonly host: ExchangeDocument;
  /** The ids of fighter and card, separated by a space. */
  readonly key: string;
}

/** Returns the card and its fighter's name; null if it is gone. */
export function cardOf({
  host,
  key,
}: PickedCard): (PlanCard & { readonly name: string; readonly ruleset: string }) | null {
  const fight = fightOf(host);
  const [fighter = '', id] = key.split(' ');
  const face = fight && facesOf(host).get(fighter);
  const view = fight && trackerView(fight);
  const card = view?.rows.find((row) => row.id === fighter)?.cards?.find((each) => each.id === id);
  return card && face ? { ...card, name: face.name, ruleset: fight.adapter.ruleset.id } : null;
}

/** Gives the command of a drop target. */
export async function performDrop(picked: PickedCard, { label, command }: DropTarget): Promise<void> {
  const card = cardOf(picked);
  if (!card) return;
  await act(picked.host, command, 'nothing');
  announceToScreenReader(
    text('CADENCE.App.Plan.laid', { name: card.name, card: new Parts(card.ruleset).localize(label) }),
  );
}
