import type { Condition, ConditionDefinition, Until } from '../../encounter/condition';
import { areOnOneSide } from '../../encounter/sides';
import type { FighterId } from '../../encounter/state';
import type { Json } from '../../kernel/json';
import type { Procedure } from '../../kernel/procedure';
import { conditionsOf } from '../../toolkit/combat/condition';
import type { EndMoments } from '../../toolkit/combat/manual';
import { endsWithFight, expireConditions } from '../../toolkit/define/duration';
import { ALTERABLE_FIGURES, type AlterableFigure, ROUND_END, SCENE_END } from './schema';
import type { TempoEncounter, TempoFighter } from './state';
import { armorFigures } from './stats';

/** T-A56: a Condition is a drawback, a Debuff is easily removed, a Status is anything else. */
type ConditionClass = 'debuff' | 'condition' | 'status';

interface Definition extends ConditionDefinition {
  readonly class: ConditionClass;
}

type Details = Pick<ConditionDefinition, 'asks' | 'lasts' | 'several' | 'defeat' | 'corpse' | 'ofFight'>;

const defineCondition = (
  icon: string,
  tone: ConditionDefinition['tone'],
  of: ConditionClass,
  details: Details = {},
): Definition => ({
  implies: [],
  tone,
  icon,
  class: of,
  ...details,
});
const SOURCE_FIELD = { source: true } as const;
const CUSTOM_FIELDS = { name: true, figure: ALTERABLE_FIGURES, amount: true } as const;

/** Ledger section 8; the effects are implemented where they apply. */
export const CONDITIONS = {
  /** T-32, T-A24: helps the source's own Strikes. */
  marked: defineCondition('marked', 'harm', 'debuff', { asks: SOURCE_FIELD, lasts: SCENE_END, ofFight: true }),
  hidden: defineCondition('hidden', 'boon', 'status', { lasts: SCENE_END }),
  prone: defineCondition('prone', 'harm', 'condition'),
  /** T-45 to T-47: while the source is adjacent. */
  guarded: defineCondition('guarded', 'boon', 'status', { asks: SOURCE_FIELD, lasts: ROUND_END, ofFight: true }),
  resting: defineCondition('resting', 'neutral', 'status', { lasts: ROUND_END, ofFight: true }),
  /** T-41: the source has promised Teamwork on the next Skill roll. */
  assisted: defineCondition('assisted', 'boon', 'status', { asks: SOURCE_FIELD, lasts: SCENE_END }),
  dying: defineCondition('dying', 'harm', 'status', { defeat: 'out' }),
  dead: defineCondition('dead', 'harm', 'status', { defeat: 'out', corpse: true }),
  defeated: defineCondition('defeated', 'harm', 'status', { defeat: 'by-gm' }),
  /** Custom conditions; `data` holds the name, the figure and the amount (T-A56). */
  bolstered: defineCondition('empowered', 'boon', 'status', { asks: CUSTOM_FIELDS, several: true }),
  hampered: defineCondition('hampered', 'harm', 'debuff', { asks: CUSTOM_FIELDS, several: true }),
  afflicted: defineCondition('afflicted', 'harm', 'condition', { asks: CUSTOM_FIELDS, several: true }),
} as const satisfies Readonly<Record<string, Definition>>;
export type ConditionId = keyof typeof CONDITIONS;

export const classOf = ({ id }: Condition): ConditionClass => CONDITIONS[id as ConditionId]?.class ?? 'status';

/** Returns the sum of all custom changes to a figure (T-A56); those of one spell, ability or Reaction do not add up. */
export function alterationOf({ conditions }: Pick<TempoFighter, 'conditions'>, figure: AlterableFigure): number {
  const amounts = new Map<Json, number>();
  for (const { key, data } of conditions) {
    if (data?.figure !== figure) continue;
    const [source, amount] = [data.from ?? key, Number(data.amount ?? 0)];
    const before = amounts.get(source) ?? 0;
    amounts.set(source, Math.abs(amount) > Math.abs(before) ? amount : before);
  }
  let sum = 0;
  for (const amount of amounts.values()) sum += amount;
  return sum;
}

/** Returns the current value, at least zero. */
export function figureOf(fighter: TempoFighter, figure: Exclude<AlterableFigure, 'toHit' | 'damage'>): number {
  const { stats, items } = fighter;
  const isArmor = figure === 'deflection' || figure === 'sturdy';
  const usual = isArmor ? armorFigures(stats, items)[figure].value : stats[figure];
  return Math.max(0, usual + alterationOf(fighter, figure));
}

export const isOfFight = endsWithFight(CONDITIONS, ROUND_END, SCENE_END);
export const { is, rootsOf } = conditionsOf(CONDITIONS);

/** Returns true if this source gave the fighter the condition. */
export const hasConditionBy = (fighter: TempoFighter, id: ConditionId, by: FighterId): boolean =>
  rootsOf(fighter, id).some((had) => had.by === by);

/** T-A53: no turns, Reactions or Exert. */
export const isOut = (fighter: TempoFighter): boolean =>
  is(fighter, 'dying') || is(fighter, 'dead') || is(fighter, 'defeated');

/** Returns false for objects too. */
export const isAble = (fighter: TempoFighter): boolean => !fighter.stats.object && !isOut(fighter);

export const isNonAlly = (fighter: TempoFighter, other: TempoFighter): boolean =>
  !areOnOneSide(fighter, other) && !other.stats.object;

export const isDrawback = (had: Condition): boolean => classOf(had) !== 'status';
export const isDebuff = (had: Condition): boolean => classOf(had) === 'debuff';

export const ROUND_ENDS: Until = { at: ROUND_END };
export const SCENE_ENDS: Until = { at: SCENE_END };

/** End moments for a condition that the GM adds. */
export const MOMENTS: EndMoments<TempoEncounter> = {
  [ROUND_END]: () => ROUND_ENDS,
  [SCENE_END]: () => SCENE_ENDS,
};

/** T-A24, T-A27: removes the old Mark or Guard of this source. */
export const replace = (
  { fighters }: TempoEncounter,
  id: 'marked' | 'guarded',
  by: Pick<TempoFighter, 'id'>,
  at: TempoFighter,
): Procedure<void> =>
  expireConditions(
    Object.values(fighters).filter((other) => id === 'guarded' || other !== at),
    (had) => had.id === id && had.by === by.id,
  );
