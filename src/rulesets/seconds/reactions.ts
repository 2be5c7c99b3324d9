import type { Command } from '../../encounter/command';
import type { Place } from '../../encounter/state';
import type { Candidate, Facts } from '../../kernel/ask';
import { offer, type Procedure } from '../../kernel/procedure';
import { removeCondition } from '../../toolkit/combat/condition';
import { hasLineOfSight } from '../../toolkit/space/sight';
import { itemNames } from '../../toolkit/views/question';
import { type Act, NO_STOPS, type StrideHooks } from './action';
import { canReach } from './attack/harm';
import { UNARMED } from './attack/strikes';
import { isIdle, othersAfter } from './clock';
import { is } from './conditions';
import { type SecondsEncounter, type SecondsFighter, setState } from './state';
import { weaponsInHand } from './stats';

/** Reactions a fighter may leave an order for. */
export const REACTIONS = ['opportunity-attack', 'held-action', 'catch'] as const;

/** Who is answered to, and what plays the answers. */
type Answered = Pick<Act, 'encounter' | 'fighter' | 'runtime'>;

/** Asks one fighter for one of these, and plays what is taken; what stands against them now is not offered. */
export function* offerReaction(
  id: string,
  fighter: SecondsFighter,
  commands: readonly Command[],
  { runtime }: Pick<Act, 'runtime'>,
  facts: Facts,
): Procedure<void> {
  const open = commands.filter((command) => runtime.whyNot(command).length === 0);
  if (open.length === 0) return;
  const taker: Candidate = { by: fighter.id, commands: open, defaultAnswer: 'ask' };
  const [taken] = yield* offer(id, [taker], 'first', { ...facts, ...itemNames([fighter], open) });
  if (taken) yield* runtime.playChild(taken.command as Command);
}

/** S-111, S-112: one blow with each weapon in hand, or without one. */
function opportunities(by: SecondsFighter, { id: at }: SecondsFighter): Command[] {
  const melee = weaponsInHand(by).filter(({ kind }) => kind === 'melee');
  return [...melee.map(({ id }) => id), UNARMED].map((tool) => ({
    do: 'opportunity-attack',
    by: by.id,
    at,
    with: tool,
    options: { provoked: true },
  }));
}

/** S-112, S-A23: whoever has the distracted one within melee range may strike before it goes on, one after the other. */
export function* offerDistractionAttacks(act: Answered): Procedure<void> {
  const { encounter, fighter: actor } = act;
  for (const foe of othersAfter(encounter, actor)) {
    if (foe.side === actor.side || !foe.place || !actor.place) continue;
    if (!canReach(encounter, foe, actor.place)) continue;
    yield* offerReaction('distracted', foe, opportunities(foe, actor), act, { at: actor.id });
  }
}

/** What somebody who waits for a trigger has just seen of another: that it begins, is done, or that the other has come near. */
type Seen = 'begins' | 'does' | 'comes';

/** S-21: whether a holder waits for that of somebody: of whom it named, else of enemies; what it does not see it is not told. */
function waitsFor({ ground }: SecondsEncounter, holder: SecondsFighter, actor: SecondsFighter, seen: Seen): boolean {
  const { held, heldWhen = seen, heldWhom } = holder.state;
  if (held === undefined || heldWhen !== seen) return false;
  const isMeant = heldWhom === undefined ? actor.side !== holder.side : actor.id === heldWhom;
  return isMeant && !is(actor, 'hidden', holder.id) && hasLineOfSight(ground, holder.place, actor.place);
}

/** S-21, S-24: everybody who holds actions for such a trigger may say that it has come. @param action what the actor is about */
export function* fireTriggers(
  act: Answered,
  seen: Seen,
  action: string,
  who: (holder: SecondsFighter) => boolean = () => true,
): Procedure<void> {
  const { encounter, fighter } = act;
  for (const holder of othersAfter(encounter, fighter)) {
    const { held: trigger = '' } = holder.state;
    if (!waitsFor(encounter, holder, fighter, seen) || !who(holder)) continue;
    const command: Command = { do: 'held-action', by: holder.id, at: fighter.id };
    yield* offerReaction('held', holder, [command], act, { at: fighter.id, trigger, seen, action });
  }
}

/** Who answers to strides: who is left behind, and who has been waiting for somebody to come near. */
export function strideHooksFor(act: Answered): StrideHooks {
  const { encounter, fighter: mover, runtime } = act;
  const reaches = (other: SecondsFighter, there: Place): boolean =>
    other.place !== null && canReach(encounter, other, there);
  const enters = (other: SecondsFighter, from: Place, to: Place): boolean =>
    !reaches(other, from) && reaches(other, to);
  const provoked = (): readonly string[] => mover.state.provoked ?? [];
  const left = (from: Place, to: Place) =>
    othersAfter(encounter, mover).filter(
      (foe) => foe.side !== mover.side && !is(foe, 'unconscious') && reaches(foe, from) && !reaches(foe, to),
    );
  const mayStrike = (foe: SecondsFighter): boolean =>
    !is(mover, 'disengaged', foe.id) &&
    !provoked().includes(foe.id) &&
    opportunities(foe, mover).some((command) => runtime.whyNot(command).length === 0);
  const awaits = (holder: SecondsFighter, from: Place, to: Place): boolean =>
    waitsFor(encounter, holder, mover, 'comes') &&
    enters(holder, from, to) &&
    runtime.whyNot({ do: 'held-action', by: holder.id, at: mover.id }).length === 0;

  return {
    stops(from, to) {
      if (isIdle(encounter)) return NO_STOPS;
      // Leaving a listed range uses the listing up, though nobody is asked (S-A22).
      const leaving = left(from, to).some((foe) => mayStrike(foe) || is(mover, 'disengaged', foe.id));
      const arrived = othersAfter(encounter, mover).some((holder) => awaits(holder, from, to));
      return { leaving, arrived };
    },
    *leaving(from, to) {
      for (const foe of left(from, to)) {
        if (is(mover, 'disengaged', foe.id)) {
          yield* removeCondition(mover, 'disengaged', ({ towards }) => towards?.includes(foe.id) === true);
          continue;
        }
        if (!mayStrike(foe)) continue;
        // S-A21: once a Move, whether it strikes or not.
        yield* setState(mover.id, 'provoked', [...provoked(), foe.id]);
        yield* offerReaction('leaves', foe, opportunities(foe, mover), act, { at: mover.id });
        if (is(mover, 'unconscious')) return;
      }
    },
    arrived: (from, to) => fireTriggers(act, 'comes', 'move', (holder) => enters(holder, from, to)),
  };
}
