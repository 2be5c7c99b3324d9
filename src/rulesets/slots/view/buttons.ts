import type { Command } from '../../../encounter/command';
import type { FighterId } from '../../../encounter/state';
import type { ActionGroup, Message, OptionField, Viewer } from '../../../encounter/view';
import { GM } from '../../../kernel/ask';
import { lookup } from '../../../kernel/lookup';
import { hintOfAction, joinLabels, labelOfAction, labelOfGroup, message } from '../../../toolkit/define/labels';
import { optionDialogs } from '../../../toolkit/define/options';
import { type ButtonAppearance, groupOf } from '../../../toolkit/views/buttons';
import { takeUpButtons } from '../../../toolkit/views/floor';
import type { SheetContext } from '../../../toolkit/views/sheet';
import type { Action } from '../action';
import { ACTIONS, type ActionId } from '../actions';
import { edgeOver } from '../attack/edge';
import { canBeStruck, isHeld } from '../attack/maneuvers';
import { COMMANDS } from '../commands';
import { isObject } from '../conditions';
import { canBeTaken, isBeside, isConsumed, isHelpless, TAKE_UP, VERB_ACTIONS } from '../gear';
import { OPTIONS, optionsOf } from '../options';
import { isAimed, isBody, isComponent, isPhysicalItem, isWorn, type PhysicalItem, type SlotsItem } from '../schema';
import type { SlotsEncounter, SlotsFighter } from '../state';
import { isAtHand, type Strike, strikeOf, thingsOf } from '../stats';
import { ATTACK_ACTIONS } from './odds';

type Key = keyof typeof OPTIONS;
const DIALOGS = optionDialogs(OPTIONS);

/** Returns the option fields of a command that the viewer may set. @param target the target, if known */
export function fieldsOf(
  action: Action,
  fighter: SlotsFighter,
  command: Command,
  target: SlotsFighter | null,
  viewer: Pick<Viewer, 'gm'>,
  others: readonly SlotsFighter[],
): readonly OptionField[] {
  const [first, ...rest] = DIALOGS.fields(keysOf(action, fighter, command.do), viewer);
  // The fighter to wait for follows the trigger.
  const whom = command.do === 'wait' ? DIALOGS.fighterChoice('whom', others) : [];
  return [...thingsFor(command, fighter, target), ...(first ? [first, ...whom] : whom), ...rest];
}

/** L-09: the cause of a trigger. */
export const triggerFields = (others: readonly SlotsFighter[]): readonly OptionField[] =>
  DIALOGS.fighterChoice('whom', others);

interface Named {
  readonly id: string;
  readonly name: string;
}

const byName = (key: Key, all: readonly Named[]): readonly OptionField[] =>
  DIALOGS.choiceField(
    key,
    all.map(({ id: value, name }) => ({ value, label: message('Option.fighter', { name }) })),
  );

/** Returns the items of a command: to disarm, to sunder, or the Material Component of a spell. */
function thingsFor({ do: id }: Command, { items }: SlotsFighter, target: SlotsFighter | null): readonly OptionField[] {
  if (id === 'cast-spell')
    return DIALOGS.choiceField(
      'component',
      items
        .filter(isComponent)
        .filter(({ quantity }) => quantity > 0)
        .map(({ id: value, name, capacity }) => ({
          value,
          label: message('Field.component.holding', { name, capacity }),
        })),
    );
  if (id !== 'disarm' && id !== 'sunder') return [];
  return byName('item', thingsOf(target).filter(id === 'sunder' ? canBeStruck : isHeld));
}

const OWN_OPTIONS: Readonly<Record<string, readonly Key[]>> = {
  command: ['text'],
  defend: ['hide'],
  focus: ['group'],
  recall: ['skill'],
  search: ['sense'],
  wait: ['when', 'ready'],
  advance: ['mode'],
  dash: ['mode'],
  charge: ['mode'],
  jump: ['across', 'up', 'after'],
  push: ['strength'],
};
const ATTACK_ROLLS: readonly string[] = ['primary-attack', 'secondary-attack', 'tertiary-attack', 'charge', 'sunder'];

