import type { ConditionTable } from '../../encounter/condition';
import type { Badge } from '../../encounter/view';
import { effectsInOrder } from '../host/applicable-effects';
import { SHOW_ICON } from '../stored/show-icon';
import type { Parts } from './parts';

type Actor_ = Actor.Implementation;
export type ShownBadge = ReturnType<Parts['badge']>;

/** Returns the badges of a fighter, with those of statuses that another package or the world has added. */
export const allBadges = (
  parts: Parts,
  badges: readonly Badge[],
  actor: Actor_ | null,
  table: ConditionTable,
): ShownBadge[] => [...badges.map((badge) => parts.badge(badge)), ...(actor ? foreignBadges(actor, table) : [])];

/** Returns badges of active effects whose statuses are none of the ruleset's, unless their icon is never shown. */
export const foreignBadges = (actor: Actor_, table: ConditionTable): ShownBadge[] =>
  effectsInOrder(actor).flatMap((effect) => {
    const { id, name: label, img, active, statuses, _source } = effect;
    const { showIcon } = _source as { showIcon?: number };
    const isForeign = statuses.size > 0 && ![...statuses].some((status) => Object.hasOwn(table, status));
    if (!id || !active || !isForeign || showIcon === SHOW_ICON.NEVER) return [];
    const { remaining, label: left } = effect.duration as { remaining?: number | null; label?: string };
    const notes = Number.isFinite(remaining) && left ? [left] : [];
    return [
      {
        ...{ id, rule: '', label, tone: 'neutral', icon: img ?? '', implied: false, left: null },
        ...{ notes, lasts: notes, tooltip: notes.join('\n'), aria: [label, ...notes].join(' · ') },
      },
    ];
  });
