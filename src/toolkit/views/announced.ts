import type { Effect } from '../../encounter/effect';
import { effectsOf } from '../../encounter/exchange';
import type { CardInput } from '../../encounter/view';
import { lookup } from '../../kernel/lookup';

/** Log lines that state what an effect changes, by log id. Such an effect gets no line of its own. */
export interface AnnouncementRules {
  /** The conditions that were added to the fighter of the line. */
  readonly conditionByLogId?: Readonly<Record<string, string | readonly string[]>>;
  /** The conditions that ended. */
  readonly endedByLogId?: Readonly<Record<string, string | readonly string[]>>;
  /** The pool that changes by the `damage` or the `points` of the line. */
  readonly poolByLogId?: Readonly<Record<string, string>>;
  /** Lines that imply that their fighter moves. */
  readonly moveLogIds?: readonly string[];
  /** The holder's condition, by that of the held: both come and go together. */
  readonly holderConditions?: Readonly<Record<string, string>>;
}

type Line = Extract<Effect, { kind: 'log' | 'outcome' }>;
type PoolEffect = Extract<Effect, { kind: 'pool' }>;

const isLine = (effect: Effect): effect is Line => effect.kind === 'log' || effect.kind === 'outcome';
const idOf = (line: Line): string => (line.kind === 'log' ? line.id : line.outcome.result);

function pointsOf(line: Line): number | null {
  const { damage, points } = line.kind === 'log' ? line.facts : line.outcome;
  const stated = damage ?? points;
  return typeof stated === 'number' ? stated : null;
}

/** Returns the effects that another line of the card states already. Lines that the viewer may not see state nothing. */
export function announcedEffects({ exchange, viewer }: CardInput, rules: AnnouncementRules): ReadonlySet<Effect> {
  const { hiddenFighters = [] } = viewer;
  const effects = effectsOf(exchange.entries).filter(
    (effect) => !('of' in effect && effect.of !== undefined && hiddenFighters.includes(effect.of)),
  );
  return new Set([
    ...conditionEffects(effects, rules),
    ...poolEffects(effects, rules),
    ...effects.filter((effect, at) => effect.kind === 'move' && isMoveStated(effects, at, rules)),
  ]);
}

function conditionEffects(effects: readonly Effect[], rules: AnnouncementRules): Effect[] {
  const { conditionByLogId = {}, endedByLogId = {}, holderConditions = {} } = rules;
  const stated = new Set<string>();
  for (const line of effects.filter(isLine)) {
    for (const id of [lookup(conditionByLogId, idOf(line)) ?? []].flat())
      stated.add(`condition-added ${id} ${line.of}`);
    for (const id of [lookup(endedByLogId, idOf(line)) ?? []].flat()) stated.add(`condition-removed ${id} ${line.of}`);
  }
  const changed = new Set(
    effects.flatMap((effect) => ('condition' in effect ? [`${effect.kind} ${effect.condition.id}`] : [])),
  );
  return effects.filter((effect) => {
    if (!('condition' in effect)) return false;
    const { kind, condition, of } = effect;
    const held = Object.keys(holderConditions).find((id) => lookup(holderConditions, id) === condition.id);
    return stated.has(`${kind} ${condition.id} ${of}`) || (held !== undefined && changed.has(`${kind} ${held}`));
  });
}

/** A line states one change. It is written before the change or, for its own fighter, after it. */
function poolEffects(effects: readonly Effect[], { poolByLogId = {} }: AnnouncementRules): Effect[] {
  const used = new Set<Line>();
  const states = (line: Effect | undefined, { pool, by }: PoolEffect): line is Line =>
    line !== undefined &&
    isLine(line) &&
    !used.has(line) &&
    lookup(poolByLogId, idOf(line)) === pool &&
    pointsOf(line) === Math.abs(by);
  return effects.filter((effect, at) => {
    if (effect.kind !== 'pool') return false;
    const isOfPool = (each: Effect): boolean => isLine(each) && lookup(poolByLogId, idOf(each)) === effect.pool;
    const before = effects.slice(0, at).findLast(isOfPool);
    const after = effects.slice(at + 1).find((each) => isOfPool(each) && 'of' in each && each.of === effect.of);
    const line = [before, after].find((each) => states(each, effect));
    if (!line) return false;
    used.add(line as Line);
    return true;
  });
}

/** Returns true if such a line is closer to the move than other moves of the fighter. */
function isMoveStated(effects: readonly Effect[], at: number, { moveLogIds = [] }: AnnouncementRules): boolean {
  const move = effects[at];
  if (move?.kind !== 'move') return false;
  const isRelated = (effect: Effect): boolean =>
    'of' in effect &&
    effect.of === move.of &&
    (effect.kind === 'move' || (isLine(effect) && moveLogIds.includes(idOf(effect))));
  const nearest = [effects.slice(0, at).findLast(isRelated), effects.slice(at + 1).find(isRelated)];
  return nearest.some((effect) => effect !== undefined && effect.kind !== 'move');
}
