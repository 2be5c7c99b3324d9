import type { Condition, ConditionDefinition, Until } from '../../encounter/condition';
import type { FighterId } from '../../encounter/state';
import type { Procedure } from '../../kernel/procedure';
import type { BondLookup } from '../../toolkit/combat/bond';
import { conditionsOf } from '../../toolkit/combat/condition';
import type { EndMoments } from '../../toolkit/define/manual';
import { expireConditions } from '../../toolkit/turns/duration';
import { ALTERABLE_FIGURES, type AlterableFigure, ROUND_END, SCENE_END } from './schema';
import type { TempoEncounter, TempoFighter } from './state';

/** A Condition is a drawback, a Debuff one of those that are easily shaken off, a Status anything else (T-A56). */
type ConditionClass = 'debuff' | 'condition' | 'status';

interface Definition extends ConditionDefinition {
  readonly class: ConditionClass;
}

type Asked = Pick<ConditionDefinition, 'asks' | 'lasts'>;

/** @param asked what whoever gives it by hand is asked */
const row = (icon: string, tone: ConditionDefinition['tone'], of: ConditionClass, asked: Asked = {}): Definition => ({
  implies: [],
  tone,
  icon,
  class: of,
  ...asked,
});
const bySource = { source: true } as const;
const ofTheTable = { name: true, figure: ALTERABLE_FIGURES, amount: true } as const;

/** Ledger section 8. What a condition does stands where it is done. */
export const CONDITIONS = {
  /** T-32, T-A24: by somebody, whose own Strikes it helps. */
  marked: row('marked', 'harm', 'debuff', { asks: bySource, lasts: SCENE_END }),
  hidden: row('hidden', 'boon', 'status', { lasts: SCENE_END }),
  prone: row('prone', 'harm', 'condition'),
  /** T-45 to T-47: by somebody, while that one is adjacent. */
  guarded: row('guarded', 'boon', 'status', { asks: bySource, lasts: ROUND_END }),
  resting: row('resting', 'neutral', 'status', { lasts: ROUND_END }),
  /** T-41: somebody has promised Teamwork on the next Skill roll. */
  assisted: row('assisted', 'boon', 'status', { asks: bySource, lasts: SCENE_END }),
  dying: row('dying', 'harm', 'status'),
  dead: row('dead', 'harm', 'status'),
  defeated: row('defeated', 'harm', 'status'),
  /** A Status, a Debuff and a Condition of the table's own; `data` says which, and which figure it changes by how much (T-A56). */
  bolstered: row('empowered', 'boon', 'status', { asks: ofTheTable }),
  hampered: row('hampered', 'harm', 'debuff', { asks: ofTheTable }),
  afflicted: row('afflicted', 'harm', 'condition', { asks: ofTheTable }),
} as const satisfies Readonly<Record<string, Definition>>;
export type ConditionId = keyof typeof CONDITIONS;

export const classOf = ({ id }: Condition): ConditionClass => CONDITIONS[id as ConditionId]?.class ?? 'status';

/** What the conditions of the table's own add to a figure, or take off it (T-A56). */
export const alterationOf = ({ conditions }: Pick<TempoFighter, 'conditions'>, figure: AlterableFigure): number =>
  conditions.reduce((all, { data }) => (data?.figure === figure ? all + Number(data.amount ?? 0) : all), 0);

/** A figure as it is now. */
export const figureOf = (fighter: TempoFighter, figure: Exclude<AlterableFigure, 'toHit' | 'damage'>): number =>
  Math.max(0, fighter.stats[figure] + alterationOf(fighter, figure));

export const { is, rootsOf } = conditionsOf(CONDITIONS);

/** Returns true if a fighter has a condition that this source gave. */
export const hasConditionBy = (fighter: TempoFighter, id: ConditionId, by: FighterId): boolean =>
  rootsOf(fighter, id).some((had) => had.by === by);

/** T-41, T-45, T-47, T-A41: nobody is guarded, marked or helped by somebody who is gone, nor under a spell of theirs that goes on. */
export const bound: BondLookup = ({ id, by, data }) =>
  id === 'guarded' || id === 'marked' || id === 'assisted' || data?.spell !== undefined ? by : undefined;

/** T-A53: neither turns nor Reactions nor Exert. */
export const isOut = (fighter: TempoFighter): boolean =>
  is(fighter, 'dying') || is(fighter, 'dead') || is(fighter, 'defeated');

/** Whether the fighter is somebody at all, and able to act. */
export const isAble = (fighter: TempoFighter): boolean => !fighter.stats.object && !isOut(fighter);

/** T-39, T-A25: on the same side, and not oneself. */
export const isAlly = (fighter: TempoFighter, other: TempoFighter): boolean =>
  fighter !== other && fighter.side === other.side && !other.stats.object;

export const isNonAlly = (fighter: TempoFighter, other: TempoFighter): boolean =>
  fighter.side !== other.side && !other.stats.object;

/** What T-40 takes off an Ally: a Debuff, or Prone. */
export const canBeHelpedOff = (had: Condition): boolean => classOf(had) === 'debuff' || had.id === 'prone';

export const isDrawback = (had: Condition): boolean => classOf(had) !== 'status';
export const isDebuff = (had: Condition): boolean => classOf(had) === 'debuff';

export const ROUND_ENDS: Until = { at: ROUND_END };
export const SCENE_ENDS: Until = { at: SCENE_END };

/** When a condition given by hand may end. */
export const MOMENTS: EndMoments<TempoFighter, TempoEncounter> = {
  [ROUND_END]: () => ROUND_ENDS,
  [SCENE_END]: () => SCENE_ENDS,
};

/** What conditions are called by their keys, for a question: their ids, or the names the table gave them. */
export const namesByKey = (conditions: readonly Condition[]): Record<string, string> =>
  Object.fromEntries(conditions.map(({ key, id, data }) => [key, String(data?.name ?? id)]));

/** T-A24, T-A27: a new Mark moves the old one, a second Guard replaces the first. */
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
