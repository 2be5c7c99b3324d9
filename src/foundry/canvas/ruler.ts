import type { MoveOption } from '../../encounter/ruleset';
import { adapterOf } from '../adapters/registry';
import { type PlannedWaypoint, placesOf, plannedPath } from '../host/movement';
import { text } from '../platform/text';
import { textsOfMove } from '../views/move-texts';
import { moverOf, movesOf } from '../views/moves';
import { Parts } from '../views/parts';
import { showPreview } from '../views/preview';
import type { Corner } from './highlights';
import { hideDraggedLabel, showPathLabel, TONE_COLORS, toneOf } from './path-label';
import { findProvoked, hidePathThreats, showPathThreats } from './threat';

type CoreWaypoint = foundry.canvas.placeables.tokens.TokenRuler.Waypoint;

interface RulerWaypoint extends PlannedWaypoint {
  readonly action: string;
  readonly next: RulerWaypoint | null;
  readonly userId: string;
}

/** A path up to a waypoint, and the first way to pay for it. */
interface PricedPath {
  readonly combatant: Combatant.Implementation;
  readonly rulesetId: string;
  readonly move: MoveOption | null;
}

/**
 * The drag ruler with the ruleset's price of the path. The label of the user's whole path lies above all windows. If time is spent, the
 * mover's lane previews it.
 */
export class CadenceRuler extends foundry.canvas.placeables.tokens.TokenRuler {
  static override WAYPOINT_LABEL_TEMPLATE = 'systems/cadence/templates/canvas/waypoint-label.hbs';

  /** Each waypoint is asked for its label and for several colors. */
  readonly #priced = new WeakMap<object, PricedPath | null>();

  override clear(): void {
    super.clear();
    hidePathThreats(this.token.document.id);
    hideDraggedLabel(this.token.document.id);
    showPreview(null);
  }

  #pricedPath(waypoint: RulerWaypoint): PricedPath | null {
    const known = this.#priced.get(waypoint);
    if (known !== undefined) return known;
    const priced = waypoint.stage === 'planned' ? this.#price(waypoint) : null;
    this.#priced.set(waypoint, priced);
    return priced;
  }

  #price(waypoint: RulerWaypoint): PricedPath | null {
    const { document } = this.token;
    const combatant = moverOf(document);
    const { ruleset } = adapterOf(combatant?.combat?.type) ?? {};
    if (!combatant || !ruleset) return null;
    const path = placesOf(document, plannedPath(document, waypoint));
    if (path.length === 0) return null;
    const [move = null] = movesOf(combatant, path, waypoint.action);
    return { combatant, rulesetId: ruleset.id, move };
  }

  /** API: TokenRuler#_getWaypointLabelContext; a waypoint without a context has no label. */
  protected override _getWaypointLabelContext(
    waypoint: CoreWaypoint & RulerWaypoint,
    state: foundry.canvas.placeables.tokens.TokenRuler.State,
  ) {
    const context = super._getWaypointLabelContext(waypoint, state);
    const priced = context ? this.#pricedPath(waypoint) : null;
    if (!context || !priced) return context;
    const { combatant, rulesetId, move } = priced;
    const isOwnEnd = !waypoint.next && waypoint.userId === game.user.id;
    const provoked = move ? findProvoked(combatant, move.command) : [];
    if (isOwnEnd && move) {
      showPathThreats(combatant, provoked);
      showPreview(move.preview ? new Parts(rulesetId).ghost(move.preview, move.command, move.whyNot) : null);
    }
    const names = provoked.map(({ name }) => name).join(', ');
    const labeled = { ...context, ...labelOf(rulesetId, move, names && text('CADENCE.App.provokes', { names })) };
    if (!isOwnEnd) return labeled;
    const { position } = labeled as unknown as { readonly position: Corner };
    void showPathLabel(this.token.document.id, position, labeled);
    return undefined;
  }

  protected override _getSegmentStyle(waypoint: CoreWaypoint & RulerWaypoint) {
    return { ...super._getSegmentStyle(waypoint), ...this.#toneStyle(waypoint) };
  }

  protected override _getGridHighlightStyle(
    waypoint: CoreWaypoint & RulerWaypoint,
    offset: foundry.grid.BaseGrid.Offset3D,
  ) {
    return { ...super._getGridHighlightStyle(waypoint, offset), ...this.#toneStyle(waypoint) };
  }

  /** The whole path has one color. */
  #toneStyle(waypoint: RulerWaypoint): { readonly color?: number } {
    let end = waypoint;
    while (end.next) end = end.next;
    const priced = this.#pricedPath(end);
    return priced ? { color: TONE_COLORS[priced.move ? toneOf(priced.move) : 'barred'] } : {};
  }
}

/** @param provokes who may react to the path */
function labelOf(rulesetId: string, move: MoveOption | null, provokes: string) {
  if (!move) return { tone: 'barred', barred: text('CADENCE.App.Ruler.none') };
  const { notes, ...texts } = textsOfMove(rulesetId, move);
  return { ...texts, tone: toneOf(move), notes: [provokes, ...notes].filter(Boolean).join(' ') };
}

export const RULER = {
  init() {
    const token: { rulerClass: unknown } = CONFIG.Token;
    token.rulerClass = CadenceRuler;
  },
};
