import { adjustPool, applyChange, recordOutcome } from '../../../encounter/change';
import type { Condition, ConditionDefinition } from '../../../encounter/condition';
import { type Procedure, roll } from '../../../kernel/procedure';
import { parseDice } from '../../../toolkit/combat/parse-dice';
import { pushFighter } from '../../../toolkit/define/manual';
import { placeAwayFrom } from '../../../toolkit/space/forced';
import { expireConditions } from '../../../toolkit/turns/duration';
import { CONDITIONS, type ConditionId, isDebuff, isDrawback, replace } from '../conditions';
import type { RemovableCondition } from '../schema';
import { type EffectItem, isSpell } from '../schema';
import type { TempoEncounter, TempoFighter } from '../state';
import { harm, heal } from './harm';
import { hiddenConditionData, revealSpotted } from './sight';

/** Returns true if the item's effects need another fighter as target. */
export const isAimed = ({ befalls, harm: dice, healing, gives, takes, push }: EffectItem): boolean =>
  befalls === 'other' && (dice !== '' || healing > 0 || gives !== '' || takes !== '' || push !== 0);

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
  if (momentum > 0) yield* adjustPool(fighter.id, 'momentum', momentum);
  const whom = befalls === 'self' ? fighter : other;
  if (!whom) return;
  if (dice !== '') {
    const damage = yield* roll('effect', parseDice(dice, 'harm'), fighter.id, { at: whom.id });
    yield* recordOutcome({ result: 'damage', success: true, damage }, whom.id);
    yield* harm(encounter, whom, damage);
  }
  if (healing > 0) yield* heal(whom, healing);
  if (takes !== '') yield* expireConditions([whom], (had) => TAKEN[takes](had));
  if (push !== 0) yield* shift(encounter, fighter, whom, other, push);
  if (gives !== '') yield* give(encounter, fighter, item, whom, gives);
}

/** Relative to the source; an effect on oneself is relative to `other`. */
function* shift(
  encounter: TempoEncounter,
  fighter: TempoFighter,
  whom: TempoFighter,
  other: TempoFighter | null,
  spaces: number,
): Procedure<void> {
  const { ground } = encounter;
  const source = (whom === fighter ? other : fighter)?.place;
  const from = whom.place;
  if (!source || !from) return;
  yield* pushFighter(encounter, whom, placeAwayFrom(ground, from, source, spaces * ground.cell), {
    placed: revealSpotted,
  });
}

const TAKEN: Readonly<Record<RemovableCondition, (had: Condition) => boolean>> = {
  prone: ({ id }) => id === 'prone',
  debuffs: isDebuff,
  conditions: isDrawback,
};

/** A custom condition is named after its source. An ongoing spell keeps its condition while its Mana is committed. */
function* give(
  encounter: TempoEncounter,
  fighter: TempoFighter,
  item: EffectItem,
  whom: TempoFighter,
  id: ConditionId,
): Procedure<void> {
  const { asks, lasts } = CONDITIONS[id] as ConditionDefinition;
  const isHeld = isSpell(item) && item.ongoing;
  const isNamed = asks?.name === true;
  const data = {
    ...(isNamed && { name: item.name, from: item.id }),
    ...(isNamed && item.figure !== '' && { figure: item.figure, amount: item.amount }),
    ...(isHeld && { spell: item.id }),
    ...(id === 'hidden' && hiddenConditionData(encounter, whom)),
  };
  // The same effect twice does not add up.
  if (isNamed) yield* expireConditions([whom], (had) => had.id === id && had.data?.from === item.id);
  if (id === 'marked') yield* replace(encounter, id, fighter, whom);
  const until = isHeld && lasts === undefined ? null : { at: lasts ?? item.lasting };
  const by = id === 'marked' || isHeld ? { by: fighter.id } : {};
  const condition = { id, until, ...by, ...(Object.keys(data).length > 0 && { data }) };
  yield* applyChange({ kind: 'condition-added', of: whom.id, condition });
}

/** T-A41: removes the conditions of spells that have ended. */
export const endUnsustainedConditions = ({ fighters }: TempoEncounter): Procedure<void> =>
  expireConditions(Object.values(fighters), ({ by, data }) => {
    const spell = by === undefined ? undefined : fighters[by]?.items.find(({ id }) => id === data?.spell);
    return isSpell(spell) && spell.active === 0;
  });
