import type { Command } from '../../../encounter/command';
import { unusualTarget } from '../../../encounter/intent';
import { judge, NO_TARGET } from '../../../encounter/legality';
import { areTogether } from '../../../encounter/scenes';
import type { FighterId } from '../../../encounter/state';
import type { ActionButton } from '../../../encounter/view';
import { deepEqual } from '../../../kernel/deep-equal';
import { documentsOf, type ExchangeDocument, isCard, isDraft } from '../../host/exchange-document';
import { text } from '../../platform/text';
import { strictnessFor } from '../../platform/world-settings';
import { facesOf, fightOf, type LoadedEncounter } from '../../views/fight';
import { isElement } from '../../views/pages';
import { Parts } from '../../views/parts';
import { nameWithItem } from '../../views/step-text';
import { hideArea, showArea } from '../asks/area-preview';
import { FloatingWindow, occupiedBoxes, placeAll, screenOf } from '../ui/floating-window';
import { boxOfToken, showTokens } from '../ui/on-screen';
import type { ScreenBox } from '../ui/place';
import { templatePart } from '../ui/templates';
import type { Context, RenderOptions } from '../ui/window-bases';
import { openWindowOf } from '../ui/window-bases';

interface TargetCandidate {
  readonly id: FighterId;
  readonly button: ActionButton;
  readonly isPossible: boolean;
}

const aimedAt = ({ adapter, encounter, viewer }: LoadedEncounter, command: Command, id: FighterId): ActionButton =>
  adapter.ruleset.views.action(encounter, command, { ...viewer, targets: [id] });

const targetedIn = ({ encounter, viewer }: LoadedEncounter, { by }: Command): FighterId[] =>
  viewer.targets.filter((id) => id !== by && encounter.fighters[id] !== undefined);

/**
 * The fighters to choose from: all if none is targeted, the targeted ones if they are too many. Null if no choice is needed.
 * Outside encounters the target is known.
 */
function targetsToChooseFrom(fight: LoadedEncounter, command: Command): readonly FighterId[] | null {
  const { adapter, encounter, viewer, host } = fight;
  if (isCard(host) || isDraft(host)) return null;
  const targeted = targetedIn(fight, command);
  const [first, ...others] = targeted;
  if (first === undefined) {
    const { whyNot } = adapter.ruleset.views.action(encounter, command, viewer);
    if (!whyNot.some(({ id }) => id === NO_TARGET)) return null;
    const place = encounter.fighters[command.by]?.place ?? null;
    const onScene = Object.values(encounter.fighters).filter((other) =>
      areTogether(encounter.ground, place, other.place),
    );
    return onScene.map(({ id }) => id).filter((id) => id !== command.by && isSeen(host, id));
  }
  if (others.length === 0) return null;
  const aimedAtAll = adapter.ruleset.views.action(encounter, command, viewer).command;
  return deepEqual(aimedAtAll, aimedAt(fight, command, first).command) ? targeted : null;
}

/** Whether a fighter's token is visible on the viewed scene. Fighters without a token can always be targeted. */
function isSeen(host: ExchangeDocument, id: FighterId): boolean {
  const { token } = documentsOf(host, id);
  if (!token) return true;
  return !canvas?.ready || token.parent !== canvas.scene || token.object?.visible === true;
}

function candidatesOf(fight: LoadedEncounter, command: Command, ids: readonly FighterId[]): TargetCandidate[] {
  const strictness = strictnessFor(game.user);
  const { adapter, encounter } = fight;
  const { intentOf, conditions } = adapter.ruleset;
  /** Who is usually meant, then who cannot be reached; last the defeated that are attacked, and those that a user is asked about. */
  const rankOf = ({ id, isPossible }: TargetCandidate): number => {
    const aimed = { ...command, at: id };
    const intent = intentOf(encounter, aimed);
    const isBeaten = intent === 'harm' && documentsOf(fight.host, id).combatant?.isDefeated === true;
    return isBeaten || unusualTarget(conditions, encounter, aimed, intent) ? 2 : Number(!isPossible);
  };
  return ids
    .map((id): TargetCandidate => {
      const button = aimedAt(fight, command, id);
      return { id, button, isPossible: judge(button.whyNot, strictness) !== 'refuse' };
    })
    .sort((a, b) => rankOf(a) - rankOf(b));
}

/** API: SceneControls#activate, #control, #tool. T14: client/applications/ui/scene-controls.d.mts */
interface Controls {
  readonly control?: { readonly name: string } | null;
  readonly tool?: { readonly name: string } | null;
  activate(options: { readonly control?: string; readonly tool?: string }): Promise<void>;
}

/** CombatTracker calls these on a hovered row. API: PlaceableObject#_onHoverIn */
interface Hoverable {
  _onHoverIn?(event: object, options: object): void;
  _onHoverOut?(event: object): void;
}

/** Asks for the target of an action: by name in a list with previews, or by a click on the map. */
class TargetWindow extends FloatingWindow {
  static override DEFAULT_OPTIONS = {
    id: 'cadence-targets',
    classes: ['cadence-targets'],
    actions: { chooseTarget: TargetWindow.onChoose, cancelTarget: TargetWindow.onCancel },
  };

  static override PARTS = { targets: templatePart('actions/choose-target', ['']) };

  #before: { readonly control?: string; readonly tool?: string } | null = null;
  #hook: number | null = null;
  #keys: AbortController | null = null;

  constructor(
    private readonly fight: LoadedEncounter,
    private readonly command: Command,
    private readonly candidates: readonly TargetCandidate[],
    private readonly resolve: (chosen: TargetCandidate | null) => void,
  ) {
    super();
  }

