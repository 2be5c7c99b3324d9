import type { Command } from '../../../encounter/command';
import { areOnOneSide } from '../../../encounter/sides';
import type { FighterId } from '../../../encounter/state';
import type { ActionButton, ActionGroup, Message, OptionField, Viewer } from '../../../encounter/view';
import { GM } from '../../../kernel/ask';
import { optionsAsked } from '../../../toolkit/act/actions';
import { whyNotAtHand } from '../../../toolkit/define/item';
import { hintOfAction, joinLabels, labelOfAction, labelOfGroup, message } from '../../../toolkit/define/labels';
import { optionDialogs } from '../../../toolkit/define/options';
import { type ButtonAppearance, groupOf, type MakeButton } from '../../../toolkit/views/buttons';
import { takeUpButtons } from '../../../toolkit/views/floor';
import type { SheetContext } from '../../../toolkit/views/sheet';
import { type Action, type Slots, type SlotsContext, takesTarget } from '../action';
import { ACTIONS } from '../actions';
import { edgeOver } from '../attack/edge';
import { COMMANDS } from '../commands';
import { isObject } from '../conditions';
import { canBeTaken, isBeside, isHelpless, TAKE_UP, verbFor } from '../gear';
import { OPTIONS } from '../options';
import { isBody, isComponent, isPhysicalItem, isWorn, type PhysicalItem, type SlotsItem, type Verb } from '../schema';
import type { SlotsEncounter } from '../state';
import { isBroken } from '../stats';

/** A command, as a dialog asks for its options. */
interface Asked {
  readonly action: Action;
  readonly act: SlotsContext;
  readonly viewer: Viewer;
}

const DIALOGS = optionDialogs<typeof OPTIONS, Asked>(OPTIONS, {
  component: ({ act: { fighter } }) =>
    fighter.items
      .filter(isComponent)
      .filter((item) => item.quantity > 0 && whyNotAtHand(item, { isBroken: isBroken(item) }).length === 0)
      .map(({ id: value, name, capacity }) => ({
        value,
        label: message('Field.component.holding', { name, capacity }),
      })),
  item: ({ action, act: { target } }) => (target && action.aimedThings?.(target).map(choiceOf)) ?? [],
  whom: ({ act: { encounter, fighter }, viewer }) => othersSeen(encounter, fighter.id, viewer).map(choiceOf),
});

const choiceOf = ({ id: value, name }: { readonly id: string; readonly name: string }) => ({
  value,
  label: message('Option.fighter', { name }),
});

const othersSeen = ({ fighters }: SlotsEncounter, id: FighterId | undefined, { hiddenFighters }: Viewer) =>
  Object.values(fighters).filter((each) => each.id !== id && !hiddenFighters?.includes(each.id));

/** Returns the option fields of a command that the viewer may set. */
export function fieldsOf(encounter: SlotsEncounter, command: Command, viewer: Viewer): readonly OptionField[] {
  const { do: id, at } = command;
  if (id === 'trigger') return DIALOGS.fighterChoice('whom', othersSeen(encounter, at, viewer));
  if (id === 'initiative') return initiativeFields();
  if (id === 'start') return startFields(encounter, viewer);
  const found = COMMANDS.of(encounter).find(command);
  return found ? DIALOGS.fields(keysOf(found.action, found.act), viewer, { ...found, viewer }) : [];
}

/** The options of its row, then those that its slot and its way have (L-08); those of the GM come last. */
function keysOf(action: Action, act: SlotsContext): readonly Slots['option'][] {
  const { slot, needs, cost } = action;
  const own = optionsAsked<Slots>(action, act);
  const length = act.fighter.place ? [] : (['feet', 'turning'] as const);
  return [
    ...own.filter((key) => !OPTIONS[key].gm),
    ...((slot === 'move' || slot === 'quick') && !cost ? (['slot'] as const) : []),
    ...(needs === 'path' ? ([...length, 'difficult'] as const) : []),
    ...own.filter((key) => OPTIONS[key].gm),
  ];
}

