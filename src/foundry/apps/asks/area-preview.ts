import type { Command } from '../../../encounter/command';
import { activeCommandIn } from '../../../encounter/exchange';
import type { AreaPlacement } from '../../../encounter/view';
import type { OfferAsk, SingleAsk } from '../../../kernel/ask';
import { type Corner, clearHighlight, highlightSpaces } from '../../canvas/highlights';
import { hideDraggedLabel, showPathLabel } from '../../canvas/path-label';
import { spacesAround } from '../../canvas/spaces';
import { documentsOf, type ExchangeDocument } from '../../host/exchange-document';
import { pixelsOf, spaceAt } from '../../host/reader';
import { text } from '../../platform/text';
import { entriesOf } from '../../referee/asks/record';
import { combatSystem } from '../../stored/systems';
import { facesOf, fightOf, type LoadedEncounter } from '../../views/fight';
import { mainPage } from '../../views/pages';
import { Parts } from '../../views/parts';
import { cancelOdds, requestOdds } from '../odds/odds-queue';

const LAYER = 'cadence-area';
const STYLE = { color: 0xb48ad8, alpha: 0.35 };

/** Names the label on the map that belongs to a preview. */
const LABEL = 'area';

interface DrawnArea {
  /** Who is inside, and their odds as far as they are known. */
  readonly note: string;
  /** The middles of its lower and upper edge, on the map. */
  readonly below: Corner;
  readonly above: Corner;
}

/**
 * Lights the spaces that a command would cover.
 * @param redraw called when more odds of those inside are known
 * @param option the option of the question that places it; by default the best placement
 * @returns null if it covers none on the viewed scene
 */
export function drawArea(
  fight: LoadedEncounter,
  command: Command,
  redraw: () => void,
  option?: string,
): DrawnArea | null {
  clearHighlight(LAYER);
  const scene = documentsOf(fight.host, command.by).token?.parent;
  if (!canvas?.ready || !scene || scene !== canvas.scene) return null;
  const { placements } = fight.adapter.ruleset.views.area(fight.encounter, fight.viewer, command) ?? NO_AREA;
  const placement = option === undefined ? placements[0] : placements.find(({ id }) => id === option);
  if (!placement) return null;
  const { center } = placement;
  const { x, y, width, height } = pixelsOf(scene, center);
  const { grid } = scene;
  const [from, to] = [grid.getOffset({ x: x + 1, y: y + 1 }), grid.getOffset({ x: x + width - 1, y: y + height - 1 })];
  const corners = grid.isGridless
    ? []
    : spacesAround([from, to], (space) => placement.covers(spaceAt(scene, grid.getCenterPoint(space), center))).map(
        (space) => grid.getTopLeftPoint(space),
      );
  highlightSpaces(LAYER, corners, STYLE);
  const lowest = Math.max(y + height, ...corners.map((corner) => corner.y + grid.sizeY));
  const note = [
    noteOf(fight, command, placement, redraw),
    ...(option === undefined && placements.length > 1 ? [text('CADENCE.App.Area.chosenLater')] : []),
  ];
  const middle = x + width / 2;
  const highest = Math.min(y, ...corners.map((corner) => corner.y));
  return { note: note.join(' · '), below: { x: middle, y: lowest }, above: { x: middle, y: highest } };
}

const NO_AREA = { placements: [] };

export function clearArea(): void {
  clearHighlight(LAYER);
  cancelOdds(drawArea);
}

/** Names the fighters inside whom the user sees. */
function noteOf(fight: LoadedEncounter, command: Command, { inside }: AreaPlacement, redraw: () => void): string {
  const { adapter, encounter, viewer, host } = fight;
  const { views, id: rulesetId } = adapter.ruleset;
  const faces = facesOf(host);
  const seen = inside.flatMap(({ id }) => {
    const { token } = documentsOf(host, id);
    const face = token?.parent === canvas.scene && token?.object?.visible ? faces.get(id) : undefined;
    return face ? [{ name: face.name, aimed: { ...command, at: id } }] : [];
  });
  if (seen.length === 0) return text('CADENCE.App.Area.empty');
  const awaited = seen.flatMap(({ aimed }) => (views.oddsAwaited?.(encounter, viewer, aimed) ? [aimed] : []));
  requestOdds(drawArea, fight, awaited, redraw);
  const parts = new Parts(rulesetId);
  const names = seen.map(({ name, aimed }) => {
    const odds = awaited.includes(aimed) ? '' : parts.odds(views.odds?.(encounter, viewer, aimed));
    return odds ? text('CADENCE.App.Area.withOdds', { name, odds }) : name;
  });
  return text('CADENCE.App.Area.inside', { names: names.join(', ') });
}

/** Ends the preview that is drawn; there is at most one. */
let watch: AbortController | null = null;

/** Shows the area of a button's command on the map, with who is inside, while the button has the pointer or the focus. */
export function showArea(host: ExchangeDocument, button: HTMLElement, command: Command, option?: string): void {
  hideArea();
  const draw = (): boolean => {
    const fight = fightOf(host);
    const drawn = fight && drawArea(fight, command, draw, option);
    if (drawn) void showPathLabel(LABEL, drawn.below, { notes: drawn.note }, drawn.above);
    return drawn !== null;
  };
  if (!draw()) return;
  watch = new AbortController();
  const leave = (): void => {
    if (!button.isConnected || !button.matches(':hover, :focus')) hideArea();
  };
  const page = mainPage();
  for (const type of ['pointermove', 'focusin'])
    page.defaultView?.addEventListener(type, leave, { capture: true, signal: watch.signal });
  button.addEventListener('blur', leave, { signal: watch.signal });
  button.addEventListener('click', hideArea, { capture: true, signal: watch.signal });
}

export function hideArea(): void {
  if (!watch) return;
  watch.abort();
  watch = null;
  clearArea();
  hideDraggedLabel(LABEL);
}

/** Returns the command in progress and its best placement, if a question chooses where its area lies; and null otherwise. */
export function areaAsked(
  host: ExchangeDocument,
  ask: SingleAsk | OfferAsk,
): { readonly command: Command; readonly best: string } | null {
  const { open } = combatSystem(host);
  const fight = ask.kind === 'choice' && open ? fightOf(host) : null;
  if (!fight || !open || ask.kind !== 'choice') return null;
  const exchange = entriesOf(combatSystem(host), open.exchange);
  const command = activeCommandIn(exchange.command, exchange.entries);
  const { placements } = fight.adapter.ruleset.views.area(fight.encounter, fight.viewer, command) ?? NO_AREA;
  const best = placements.find(({ id }) => ask.options.some((option) => option.id === id))?.id;
  return best === undefined ? null : { command, best };
}
