import { moverOf, movesOf } from '../documents/token';
import { placeOf } from '../reader';
import { adapterOf } from '../registry';
import { localize, reasonText } from '../text';

interface RulerWaypoint {
  readonly x: number;
  readonly y: number;
  readonly action: string;
  readonly previous: RulerWaypoint | null;
}

/** The drag ruler, labelled in what the ruleset charges for the way. */
export class CadenceRuler extends foundry.canvas.placeables.tokens.TokenRuler {
  static override WAYPOINT_LABEL_TEMPLATE = 'systems/cadence/templates/canvas/waypoint-label.hbs';

  protected override _getWaypointLabelContext(waypoint: never, state: never): never {
    const context = super._getWaypointLabelContext(waypoint, state) as unknown as Record<string, unknown> | undefined;
    const combatant = context && moverOf(this.token.document);
    const adapter = adapterOf(combatant?.combat?.type);
    if (!context || !combatant || !adapter) return context as never;
    const { id } = adapter.ruleset;
    const path = wayTo(waypoint as RulerWaypoint).map((at) => placeOf(this.token.document, at));
    const [move] = movesOf(combatant, path, (waypoint as RulerWaypoint).action);
    if (!move) return context as never;
    const price = move.cost.map(({ pool, amount }) => localize(id, { key: `Price.${pool}`, facts: { amount } }));
    return {
      ...context,
      action: { ...(context.action as object), label: localize(id, { key: `Action.${move.command.do}.label` }) },
      price: price.join(' · '),
      notes: (move.notes ?? []).map((words) => localize(id, words)).join(' '),
      barred: move.whyNot.map((reason) => reasonText(id, reason)).join(' '),
    } as never;
  }
}

/** The waypoints from the start, which is where the token stands and no part of the way. */
function wayTo(last: RulerWaypoint): RulerWaypoint[] {
  const way: RulerWaypoint[] = [];
  for (let at: RulerWaypoint | null = last; at?.previous; at = at.previous) way.unshift(at);
  return way;
}