/** L-21: the ambushers (a side, a fighter, or the GM's targets), and who notices them. */
function startFields(encounter: SlotsEncounter, { targets }: Pick<Viewer, 'targets'>): readonly OptionField[] {
  const fighters = Object.values(encounter.fighters).filter((fighter) => !isObject(fighter));
  const sides = [...new Set(fighters.map(({ side }) => side))];
  const labelFor = (name: string): Message => message('Option.fighter', { name });
  const [first, ...rest] = fighters.filter(({ id }) => targets.includes(id));
  const group =
    first && rest.length > 0
      ? [
          {
            value: [first, ...rest].map(({ id }) => id),
            label: joinLabels(
              labelFor(first.name),
              rest.map(({ name }) => labelFor(name)),
            ),
          },
        ]
      : [];
  const ambushers = DIALOGS.choiceField('ambushers', [
    ...group,
    ...sides.map((value) => ({ value, label: message(`Side.${value}`) })),
    ...fighters.map(({ id: value, name }) => ({ value, label: labelFor(name) })),
  ]);
  return [...ambushers, DIALOGS.field('aware')];
}

/** L-14: the initiative total set by the GM. */
const initiativeFields = (): readonly OptionField[] => [
  { ...DIALOGS.field('to'), gm: true, input: { kind: 'number', min: -20, max: 60 } },
];

/** L-176: returns true for a command that gives an edge. */
const isEdge = ({ do: id, options }: Command): boolean => id === 'condition' && options?.condition === 'edge';

/** Returns the name of a command; items are named by their verb. */
export function nameOf({ clock }: SlotsEncounter, command: Command): string {
  const { do: id, by } = command;
  if (isEdge(command)) return 'edge';
  if (id === 'end-turn' && by === GM && clock.phase === 'initiative') return 'first-turn';
  return COMMANDS.actionOf(id)?.textId?.(command) ?? id;
}

/** L-176: returns the hint of an attack with the edges of both, or null. */
function edgeHint(encounter: SlotsEncounter, { do: id, by, at }: Command): Message | null {
  const [fighter, target] = [encounter.fighters[by], at === undefined ? undefined : encounter.fighters[at]];
  if (COMMANDS.actionOf(id)?.odds !== 'hit' || !fighter || !target) return null;
  const [ownEdge, targetEdge] = [edgeOver(encounter, fighter, target), edgeOver(encounter, target, fighter)];
  const edges = [
    ...(ownEdge ? [message('Note.edge-yours', { edge: message(`Edge.${ownEdge}`) })] : []),
    ...(targetEdge ? [message('Note.edge-theirs', { edge: message(`Edge.${targetEdge}`), name: target.name })] : []),
  ];
  return edges.reduce<Message | null>(
    (before, edge) => message('Note.besides', { before: before ?? hintOfAction(id), edge }),
    null,
  );
}

export function lookOf(encounter: SlotsEncounter, command: Command): ButtonAppearance {
  const { fighters } = encounter;
  if (isEdge(command)) return { id: 'edge', label: labelOfAction('edge'), hint: hintOfAction('edge') };
  const hint = edgeHint(encounter, command);
  if (hint) return { hint };
  const other = command.do === 'let-pass' && command.at !== undefined ? fighters[command.at] : undefined;
  return other ? { id: `let-pass-${other.id}`, label: message('Option.let-pass', { name: other.name }) } : {};
}

export function needsOf(encounter: SlotsEncounter, command: Command) {
  if (!COMMANDS.actionOf(command.do)?.isAimed) return undefined;
  const found = COMMANDS.of(encounter).find(command);
  return found && takesTarget(found.action, found.act) ? 'target' : undefined;
}

/** Returns the command with the viewer's target, if it takes one. */
export function withTarget(
  encounter: SlotsEncounter,
  command: Command,
  targets: readonly [FighterId, ...FighterId[]],
): Command {
  const { fighters } = encounter;
  // An edge is over the target, unless the command names another.
  if (isEdge(command)) {
    const over = targets.find((id) => id !== command.at);
    return over === undefined ? command : { ...command, options: { towards: over, ...command.options } };
  }
  const { needs, mayTarget, meets, isAimed } = COMMANDS.actionOf(command.do) ?? {};
  const isUnaimed = isAimed !== undefined && needsOf(encounter, command) !== 'target';
  const mayAim = needs === 'target' || (mayTarget && !isUnaimed) || (meets && !fighters[command.by]?.place);
  return command.at === undefined && mayAim ? { ...command, at: targets[0] } : command;
}

