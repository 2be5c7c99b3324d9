import { apply, say } from '../../../encounter/change';
import { impossible } from '../../../encounter/legality';
import type { FighterId } from '../../../encounter/state';
import { GM, type Reason } from '../../../kernel/ask';
import { choose, type Procedure } from '../../../kernel/procedure';
import { expire } from '../../../mechanics/duration';
import { type Act, type Action, targeted } from '../act';
import { check } from '../check';
import { isAble, opposes } from '../conditions';
import { mark } from '../marks';
import { saidIn } from '../options';
import { type Ability, attributeDC, type ClashEncounter, type ClashFighter } from '../stats';
import { type Attribute, COVER, type Cover, LIGHT, type Light } from '../terms';

/** A square that was crossed, as one opponent sees it. */
export interface Crossed {
  readonly cover: Cover;
  readonly light: Light;
  /** Whether the opponent can see it at all. */
  readonly inSight: boolean;
}

/**
 * C-114 to C-116, C-A51: the level by the least covered square in sight, and its light; of several as badly covered the brightest.
 * Null where no square is in sight: nobody can notice.
 */
export function sneakLevel(crossed: readonly Crossed[]): number | null {
  const [worst] = crossed
    .filter(({ inSight }) => inSight)
    .sort((a, b) => COVER[a.cover] - COVER[b.cover] || LIGHT[a.light] - LIGHT[b.light]);
  return worst ? COVER[worst.cover] + LIGHT[worst.light] : null;
}

/** Who might notice: the one that is named, or else every opponent that is up. */
const observersOf = ({ encounter, fighter, target }: Act): readonly ClashFighter[] =>
  target ? [target] : Object.values(encounter.fighters).filter((other) => opposes(other, fighter) && isAble(other));

/** C-113, C-A51: one roll for each opponent, part of a move and at no cost. */
export const sneak: Action = {
  category: 'free',
  whyNot(act) {
    return observersOf(act).some((observer) => observer !== act.fighter) ? [] : [impossible('no-opponent')];
  },
  *play(act) {
    const { fighter } = act;
    const level = yield* levelOf(act);
    for (const observer of observersOf(act)) {
      if (level === null) {
        yield* hide(fighter, observer);
        continue;
      }
      const against = attributeDC(observer, 'per');
      const unseen = yield* check('sneak', fighter.id, fighter.stats.mod.dex, against, level);
      yield* say(unseen ? 'unseen' : 'seen', { observer: observer.name }, fighter.id);
      if (unseen) yield* hide(fighter, observer);
      else yield* unseenNoMore(fighter, observer);
    }
  },
};

/** The squares as the command says, or else the worst of them as the game master says. */
function* levelOf({ command }: Act): Procedure<number | null> {
  const { crossed } = saidIn(command);
  if (crossed) return sneakLevel(crossed.map(({ sight, ...square }) => ({ ...square, inSight: sight === 'seen' })));
  const cover = yield* choose('cover', GM, Object.keys(COVER) as Cover[]);
  const light = yield* choose('light', GM, Object.keys(LIGHT) as Light[]);
  return COVER[cover] + LIGHT[light];
}

function* hide({ id: of }: ClashFighter, observer: ClashFighter): Procedure<void> {
  yield* apply({ kind: 'gain', of, condition: { id: 'unseen', towards: [observer.id] } });
}

/** C-A51: who attacks is seen, and so is who fails; by one observer, or by all. */
export function* unseenNoMore(fighter: ClashFighter, observer: ClashFighter | null = null): Procedure<void> {
  yield* expire(
    [fighter],
    ({ id, towards }) => id === 'unseen' && (!observer || (towards ?? []).includes(observer.id)),
  );
}

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
  anytime: true,
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
