import type { FighterId, Place } from '../../../encounter/state';
import { metresBetween } from '../../../toolkit/space/space';
import { FLOOR_ITEM_HOOK, floorItemKey, floorItemOf } from '../../canvas/floor-tokens';
import { combatantOf } from '../../host/reader';
import { notify } from '../../platform/notice';
import { branchOf, text } from '../../platform/text';
import { fightOf, type LoadedEncounter } from '../../views/fight';
import { act } from './act';
import { openOptions } from './action-buttons';

const watchFloorItems = (): void =>
  void Hooks.on(FLOOR_ITEM_HOOK, (token: TokenDocument.Implementation) => void pickUp(token));

/** Picks up the item of a token with this user's selected fighter, else with their nearest one. */
async function pickUp(token: TokenDocument.Implementation): Promise<void> {
  const mark = floorItemOf(token);
  const fight = fightOf(mark && game.combats?.get(mark.combat));
  const items = fight?.adapter.ruleset.views.floor?.(fight.encounter) ?? [];
  const floorItem = items.find(({ of, item }) => floorItemKey(of, item) === mark?.id);
  if (!fight || !floorItem) return;
  const by = pickerIn(fight, floorItem.place);
  const command = by && { ...floorItem.takeUpCommand, by };
  if (command) {
    // How many of a stack.
    if (!(await openOptions(fight.host, command, 'count'))) await act(fight.host, command, 'nothing');
  } else
    notify(
      'info',
      text('CADENCE.Notice.named.noFighter', { ruleset: text(`${branchOf(fight.adapter.ruleset.id)}.name`) }),
    );
}

function pickerIn({ encounter, viewer }: LoadedEncounter, { x, y }: Place): FighterId | null {
  const mine = Object.values(encounter.fighters).filter(({ id }) => viewer.gm || viewer.owns.includes(id));
  const selected = (canvas?.tokens?.controlled ?? []).flatMap(({ actor }) => (actor && combatantOf(actor)?.id) || []);
  const chosen = mine.find(({ id }) => selected.includes(id));
  if (chosen) return chosen.id;
  const distanceTo = ({ place }: (typeof mine)[number]): number =>
    place ? metresBetween(encounter.ground, place, { ...place, x, y }) : Number.POSITIVE_INFINITY;
  return mine.sort((a, b) => distanceTo(a) - distanceTo(b))[0]?.id ?? null;
}

export const ITEM_PICKUP = { ready: watchFloorItems };
