import type { Adapter } from '../../adapters/adapter';
import { loadAdapter } from '../../adapters/registry';
import { onChange } from '../../host/changes';
import { documentAt, idOf } from '../../platform/documents';
import { notify } from '../../platform/notice';
import { text } from '../../platform/text';
import { isInput, targetOf } from '../../views/pages';
import { askAndGive, copyItem } from '../actions/give-item';
import { isHandedOver } from '../actions/item-giving';
import { setCondition, setPoolFromInput } from '../actions/manual-changes';
import { patchParts } from '../ui/patch';
import { Redraw } from '../ui/redraw';
import { templatePart } from '../ui/templates';
import {
  type Context,
  HandlebarsWindow,
  openSheet,
  openWindowOf,
  type RenderOptions,
  rejectForeignItem,
} from '../ui/window-bases';
import { showGroupRoll } from './group-roll-window';
import { loadParty, type PartyFighter, restAll, restsOf, rulesetsOfParty } from './party-heroes';
import { passTime, timeContext } from './pass-time';

const HERO = '[data-hero]';

const heroContext = ({ actor, seen }: PartyFighter, { ruleset }: Adapter) => ({
  uuid: actor.uuid,
  name: actor.name,
  img: actor.img,
  players: (game.users?.contents ?? [])
    .filter((user) => !user.isGM && actor.testUserPermission(user, 'OWNER'))
    .map(({ name }) => name)
    .join(', '),
  gauges: [...seen.gauges, ...seen.heart.gauges].filter(({ lasts }) => lasts),
  badges: seen.badges,
  gear: seen.kinds
    .filter(({ type }) => ruleset.gear.types.includes(type))
    .flatMap(({ items }) => items.map((item) => ({ ...item, uuid: `${actor.uuid}.Item.${item.id}` }))),
});

/** Returns the hero with this uuid. */
const heroIn = (party: readonly PartyFighter[], uuid: string | undefined): Actor.Implementation | undefined =>
  party.find(({ actor }) => actor.uuid === uuid)?.actor;

const itemIn = (party: readonly PartyFighter[], uuid: string | undefined): Item.Implementation | undefined =>
  party.flatMap(({ actor }) => actor.items.contents).find((item) => item.uuid === uuid && idOf(item) !== '');

/** The heroes of a ruleset side by side, for the GM: pools, conditions and gear, rests and time for all. */
class PartyWindow extends HandlebarsWindow {
  static override DEFAULT_OPTIONS = {
    id: 'cadence-party',
    classes: ['cadence', 'cadence-party'],
    position: { width: 860, height: 640 },
    window: { title: 'CADENCE.App.Party.title', icon: 'fa-solid fa-people-roof', resizable: true },
    actions: {
      openHero: PartyWindow.onOpenHero,
      rest: PartyWindow.onRest,
      passTime: PartyWindow.onTime,
      requestRoll: PartyWindow.onRoll,
      chooseRuleset: PartyWindow.onRuleset,
      give: PartyWindow.onGive,
      giveTo: PartyWindow.onGiveTo,
      editItem: PartyWindow.onEditItem,
      removeCondition: PartyWindow.onRemoveCondition,
    },
  };

  static override PARTS = { party: templatePart('gm-tools/party-window', ['.cadence-party__heroes']) };

  #ruleset = '';
  #adapter: Adapter | null = null;
  #party: readonly PartyFighter[] = [];
  /** The uuid of an item that waits for its receiver. */
  #given = '';
  #isResting = false;
  #stop: (() => void) | null = null;
  readonly #redraw = new Redraw(() => (this.rendered ? this.render() : undefined));