  /** It makes way for a question. */
  override get rank(): number {
    return 2;
  }

  /** The tokens, which can be clicked too. */
  protected override get avoids(): readonly ScreenBox[] {
    return this.#tokens.flatMap((token) => boxOfToken(token) ?? []);
  }

  get #tokens(): readonly TokenDocument.Implementation[] {
    const ids = [this.command.by, ...this.candidates.map(({ id }) => id)];
    return ids.flatMap((id) => documentsOf(this.fight.host, id).token ?? []);
  }

  protected override async _prepareContext(options: RenderOptions): Promise<Context> {
    const context = await super._prepareContext(options);
    const parts = new Parts(this.fight.adapter.ruleset.id);
    const faces = facesOf(this.fight.host);
    const { adapter, encounter, viewer } = this.fight;
    const { label } = adapter.ruleset.views.action(encounter, this.command, viewer);
    const { by, with: itemId } = this.command;
    const item = encounter.fighters[by]?.items.find(({ id }) => id === itemId);
    return Object.assign(context, {
      title: text('CADENCE.App.Targets.title', { action: nameWithItem(parts.localize(label), item?.name) }),
      candidates: this.candidates.flatMap(({ id, button, isPossible }) => {
        const face = faces.get(id);
        return face ? [{ ...face, isPossible, ...parts.action(button), id }] : [];
      }),
    });
  }

  protected override async _onFirstRender(context: Context, options: RenderOptions): Promise<void> {
    await super._onFirstRender(context, options);
    this.element.dataset.ruleset = this.fight.adapter.ruleset.id;
    for (const type of ['pointerover', 'focusin'])
      this.element.addEventListener(type, (event) => this.#highlight(event.target));
    this.#keys = new AbortController();
    this.element.ownerDocument.addEventListener('keydown', (event) => this.#cancelOn(event), {
      capture: true,
      signal: this.#keys.signal,
    });
    this.#hook = Hooks.on('targetToken', (user, token, isTargeted) => {
      const chosen = isTargeted && user === game.user ? this.#candidateOf(token.document.id) : undefined;
      if (chosen?.isPossible) this.#choose(chosen);
    });
    await this.#activateTargetTool();
  }

  protected override async _onRender(context: Context, options: RenderOptions): Promise<void> {
    await super._onRender(context, options);
    const page = this.element.ownerDocument;
    void showTokens(this.#tokens, occupiedBoxes(page), screenOf(page)).then(placeAll);
  }

  protected override _onClose(options: object): void {
    super._onClose(options);
    this.#keys?.abort();
    if (this.#hook !== null) Hooks.off('targetToken', this.#hook);
    if (this.#before) toolRestored = controls()?.activate(this.#before);
    this.#highlight(null);
    this.resolve(null);
  }

  async #activateTargetTool(): Promise<void> {
    await toolRestored;
    const scene = controls();
    const tool = scene?.tool?.name;
    if (!scene || !canvas?.ready || tool === 'target') return;
    this.#before = { ...(scene.control && { control: scene.control.name }), ...(tool !== undefined && { tool }) };
    await scene.activate({ control: 'tokens', tool: 'target' });
  }

  #candidateOf(tokenId: string | null): TargetCandidate | undefined {
    return this.candidates.find(({ id }) => documentsOf(this.fight.host, id).token?.id === tokenId);
  }

  #highlight(on: EventTarget | null): void {
    const pointed = isElement(on) ? on.closest<HTMLElement>('[data-fighter]')?.dataset.fighter : undefined;
    for (const { id } of this.candidates) {
      const token = documentsOf(this.fight.host, id).token?.object as Hoverable | null | undefined;
      if (id === pointed) token?._onHoverIn?.({}, { hoverOutOthers: false });
      else token?._onHoverOut?.({});
    }
    const row = isElement(on) ? on.closest<HTMLElement>('[data-fighter]') : null;
    const aimed = this.candidates.find(({ id }) => id === pointed);
    if (row && aimed) showArea(this.fight.host, row, aimed.button.command);
    else hideArea();
  }

  #choose(chosen: TargetCandidate): void {
    this.resolve(chosen);
    void this.close({ animate: false });
  }

  #cancelOn(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    void this.close({ animate: false });
  }

  static onCancel(this: TargetWindow): void {
    void this.close({ animate: false });
  }

  static onChoose(this: TargetWindow, _event: PointerEvent, { dataset }: HTMLElement): void {
    const chosen = this.candidates.find(({ id }) => id === dataset.fighter);
    if (chosen?.isPossible) this.#choose(chosen);
  }
}

const controls = (): Controls | null => (ui.controls as unknown as Controls | undefined) ?? null;

/** Pending until the previous tool is active again. A new window must wait for it. */
let toolRestored: Promise<void> | undefined;

/** Returns the command with a target, asking the user if necessary; null if canceled. */
export async function chooseTarget(host: ExchangeDocument, command: Command): Promise<Command | null> {
  const fight = fightOf(host);
  const ids = fight ? targetsToChooseFrom(fight, command) : null;
  if (!fight || !ids) return command;
  const candidates = candidatesOf(fight, command, ids);
  await openWindowOf(TargetWindow)?.close({ animate: false });
  const chosen = await new Promise<TargetCandidate | null>((resolve) => {
    const list = new TargetWindow(fight, command, candidates, resolve);
    void list.render({ force: true }).then(() => {
      list.element.querySelector<HTMLElement>('[data-fighter]')?.focus();
    });
  });
  if (!chosen) return null;
  const { token } = documentsOf(host, chosen.id);
  token?.object?.setTarget(true, { releaseOthers: true });
  return chosen.button.command;
}
