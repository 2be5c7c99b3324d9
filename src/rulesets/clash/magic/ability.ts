import { conclude } from '../../../encounter/change';
import type { Until } from '../../../encounter/condition';
import type { Procedure } from '../../../kernel/procedure';
import { gain } from '../../../mechanics/condition';
import { heal, rollDamage, strike } from '../attack/attack';
import { phaseFrom, untilTurnOf } from '../conditions';
import type { AbilityEffect } from '../schema';
import type { ClashEncounter, ClashFighter } from '../stats';
import { diceAt } from './mana';

/** An ability at work: whose it is, and how many times over (C-112). */
export interface Source {
  readonly encounter: ClashEncounter;
  readonly user: ClashFighter;
  readonly id: string;
  readonly name: string;
  readonly effect: AbilityEffect;
  readonly level: number;
  /** Whether concentration holds what it brings (C-97). */
  readonly held: boolean;
}

/** What an ability does to one target: damage against Magic Defense, healing, and its condition. */
export function* affect(source: Source, target: ClashFighter): Procedure<void> {
  const { encounter, user, effect, level } = source;
  if (effect.effect === 'none' && effect.inflicts === '')
    return void (yield* conclude(
      { result: 'takes-effect', success: true, facts: { ability: source.name } },
      target.id,
    ));
  if (effect.effect !== 'none') {
    const points = yield* rollDamage('effect', diceAt(effect, level), user.id, effect.bonus * level);
    if (effect.effect === 'damage') yield* strike(encounter, target, points, 'magic', null);
    else yield* heal(target, points);
  }
  yield* inflict(source, target);
}

/** The condition an ability brings, if it brings one. */
export function* inflict({ encounter, user, id, effect, level, held }: Source, target: ClashFighter): Procedure<void> {
  if (effect.inflicts === '') return;
  const data = { spell: id, strength: effect.strength * level, ...(held && { held }) };
  yield* gain(target.id, effect.inflicts, held ? null : endOf(encounter, target, effect.lasts), data, user.id);
}

function endOf(encounter: ClashEncounter, target: ClashFighter, lasts: AbilityEffect['lasts']): Until | null {
  if (lasts === 'lasting') return null;
  return lasts === 'turn' ? untilTurnOf(target) : phaseFrom(encounter);
}
