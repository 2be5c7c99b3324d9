import { type GroupRolls, MOST_DIFFICULTY, MOST_IN_GROUP } from '../../../encounter/group-roll';
import { FIGURE_KINDS, type FigureKind } from '../../../encounter/view';
import type { Adapter } from '../../adapters/adapter';
import { adapterOf, loadAdapter } from '../../adapters/registry';
import { portraitFrom } from '../../host/portraits';
import { notify } from '../../platform/notice';
import { localize, text } from '../../platform/text';
import { isInput, targetOf } from '../../views/pages';
import { patchParts } from '../ui/patch';
import { Redraw } from '../ui/redraw';
import { templatePart } from '../ui/templates';
import { type Context, HandlebarsWindow, openWindowOf, type RenderOptions } from '../ui/window-bases';
import { type RequestedRoll, requestRoll } from './group-roll';
import { loadParty, rulesetsOfParty } from './party-heroes';

const HEADINGS: Readonly<Record<FigureKind, string>> = {
  ability: 'abilities',
  skill: 'skills',
  defense: 'defenses',
};

type Source = 'party' | 'selected';

/** After these the people to choose from are read again. */
const HOOKS = ['controlToken', 'createActor', 'updateActor', 'deleteActor', 'canvasReady'];
const hooks: { on(name: string, listener: () => void): number; off(name: string, id: number): void } = Hooks;

const selectedActors = (): readonly Actor.Implementation[] =>
  (canvas?.ready ? (canvas.tokens?.controlled ?? []) : []).flatMap(({ actor }) => actor ?? []);

/** The GM asks the party or selected tokens for a roll. */
class GroupRollWindow extends HandlebarsWindow {
  static override DEFAULT_OPTIONS: object = {
    id: 'cadence-group-roll',
    classes: ['cadence', 'cadence-group-roll'],
    position: { width: 460, height: 'auto' },
    window: { title: 'CADENCE.App.GroupRoll.open', icon: 'fa-solid fa-dice-d20' },
    actions: {
      chooseSource: GroupRollWindow.onSource,
      chooseRuleset: GroupRollWindow.onRuleset,
      toggleFighter: GroupRollWindow.onFighter,
      chooseRoll: GroupRollWindow.onRoll,
      chooseDifficulty: GroupRollWindow.onDifficulty,
      toggleSecret: GroupRollWindow.onSecret,
      copyLink: GroupRollWindow.onCopy,
      request: GroupRollWindow.onRequest,
    },
  };

  static override PARTS = { roll: templatePart('gm-tools/group-roll-window', ['']) };

  #adapter: Adapter | null = null;
  /** Null until chosen: selected tokens, if there are any. */
  #source: Source | null = null;
  /** The uuids of those who are left out. */
  #left: ReadonlySet<string> = new Set();
  #people: readonly Actor.Implementation[] = [];
  #roll = '';
  #difficulty: number | null = null;
  #isSecret = false;
  #stops: readonly (() => void)[] = [];
  readonly #redraw = new Redraw(() => (this.rendered ? this.render() : undefined));

  /** Opens it for a ruleset, with a link's roll filled in. */
  preset(rulesetId: string, filledIn: RequestedRoll | null): void {
    this.#adapter = adapterOf(rulesetId);
    if (!filledIn) return;
    const { roll, difficulty, isSecret } = filledIn;
    this.#roll = roll;
    this.#difficulty = difficulty;
    this.#isSecret = isSecret;
  }

  /** The rolls that a link may be made of are those of the people. */
  async #read(): Promise<void> {
    const selected = selectedActors();
    const source = this.#source ?? (selected.some(({ type }) => adapterOf(type)) ? 'selected' : 'party');
    const type = source === 'selected' ? selected.find((actor) => adapterOf(actor.type))?.type : undefined;
    const id = type ?? this.#adapter?.ruleset.id ?? rulesetsOfParty()[0]?.id;
    this.#adapter = await loadAdapter(id);
    const all = source === 'selected' ? selected : (await loadParty(id ?? '')).map(({ actor }) => actor);
    this.#people = [...new Set(all)].filter((actor) => (actor.type as string) === id);
    if (!this.#rolls.kinds.some((kind) => kind.id === this.#roll)) this.#roll = '';
  }

