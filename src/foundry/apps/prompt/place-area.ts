import type { Command } from '../../../encounter/command';
import type { Place } from '../../../encounter/state';
import { lookup } from '../../../kernel/lookup';
import type { Corner } from '../../canvas/highlights';
import { hidePathLabel, showWaitingLabel, updateWaitingLabel } from '../../canvas/path-label';
import { documentsOf, type ExchangeDocument } from '../../host/exchange-document';
import { placeOf, spaceAt } from '../../host/reader';
import { metricGrid } from '../../host/units';
import { levelForPlacing } from '../../host/viewed-level';
import { notify } from '../../platform/notice';
import { reasonText, text } from '../../platform/text';
import { fightOf, type LoadedEncounter } from '../../views/fight';
import { announceToScreenReader, mainPage, targetOf } from '../../views/pages';
import { clearArea, drawArea } from '../asks/area-preview';

const COLOR = '#b48ad8';

/** The event of a placement; API v14: RegionPlacementContext. */
interface Placed {
  readonly shape: Partial<Corner>;
}

interface Placing {
  placeRegion?(data: object, options: object): Promise<RegionDocument.Implementation | null>;
  /** T14: RegionLayer#_cancelPlacement */
  _cancelPlacement?(): void;
}

/**
 * Lets the user place an area with the mouse or the arrow keys, with who is inside, and returns the command with its path ending there;
 * null if canceled or on another scene.
 * API v14: foundry.canvas.layers.RegionLayer#placeRegion, RegionPlacementOptions; crucible, module/dice/action-use-dialog.mjs.
 */
export async function placeArea(host: ExchangeDocument, command: Command): Promise<Command | null> {
  const { token } = documentsOf(host, command.by);
  const fight = fightOf(host);
  const regions = canvas?.ready ? (canvas.regions as Placing | null | undefined) : null;
  const scene = token?.parent;
  if (!fight || !token || !scene || scene !== canvas?.scene || !regions?.placeRegion) {
    notify('warn', text('CADENCE.App.Area.otherMap'));
    return null;
  }
  const { label, radius = 0 } = fight.adapter.ruleset.views.action(fight.encounter, command, fight.viewer);
  const pixels = 1 / metricGrid(scene.grid).metresPerPixel;
  const { x, y } = token.getCenterPoint();
  notify('info', text('CADENCE.App.Area.place'));
  const aim = new Aim(fight, command, token);
  const finish = (): boolean => {
    regions._cancelPlacement?.();
    return regions._cancelPlacement !== undefined;
  };
  const stopListening = await aim.listen({ x, y }, finish);
  try {
    const region = await regions.placeRegion(
      {
        name: label.key,
        color: COLOR,
        visibility: CONST.REGION_VISIBILITY.ALWAYS,
        levels: Object.values(levelForPlacing(scene)),
        shapes: [{ type: 'circle', x, y, radius: radius * pixels, gridBased: !scene.grid.isGridless }],
      },
      {
        create: false,
        allowRotation: false,
        onChange: ({ shape }: Placed) => aim.follow({ x: shape.x ?? x, y: shape.y ?? y }),
      },
    );
    const shape = region?.toObject().shapes[0] as Corner | undefined;
    const at = shape ?? aim.confirmed;
    return at ? aim.commandAt(at) : null;
  } finally {
    stopListening();
  }
}

/** Steps of the arrow keys, in spaces to the south and east. */
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** An area that is being placed: its spaces, who is inside, and the keys that move it. */
class Aim {
  /** Where it was confirmed by key or button; null while it is placed, and for a click on the map. */
  confirmed: Corner | null = null;
  private spot: Corner = { x: 0, y: 0 };
  private said = '';

  constructor(
    private readonly fight: LoadedEncounter,
    private readonly command: Command,
    private readonly token: TokenDocument.Implementation,
  ) {}

  private get scene(): Scene.Implementation {
    return this.token.parent as Scene.Implementation;
  }

  /** Rules measure only between spaces of the grid. */
  private placeAt(spot: Corner): Place {
    const { scene, token } = this;
    const { grid } = scene;
    const at = grid.isGridless ? spot : grid.getCenterPoint(grid.getOffset(spot));
    return spaceAt(scene, at, { ...placeOf(token), ...levelForPlacing(scene) });
  }

  commandAt = (spot: Corner): Command => ({ ...this.command, path: [this.placeAt(spot)] });

  /** Shows the label and takes the keys. Returns what ends both. @param finish ends the placement; false if it cannot */
  async listen(from: Corner, finish: () => boolean): Promise<() => void> {
    const keys = new AbortController();
    const answer = (isConfirmed: boolean): void => {
      // Where Foundry cannot be told, its own click and Escape end the placement.
      if (finish() && isConfirmed) this.confirmed = this.spot;
    };
    const page = mainPage();
    page.defaultView?.addEventListener('keydown', (event) => this.onKey(event, answer), {
      capture: true,
      signal: keys.signal,
    });
    // Both lines are filled while it moves.
    const element = await showWaitingLabel(from, { notes: ' ', barred: ' ' }, () => {});
    element?.addEventListener(
      'click',
      (event) => {
        const button = targetOf(event)?.closest<HTMLElement>('[data-answer]');
        if (button) answer(button.dataset.answer === 'confirm');
      },
      { signal: keys.signal },
    );
    return () => {
      keys.abort();
      clearArea();
      hidePathLabel();
    };
  }

  follow = (spot: Corner = this.spot): void => {
    this.spot = spot;
    const fight = fightOf(this.fight.host) ?? this.fight;
    const { adapter, encounter } = fight;
    const command = this.commandAt(spot);
    const reasons = adapter.ruleset.whyNot(encounter, command);
    const barred = reasons.map((reason) => reasonText(adapter.ruleset.id, reason)).join(' ');
    const { note: notes = '', below = spot, above = spot } = drawArea(fight, command, () => this.follow()) ?? {};
    updateWaitingLabel(below, { notes, barred }, above);
    if (this.said !== notes) announceToScreenReader(notes);
    this.said = notes;
  };

  private onKey(event: KeyboardEvent, answer: (isConfirmed: boolean) => void): void {
    const { key, ctrlKey, altKey, metaKey, isComposing } = event;
    const step = lookup(STEPS, key);
    const page = mainPage();
    const isAnswer = page.activeElement?.matches('.cadence-path-label button') === true;
    if (ctrlKey || altKey || metaKey || isComposing || page.activeElement?.matches(FIELD)) return;
    if (!step && (key !== 'Enter' || isAnswer || event.repeat)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (step) this.moveBy(...step);
    else answer(true);
  }

  /** As the mouse would: Foundry moves what it places, and snaps it. API: Canvas#clientCoordinatesFromCanvas */
  private moveBy(south: number, east: number): void {
    const { grid } = this.scene;
    const { i, j } = grid.getOffset(this.spot);
    const to = grid.isGridless
      ? { x: this.spot.x + east * grid.size, y: this.spot.y + south * grid.size }
      : grid.getCenterPoint({ i: i + south, j: j + east });
    const { x: clientX, y: clientY } = canvas.clientCoordinatesFromCanvas(to);
    const pointer = { clientX, clientY, pointerId: 1, pointerType: 'mouse', isPrimary: true, bubbles: true };
    mainPage().getElementById('board')?.dispatchEvent(new PointerEvent('pointermove', pointer));
    // Foundry may take up a move later, or not at all.
    if (this.spot.x !== to.x || this.spot.y !== to.y) this.follow(to);
  }
}

const FIELD = 'input, textarea, select, [contenteditable=""], [contenteditable="true"]';
