import { say } from '../../../encounter/change';
import type { FighterId } from '../../../encounter/state';
import type { Reason } from '../../../kernel/ask';
import type { Procedure } from '../../../kernel/procedure';
import { targeted } from '../act';
import { check } from '../check';
import type { Ability } from '../items';
import { mark } from '../marks';
import { attributeDC, type ClashEncounter, type ClashFighter } from '../stats';
import type { Attribute } from '../words';

/** C-25: others see that something was done, not what; a mark says by which attribute it can be made out. */
export function* conceal(
  { fighters }: ClashEncounter,
  { id, book }: ClashFighter,
  { hiddenAttribute, id: what, name }: Ability,
): Procedure<void> {
  yield* say('hidden-act', { attribute: hiddenAttribute, ability: name }, id);
  yield* mark(id, 'hidden', { attribute: hiddenAttribute, ability: what });
  if (book.hidden === undefined) return;
  for (const other of Object.values(fighters))
    if (other.book[triedOn(id)] !== undefined) yield* mark(other.id, triedOn(id), null);
}

/** What was done in secret last, and the attribute that governs it. */
function secretOf({ book, items }: ClashFighter): { readonly attribute: Attribute; readonly name: string } | null {
  if (!book.hidden) return null;
  const { attribute, ability } = book.hidden;
  // What is no longer there, or was kept by its name by an earlier version, is called what is known of it.
  return { attribute, name: items.find(({ id }) => id === ability)?.name ?? ability };
}

/** Under which mark an observer keeps that it has tried to see through somebody's hidden action (C-A14). */
const triedOn = (actor: FighterId) => `tried-${actor}` as const;

/** C-26, C-A14: a PER check against the attribute, once for each observer, at no cost and at any time. */
export const identify = targeted({
  category: 'free',
  icon: 'actions/identify-hidden',
  anytime: true,
  price: () => null,
  whyNot({ fighter, target }) {
    const reasons: Reason[] = [];
    if (!secretOf(target)) reasons.push({ id: 'nothing-hidden' });
    if (fighter.book[triedOn(target.id)] === true) reasons.push({ id: 'tried-already' });
    return reasons;
  },
  *play({ fighter, target }) {
    const secret = secretOf(target);
    yield* mark(fighter.id, triedOn(target.id), true);
    const against = secret ? attributeDC(target, secret.attribute) : 10;
    const seen = yield* check('identify', fighter.id, fighter.stats.mod.per, against);
    if (seen && secret) yield* say('identified', { ability: secret.name }, target.id);
    else yield* say('not-identified', {}, fighter.id);
  },
});