  get #rolls(): GroupRolls {
    return this.#adapter?.ruleset.groupRolls ?? { kinds: [], difficulties: {} };
  }

  get #asked(): readonly Actor.Implementation[] {
    return this.#people.filter(({ uuid }) => !this.#left.has(uuid));
  }

  protected override async _prepareContext(options: RenderOptions): Promise<Context> {
    const context = await super._prepareContext(options);
    await this.#read();
    const { kinds, difficulties } = this.#rolls;
    const ruleset = this.#adapter?.ruleset.id ?? '';
    const chosen = kinds.find(({ id }) => id === this.#roll);
    const selected = selectedActors().some(({ type }) => adapterOf(type));
    const isSelected = this.#source === 'selected' || (this.#source === null && selected);
    const rulesets = rulesetsOfParty();
    const values = Object.entries(difficulties);
    const isNamed = values.some(([, value]) => value === this.#difficulty);
    return Object.assign(context, {
      rulesets:
        isSelected || rulesets.length < 2 ? [] : rulesets.map((each) => ({ ...each, chosen: each.id === ruleset })),
      sources: (['party', 'selected'] as const).map((id) => ({
        id,
        label: text(`CADENCE.App.GroupRoll.${id}`),
        chosen: (id === 'selected') === isSelected,
        disabled: id === 'selected' && !selected,
      })),
      people: this.#people.map(({ uuid, name, img }) => ({
        uuid,
        name,
        img: portraitFrom(img),
        isAsked: !this.#left.has(uuid),
      })),
      groups: FIGURE_KINDS.map((kind) => ({
        id: kind,
        heading: text(`CADENCE.App.GroupRoll.${HEADINGS[kind]}`),
        rolls: kinds
          .filter((each) => each.kind === kind)
          .map(({ id, label }) => ({ id, label: localize(ruleset, label), chosen: id === this.#roll })),
      })).filter(({ rolls }) => rolls.length > 0),
      difficulties: [
        { value: '', label: text('CADENCE.App.GroupRoll.noDifficulty'), chosen: this.#difficulty === null },
        ...values.map(([id, value]) => ({
          value: String(value),
          label: text('CADENCE.App.GroupRoll.named', { name: text(`CADENCE.Difficulty.${id}`), value }),
          chosen: this.#difficulty === value,
        })),
      ],
      other: this.#difficulty !== null && !isNamed ? this.#difficulty : '',
      most: MOST_DIFFICULTY,
      isSecret: this.#isSecret,
      canRequest: chosen !== undefined && this.#asked.length > 0,
      request: chosen
        ? text('CADENCE.App.GroupRoll.requestOf', {
            count: this.#asked.length,
            roll: localize(ruleset, chosen.label),
          })
        : text('CADENCE.App.GroupRoll.choose'),
      canCopy: chosen !== undefined,
    });
  }

  protected override async _onFirstRender(context: Context, options: RenderOptions): Promise<void> {
    await super._onFirstRender(context, options);
    const listening = HOOKS.map((name) => [name, hooks.on(name, () => void this.#redraw.request())] as const);
    this.#stops = listening.map(
      ([name, id]) =>
        () =>
          hooks.off(name, id),
    );
    this.element.addEventListener('change', (event) => void this.#typeDifficulty(event));
  }

  protected override _onClose(options: object): void {
    super._onClose(options);
    for (const stop of this.#stops) stop();
  }

  protected override _replaceHTML(result: Record<string, HTMLElement>, content: HTMLElement, options: RenderOptions) {
    super._replaceHTML(patchParts(this.parts, result), content, options);
  }

  async #typeDifficulty(event: Event): Promise<void> {
    const input = targetOf(event);
    if (!isInput(input) || input.name !== 'difficulty') return;
    if (input.value !== '' && !input.validity.valid) return void input.reportValidity();
    this.#difficulty = input.value === '' ? null : input.valueAsNumber;
    await this.render();
  }

  static async onSource(this: GroupRollWindow, _event: PointerEvent, { dataset }: HTMLElement): Promise<void> {
    this.#source = dataset.source === 'selected' ? 'selected' : 'party';
    this.#left = new Set();
    await this.render();
  }

  static async onRuleset(this: GroupRollWindow, _event: PointerEvent, { dataset }: HTMLElement): Promise<void> {
    this.#adapter = await loadAdapter(dataset.ruleset);
    this.#left = new Set();
    this.#difficulty = null;
    await this.render();
  }

  static async onFighter(this: GroupRollWindow, _event: PointerEvent, { dataset }: HTMLElement): Promise<void> {
    const { uuid = '' } = dataset;
    const left = new Set(this.#left);
    if (!left.delete(uuid)) left.add(uuid);
    this.#left = left;
    await this.render();
  }

  static async onRoll(this: GroupRollWindow, _event: PointerEvent, { dataset }: HTMLElement): Promise<void> {
    this.#roll = dataset.roll ?? '';
    await this.render();
  }

  static async onDifficulty(this: GroupRollWindow, _event: PointerEvent, { dataset }: HTMLElement): Promise<void> {
    this.#difficulty = dataset.value ? Number(dataset.value) : null;
    await this.render();
  }

  static async onSecret(this: GroupRollWindow): Promise<void> {
    this.#isSecret = !this.#isSecret;
    await this.render();
  }

  /** Copies the link that asks for this roll. */
  static async onCopy(this: GroupRollWindow): Promise<void> {
    const difficulty = this.#difficulty === null ? '' : ` difficulty=${this.#difficulty}`;
    const link = `@Check[${this.#adapter?.ruleset.id}.${this.#roll}${difficulty}${this.#isSecret ? ' secret' : ''}]`;
    // T14: client/helpers/interaction/clipboard-helper.d.mts `copyPlainText`
    const isCopied = await game.clipboard.copyPlainText(link).then(
      () => true,
      () => false,
    );
    // Without the clipboard it can be typed.
    notify('info', isCopied ? text('CADENCE.App.GroupRoll.copied', { link }) : link);
  }

  static async onRequest(this: GroupRollWindow): Promise<void> {
    const ruleset = this.#adapter?.ruleset.id;
    const asked = this.#asked;
    if (!ruleset || !this.#roll || asked.length === 0) return;
    if (asked.length > MOST_IN_GROUP) {
      notify('info', text('CADENCE.App.GroupRoll.tooMany', { count: MOST_IN_GROUP }));
      return;
    }
    await this.close();
    await requestRoll(ruleset, asked, {
      roll: this.#roll,
      difficulty: this.#difficulty,
      isSecret: this.#isSecret,
    });
  }
}

/** Opens the window, for the ruleset of the party or with the roll of a link filled in. */
export async function showGroupRoll(rulesetId = '', preset: RequestedRoll | null = null): Promise<void> {
  if (!game.user.isGM) return;
  const opened = openWindowOf(GroupRollWindow) ?? new GroupRollWindow();
  if (rulesetId) opened.preset(rulesetId, preset);
  await opened.render({ force: true });
}