function keysOf({ slot, needs, cost }: Action, { place }: SlotsFighter, id: string): Key[] {
  const smaller: Key[] = (slot === 'move' || slot === 'quick') && !cost ? ['slot'] : [];
  const route: Key[] = needs === 'path' ? [...(place ? [] : (['feet', 'turning'] as const)), 'difficult'] : [];
  return [
    ...(lookup(OWN_OPTIONS, id) ?? []),
    ...smaller,
    ...route,
    ...(ATTACK_ROLLS.includes(id) ? (['other'] as const) : []),
  ];
}

/** L-21: the ambushers (a side, a fighter, or the GM's targets), and who notices them. */
export function startFields(encounter: SlotsEncounter, { targets }: Pick<Viewer, 'targets'>): readonly OptionField[] {
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
export const initiativeFields = (): readonly OptionField[] => [
  { ...DIALOGS.field('to'), gm: true, input: { kind: 'number', min: -20, max: 60 } },
];

/** L-176: returns true for a command that gives an edge. */
const isEdge = ({ do: id, options }: Command): boolean => id === 'condition' && options?.condition === 'edge';

/** Returns the name of a command; items are named by their verb. */
export function nameOf({ clock }: SlotsEncounter, command: Command): string {
  const { do: id } = command;
  if (isEdge(command)) return 'edge';
  if (id === 'end-turn' && clock.phase === 'initiative') return 'first-turn';
  if (id !== 'manage-items') return id;
  const { verb } = optionsOf(command);
  return verb ? VERB_ACTIONS[verb] : id;
}

/** L-176: returns the hint of an attack with the edges of both, or null. */
function edgeHint(encounter: SlotsEncounter, { do: id, by, at }: Command): Message | null {
  const [fighter, target] = [encounter.fighters[by], at === undefined ? undefined : encounter.fighters[at]];
  if (!ATTACK_ACTIONS.includes(id) || !fighter || !target) return null;
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

export function needsOf({ fighters }: SlotsEncounter, { do: id, by, with: item, options }: Command) {
  if (options?.verb === 'hand') return 'target';
  const spell = id === 'cast-spell' ? fighters[by]?.items.find((each) => each.id === item) : undefined;
  return spell?.type === 'slotsSpell' && isAimed(spell) ? 'target' : undefined;
}

/** Actions with an optional target. */
const MAY_AIM: readonly string[] = ['command', 'cast-spell', 'patch-wound', 'search', 'charge', 'manage-items'];

/** Returns the command with the viewer's target, if it takes one. */
export function withTarget(
  { fighters }: SlotsEncounter,
  command: Command,
  targets: readonly [FighterId, ...FighterId[]],
): Command {
  // An edge is over the target, unless the command names another.
  if (isEdge(command)) {
    const over = targets.find((id) => id !== command.at);
    return over === undefined ? command : { ...command, options: { towards: over, ...command.options } };
  }
  // L-67: without a path on the map the target is whom an Overrun meets.
  const isMet = command.do === 'overrun' && !fighters[command.by]?.place;
  const mayAim = COMMANDS.actionOf(command.do)?.needs === 'target' || MAY_AIM.includes(command.do) || isMet;
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
  const day = button({ do: 'day-passes', by: GM });
  return [...groups, ...floor, { id: 'gm', label: labelOfGroup('gm'), actions: [edge, initiative, day] }];
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
      (isHelpless(owner) || (owner.player && owner.side === fighter.side)) &&
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

/** Returns the actions with an item in its present state. */
export function actionsWith(item: SlotsItem): ActionId[] {
  if (item.type === 'slotsSpell') return ['cast-spell'];
  const attacks: ActionId[] = isAtHand(item)
    ? ['primary-attack', 'secondary-attack', 'tertiary-attack', ...meleeWith(strikeOf(item))]
    : [];
  return [...attacks, ...(isConsumed(item) ? (['consume', 'feed'] as const) : [])];
}

/** L-45, L-56: the other actions of a melee or thrown weapon. */
const meleeWith = ({ strikes, thrown }: Strike): ActionId[] => [
  ...(strikes || thrown ? (['charge'] as const) : []),
  ...(strikes ? (['sunder'] as const) : []),
];

export const isHandled = (item: SlotsItem): item is PhysicalItem =>
  isPhysicalItem(item) && !isBody(item) && !isWorn(item);
