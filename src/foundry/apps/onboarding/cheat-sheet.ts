import type { ActionGroup } from '../../../encounter/view';
import type { Adapter } from '../../adapters/adapter';
import { conditionIcon } from '../../adapters/conditions';
import { keysText } from '../../platform/key-text';
import { SYSTEM_ID } from '../../platform/settings';
import { branchOf, localize, ruleText, text } from '../../platform/text';
import { Parts } from '../../views/parts';
import { templatePart } from '../ui/templates';
import { type Context, HandlebarsWindow, type RenderOptions } from '../ui/window-bases';

interface Entry {
  readonly rule: string;
  readonly label: string;
  readonly icon?: string;
  readonly price?: string;
  readonly text: string;
}

interface Table {
  readonly label: string;
  readonly entries: readonly Entry[];
  readonly priced?: boolean;
}

/** The rules of a ruleset on one page: the turn, actions with prices, conditions, numbers, and key bindings. */
class CheatSheet extends HandlebarsWindow {
  static override DEFAULT_OPTIONS: object = {
    classes: ['cadence', 'cadence-cheat-window'],
    position: { width: 680, height: 720 },
    window: { icon: 'fa-solid fa-circle-question', resizable: true },
  };

  static override PARTS = { sheet: templatePart('onboarding/cheat-sheet', ['']) };

  constructor(readonly adapter: Adapter) {
    super({
      id: `${SYSTEM_ID}-cheat-sheet-${adapter.id}`,
      window: { title: text('CADENCE.App.Cheat.title', { ruleset: text(`${branchOf(adapter.id)}.name`) }) },
    });
  }

  protected override async _prepareContext(options: RenderOptions): Promise<Context> {
    const context = await super._prepareContext(options);
    const { adapter } = this;
    return Object.assign(context, {
      turn: linesOf(adapter.id),
      page: adapter.reference?.turn,
      tables: [...tablesOfRules(adapter), conditionsOf(adapter)],
      keys: keysOfCadence(),
    });
  }

  async show(rule: string | undefined): Promise<void> {
    await this.render({ force: true });
    const rows = [...this.element.querySelectorAll<HTMLElement>('[data-entry]')];
    const match = rows.find(({ dataset }) => rule !== undefined && dataset.entry === rule);
    for (const row of rows) row.classList.toggle('cadence-cheat__row--wanted', row === match);
    match?.scrollIntoView({ block: 'center' });
    match?.focus({ preventScroll: true });
  }
}

/** The windows by ruleset. */
const open = new Map<string, CheatSheet>();

export async function showCheatSheet(adapter: Adapter, rule?: string): Promise<void> {
  const sheet = open.get(adapter.id) ?? new CheatSheet(adapter);
  open.set(adapter.id, sheet);
  await sheet.show(rule);
}

function linesOf(ruleset: string): string[] {
  const keys = [1, 2, 3, 4, 5].map((line) => `${branchOf(ruleset)}.Turn.${line}`);
  return keys.filter((key) => game.i18n.has(key)).map((key) => text(key));
}

/** The actions and numbers of a new actor without items. */
function tablesOfRules(adapter: Adapter): Table[] {
  const { id, ruleset } = adapter;
  const actor = new Actor.implementation({ name: text(`${branchOf(id)}.name`), type: id } as never);
  const placeholder = { id: 'none', name: actor.name, side: '', player: true, place: null };
  const sheet = { ...placeholder, base: adapter.baseOf(actor), items: [], pools: {}, conditions: [], state: {} };
  const fighter = ruleset.fighter(sheet, {});
  const { gauges, figures, groups } = ruleset.views.sheet(null, fighter, { gm: true, owns: [], targets: [] });
  const parts = new Parts(id).withGauges(gauges);
  const rowsOf = (group: ActionGroup): Entry[] =>
    group.actions.map((button) => {
      const { rule, label, icon, hint, cost } = parts.action(button);
      return { rule, label, icon, text: hint, price: cost.map(({ aria }) => aria).join(', ') };
    });
  const numbers = [...gauges, ...figures].flatMap(({ label }): Entry[] => {
    const rule = ruleText(id, label.key);
    return rule ? [{ rule: parts.ruleOf(label), label: parts.localize(label), text: rule }] : [];
  });
  return [
    ...groups.map((group) => ({
      label: parts.localize(group.label),
      entries: uniqueRows(rowsOf(group)),
      priced: true,
    })),
    { label: text('CADENCE.App.Cheat.numbers'), entries: uniqueRows(numbers) },
  ];
}

const uniqueRows = (entries: readonly Entry[]): Entry[] => [
  ...new Map(entries.map((entry) => [`${entry.label} ${entry.price}`, entry])).values(),
];

function conditionsOf({ id, ruleset }: Adapter): Table {
  const entries = Object.entries(ruleset.conditions).map(
    ([condition, { icon }]): Entry => ({
      rule: `${id}.Condition.${condition}`,
      icon: conditionIcon(icon),
      label: localize(id, { key: `Condition.${condition}.label` }),
      text: localize(id, { key: `Condition.${condition}.hint` }),
    }),
  );
  return { label: text('CADENCE.App.Cheat.conditions'), entries };
}

/** Our current key bindings. T14: client/helpers/client-keybindings.d.mts `actions` */
function keysOfCadence() {
  const { actions } = game.keybindings as unknown as { actions: ReadonlyMap<string, Action> };
  return [...actions].flatMap(([id, { name, hint, restricted }]) => {
    const [namespace = '', action = ''] = id.split('.');
    if (namespace !== SYSTEM_ID || (restricted && !game.user.isGM)) return [];
    return [{ keys: keysText(action), name: game.i18n.localize(name), hint: game.i18n.localize(hint ?? '') }];
  });
}

interface Action {
  readonly name: string;
  readonly hint?: string;
  readonly restricted?: boolean;
}
