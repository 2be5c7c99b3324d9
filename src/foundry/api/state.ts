import { displayRound } from '../../encounter/timing';
import type { Badge, Gauge } from '../../encounter/view';
import { redactTracker } from '../../encounter/visibility';
import { documentsOf, isCard } from '../host/exchange-document';
import { foePoolVisibility } from '../platform/world-settings';
import { allBadges, type ShownBadge } from '../views/badges';
import { type LoadedFighter, trackerView } from '../views/fight';
import { Parts } from '../views/parts';
import { turnsOf } from '../views/turns';
import { fighterToAct } from './actions';

/** The state of a fighter that this user may see, localized. `cadence.d.ts` documents each member. */
export interface ApiState {
  readonly ruleset: string;
  readonly combat: string | null;
  readonly clock: { readonly round: number; readonly phase: string } | null;
  readonly acting: readonly string[];
  readonly isActing: boolean;
  readonly isOut: boolean;
  readonly pools: readonly {
    readonly id: string;
    readonly label: string;
    readonly value: number;
    readonly max: number;
    readonly isRough: boolean;
  }[];
  readonly conditions: readonly {
    readonly id: string;
    readonly label: string;
    readonly img: string;
    readonly tone: Badge['tone'];
    readonly notes: readonly string[];
    readonly left: number | null;
  }[];
}

/** Returns null if the user may not know of the fighter, or may not see the actor outside encounters; and while the rules load. */
export function stateOf(actor: Actor.Implementation): ApiState | null {
  const fight = fighterToAct(actor);
  if (!fight) return null;
  const { adapter, host, encounter, viewer, id } = fight;
  const isFighting = !isCard(host);
  if (viewer.hiddenFighters?.includes(id)) return null;
  const sheet = actor.testUserPermission(game.user, 'OBSERVER')
    ? adapter.ruleset.views.sheet(encounter, fight.fighter, viewer)
    : null;
  const row = isFighting ? rowOf(fight) : undefined;
  const shown = sheet ?? row;
  if (!shown) return null;
  const parts = new Parts(adapter.ruleset.id);
  const acting = isFighting ? turnsOf(fight).flatMap((turn) => (turn.own ? turn.id : [])) : [];
  return {
    ruleset: adapter.ruleset.id,
    combat: isFighting ? host.uuid : null,
    clock: isFighting
      ? { round: displayRound(encounter.clock, adapter.ruleset.idle), phase: encounter.clock.phase }
      : null,
    acting: acting.flatMap((fighter) => documentsOf(host, fighter).actor?.uuid ?? []),
    isActing: acting.includes(id),
    isOut: row?.out ?? false,
    pools: shown.gauges.map((gauge) => shownPool(parts, gauge)),
    conditions: allBadges(parts, shown.badges, actor, adapter.ruleset.conditions).map(shownCondition),
  };
}

const rowOf = (fight: LoadedFighter) =>
  redactTracker(trackerView(fight), fight.encounter, fight.viewer, foePoolVisibility()).rows.find(
    ({ id }) => id === fight.id,
  );

function shownPool(parts: Parts, gauge: Gauge): ApiState['pools'][number] {
  const { label, value, max, rough } = parts.gauge(gauge);
  return { id: gauge.pool, label, value, max, isRough: rough };
}

const shownCondition = ({ id, label, icon, tone, notes, left }: ShownBadge): ApiState['conditions'][number] => ({
  ...{ id, label, img: icon, tone, notes, left },
});
