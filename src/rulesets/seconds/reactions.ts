import type { Command } from '../../encounter/command';
import type { Place } from '../../encounter/state';
import type { Facts, Reason, Taker } from '../../kernel/ask';
import { present } from '../../kernel/present';
import { offer, type Procedure } from '../../kernel/procedure';
import { lose } from '../../mechanics/condition';
import { itemNames } from '../../rulebook/question';
import type { OnStride } from './act';
import { inHand, UNARMED } from './attack/attack';
import { isWithin, reachOf } from './attack/harm';
import { isIdle, othersAfter } from './clock';
import { is } from './conditions';
import { mark } from './marks';
import type { SecondsEncounter, SecondsFighter } from './stats';

/** Reactions a fighter may leave an order for. */
export const REACTIONS = ['opportunity-attack', 'held-action', 'catch'] as const;

/** What reactions need of the commands they are. */
export interface Rules {
  whyNot(command: Command): readonly Reason[];
  /** Plays it as a child. */
  child(command: Command): Procedure<unknown>;
}

/** What a disarm needs: whether somebody catches, and the catching. */
export interface Reactions {
  mayCatch(catcher: SecondsFighter, command: Command): Procedure<Command | null>;
  child(command: Command): Procedure<unknown>;
}

/** Asks one fighter for one of these; what stands against them now is not offered. Comes to what was taken. */
function* askOne(
  id: string,
  fighter: SecondsFighter,
  commands: readonly Command[],
  { whyNot }: Rules,
  facts: Facts,
): Procedure<Command | null> {
  const open = commands.filter((command) => whyNot(command).length === 0);
  if (open.length === 0) return null;
  const taker: Taker = { by: fighter.id, commands: open, unasked: 'ask' };
  const [taken] = yield* offer(id, [taker], 'first', { ...facts, ...itemNames([fighter], open) });
  return taken ? (taken.command as Command) : null;
}

export const catching = (rules: Rules): Reactions => ({
  mayCatch: (catcher, command) =>
    askOne('catch', catcher, [command], rules, { at: present(command.at, 'a target of what may be caught') }),
  child: rules.child,
});

/** S-111, S-112: one blow with each weapon in hand, or without one. */
function opportunities(fighter: SecondsFighter, { id: at }: SecondsFighter): Command[] {
  const melee = inHand(fighter).filter(({ kind }) => kind === 'melee');
  const options = { provoked: true };
  return [...melee.map(({ id }) => id), UNARMED].map((tool) => ({
    ...{ do: 'opportunity-attack', by: fighter.id, at, with: tool },
    options,
  }));
}

/** S-112, S-A23: whoever has the distracted one within melee range may strike before it goes on, one after the other. */
export function* distracted(encounter: SecondsEncounter, actor: SecondsFighter, rules: Rules): Procedure<void> {
  for (const foe of othersAfter(encounter, actor)) {
    if (foe.side === actor.side || !foe.place || !actor.place) continue;
    if (!isWithin(encounter, foe, actor.place, reachOf(encounter, foe))) continue;
    const taken = yield* askOne('distracted', foe, opportunities(foe, actor), rules, { at: actor.id });
    if (taken) yield* rules.child(taken);
  }
}

/** What somebody who waits for a trigger has just seen of another: that it begins, is done, or that the other has come near. */
type Seen = 'begins' | 'does' | 'comes';

/** S-21, S-24: everybody who holds actions for a trigger may say that it has come. @param action what the actor is about */
export function* triggered(
  encounter: SecondsEncounter,
  actor: SecondsFighter,
  rules: Rules,
  seen: Seen,
  action: string,
  who: (holder: SecondsFighter) => boolean = () => true,
): Procedure<void> {
  for (const holder of othersAfter(encounter, actor)) {
    if (holder.book.held === undefined || !who(holder)) continue;
    const command: Command = { do: 'held-action', by: holder.id, at: actor.id };
    const facts = { at: actor.id, trigger: holder.book.held, seen, action };
    const taken = yield* askOne('held', holder, [command], rules, facts);
    if (taken) yield* rules.child(taken);
  }
}

/** Who answers to strides: who is left behind, and who has been waiting for somebody to come near. */
export function onStride(encounter: SecondsEncounter, mover: SecondsFighter, rules: Rules): OnStride {
  const reaches = (other: SecondsFighter, there: Place): boolean =>
    other.place !== null && isWithin(encounter, other, there, reachOf(encounter, other));
  const leaves = (other: SecondsFighter, from: Place, to: Place): boolean =>
    reaches(other, from) && !reaches(other, to);
  const enters = (other: SecondsFighter, from: Place, to: Place): boolean =>
    !reaches(other, from) && reaches(other, to);
  const others = () => othersAfter(encounter, mover);
  const provoked = (): readonly string[] => mover.book.provoked ?? [];
  const left = (from: Place, to: Place) =>
    others().filter((foe) => foe.side !== mover.side && !is(foe, 'unconscious') && leaves(foe, from, to));
  const mayStrike = (foe: SecondsFighter): boolean =>
    !is(mover, 'disengaged', foe.id) &&
    !provoked().includes(foe.id) &&
    opportunities(foe, mover).some((command) => rules.whyNot(command).length === 0);
  const awaits = (from: Place, to: Place) => (holder: SecondsFighter) =>
    holder.book.held !== undefined &&
    enters(holder, from, to) &&
    rules.whyNot({ do: 'held-action', by: holder.id, at: mover.id }).length === 0;

  return {
    stops(from, to) {
      if (isIdle(encounter)) return null;
      const behind = left(from, to);
      // Leaving a listed range uses the listing up, though nobody is asked (S-A22).
      const leaving = behind.some((foe) => mayStrike(foe) || is(mover, 'disengaged', foe.id));
      const arrived = others().some(awaits(from, to));
      return leaving && arrived ? 'both' : leaving ? 'leaving' : arrived ? 'arrived' : null;
    },
    *leaving(from, to) {
      for (const foe of left(from, to)) {
        if (is(mover, 'disengaged', foe.id)) {
          yield* lose(mover, 'disengaged', ({ towards }) => towards?.includes(foe.id) === true);
          continue;
        }
        if (!mayStrike(foe)) continue;
        // S-A21: once a Move, whether it strikes or not.
        yield* mark(mover.id, 'provoked', [...provoked(), foe.id]);
        const taken = yield* askOne('leaves', foe, opportunities(foe, mover), rules, { at: mover.id });
        if (taken) yield* rules.child(taken);
        if (is(mover, 'unconscious')) return;
      }
    },
    *arrived(from, to) {
      yield* triggered(encounter, mover, rules, 'comes', 'move', (holder) => enters(holder, from, to));
    },
  };
}
