import type { ActionButton, OptionField } from '../../encounter/view';
import type { Reason } from '../../kernel/ask';
import { adapterOf } from '../adapters/registry';
import { glyphOf } from '../apps/actions/glyph';
import { isCard } from '../host/exchange-document';
import { text } from '../platform/text';
import { whyNotSend } from '../referee';
import { fightOfActor, fightOutside, type LoadedFighter, trackerView } from '../views/fight';
import { Parts } from '../views/parts';

/** An action as other packages see it, localized. `cadence.d.ts` documents each member. */
export interface ApiAction {
  readonly id: string;
  readonly action: string;
  readonly label: string;
  readonly hint: string;
  readonly img: string;
  readonly group: { readonly id: string; readonly label: string };
  readonly price: readonly { readonly pool: string; readonly label: string; readonly amount: number }[];
  readonly whyNot: string | null;
  readonly isAvailable: boolean;
  readonly odds:
    | readonly { readonly label: string; readonly chance: number | null; readonly isExact: boolean }[]
    | null;
  readonly item: string | null;
  readonly needs: ActionButton['needs'];
  readonly options: readonly ApiOption[];
}

export interface ApiOption {
  readonly key: string;
  readonly label: string;
  readonly hint: string;
  readonly kind: OptionField['input']['kind'];
  /** What a toggle stores if it is on. */
  readonly value?: unknown;
  readonly min?: number;
  readonly max?: number;
  readonly choices?: readonly { readonly value: unknown; readonly label: string }[];
}

/** A button with the heading it belongs to. */
interface GroupedButton {
  readonly button: ActionButton;
  readonly group: ApiAction['group'];
}

/** Returns the fighter that an actor acts as: in its encounter, else outside. Null without loaded rules. */
export const fighterToAct = (actor: Actor.Implementation): LoadedFighter | null =>
  adapterOf(actor.type) ? (fightOfActor(actor) ?? fightOutside(actor)) : null;

/** Returns a fighter's buttons: those of its sheet, of its items, then those that only the tracker has. */
export function buttonsOfFighter(fight: LoadedFighter, actor: Actor.Implementation): readonly GroupedButton[] {
  const { adapter, encounter, fighter, viewer, host, id } = fight;
  const parts = new Parts(adapter.ruleset.id);
  const { groups, itemActions } = adapter.ruleset.views.sheet(encounter, fighter, viewer);
  const row = isCard(host) ? undefined : trackerView(fight).rows.find((each) => each.id === id);
  const headings = new Map(groups.map((group) => [group.id, { id: group.id, label: parts.localize(group.label) }]));
  const all: GroupedButton[] = [
    ...groups.flatMap(({ id, actions }) =>
      actions.map((button) => ({ button, group: headings.get(id) ?? { id, label: id } })),
    ),
    ...Object.entries(itemActions).flatMap(([item, actions]) => {
      const kind = actor.items.get(item)?.type ?? '';
      const group = { id: `item-${kind}`, label: parts.localize({ key: `Kind.${kind}` }) };
      return actions.map((button) => ({ button, group }));
    }),
    ...(row?.actions ?? []).map((button) => ({ button, group: { id: 'turn', label: text('CADENCE.App.Bar.turn') } })),
  ];
  const first = new Map<string, GroupedButton>();
  for (const each of all) if (!first.has(each.button.id)) first.set(each.button.id, each);
  return [...first.values()];
}

/** Returns what this user could do with the actor now; empty for actors of others, and while the rules load. */
export function actionsOf(actor: Actor.Implementation): readonly ApiAction[] {
  const fight = actor.isOwner ? fighterToAct(actor) : null;
  if (!fight) return [];
  const unsent = whyNotSend(fight.host, fight.id);
  return buttonsOfFighter(fight, actor).map((each) => shownAction(fight, actor, each, unsent));
}

function shownAction(
  { adapter }: LoadedFighter,
  actor: Actor.Implementation,
  { button, group }: GroupedButton,
  unsent: Reason | null,
): ApiAction {
  const parts = new Parts(adapter.ruleset.id);
  const shown = parts.action(button, unsent);
  const { command, needs, odds, fields } = button;
  return {
    id: button.id,
    action: command.do,
    label: shown.label,
    hint: shown.hint,
    img: glyphOf(shown, (id) => actor.items.get(id)?.img ?? null).icon,
    group,
    price: shown.cost.map(({ pool, name, amount }) => ({ pool, label: name, amount })),
    whyNot: shown.why || null,
    isAvailable: !shown.barred,
    odds: odds?.map(({ label, chance, exact }) => ({ label: parts.localize(label), chance, isExact: exact })) ?? null,
    item: (command.with !== undefined && actor.items.get(command.with)?.uuid) || null,
    needs,
    options: fields.map((field) => shownOption(parts, field)),
  };
}

function shownOption(parts: Parts, { key, label, hint, input }: OptionField): ApiOption {
  const option = { key, label: parts.localize(label), hint: parts.localize(hint), kind: input.kind };
  switch (input.kind) {
    case 'toggle':
      return { ...option, value: input.value };
    case 'number':
      return { ...option, min: input.min, max: input.max };
    case 'choice': {
      const choices = input.choices.map((choice) => ({ value: choice.value, label: parts.localize(choice.label) }));
      return { ...option, choices };
    }
    default:
      return option;
  }
}
