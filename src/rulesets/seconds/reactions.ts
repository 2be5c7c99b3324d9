import type { Command } from '../../encounter/command';
import { areFoes } from '../../encounter/sides';
import type { Place } from '../../encounter/state';
import type { Facts } from '../../kernel/ask';
import type { Procedure } from '../../kernel/procedure';
import { removeCondition } from '../../toolkit/combat/condition';
import { hasLineOfSight } from '../../toolkit/space/sight';
import { isStill } from '../../toolkit/space/walk';
import { commandsOf, offerOnce } from '../../toolkit/turns/reaction';
import { orderAfter } from '../../toolkit/turns/turn-order';
import { itemNames } from '../../toolkit/views/question';
import { NO_STOPS, type SecondsContext, type StrideHooks, whyNotAct } from './action';
import { canReach } from './attack/harm';
import { UNARMED } from './attack/strikes';
import { isIdle, orderOf } from './clock';
import { is } from './conditions';
import { type SecondsEncounter, type SecondsFighter, setState } from './state';
import { weaponsInHand } from './stats';

type ReactionContext = Pick<SecondsContext, 'encounter' | 'fighter' | 'runtime'>;

/** Offers what is allowed and plays what is accepted. @param commands what it could do now */
export function* offerReaction(
  id: string,
  fighter: SecondsFighter,
  commands: () => readonly Command[],
  { runtime }: Pick<SecondsContext, 'runtime'>,
  facts: Facts,
): Procedure<void> {
  yield* offerOnce(runtime, {
    id,
    wait: 'first',
    candidates() {
      const allowed = commands().filter((command) => runtime.whyNot(command).length === 0);
      return allowed.length > 0 ? [{ by: fighter.id, commands: allowed, defaultAnswer: 'ask' }] : [];
    },
    facts: (candidates) => ({ ...facts, ...itemNames([fighter], commandsOf(candidates)) }),
    whyNot: runtime.whyNot,
    playChild: runtime.playChild,
  });
}

/** S-111, S-112. */
function opportunityAttacks(by: SecondsFighter, { id: at }: SecondsFighter): Command[] {
  const melee = weaponsInHand(by).filter(({ kind }) => kind === 'melee');
  return [...melee.map(({ id }) => id), UNARMED].map((tool) => ({
    do: 'opportunity-attack',
    by: by.id,
    at,
    with: tool,
    options: { provoked: true },
  }));
}

/** S-A21: returns them in turn order, starting after this one. */
const othersAfter = (encounter: SecondsEncounter, fighter: SecondsFighter): SecondsFighter[] =>
  orderAfter(orderOf(encounter), fighter.id).filter((other) => other !== fighter);

/** S-112, S-A23: one foe in reach after the other. */
export function* offerDistractionAttacks(act: ReactionContext): Procedure<void> {
  const { encounter, fighter: actor } = act;
  for (const foe of othersAfter(encounter, actor)) {
    if (!areFoes(foe, actor) || !foe.place || !actor.place) continue;
    if (!canReach(encounter, foe, actor.place)) continue;
    yield* offerReaction('distracted', foe, () => opportunityAttacks(foe, actor), act, { at: actor.id });
  }
}

/** What a holder sees of another fighter. */
type Trigger = 'begins' | 'does' | 'comes';

/** S-21: any foe by default. */
function waitsFor(
  { ground }: SecondsEncounter,
  holder: SecondsFighter,
  actor: SecondsFighter,
  trigger: Trigger,
): boolean {
  const { held, heldWhen = trigger, heldWhom } = holder.state;
  if (held === undefined || heldWhen !== trigger) return false;
  const matches = heldWhom === undefined ? areFoes(actor, holder) : actor.id === heldWhom;
  return matches && !is(actor, 'hidden', holder.id) && hasLineOfSight(ground, holder.place, actor.place);
}

/** S-21, S-24. @param action the actor's */
export function* fireTriggers(
  act: ReactionContext,
  seen: Trigger,
  action: string,
  filter: (holder: SecondsFighter) => boolean = () => true,
): Procedure<void> {
  const { encounter, fighter } = act;
  for (const holder of othersAfter(encounter, fighter)) {
    const { held: trigger = '' } = holder.state;
    if (!waitsFor(encounter, holder, fighter, seen) || !filter(holder)) continue;
    const command: Command = { do: 'held-action', by: holder.id, at: fighter.id };
    const facts = { at: fighter.id, trigger, seen, action };
    yield* offerReaction(
      'held',
      holder,
      () => (waitsFor(encounter, holder, fighter, seen) ? [command] : []),
      act,
      facts,
    );
  }
}

/** Opportunity attacks of foes left behind, and holds set off. */
export function strideHooksFor(act: ReactionContext): StrideHooks {
  const { encounter, fighter: mover, runtime } = act;
  const reaches = (other: SecondsFighter, there: Place): boolean => canReach(encounter, other, there);
  const enters = (other: SecondsFighter, from: Place, to: Place): boolean =>
    !reaches(other, from) && reaches(other, to);
  const provoked = (): readonly string[] => mover.state.provoked ?? [];
  const threatenedLeaving = (from: Place, to: Place) =>
    othersAfter(encounter, mover).filter(
      (foe) => areFoes(foe, mover) && !is(foe, 'unconscious') && reaches(foe, from) && !reaches(foe, to),
    );
  const canStrike = (foe: SecondsFighter): boolean =>
    !provoked().includes(foe.id) &&
    opportunityAttacks(foe, mover).some((command) => runtime.whyNot(command).length === 0);
  const isTriggered = (holder: SecondsFighter, from: Place, to: Place): boolean =>
    waitsFor(encounter, holder, mover, 'comes') &&
    enters(holder, from, to) &&
    runtime.whyNot({ do: 'held-action', by: holder.id, at: mover.id }).length === 0;

  return {
    stops(from, to) {
      if (isIdle(encounter)) return NO_STOPS;
      // S-A22: leaving a listed foe uses its entry up.
      const leaving = threatenedLeaving(from, to).some((foe) => canStrike(foe) || is(mover, 'disengaged', foe.id));
      const arrived = othersAfter(encounter, mover).some((holder) => isTriggered(holder, from, to));
      return { leaving, arrived };
    },
    *leaving(from, to) {
      const unable = whyNotAct(mover, MOVING).map(({ id }) => id);
      const hasStopped = (): boolean =>
        !isStill(mover.place, from) || whyNotAct(mover, MOVING).some(({ id }) => !unable.includes(id));
      for (const foe of threatenedLeaving(from, to)) {
        if (is(mover, 'disengaged', foe.id)) {
          yield* removeCondition(mover, 'disengaged', ({ towards }) => towards?.includes(foe.id) === true);
          continue;
        }
        if (!canStrike(foe)) continue;
        // S-A21: once a Move, even if declined.
        yield* setState(mover.id, 'provoked', [...provoked(), foe.id]);
        const attacks = () => (is(mover, 'disengaged', foe.id) ? [] : opportunityAttacks(foe, mover));
        yield* offerReaction('leaves', foe, attacks, act, { at: mover.id });
        if (hasStopped()) return;
      }
    },
    arrived: (from, to) => fireTriggers(act, 'comes', 'move', (holder) => enters(holder, from, to)),
  };
}

const MOVING = { moves: true } as const;
