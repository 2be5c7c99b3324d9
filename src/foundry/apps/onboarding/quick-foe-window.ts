import { lookup } from '../../../kernel/lookup';
import { type FoeChoice, type FoeRoles, foeOf } from '../../../toolkit/define/foe-roles';
import { iconPath } from '../../../toolkit/define/icon-path';
import { loadAdapter } from '../../adapters/registry';
import { tryOrReport } from '../../platform/data-problems';
import { idOf } from '../../platform/documents';
import { notify } from '../../platform/notice';
import { text } from '../../platform/text';
import { actorContext } from '../../views/actor-context';
import { isInput, targetOf } from '../../views/pages';
import { loadFoeRoles } from '../actions/foe-tables';
import { placeEncounter } from '../gm-tools/encounters';
import { patchParts } from '../ui/patch';
import { templatePart } from '../ui/templates';
import { type Context, HandlebarsWindow, openWindowOf, type RenderOptions } from '../ui/window-bases';
import { describeItem } from './armory';
import { createQuickFoe, foeItemName, quickFoeSource, roleText, rulesetsWithRoles } from './quick-foe';

/** The GM chooses role, rank and attack of a new foe, and sees its numbers and its threat. */
class QuickFoeWindow extends HandlebarsWindow {
  static override DEFAULT_OPTIONS: object = {
    id: 'cadence-quick-foe',
    tag: 'form',
    classes: ['cadence', 'cadence-quick-foe'],
    position: { width: 720, height: 'auto' },
    window: {
      title: 'CADENCE.App.QuickFoe.open',
      icon: 'fa-solid fa-dragon',
      resizable: true,
      contentClasses: ['standard-form'],
    },
    form: { handler: QuickFoeWindow.onSubmit },
    actions: { choose: QuickFoeWindow.onChoose, place: QuickFoeWindow.onPlace },
  };

  static override PARTS = { foe: templatePart('onboarding/quick-foe-window', ['']) };

  #ruleset = '';
  #table: FoeRoles | null = null;
  #name = '';
  #choice: FoeChoice = { role: '', rank: 1, attack: '' };
  #isCreating = false;

