import type { ConditionTable } from '../../encounter/condition';
import type { Covers, Effect } from '../../encounter/effect';
import { effectsOf } from '../../encounter/exchange';
import type { CardInput } from '../../encounter/view';
import { lookup } from '../../kernel/lookup';

/** Returns the effects that a sentence of the card covers. Sentences that the viewer may not see cover nothing. */
export function announcedEffects({ exchange, viewer }: CardInput, conditions: ConditionTable): ReadonlySet<Effect> {
  const { hiddenFighters = [] } = viewer;
  const effects = effectsOf(exchange.entries).filter(
    (effect) => !('of' in effect && effect.of !== undefined && hiddenFighters.includes(effect.of)),
  );
  return new Set([
    ...conditionEffects(effects, conditions),
    ...poolEffects(effects),
    ...effects.filter((effect, at) => effect.kind === 'move' && isMoveCovered(effects, at)),
    ...coveredLines(effects),
  ]);
}

/** Returns what an effect covers; null unless it is a sentence that covers something. */
function coversOf(effect: Effect): Covers | null {
  if ((effect.kind !== 'log' && effect.kind !== 'outcome') || !effect.covers) return null;
  return effect.of === undefined ? effect.covers : { of: effect.of, ...effect.covers };
}

function conditionEffects(effects: readonly Effect[], conditions: ConditionTable): Effect[] {
  const covered = new Set<string>();
  for (const { of, gains = [], loses = [] } of effects.flatMap((effect) => coversOf(effect) ?? [])) {
    for (const id of gains) covered.add(`condition-added ${id} ${of}`);
    for (const id of loses) covered.add(`condition-removed ${id} ${of}`);
  }
  const changed = new Set(
    effects.flatMap((effect) => ('condition' in effect ? [`${effect.kind} ${effect.condition.id}`] : [])),
  );
  return effects.filter((effect) => {
    if (!('condition' in effect)) return false;
    const { kind, condition, of } = effect;
    const { mirrors } = lookup(conditions, condition.id) ?? {};
    return covered.has(`${kind} ${condition.id} ${of}`) || (mirrors !== undefined && changed.has(`${kind} ${mirrors}`));
  });
}

/** A sentence covers one change of a pool: the next one, or the last before it. */
function poolEffects(effects: readonly Effect[]): Set<Effect> {
  const covered = new Set<Effect>();
  for (const [at, sentence] of effects.entries()) {
    const { of, points = {} } = coversOf(sentence) ?? {};
    for (const [pool, by] of Object.entries(points)) {
      const isSame = (effect: Effect): boolean =>
        effect.kind === 'pool' && effect.of === of && effect.pool === pool && effect.by === by && !covered.has(effect);
      const effect = effects.slice(at).find(isSame) ?? effects.slice(0, at).findLast(isSame);
      if (effect) covered.add(effect);
    }
  }
  return covered;
}

/** Returns true if a sentence that covers it is closer to the move than other moves of the fighter. */
function isMoveCovered(effects: readonly Effect[], at: number): boolean {
  const { of: mover } = effects[at] as Extract<Effect, { kind: 'move' }>;
  const coversMove = (effect: Effect): boolean => {
    const { of, moves } = coversOf(effect) ?? {};
    return moves === true && of === mover;
  };
  const isRelated = (effect: Effect): boolean => (effect.kind === 'move' && effect.of === mover) || coversMove(effect);
  const nearest = [effects.slice(0, at).findLast(isRelated), effects.slice(at + 1).find(isRelated)];
  return nearest.some((effect) => effect !== undefined && coversMove(effect));
}

function coveredLines(effects: readonly Effect[]): Effect[] {
  return effects.flatMap((effect, at) => {
    const { of, lines = [] } = coversOf(effect) ?? {};
    return lines.flatMap(
      (id) => effects.slice(0, at).findLast((each) => each.kind === 'log' && each.id === id && each.of === of) ?? [],
    );
  });
}
