import { apply, conclude, say } from '../../../encounter/change';
import type { Command } from '../../../encounter/command';
import { fighterOf } from '../../../encounter/state';
import type { Facts, Taker } from '../../../kernel/ask';
import { type Dice, d20 } from '../../../kernel/dice';
import { type Procedure, roll, section } from '../../../kernel/procedure';
import { pick, throwsOf } from '../../../mechanics/check';
import { lose } from '../../../mechanics/condition';
import { type Moment, offered } from '../../../mechanics/reaction';
import { is, isBy, isOut } from '../conditions';
import type { TempoEncounter, TempoFighter } from '../stats';
import { harm } from './harm';
import { ownTakers, react, reactionOf } from './own-reactions';
import { INTERCEPT, spendReaction, whyNotReact } from './reaction';
import { isAdjacent } from './sight';

/** T-A17. */
const TO_HIT = throwsOf(d20);

/** One attempt to hit one target, and all it needs to know. */
export interface Blow {
  readonly encounter: TempoEncounter;
  readonly attacker: TempoFighter;
  readonly defender: TempoFighter;
  /** Added to the d20. */
  readonly bonus: number;
  readonly dice: Dice;
  /** Added to the Dice Value; nothing for a Dual Wield Strike (T-87). */
  readonly damageBonus: number;
  /** What the table grants or takes, from the command's options. */
  readonly lent: 'advantage' | 'disadvantage' | null;
}

/** T-45, T-47, T-A27: who guards the target from beside it now. */
export const guardsOf = (encounter: TempoEncounter, target: TempoFighter): TempoFighter[] =>
  target.conditions.flatMap(({ id, by }) => {
    const guard = id === 'guarded' && by !== undefined ? encounter.fighters[by] : undefined;
    return guard && !isOut(guard) && isAdjacent(encounter, guard, target) ? [guard] : [];
  });

/** Section 3: to hit, and if it does, damage less Deflection and Sturdy. Comes to whether it hit. */
export function* strike(blow: Blow): Procedure<boolean> {
  const { attacker, defender, bonus } = blow;
  const rolled = yield* roll('to-hit', toHitDice(blow), attacker.id, { bonus, at: defender.id });
  const answered = new Set<string>();
  const isHit = rolled + bonus >= defender.stats.defence;
  if (!isHit) {
    yield* conclude({ result: 'miss', success: false }, attacker.id);
    yield* offered(answer(blow, 'missed', answered));
  } else {
    yield* say('hit', {}, attacker.id);
    const sufferer = yield* whoSuffers(blow, answered);
    yield* hurt(blow, sufferer);
  }
  if (is(attacker, 'hidden')) yield* lose(attacker, 'hidden');
  return isHit;
}

/** T-32, T-45, T-A18, T-A24, T-A57: what helps and what hinders cancel, and neither counts twice. */
function toHitDice({ encounter, attacker, defender, lent }: Blow): Dice {
  const helped = lent === 'advantage' || isBy(defender, 'marked', attacker.id);
  const hindered = lent === 'disadvantage' || is(attacker, 'prone') || guardsOf(encounter, defender).length > 0;
  return pick(TO_HIT, helped, hindered);
}

/** T-73, T-78: the target answers the Strike with Reactions of its own, each once. */
function answer({ encounter, attacker, defender }: Blow, trigger: 'hit' | 'missed', answered: Set<string>): Moment {
  return {
    id: trigger,
    wait: 'first',
    takers: () => ownTakers(encounter, defender, trigger, attacker.id, answered),
    facts: (takers) => factsOf(encounter, attacker, takers),
    child: (command) => ownReaction(defender, command as Command, answered),
  };
}

function* ownReaction(fighter: TempoFighter, command: Command, answered: Set<string>): Procedure<void> {
  const item = reactionOf(fighter, command);
  if (!item) return;
  answered.add(item.id);
  yield* section(command, react(fighter, item));
}

/** T-80 to T-83, T-A43: once the Hit is known, a guard beside the target may step in, and the target answers as it can. */
function* whoSuffers(blow: Blow, answered: Set<string>): Procedure<TempoFighter> {
  const { encounter, attacker, defender } = blow;
  let sufferer = defender;
  const own = answer(blow, 'hit', answered);
  yield* offered({
    ...own,
    takers: () => [...(sufferer === defender ? interceptors(blow) : []), ...own.takers()],
    *child(taken) {
      const command = taken as Command;
      if (command.do !== 'intercept') return yield* ownReaction(defender, command, answered);
      sufferer = fighterOf(encounter, command.by);
      yield* section(command, spendReaction(sufferer, INTERCEPT));
    },
    facts: (takers) => factsOf(encounter, attacker, takers),
  });
  return sufferer;
}

const interceptors = ({ encounter, defender, attacker }: Blow): Taker[] =>
  guardsOf(encounter, defender).flatMap((guard): Taker[] => {
    if (guard === attacker || whyNotReact(encounter, guard, INTERCEPT).length > 0) return [];
    const command: Command = { do: 'intercept', by: guard.id, at: defender.id };
    return [{ by: guard.id, commands: [command], unasked: 'ask' }];
  });

/** Whom it is about, and how the items of the offered commands are called. */
function factsOf({ fighters }: TempoEncounter, { id }: TempoFighter, takers: readonly Taker[]): Facts {
  const commands = takers.flatMap((taker) => taker.commands as readonly Command[]);
  const names = commands.flatMap((command): [string, string][] => {
    const item = fighters[command.by]?.items.find((each) => each.id === command.with);
    return item ? [[item.id, item.name]] : [];
  });
  return { at: id, ...Object.fromEntries(names) };
}

/** Section 3, steps 3 to 5; T-46, T-A19: the best Deflection there is first, then the Sturdy of whoever suffers it. */
function* hurt(blow: Blow, sufferer: TempoFighter): Procedure<void> {
  const { encounter, attacker, defender, dice, damageBonus } = blow;
  const rolled = yield* roll('damage', dice, attacker.id, { bonus: damageBonus });
  const raw = Math.max(0, rolled + damageBonus);
  const deflection = Math.max(
    defender.stats.deflection,
    ...guardsOf(encounter, defender).map((guard) => guard.stats.deflection),
  );
  const taken = Math.max(0, Math.max(0, raw - deflection) - sufferer.stats.sturdy);
  yield* conclude({ result: 'damage', success: true, damage: taken }, sufferer.id);
  yield* harm(encounter, sufferer, taken);
}

/** What the table lends to a roll, from a command's options. */
export function lentBy({ options }: Command): Blow['lent'] {
  const lent = options?.lent;
  return lent === 'advantage' || lent === 'disadvantage' ? lent : null;
}

/** Writes a mark of an item. */
export function* flagItem(of: string, item: string, key: string, to: boolean | number): Procedure<void> {
  yield* apply({ kind: 'item', of, item, key, to });
}
