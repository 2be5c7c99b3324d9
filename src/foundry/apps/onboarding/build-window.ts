import { type Armory, type Build, type BuildStep, budgetOf, isPresetActive, valueAt } from '../../../encounter/build';
import { lookup } from '../../../kernel/lookup';
import type { Adapter } from '../../adapters/adapter';
import { loadAdapter } from '../../adapters/registry';
import { applyTokenDefaults } from '../../host/token-defaults';
import { tryOrReport } from '../../platform/data-problems';
import { updateDocument } from '../../platform/documents';
import { labelOf } from '../../platform/field-label';
import { notify } from '../../platform/notice';
import { localize, text } from '../../platform/text';
import { type Model, modelOf } from '../../stored/model';
import { type ActorContext, actorContext } from '../../views/actor-context';
import { confirmDeleteItem, toggleEquipped } from '../sheets/own-items';
import {
  carryOverInvalid,
  type FormGroupOptions,
  formGroupOf,
  markInvalid,
  readLists,
  removeInvalid,
} from '../ui/fields';
import { patchParts } from '../ui/patch';
import { kindsOf } from '../ui/sheet-look';
import { templatePart } from '../ui/templates';
import {
  type Context,
  HandlebarsActorSheet,
  openSheet,
  pickImage,
  type RenderOptions,
  rejectForeignItem,
  type SubmittedForm,
} from '../ui/window-bases';
import { type ArmoryItem, describeItem, loadArmory } from './armory';
import { playersFor, playerText, toggleAssignment } from './assign-hero';
import { giveKit, namesOfKit } from './kit';

/** Opens the guided build of a character, or brings it to the front. */
export async function openBuild(actor: Actor.Implementation): Promise<void> {
  const open = Object.values(actor.apps).find((app) => app instanceof BuildWindow);
  await (open ?? new BuildWindow({ document: actor })).render({ force: true });
}

const FIRST = { id: 'hero' } as const;
const LAST = { id: 'summary' } as const;

interface StepTexts {
  readonly label: string;
  readonly hint: string;
}

/** Guides through the build that the ruleset defines. Every choice is stored at once, so closing or going back loses nothing. */
class BuildWindow extends HandlebarsActorSheet {
  static override DEFAULT_OPTIONS = {
    classes: ['cadence', 'cadence-build'],
    position: { width: 780, height: 640 },
    window: { icon: 'fa-solid fa-list-check', resizable: true, contentClasses: ['standard-form'] },
    form: { submitOnChange: true },
    sheetConfig: false,
    actions: {
      goTo: BuildWindow.onGoTo,
      setKind: BuildWindow.onSetKind,
      assignPlayer: BuildWindow.onAssignPlayer,
      finish: BuildWindow.onFinish,
      takePreset: BuildWindow.onTakePreset,
      takeItem: BuildWindow.onTakeItem,
      editItem: BuildWindow.onEditItem,
      equipItem: BuildWindow.onEquipItem,
      deleteItem: BuildWindow.onDeleteItem,
      editImage: BuildWindow.onEditImage,
    },
  };

  static override PARTS = {
    steps: templatePart('onboarding/build-window-steps'),
    step: templatePart('onboarding/build-window-step', ['', '.cadence-build__armory']),
    totals: templatePart('onboarding/build-window-totals', ['']),
    footer: templatePart('onboarding/build-window-footer'),
  };

  #at = 0;
  #build: Build = { steps: [], figures: [] };
  #adapter: Adapter | null = null;
  readonly #armories = new Map<string, readonly ArmoryItem[]>();

  override get title(): string {
    return text('CADENCE.App.Build.open');
  }

  get #steps(): readonly BuildStep[] {
    return [FIRST, ...this.#build.steps, LAST];
  }

