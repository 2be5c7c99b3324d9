import { RESERVE_TRIGGERS, type Reserve, type ReserveTrigger } from '../../../encounter/reserve';
import { allRulesets } from '../../adapters/registry';
import { onChange } from '../../host/changes';
import { reserveOf, tokenOf } from '../../host/reserve';
import { isOfType } from '../../platform/documents';
import { notify } from '../../platform/notice';
import { text } from '../../platform/text';
import { fightOf } from '../../views/fight';
import { isInput, targetOf } from '../../views/pages';
import { rulesetsToBrowse } from '../compendia/browser-entries';
import { nameFilter } from '../compendia/browser-filters';
import { type FightThreats, loadFightThreats, threatContext } from '../opponent/threat-context';
import { invalidNumberText, markInvalid } from '../ui/fields';
import { patchParts } from '../ui/patch';
import { Redraw } from '../ui/redraw';
import { isFoe } from '../ui/sheet-look';
import { templatePart } from '../ui/templates';
import { type Context, HandlebarsWindow, openWindowOf, type RenderOptions } from '../ui/window-bases';
import { countOf, MOST_OF_A_FOE, type PlannedFoe, threatsOf, withCount, withFoe, withOtherWave } from './foe-plan';
import { type ListedFoe, loadFoes } from './listed-foes';
import { placePlan, setTrigger } from './place-foes';
import { viewedScene } from './place-tokens';

const hooks: {
  on(name: string, listener: () => void): number;
  off(name: string, id: number): void;
} = Hooks;
/** After these the list of foes is read again. */
const LIST_HOOKS = ['updateCompendium', 'createActor', 'updateActor', 'deleteActor'];

/** The GM puts foes together against the budget of the party, and places them all at once. */
class EncounterBuilder extends HandlebarsWindow {
  static override DEFAULT_OPTIONS: object = {
    id: 'cadence-builder',
    classes: ['cadence', 'cadence-builder'],
    position: { width: 760, height: 620 },
    window: { title: 'CADENCE.App.Builder.open', icon: 'fa-solid fa-chess-board', resizable: true },
    actions: {
      chooseRuleset: EncounterBuilder.onRuleset,
      addFoe: EncounterBuilder.onAdd,
      more: EncounterBuilder.onMore,
      fewer: EncounterBuilder.onFewer,
      clear: EncounterBuilder.onClear,
      changeWave: EncounterBuilder.onWave,
      place: EncounterBuilder.onPlace,
    },
  };

  static override PARTS = {
    builder: templatePart('gm-tools/encounter-builder', ['.cadence-builder__list', '.cadence-builder__rows']),
  };

  #ruleset = '';
  #foes: readonly ListedFoe[] | null = null;
  #search = '';
  #plan: readonly PlannedFoe[] = [];
  /** As typed; null for that of the encounter or the party. */
  #heroes: number | null = null;
  #trigger: ReserveTrigger = { when: 'hand', round: 2 };
  #isPlacing = false;
  #stops: readonly (() => unknown)[] = [];
  /** Not while it places, after which it closes. */
  readonly #redraw = new Redraw(() => (this.rendered && !this.#isPlacing ? this.render() : undefined));

