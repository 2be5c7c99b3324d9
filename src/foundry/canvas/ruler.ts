import { adapterOf } from '../adapters/registry';
import { type PlannedWaypoint, placesOf, plannedPath } from '../host/movement';
import { localize, reasonText, text } from '../platform/text';
import { moverOf, movesOf } from '../views/moves';
import { Parts } from '../views/parts';
import { showPreview } from '../views/preview';
import { findProvoked, hidePathThreats, showPathThreats } from './threat';

interface RulerWaypoint extends PlannedWaypoint {
  readonly action: string;
  readonly next: RulerWaypoint | null;
  readonly userId: string;
}

/** The drag ruler with the ruleset's price of the path. If time is spent, the mover's lane previews it. */
export class CadenceRuler extends foundry.canvas.placeables.tokens.TokenRuler {
  static override WAYPOINT_LABEL_TEMPLATE = 'systems/cadence/templates/canvas/waypoint-label.hbs';

  override clear(): void {
    super.clear();
    hidePathThreats(this.token.document.id);
    showPreview(null);
  }

  protected override _getWaypointLabelContext(
    waypoint: foundry.canvas.placeables.tokens.TokenRuler.Waypoint & RulerWaypoint,
    state: foundry.canvas.placeables.tokens.TokenRuler.State,
  ) {
    const context = super._getWaypointLabelContext(waypoint, state);
    const isPlanned = waypoint.stage === 'planned';
    const combatant = context && isPlanned ? moverOf(this.token.document) : null;
    const adapter = adapterOf(combatant?.combat?.type);
    if (!context || !combatant || !adapter) return context;
    const { id } = adapter.ruleset;
    const path = placesOf(this.token.document, plannedPath(this.token.document, waypoint));
    const [move] = movesOf(combatant, path, waypoint.action);
    if (!move) return context;
    const price = move.cost.map(({ pool, amount }) => localize(id, { key: `Price.${pool}`, facts: { amount } }));
    const { next, userId } = waypoint;
    const provoked = findProvoked(combatant, move.command);
    if (!next && userId === game.user.id) {
      showPathThreats(combatant, provoked);
      showPreview(move.preview ? new Parts(id).ghost(move.preview, move.command, move.whyNot) : null);
    }
    const notes = (move.notes ?? []).map((note) => localize(id, note));
    const names = provoked.map(({ name }) => name).join(', ');
    return {
      ...context,
      action: Object.assign({}, context.action, { label: localize(id, { key: `Action.${move.command.do}.label` }) }),
      price: price.join(' · '),
      notes: [names && text('CADENCE.App.provokes', { names }), ...notes].filter(Boolean).join(' '),
      barred: move.whyNot.map((reason) => reasonText(id, reason)).join(' '),
    };
  }
}

export const RULER = {
  init() {
    const token: { rulerClass: unknown } = CONFIG.Token;
    token.rulerClass = CadenceRuler;
  },
};