  get #step(): BuildStep {
    return this.#steps[this.#at] ?? FIRST;
  }

  protected override async _prepareContext(options: RenderOptions): Promise<Context> {
    const context = await super._prepareContext(options);
    this.#adapter = await loadAdapter(this.actor.type);
    this.#build = (await this.#adapter?.ruleset.loadBuild?.()) ?? this.#build;
    const step = this.#step;
    const adapter = this.#adapter;
    const seen = adapter && tryOrReport(() => actorContext(this.actor, adapter), this.actor);
    const at = this.#at;
    const isLast = step.id === LAST.id;
    return Object.assign(context, {
      actor: this.actor,
      steps: this.#steps.map((each, n) => ({
        id: each.id,
        n,
        ...this.#textsOf(each),
        current: n === at,
      })),
      count: text('CADENCE.App.Build.step', { n: at + 1, of: this.#steps.length }),
      step: { id: step.id, ...this.#textsOf(step) },
      isFirst: at === 0,
      isLast,
      hasGear: step.armory !== undefined || isLast,
      // As the sheet shows it.
      kinds: kindsOf(this.actor)?.map((kind) => ({ ...kind, hint: text(`CADENCE.App.Build.Kind.${kind.id}`) })),
      players: isLast ? playersFor(this.actor) : [],
      playersLabel: playerText('label', { name: this.actor.name }),
      back: at - 1,
      next: at + 1,
      inputs: this.#inputsOf(step),
      presets: this.#presetsOf(step),
      points: this.#pointsOf(step),
      ...(step.armory && { armory: await this.#armoryContext(step, step.armory) }),
      own: seen ? ownOf(seen, step) : [],
      totals: seen ? totalsOf(seen, this.#build.figures) : [],
      open: isLast ? this.#openOf(seen) : [],
    });
  }

  #textsOf({ id }: { readonly id: string }): StepTexts {
    const stepText = (key: string): string => localize(this.actor.type, { key: `Build.${id}.${key}` });
    return { label: stepText('label'), hint: stepText('hint') };
  }

  #base(): unknown {
    return this.#adapter?.baseOf(this.actor);
  }

  #inputsOf({ fields = [] }: BuildStep): readonly string[] {
    const { type, _source } = this.actor;
    const options = { source: _source.system, skip: new Set<string>(), rootId: this.id, disabled: !this.isEditable };
    return inputsOf(modelOf(this.actor), fields, { ...options, rulesetId: type });
  }

  #presetsOf({ id: step, presets = {}, kits = {} }: BuildStep) {
    const { system } = this.actor._source;
    return Object.entries(presets).map(([id, preset]) => ({
      id,
      ...this.#textsOf({ id: `${step}.${id}` }),
      kit: namesOfKit(lookup(kits, id) ?? []).join(', '),
      taken: isPresetActive(preset, system),
    }));
  }

  #pointsOf({ budget }: BuildStep): { readonly said: string; readonly isOver: boolean } | null {
    if (!budget) return null;
    const { all, left } = budgetOf(budget, this.#base());
    const key = left < 0 ? 'CADENCE.App.Build.over' : 'CADENCE.App.Build.left';
    return { said: text(key, { all, left: Math.abs(left) }), isOver: left < 0 };
  }

  async #armoryContext({ id }: BuildStep, armory: Armory) {
    const items = this.#armories.get(id) ?? (await loadArmory(armory.types));
    this.#armories.set(id, items);
    const base = this.#base();
    return armory.types.map((type) => ({
      type,
      label: localize(this.actor.type, { key: `Kind.${type}` }),
      items: items
        .filter(({ item }) => (item.type as string) === type)
        .map(({ item, from }) => {
          const read = this.#adapter?.itemOf(item);
          const warning = read && armory.warning?.(base, read);
          return {
            uuid: item.uuid,
            name: item.name,
            img: item.img,
            from,
            told: describeItem(item, lookup(armory.shownFields, type) ?? [], this.actor.type),
            doubt: warning ? localize(this.actor.type, warning) : '',
          };
        }),
    }));
  }

  #openOf(seen: ActorContext | null): readonly string[] {
    const base = this.#base();
    const points = this.#build.steps.flatMap((step) => {
      const { left } = step.budget ? budgetOf(step.budget, base) : { left: 0 };
      return left === 0 ? [] : (this.#pointsOf(step)?.said ?? []);
    });
    const warnings = this.#build.steps.flatMap(({ armory }) =>
      this.actor.items.contents.flatMap((item) => {
        const read = armory?.types.includes(item.type) && this.#adapter?.itemOf(item);
        const warning = read && armory?.warning?.(base, read);
        return warning ? `${item.name}: ${localize(this.actor.type, warning)}` : [];
      }),
    );
    const unarmed = seen?.hasItems === false ? [text('CADENCE.App.Build.unarmed')] : [];
    return [...points, ...unarmed, ...warnings];
  }

  protected override _prepareSubmitData(
    event: Event,
    form: HTMLFormElement,
    entered: SubmittedForm,
    updateData?: object,
  ) {
    readLists(modelOf(this.actor), entered.object);
    removeInvalid(this.actor, form, entered.object);
    this.#refuseOverspent(event, form, entered.object);
    return super._prepareSubmitData(event, form, entered, updateData);
  }

  /** Refuses points beyond the budget and shows that at the input. */
  #refuseOverspent({ target }: Event, form: HTMLFormElement, data: Record<string, unknown>): void {
    const { budget } = this.#step;
    if (!budget) return;
    const base = this.#base();
    const inputs = budget.fields.flatMap((path) => {
      const input = form.querySelector<HTMLInputElement>(`input[name="system.${path}"]`);
      return input && input.name in data ? [{ path, input }] : [];
    });
    const added = inputs.reduce(
      (sum, { path, input }) => sum + Number(lookup(data, input.name)) - Number(valueAt(base, path)),
      0,
    );
    const { all, left } = budgetOf(budget, base);
    const changed =
      inputs.find(({ input }) => input === target) ??
      inputs.find(({ path, input }) => Number(lookup(data, input.name)) > Number(valueAt(base, path)));
    if (added <= left || added <= 0 || !changed) return;
    const { input } = changed;
    const field = modelOf(this.actor).schema.getField(changed.path);
    const name = field ? labelOf(field) : changed.path;
    const why = text('CADENCE.App.Build.refused', { name, all, left: Math.max(0, left) });
    markInvalid(input, why);
    delete data[input.name];
    notify('warn', why);
  }

  /** The parts are patched, so that focus and scrolling survive. Foundry inserts a new step and lists that fill themselves. */
  protected override _replaceHTML(
    result: Record<string, HTMLElement>,
    content: HTMLElement,
    options: RenderOptions,
  ): void {
    const { step: shown } = this.parts;
    const { step: fresh } = result;
    const isSame = shown?.dataset.stepId === fresh?.dataset.stepId && !fresh?.querySelector('multi-select');
    if (shown && fresh && isSame) carryOverInvalid(fresh, shown);
    const others = patchParts(this.parts, result, (id) => id !== 'step' || isSame);
    super._replaceHTML(others, content, options);
  }

  protected override _syncPartState(partId: string, next: HTMLElement, prior: HTMLElement, state: object): void {
    super._syncPartState(partId, next, prior, state);
    carryOverInvalid(next, prior);
  }

  protected override async _onRender(context: Context, options: RenderOptions): Promise<void> {
    await super._onRender(context, options);
    this.element.dataset.ruleset = this.actor.type;
  }

  /** An armory item is dragged as from its compendium. API: ActorSheetV2#_onDragStart */
  protected override async _onDragStart(event: DragEvent): Promise<void> {
    const { currentTarget } = event;
    const uuid = (currentTarget as HTMLElement | null)?.dataset.uuid;
    if (!uuid) return super._onDragStart(event);
    event.dataTransfer?.setData('text/plain', JSON.stringify({ type: 'Item', uuid }));
  }

  /** An item of another ruleset would appear in no list. API: ActorSheetV2#_onDropItem. */
  protected override async _onDropItem(event: Event, item: Item.Implementation): Promise<unknown> {
    return rejectForeignItem(this.actor, item) ? null : super._onDropItem(event, item);
  }

  #item(target: HTMLElement): Item.Implementation | undefined {
    return this.actor.items.get(target.closest<HTMLElement>('[data-item-id]')?.dataset.itemId ?? '');
  }

  /** Focuses the new step's heading, from where a screen reader reads on. */
  static async onGoTo(this: BuildWindow, _event: PointerEvent, { dataset }: HTMLElement): Promise<void> {
    this.#at = Math.min(Math.max(Number(dataset.step), 0), this.#steps.length - 1);
    await this.render();
    for (const part of this.element.querySelectorAll('.cadence-build__step, .cadence-build__armory'))
      part.scrollTop = 0;
    this.element.querySelector<HTMLElement>('.cadence-build__heading')?.focus();
  }

  static async onFinish(this: BuildWindow): Promise<void> {
    await this.close();
    await openToPlay(this.actor);
  }

  static async onSetKind(this: BuildWindow, _event: PointerEvent, { dataset }: HTMLElement): Promise<void> {
    await applyTokenDefaults(this.actor, dataset.kind === 'hero');
    await this.render();
  }

  static async onAssignPlayer(this: BuildWindow, _event: PointerEvent, { dataset }: HTMLElement): Promise<void> {
    await toggleAssignment(this.actor, dataset.user ?? '');
    await this.render();
  }

  static async onTakePreset(this: BuildWindow, _event: PointerEvent, { dataset }: HTMLElement): Promise<void> {
    const { preset: id = '' } = dataset;
    const step = this.#step;
    const preset = lookup(step.presets, id);
    if (!preset) return;
    await updateDocument(this.actor, { system: foundry.utils.expandObject({ ...preset }) });
    await giveKit(this.actor, step, id);
  }

  static async onTakeItem(this: BuildWindow, event: PointerEvent, { dataset }: HTMLElement): Promise<void> {
    const { uuid } = dataset;
    const found = [...this.#armories.values()].flat().find(({ item }) => item.uuid === uuid);
    if (found) await this._onDropItem(event, found.item);
  }

  static async onEditItem(this: BuildWindow, _event: PointerEvent, target: HTMLElement): Promise<void> {
    await openSheet(this.#item(target));
  }

  static async onEquipItem(this: BuildWindow, _event: PointerEvent, target: HTMLElement): Promise<void> {
    await toggleEquipped(this.#item(target));
  }

  static async onDeleteItem(this: BuildWindow, _event: PointerEvent, target: HTMLElement): Promise<void> {
    await confirmDeleteItem(this.#item(target));
  }

  static async onEditImage(this: BuildWindow): Promise<void> {
    await pickImage(this.actor);
  }
}

/** Opens the sheet in play mode. Other packages may register sheets without modes. */
async function openToPlay(actor: Actor.Implementation): Promise<void> {
  const sheet: unknown = actor.sheet;
  if (typeof sheet === 'object' && sheet !== null && 'openIn' in sheet && typeof sheet.openIn === 'function')
    await sheet.openIn('play');
  else await openSheet(actor);
}

/** Returns the inputs of some fields by their paths below `system`, as HTML in that order. Fields with equal labels use their parent's label. */
function inputsOf(
  model: Model,
  paths: readonly string[],
  options: Omit<FormGroupOptions, 'prefix' | 'prepared'>,
): readonly string[] {
  const [prefix = ''] = (model.constructor as { LOCALIZATION_PREFIXES?: string[] }).LOCALIZATION_PREFIXES ?? [];
  const found = paths.flatMap((path) => {
    const field = model.schema.getField(path);
    return field ? [{ path, field }] : [];
  });
  return found.flatMap(({ path, field }) => {
    const isOneOfMany = found.some((other) => other.field !== field && other.field.label === field.label);
    const label = (isOneOfMany && field.parent?.label) || field.label;
    return formGroupOf(field, path, { ...options, prefix, prepared: model }, label) ?? [];
  });
}

const ownOf = ({ kinds }: ActorContext, { id, armory }: BuildStep) =>
  kinds.filter(({ type, items }) => items.length > 0 && (id === LAST.id || armory?.types.includes(type)));

function totalsOf({ abilities, defenses, skills, numbers }: ActorContext, figures: readonly string[]) {
  const all = [...abilities, ...defenses, ...skills, ...numbers];
  return figures
    .flatMap((id) => all.find((figure) => figure.id === id) ?? [])
    .map((figure) => ({ ...figure, roll: null }));
}