/** Reasons that only the path drawn after the click can settle. */
const PATH_REASONS: readonly string[] = [
  'no-path',
  'run-up',
  'not-straight',
  'out-of-reach',
  'wall',
  'no-fighter-in-way',
];

export const undecidedOptions = ({ fighters }: SlotsEncounter, { do: id, by, path }: Command): readonly string[] =>
  COMMANDS.actionOf(id)?.needs === 'path' && fighters[by]?.place && !path ? PATH_REASONS : [];

/** The slots of the action groups (section 5). */
const GROUPS = ['standard', 'move', 'quick'] as const;

export function groupsOf(scene: SheetContext<SlotsEncounter>): ActionGroup[] {
  const { encounter, fighter, viewer, button } = scene;
  const { id: by } = fighter;
  const groups = GROUPS.map((slot) => {
    const rows = Object.entries<Action>(ACTIONS).filter(([, action]) => action.slot === slot && !action.ofItem);
    return groupOf(
      slot,
      rows.map(([id]) => button({ do: id, by })),
    );
  });
  const floor = [...takeUpButtons(scene, TAKE_UP, isBeside), ...takeButtons(scene)];
  if (!encounter || !viewer.gm) return [...groups, ...floor];
  const edge = button({ do: 'condition', by: GM, at: by, options: { condition: 'edge', on: true } });
  const initiative = button({ do: 'initiative', by: GM, at: by });
  const minute = button({ do: 'minute-passes', by: GM });
  const day = button({ do: 'day-passes', by: GM });
  return [...groups, ...floor, { id: 'gm', label: labelOfGroup('gm'), actions: [edge, initiative, minute, day] }];
}

/** L-70: returns buttons for the things of the helpless and of allied players beside a fighter. */
function takeButtons({ encounter, fighter, viewer, button }: SheetContext<SlotsEncounter>): readonly ActionGroup[] {
  if (!encounter || !fighter.place) return [];
  const { id: by } = fighter;
  const near = Object.values(encounter.fighters).filter(
    (owner) =>
      owner.id !== by &&
      owner.place !== null &&
      !(viewer.hiddenFighters ?? []).includes(owner.id) &&
      (isHelpless(owner) || (owner.player && areOnOneSide(owner, fighter))) &&
      isBeside(encounter, fighter, owner.place),
  );
  return near.flatMap((owner) => {
    const actions = owner.items
      .filter(canBeTaken)
      .map((item) =>
        button(
          { do: 'manage-items', by, at: owner.id, with: item.id, options: { verb: 'take' } },
          { id: `take-${owner.id}-${item.id}`, label: message('Option.take', { item: item.name }) },
        ),
      );
    return actions.length > 0
      ? [{ id: `take-${owner.id}`, label: message('Group.take', { at: owner.name }), actions }]
      : [];
  });
}

/** Returns the buttons of an item in its present state. */
export function itemButtons(item: SlotsItem, by: FighterId, button: MakeButton): readonly ActionButton[] {
  const actions = ITEM_ROWS.flatMap(([id, { atItem }]) =>
    atItem?.(item) ? [button({ do: id, by, with: item.id })] : [],
  );
  if (!isHandled(item)) return actions;
  const next = verbFor(item);
  // A thing at hand can also go to another fighter.
  const verbs: readonly Verb[] = next === 'pick-up' ? [next] : [next, 'hand'];
  return [...actions, ...verbs.map((verb) => button({ do: 'manage-items', by, with: item.id, options: { verb } }))];
}

/** Blows first, those of a single slot before others. */
const ITEM_ROWS = Object.entries<Action>(ACTIONS).sort(([, a], [, b]) => orderAtItem(a) - orderAtItem(b));
function orderAtItem({ odds, cost }: Action): number {
  return odds !== 'hit' ? 2 : cost ? 1 : 0;
}

const isHandled = (item: SlotsItem): item is PhysicalItem => isPhysicalItem(item) && !isBody(item) && !isWorn(item);