  protected override async _prepareContext(options: RenderOptions): Promise<Context> {
    const context = await super._prepareContext(options);
    const rulesets = rulesetsOfParty();
    const chosen = rulesets.find(({ id }) => id === this.#ruleset) ?? rulesets[0];
    const adapter = chosen ? await loadAdapter(chosen.id) : null;
    this.#adapter = adapter;
    this.#party = chosen ? await loadParty(chosen.id) : [];
    const given = itemIn(this.#party, this.#given);
    return Object.assign(context, {
      rulesets: rulesets.length > 1 ? rulesets.map((each) => ({ ...each, chosen: each === chosen })) : [],
      heroes: adapter ? this.#party.map((hero) => this.#heroContext(hero, adapter, given)) : [],
      giving: given ? text('CADENCE.App.Party.giving', { item: given.name }) : '',
      rests: adapter ? restsOf(this.#party, adapter) : [],
      resting: this.#isResting,
      ...timeContext(),
    });
  }

  #heroContext(hero: PartyFighter, adapter: Adapter, given: Item.Implementation | undefined) {
    const { actor } = hero;
    const receives = given !== undefined && given.parent !== actor;
    return {
      ...heroContext(hero, adapter),
      receives,
      giveHere: receives ? text('CADENCE.App.Party.giveTo', { item: given.name, name: actor.name }) : '',
      given: given?.uuid,
    };
  }

  protected override async _onFirstRender(context: Context, options: RenderOptions): Promise<void> {
    await super._onFirstRender(context, options);
    this.#stop = onChange(() => void this.#redraw.request());
    const { element } = this;
    element.addEventListener('change', (event) => void this.#editPool(event));
    element.addEventListener('dragstart', (event) => this.#startDrag(event));
    element.addEventListener('dragover', (event) => {
      if (targetOf(event)?.closest(HERO)) event.preventDefault();
    });
    element.addEventListener('drop', (event) => void this.#drop(event));
  }

  protected override _onClose(options: object): void {
    super._onClose(options);
    this.#stop?.();
    this.#given = '';
  }

  protected override _replaceHTML(result: Record<string, HTMLElement>, content: HTMLElement, options: RenderOptions) {
    super._replaceHTML(patchParts(this.parts, result), content, options);
  }

  #heroAt(target: HTMLElement | null): Actor.Implementation | undefined {
    return heroIn(this.#party, target?.closest<HTMLElement>(HERO)?.dataset.hero);
  }

  #itemAt(target: HTMLElement | null): Item.Implementation | undefined {
    return itemIn(this.#party, target?.closest<HTMLElement>('[data-item-uuid]')?.dataset.itemUuid);
  }

  async #editPool(event: Event): Promise<void> {
    const input = targetOf(event);
    const actor = this.#heroAt(input);
    if (!isInput(input) || !actor || !this.#adapter) return;
    const { pool = '', value = '0', per = '1' } = input.dataset;
    const typed = { typed: input.value, pool, value: Number(value), per: Number(per) };
    if (!(await setPoolFromInput(actor, this.#adapter, typed))) input.value = String(Number(value) / Number(per));
  }

  #startDrag(event: DragEvent): void {
    const item = this.#itemAt(targetOf(event));
    if (item) event.dataTransfer?.setData('text/plain', JSON.stringify(item.toDragData()));
  }

  async #drop(event: DragEvent): Promise<void> {
    const actor = this.#heroAt(targetOf(event));
    const data = foundry.applications.ux.TextEditor.implementation.getDragEventData(event) as
      | { type?: string }
      | undefined;
    if (!actor || data?.type !== 'Item') return;
    event.preventDefault();
    const item = await Item.implementation.fromDropData(data as never);
    if (item) await this.#give(item, actor);
  }

  /** What is no hero's comes from a compendium or the item directory, and is copied. */
  async #give(item: Item.Implementation, actor: Actor.Implementation): Promise<void> {
    if (item.parent?.uuid === actor.uuid || rejectForeignItem(actor, item)) return;
    if (isHandedOver(item, actor)) return askAndGive(item, actor);
    await copyItem(item, actor);
  }

  static async onOpenHero(this: PartyWindow, _event: PointerEvent, target: HTMLElement): Promise<void> {
    await openSheet(this.#heroAt(target));
  }

  static async onEditItem(this: PartyWindow, _event: PointerEvent, target: HTMLElement): Promise<void> {
    await openSheet(this.#itemAt(target));
  }

  static async onRuleset(this: PartyWindow, _event: PointerEvent, { dataset }: HTMLElement): Promise<void> {
    this.#ruleset = dataset.ruleset ?? '';
    await this.render();
  }

  static async onRest(this: PartyWindow, _event: PointerEvent, { dataset }: HTMLElement): Promise<void> {
    if (this.#isResting) return;
    this.#isResting = true;
    await this.render();
    try {
      const left = await restAll(this.#party, dataset.rest ?? '');
      if (left.length > 0) notify('info', text('CADENCE.App.Bulk.left', { names: left.join(', ') }));
    } finally {
      this.#isResting = false;
      if (this.rendered) await this.render();
    }
  }

  static async onRoll(this: PartyWindow): Promise<void> {
    await showGroupRoll(this.#adapter?.ruleset.id);
  }

  static async onTime(this: PartyWindow, _event: PointerEvent, { dataset }: HTMLElement): Promise<void> {
    await passTime(dataset.span ?? '');
  }

  /** The first click takes the item, the second, on a hero, gives it. Without a drag, for keyboards. */
  static async onGive(this: PartyWindow, _event: PointerEvent, target: HTMLElement): Promise<void> {
    const uuid = this.#itemAt(target)?.uuid ?? '';
    this.#given = this.#given === uuid ? '' : uuid;
    await this.render();
  }

  static async onGiveTo(this: PartyWindow, _event: PointerEvent, target: HTMLElement): Promise<void> {
    const item = documentAt(this.#given);
    const actor = this.#heroAt(target);
    this.#given = '';
    if (item instanceof Item && actor) await this.#give(item, actor);
    await this.render();
  }

  static async onRemoveCondition(this: PartyWindow, _event: PointerEvent, target: HTMLElement): Promise<void> {
    const { condition = '' } = target.dataset;
    const actor = this.#heroAt(target);
    if (actor && this.#adapter) await setCondition(actor, this.#adapter, condition, false);
  }
}

export async function showParty(): Promise<void> {
  if (!game.user.isGM) return;
  await (openWindowOf(PartyWindow) ?? new PartyWindow()).render({ force: true });
}