  protected override async _prepareContext(options: RenderOptions): Promise<Context> {
    const context = await super._prepareContext(options);
    const rulesets = rulesetsWithRoles();
    const { id = '' } = rulesets.find((each) => each.id === this.#ruleset) ?? rulesets[0] ?? {};
    this.#ruleset = id;
    this.#table = await loadFoeRoles(id);
    if (!this.#table) return Object.assign(context, { isUnreadable: true });
    this.#choice = completed(this.#table, this.#choice);
    const { role, rank, attack } = this.#choice;
    const { roles, ranks } = this.#table;
    return Object.assign(context, {
      rulesets: rulesets.length > 1 ? rulesets.map((each) => ({ ...each, chosen: each.id === id })) : [],
      name: this.#name,
      defaultName: roleText(id, role, 'label'),
      roles: Object.entries(roles).map(([each, { img }]) => ({
        id: each,
        img: iconPath(img),
        label: roleText(id, each, 'label'),
        hint: roleText(id, each, 'hint'),
        chosen: each === role,
      })),
      ranks: Array.from({ length: ranks }, (_, at) => ({ rank: at + 1, chosen: at + 1 === rank })),
      attacks: Object.entries(lookup(roles, role)?.looks ?? {}).map(([each, { img }]) => ({
        id: each,
        img: iconPath(img),
        label: foeItemName(id, each),
        chosen: each === attack,
      })),
      ...this.#threatContext(this.#table),
      ...(await this.#numbersContext(id, this.#table)),
      tactics: roleText(id, role, 'tactics'),
      canPlace: canvas?.ready === true && canvas.scene !== null,
      creating: this.#isCreating,
    });
  }

  #threatContext(table: FoeRoles) {
    const threat = foeOf(table, this.#choice)?.threat ?? null;
    if (threat === null) return { threat: '' };
    const { heroes } = table;
    return {
      threat: text('CADENCE.App.Threat.badge', { value: threat }),
      threatHint: text('CADENCE.App.Threat.badgeHint', { heroes }),
    };
  }

  /** The numbers that its sheet will show, read from an actor that is only in memory. */
  async #numbersContext(rulesetId: string, table: FoeRoles) {
    const adapter = await loadAdapter(rulesetId);
    const source = quickFoeSource(rulesetId, table, this.#choice, this.#name);
    if (!adapter || !source) return { numbers: [], items: [] };
    const items = source.items.map((item) => ({ ...item, _id: foundry.utils.randomID() }));
    const actor: Actor.Implementation = new Actor.implementation({ ...source, items } as never);
    const seen = tryOrReport(() => actorContext(actor, adapter), actor);
    const build = await adapter.ruleset.loadBuild?.();
    const figures = seen ? [...seen.abilities, ...seen.defenses, ...seen.skills, ...seen.numbers] : [];
    const shown = (build?.steps ?? []).map(({ armory }) => armory?.shownFields ?? {});
    const shownFigures = (build?.figures ?? []).flatMap((id) => figures.find((figure) => figure.id === id) ?? []);
    const isShown = (pool: string): boolean => shownFigures.some(({ id }) => id === `${pool}Max`);
    const gauges = seen ? [...seen.gauges, ...seen.heart.gauges] : [];
    return {
      numbers: [
        ...gauges
          .filter(({ lasts, max, pool }) => lasts && max > 0 && !isShown(pool))
          .map(({ label, max }) => ({ label, value: max })),
        // Most foes have no skill but a few.
        ...shownFigures.filter(({ kind, value }) => kind !== 'skill' || Number(value) !== 0),
      ],
      items: actor.items.contents.map((item) => ({
        name: item.name,
        img: item.img,
        told: describeItem(
          item,
          shown.flatMap((fields) => lookup(fields, item.type) ?? []),
          rulesetId,
        ).join(' · '),
      })),
    };
  }

  protected override async _onFirstRender(context: Context, options: RenderOptions): Promise<void> {
    await super._onFirstRender(context, options);
    this.element.addEventListener('input', (event) => {
      const input = targetOf(event);
      if (isInput(input) && input.name === 'name') this.#name = input.value;
    });
  }

  protected override async _onRender(context: Context, options: RenderOptions): Promise<void> {
    await super._onRender(context, options);
    this.element.dataset.ruleset = this.#ruleset;
  }

  protected override _replaceHTML(result: Record<string, HTMLElement>, content: HTMLElement, options: RenderOptions) {
    super._replaceHTML(patchParts(this.parts, result), content, options);
  }

  async #create(isPlaced: boolean): Promise<void> {
    const table = this.#table;
    if (this.#isCreating || !table) return;
    this.#isCreating = true;
    try {
      const actor = await createQuickFoe(this.#ruleset, table, this.#choice, this.#name);
      if (!actor) return;
      if (isPlaced) await placeEncounter([{ actor: idOf(actor), x: 0, y: 0, hidden: false }]);
      notify('info', text('CADENCE.App.QuickFoe.created', { name: actor.name }));
      await this.close();
    } finally {
      this.#isCreating = false;
    }
  }

  static async onSubmit(this: QuickFoeWindow): Promise<void> {
    await this.#create(false);
  }

  static async onPlace(this: QuickFoeWindow): Promise<void> {
    await this.#create(true);
  }

  static async onChoose(this: QuickFoeWindow, _event: PointerEvent, { dataset }: HTMLElement): Promise<void> {
    const { ruleset, role, rank, attack } = dataset;
    if (ruleset) this.#ruleset = ruleset;
    this.#choice = {
      role: role ?? this.#choice.role,
      rank: rank ? Number(rank) : this.#choice.rank,
      attack: attack ?? this.#choice.attack,
    };
    await this.render();
  }
}

/** Returns the choice with the first role, the nearest rank and the first attack where the table lacks the chosen one. */
function completed({ roles, ranks }: FoeRoles, choice: FoeChoice): FoeChoice {
  const role = lookup(roles, choice.role) ? choice.role : (Object.keys(roles)[0] ?? '');
  const looks = lookup(roles, role)?.looks ?? {};
  const attack = lookup(looks, choice.attack) ? choice.attack : (Object.keys(looks)[0] ?? '');
  return { role, rank: Math.min(choice.rank, ranks), attack };
}

export async function showQuickFoe(): Promise<void> {
  await (openWindowOf(QuickFoeWindow) ?? new QuickFoeWindow()).render({ force: true });
}