  protected override async _prepareContext(options: RenderOptions): Promise<Context> {
    const context = await super._prepareContext(options);
    const rulesets = rulesetsToBrowse();
    const adapter = allRulesets().find(({ id }) => id === (this.#ruleset || rulesets[0]?.id));
    this.#ruleset = adapter?.id ?? '';
    const foes = this.#foes ?? (adapter ? await loadFoes(adapter) : []);
    this.#foes = foes;
    const present = await threatsPresent(this.#ruleset);
    const heroes = this.#heroes ?? present.heroes;
    const hasSecond = countOf(this.#plan, 2) > 0;
    const waiting = waitingIn(this.#ruleset);
    if (waiting && !hasSecond) this.#trigger = waiting.trigger;
    const isFound = nameFilter(this.#search);
    const found = foes.filter(({ name }) => isFound(name));
    return Object.assign(context, {
      rulesets: rulesets.length < 2 ? [] : rulesets.map((each) => ({ ...each, chosen: each.id === this.#ruleset })),
      search: this.#search,
      foes: found.map((foe) => ({ ...foe, ...threatBadge(foe), add: text('CADENCE.App.Builder.add', foeFacts(foe)) })),
      none: foes.length === 0,
      nothing: foes.length > 0 && found.length === 0,
      rows: this.#plan.map(({ foe, count, wave }) => ({
        ...foe,
        count,
        wave,
        key: `${foe.uuid} ${wave}`,
        waveLabel: text('CADENCE.App.Builder.wave', { wave }),
        isSecond: wave === 2,
        most: MOST_OF_A_FOE,
        ...threatBadge(foe),
        label: text('CADENCE.App.Builder.countOf', foeFacts(foe)),
      })),
      heroes,
      present: present.foes.length > 0 ? text('CADENCE.App.Builder.present', { count: present.foes.length }) : '',
      budget: threatContext({ heroes, foes: [...present.foes, ...threatsOf(this.#plan, 1)] }),
      both: hasSecond ? threatContext({ heroes, foes: [...present.foes, ...threatsOf(this.#plan)] }) : null,
      ...triggerContext(this.#trigger, hasSecond, waiting),
      hasNoHeroes: heroes === 0,
      count: text('CADENCE.App.Builder.count', { count: countOf(this.#plan) }),
      isEmpty: this.#plan.length === 0,
      canPlace: viewedScene() !== null && this.#plan.length > 0 && !this.#isPlacing,
      hasNoMap: viewedScene() === null,
    });
  }

  protected override async _onFirstRender(context: Context, options: RenderOptions): Promise<void> {
    await super._onFirstRender(context, options);
    const redraw = (): void => void this.#redraw.request();
    const readAgain = (): void => {
      this.#foes = null;
      redraw();
    };
    const listening = LIST_HOOKS.map((name) => [name, hooks.on(name, readAgain)] as const);
    const canvasHook = hooks.on('canvasReady', redraw);
    this.#stops = [
      onChange(redraw),
      () => hooks.off('canvasReady', canvasHook),
      ...listening.map(
        ([name, id]) =>
          () =>
            hooks.off(name, id),
      ),
    ];
    this.element.addEventListener('change', (event) => void this.#chooseTrigger(event));
    this.element.addEventListener('input', (event) => void this.#input(event));
    this.element.querySelector<HTMLElement>('input[type="search"]')?.focus();
  }

  protected override async _onRender(context: Context, options: RenderOptions): Promise<void> {
    await super._onRender(context, options);
    this.element.dataset.ruleset = this.#ruleset;
  }

  protected override _onClose(options: object): void {
    super._onClose(options);
    for (const stop of this.#stops) stop();
    this.#foes = null;
  }

  protected override _replaceHTML(result: Record<string, HTMLElement>, content: HTMLElement, options: RenderOptions) {
    super._replaceHTML(patchParts(this.parts, result), content, options);
  }

  async #input(event: Event): Promise<void> {
    const input = targetOf(event);
    if (!isInput(input)) return;
    if (input.type === 'search') this.#search = input.value;
    else if (!isValid(input)) return;
    else if (input.name === 'heroes') this.#heroes = input.value === '' ? null : input.valueAsNumber;
    else if (input.name === 'round') return;
    else if (input.value !== '') this.#plan = withCount(this.#plan, rowAt(input), input.valueAsNumber);
    await this.render();
  }

  /** The trigger of a reserve that waits already is changed at once. */
  async #chooseTrigger(event: Event): Promise<void> {
    const input = targetOf(event) as HTMLInputElement | HTMLSelectElement | null;
    if (input?.name !== 'trigger' && input?.name !== 'round') return;
    if (isInput(input) && (input.value === '' || !input.validity.valid)) return;
    const when = RESERVE_TRIGGERS.find((each) => each === input.value) ?? this.#trigger.when;
    this.#trigger = { when, round: isInput(input) ? input.valueAsNumber : this.#trigger.round };
    const { combat } = game;
    if (combat && waitingIn(this.#ruleset)) await setTrigger(combat, this.#trigger);
    await this.render();
  }

  #countAt(target: HTMLElement): number {
    const { uuid, wave } = rowAt(target);
    return this.#plan.find((row) => row.foe.uuid === uuid && row.wave === wave)?.count ?? 0;
  }

  async #changeCount(target: HTMLElement, by: number): Promise<void> {
    this.#plan = withCount(this.#plan, rowAt(target), this.#countAt(target) + by);
    await this.render();
  }

  static async onRuleset(this: EncounterBuilder, _event: PointerEvent, { dataset }: HTMLElement): Promise<void> {
    if (dataset.ruleset === this.#ruleset) return;
    this.#ruleset = dataset.ruleset ?? '';
    this.#foes = null;
    this.#plan = [];
    this.#heroes = null;
    await this.render();
  }

  /** With a mouse, how many can be typed at once. */
  static async onAdd(this: EncounterBuilder, event: PointerEvent, target: HTMLElement): Promise<void> {
    const uuid = target.closest<HTMLElement>('[data-uuid]')?.dataset.uuid ?? '';
    const foe = this.#foes?.find((each) => each.uuid === uuid);
    if (!foe) return;
    this.#plan = withFoe(this.#plan, foe);
    await this.render();
    if (event.detail === 0) return;
    const row = `.cadence-builder__row[data-uuid="${CSS.escape(uuid)}"][data-wave="1"] input[type="number"]`;
    this.element.querySelector<HTMLInputElement>(row)?.select();
  }

  static async onMore(this: EncounterBuilder, _event: PointerEvent, button: HTMLElement): Promise<void> {
    await this.#changeCount(button, 1);
  }

  static async onFewer(this: EncounterBuilder, _event: PointerEvent, button: HTMLElement): Promise<void> {
    await this.#changeCount(button, -1);
  }

  static async onWave(this: EncounterBuilder, _event: PointerEvent, button: HTMLElement): Promise<void> {
    this.#plan = withOtherWave(this.#plan, rowAt(button));
    await this.render();
  }

  static async onClear(this: EncounterBuilder): Promise<void> {
    this.#plan = [];
    await this.render();
  }

  static async onPlace(this: EncounterBuilder): Promise<void> {
    const numbers = [...this.element.querySelectorAll<HTMLInputElement>('input[type="number"]')];
    if (!numbers.every(isValid)) return;
    const map = viewedScene();
    if (!map || this.#isPlacing || this.#plan.length === 0) return;
    this.#isPlacing = true;
    await this.render();
    try {
      const all = countOf(this.#plan);
      const placed = await placePlan(this.#plan, this.#ruleset, map, this.#trigger).catch(reported);
      if (placed < all) notify('warn', text('CADENCE.App.Builder.left', { count: all - placed }));
      if (placed === 0) return;
      notify('info', text('CADENCE.App.Builder.placed', { count: placed }));
      this.#plan = [];
      await this.close();
    } finally {
      this.#isPlacing = false;
      if (this.rendered) await this.render();
    }
  }
}

const rowAt = (target: HTMLElement) => {
  const { uuid = '', wave } = target.closest<HTMLElement>('.cadence-builder__row')?.dataset ?? {};
  return { uuid, wave: wave === '2' ? (2 as const) : (1 as const) };
};

function reported(error: unknown): 0 {
  console.error('Cadence | foes could not be placed', error);
  return 0;
}

/** Marks an invalid number, and tells the user of it. */
function isValid(input: HTMLInputElement): boolean {
  const why = invalidNumberText(input, input.getAttribute('aria-label') ?? '');
  markInvalid(input, why);
  if (why) notify('warn', why);
  return !why;
}

const foeFacts = ({ name }: ListedFoe) => ({ name });

const threatBadge = ({ threat }: ListedFoe) => ({
  badge: threat && {
    text: text('CADENCE.App.Threat.badge', { value: threat.value }),
    hint: text('CADENCE.App.Threat.badgeHint', { heroes: threat.heroes }),
  },
});

/** Returns the reserve of the viewed encounter. */
function waitingIn(rulesetId: string): Reserve | undefined {
  const { combat } = game;
  return combat && isOfType(combat, rulesetId) ? reserveOf(combat) : undefined;
}

/** Returns when the second wave joins, if there is one, planned or waiting. */
const triggerContext = ({ when, round }: ReserveTrigger, hasSecond: boolean, waiting: Reserve | undefined) => ({
  triggers:
    hasSecond || waiting
      ? RESERVE_TRIGGERS.map((id) => ({
          id,
          label: text(`CADENCE.App.Builder.trigger.${id}`),
          chosen: id === when,
        }))
      : [],
  round: when === 'round' ? { value: round } : null,
  waiting: waiting ? text('CADENCE.App.Builder.waiting', { count: waiting.members.filter(tokenOf).length }) : '',
});

/** Returns who is in the viewed encounter; without heroes in it, those of the world count. */
async function threatsPresent(rulesetId: string): Promise<FightThreats> {
  const { combat } = game;
  const fight = combat && isOfType(combat, rulesetId) ? fightOf(combat) : null;
  const { heroes, foes } = fight ? await loadFightThreats(fight) : { heroes: 0, foes: [] };
  return { heroes: heroes || partySize(rulesetId), foes };
}

/** Heroes of players; without any, all of the world. */
function partySize(rulesetId: string): number {
  const heroes = (game.actors?.contents ?? []).filter((actor) => isOfType(actor, rulesetId) && !isFoe(actor));
  return heroes.filter(({ hasPlayerOwner }) => hasPlayerOwner).length || heroes.length;
}

export async function showEncounterBuilder(): Promise<void> {
  if (!game.user.isGM) return;
  await (openWindowOf(EncounterBuilder) ?? new EncounterBuilder()).render({ force: true });
}
