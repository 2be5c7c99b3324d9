import type { FighterId } from '../../../encounter/state';
import { metresBetween } from '../../../toolkit/space/space';
import { FLOOR_ITEM_HOOK, floorItemKey, floorItemOf } from '../../canvas/floor-tokens';
import { combatantOf } from '../../host/reader';
import { notify } from '../../platform/notice';
import { branchOf, text } from '../../platform/text';
import { type Fight, fightOf } from '../../views/fight';
import { act } from './act';

/** Begins to listen for things that are double-clicked on the map. */
const watchThings = (): void =>
  void Hooks.on(FLOOR_ITEM_HOOK, (token: TokenDocument.Implementation) => void takeUp(token));

/** Has one of the user's fighters take up what a token stands for: the one they have selected, else the nearest of theirs. */
async function takeUp(token: TokenDocument.Implementation): Promise<void> {
  const mark = floorItemOf(token);
  const fight = fightOf(mark && game.combats?.get(mark.combat));
  const things = fight?.adapter.ruleset.views.floor?.(fight.encounter) ?? [];
  const thing = things.find(({ of, item }) => floorItemKey(of, item) === mark?.id);
  if (!fight || !thing) return;
  const by = takerIn(fight, thing);
  if (by) await act(fight.host, { ...thing.takeUpCommand, by }, 'nothing');
  else
    notify(
      'info',
      text('CADENCE.Notice.named.nobody', { ruleset: text(`${branchOf(fight.adapter.ruleset.id)}.name`) }),
    );
}

function takerIn({ encounter, viewer }: Fight, { x, y }: { readonly x: number; readonly y: number }): FighterId | null {
  const mine = Object.values(encounter.fighters).filter(({ id }) => viewer.gm || viewer.owns.includes(id));
  const selected = (canvas?.tokens?.controlled ?? []).flatMap(({ actor }) => (actor && combatantOf(actor)?.id) || []);
  const chosen = mine.find(({ id }) => selected.includes(id));
  if (chosen) return chosen.id;
  const metres = ({ place }: (typeof mine)[number]): number =>
    place ? metresBetween(encounter.ground, place, { ...place, x, y }) : Number.POSITIVE_INFINITY;
  return mine.sort((a, b) => metres(a) - metres(b))[0]?.id ?? null;
}

export const ITEM_PICKUP = { ready: watchThings };
