import { adjustPool, applyChange } from '../../../encounter/change';
import type { Condition, ConditionDefinition } from '../../../encounter/condition';
import type { Intent } from '../../../encounter/intent';
import { groundAt } from '../../../encounter/scenes';
import { type Procedure, roll } from '../../../kernel/procedure';
import { pushFighter } from '../../../toolkit/combat/manual';
import { parseDice } from '../../../toolkit/combat/parse-dice';
import { expireConditions } from '../../../toolkit/define/duration';
import { placeAwayFrom } from '../../../toolkit/space/forced';
import { ANY_CHARACTER, CHARACTER } from '../action';
import { CONDITIONS, type ConditionId, isDebuff, isDrawback, replace } from '../conditions';
import { pushThrough } from '../movement/path';
import type { RemovableCondition } from '../schema';
import { type EffectItem, isSpell } from '../schema';
import type { TempoEncounter, TempoFighter } from '../state';
import { dealDamage, heal } from './harm';
import { hiddenConditionData } from './sight';

/** Returns true if the item's effects need another fighter as target. */
export const isAimed = ({ befalls, harm: dice, healing, gives, takes, push }: EffectItem): boolean =>
  befalls === 'other' && (dice !== '' || healing > 0 || gives !== '' || takes !== '' || push !== 0);

/** Returns who can be targeted: also the fighter itself, unless the item does harm. */
export const recipientFor = (item: EffectItem): typeof CHARACTER =>
  item.harm === '' && item.push === 0 && !(isSpell(item) && item.dice !== '') ? ANY_CHARACTER : CHARACTER;

/** Returns what the item does to its target; null if it has none. A Strike harms. */
export function intentOfItem(item: EffectItem): Intent | null {
  if (isSpell(item) && item.dice !== '') return 'harm';
  if (!isAimed(item)) return null;
  const { harm: dice, push, healing, takes } = item;
  if (dice !== '' || push !== 0 || toneOf(item) === 'harm') return 'harm';
  return healing > 0 || takes !== '' || toneOf(item) === 'boon' ? 'help' : null;
}

/** A custom condition helps or harms by its amount. */
const toneOf = ({ gives, figure, amount }: EffectItem): ConditionDefinition['tone'] =>
  gives === '' ? 'neutral' : figure !== '' && amount !== 0 ? (amount > 0 ? 'boon' : 'harm') : CONDITIONS[gives].tone;

/**
 * Applies the effects besides any Strike, without Deflection and Sturdy.
 * @param other the target, or the fighter a Reaction answers
 */
export function* applyItemEffects(
  encounter: TempoEncounter,
  fighter: TempoFighter,
  item: EffectItem,
  other: TempoFighter | null,
): Procedure<void> {
  const { befalls, momentum, harm: dice, healing, gives, takes, push } = item;
  yield* adjustPool(fighter.id, 'momentum', momentum);
  const recipient = befalls === 'self' ? fighter : other;
  if (!recipient) return;
  if (dice !== '') {
    const damage = yield* roll('effect', parseDice(dice, 'harm'), fighter.id, { at: recipient.id });
    yield* dealDamage(recipient, damage);
  }
  if (healing > 0) yield* heal(recipient, healing);
  if (takes !== '') yield* expireConditions([recipient], (had) => REMOVALS[takes](had));
  if (push !== 0) yield* pushByEffect(encounter, fighter, recipient, other, push);
  if (gives !== '') yield* addEffectCondition(encounter, fighter, item, recipient, gives);
}

/** Relative to the source; an effect on oneself is relative to `other`. */
function* pushByEffect(
  encounter: TempoEncounter,
  fighter: TempoFighter,
  recipient: TempoFighter,
  other: TempoFighter | null,
  spaces: number,
): Procedure<void> {
  const { ground } = encounter;
  const source = (recipient === fighter ? other : fighter)?.place;
  const from = recipient.place;
  if (!source || !from) return;
  yield* pushFighter(encounter, recipient, placeAwayFrom(ground, from, source, spaces * groundAt(ground, from).cell), {
    forced: pushThrough,
  });
}

const REMOVALS: Readonly<Record<RemovableCondition, (had: Condition) => boolean>> = {
  prone: ({ id }) => id === 'prone',
  debuffs: isDebuff,
  conditions: isDrawback,
};

/** A custom condition is named after its source. An ongoing spell keeps its condition while its Mana is committed. */
function* addEffectCondition(
  encounter: TempoEncounter,
  fighter: TempoFighter,
  item: EffectItem,
  recipient: TempoFighter,
  id: ConditionId,
): Procedure<void> {
  const { asks, lasts } = CONDITIONS[id] as ConditionDefinition;
  const isSustained = isSpell(item) && item.ongoing;
  const isCustom = asks?.name === true;
  const data = {
    ...(isCustom && { name: item.name, from: item.id }),
    ...(isCustom && item.figure !== '' && { figure: item.figure, amount: item.amount }),
    ...(isSustained && { spell: item.id }),
    ...(id === 'hidden' && hiddenConditionData(encounter, recipient)),
  };
  const until = isSustained && lasts === undefined ? null : { at: lasts ?? item.lasting };
  const by = id === 'marked' || isSustained ? { by: fighter.id } : {};
  // Casters of one kind share the ids of their spells; what another one keeps up goes on.
  if (isCustom)
    yield* expireConditions(
      [recipient],
      (had) => had.id === id && had.data?.from === item.id && (had.by === undefined || had.by === by.by),
    );
  if (id === 'marked') yield* replace(encounter, id, fighter, recipient);
  const condition = { id, until, ...by, ...(Object.keys(data).length > 0 && { data }) };
  yield* applyChange({ kind: 'condition-added', of: recipient.id, condition });
}
