import type { Command } from '../../../encounter/command';
import { activeConditions } from '../../../encounter/condition';
import type {
  ActionButton,
  ActionGroup,
  Badge,
  FighterRow,
  Figure,
  Gauge,
  SheetView,
  TrackCell,
  TrackerView,
  Viewer,
  Words,
} from '../../../encounter/view';
import { GM, type Reason } from '../../../kernel/ask';
import { possibleFirst } from '../../../mechanics/sheet';
import { labelOfCondition as conditionLabel, message as words } from '../../../rulebook/labels';
import type { Action, Group } from './act';
import { inHand, UNARMED } from './attack';
import { begun, left } from './bar';
import { isIdle, isTurnOf, turnOrder } from './clock';
import { ACTIONS, type ActionId, actionOf, CLOCK, dueFor, pricesFor, whyNot } from './commands';
import { CONDITIONS, type ConditionId, is } from './conditions';
import { isWeapon, type SecondsItem } from './items';
import { actionLabel, calledAfter, nameOf, noteOf } from './labels';
import { foreseenOf, laneOf } from './lane';
import { ODDS } from './odds';
import { fieldsOf, orderFields } from './options';
import { FIGURES, type SecondsEncounter, type SecondsFighter } from './stats';
import { secondsOf, TICKS } from './words';

const GROUPS: readonly Group[] = ['attack', 'maneuver', 'move', 'other'];

export function trackerView(encounter: SecondsEncounter, viewer: Viewer): TrackerView {
  const { round, turn } = encounter.clock;
  const started = !isIdle(encounter);
  const whose = typeof turn === 'string' ? encounter.fighters[turn] : undefined;
  return {
    clock: started ? headline(round, whose, viewer) : words('Clock.idle'),
    started,
    track: started ? trackOf(encounter, viewer) : [],
    rows: turnOrder(encounter)
      .filter((fighter) => isSeen(fighter, viewer))
      .map((fighter) => rowOf(encounter, fighter, viewer)),
    controls: viewer.gm ? Object.keys(CLOCK).map((id) => control(encounter, { do: id, by: GM })) : [],
  };
}

/** Whose turn it is, as far as the viewer may know. */
const headline = (round: number, whose: SecondsFighter | undefined, viewer: Viewer): Words =>
  whose && isSeen(whose, viewer) ? words('Clock.turn', { round, name: whose.name }) : words('Clock.round', { round });

const isSeen = ({ id }: SecondsFighter, { unseen = [] }: Viewer): boolean => !unseen.includes(id);

/** The turns of this round in their order. */
function trackOf(encounter: SecondsEncounter, viewer: Viewer): TrackCell[] {
  const order = turnOrder(encounter).filter((fighter) => isSeen(fighter, viewer));
  const now = order.findIndex(({ id }) => id === encounter.clock.turn);
  return order.map(({ id, name }, at) => ({
    id: `turn-${id}`,
    label: words('Track.turn', { place: at + 1, name }),
    state: at === now ? 'now' : at < now ? 'past' : 'ahead',
    fighters: [id],
  }));
}

function rowOf(encounter: SecondsEncounter, fighter: SecondsFighter, viewer: Viewer): FighterRow {
  const mine = isTurnOf(encounter, fighter);
  const mayPass = mine && (viewer.gm || viewer.owns.includes(fighter.id));
  const order =
    viewer.gm && !isIdle(encounter) ? [orderButton(encounter, { do: 'order', by: GM, at: fighter.id })] : [];
  return {
    id: fighter.id,
    gauges: [gaugeOf(fighter, 'hp'), gaugeOf(fighter, 'reactions')],
    badges: badgesOf(fighter),
    actions: [...(mayPass ? [buttonOf(encounter, fighter, { do: 'end-turn', by: fighter.id }, viewer)] : []), ...order],
    ready: mine,
    out: is(fighter, 'unconscious'),
    ...(!isIdle(encounter) && { lane: laneOf(encounter, fighter) }),
  };
}

/** Seconds are counted in tenths, and shown as seconds. */
function gaugeOf(fighter: SecondsFighter, pool: 'hp' | 'reactions' | 'seconds'): Gauge {
  const { value, max } = fighter.pools[pool]!;
  const shape = pool === 'reactions' ? 'pips' : 'bar';
  const low = pool === 'hp' && value * 4 <= max;
  return {
    id: pool,
    shape,
    label: words(`Pool.${pool}`),
    value,
    max,
    low,
    pool,
    open: pool !== 'hp',
    ...(pool === 'seconds' && { per: TICKS }),
  };
}

function badgesOf(fighter: SecondsFighter): Badge[] {
  const fear =
    typeof fighter.book.fear === 'number' ? [words('Note.fear', { seconds: secondsOf(fighter.book.fear) })] : [];
  return activeConditions(CONDITIONS, fighter.conditions).map(({ id, roots, parents }): Badge => {
    const { tone, icon } = CONDITIONS[id as ConditionId];
    const ends = id === 'frightened' && fear.length > 0 ? fear : roots.map(noteOf);
    return {
      id,
      label: conditionLabel(id),
      tone,
      icon: `conditions/${icon}`,
      note: [words(`Condition.${id}.hint`), ...ends, ...parents.map(fromParent)],
      implied: roots.length === 0,
    };
  });
}

const fromParent = (parent: string): Words => words('Note.from', { parent: conditionLabel(parent) });

/** A button of the clock. */
function control(encounter: SecondsEncounter, command: Command): ActionButton {
  const { do: id } = command;
  return {
    id,
    label: words(`Action.${id}.label`),
    hint: words(`Action.${id}.hint`),
    icon: `actions/${id}`,
    command,
    cost: [],
    whyNot: whyNot(encounter, command),
    needs: 'nothing',
    fields: [],
  };
}

/** S-A11: puts a fighter one place earlier in the order, the first to its end; or wherever the options say. */
function orderButton(encounter: SecondsEncounter, command: Command): ActionButton {
  const order = turnOrder(encounter);
  const place = order.findIndex(({ id }) => id === command.at) + 1;
  const options = { to: place > 1 ? place - 1 : order.length, ...command.options };
  return { ...control(encounter, { ...command, options }), fields: orderFields(order.length) };
}

/** @param encounter null where the fighter is in none */
export function sheetView(encounter: SecondsEncounter | null, fighter: SecondsFighter, viewer: Viewer): SheetView {
  const by = fighter.id;
  const button = (command: Command): ActionButton =>
    withOdds(encounter, buttonOf(encounter, fighter, aimed(encounter, command, viewer), viewer), viewer, ODDS.atHand);
  const rows = Object.entries<Action>(ACTIONS).filter(([, { ofItem, reacts }]) => !ofItem && !reacts);
  const groups = GROUPS.map((id): ActionGroup => {
    const actions = rows.flatMap(([verb, { group }]) => (group === id ? waysOf(verb, fighter) : []));
    if (id === 'attack') actions.push(...spellsOf(fighter));
    const buttons = actions.map((command) => withTool(button(command), fighter));
    return { id, label: words(`Group.${id}`), actions: possibleFirst(buttons) };
  });
  const reactions: ActionGroup = {
    id: 'reaction',
    label: words('Group.reaction'),
    actions: possibleFirst(REACTION_BUTTONS.map((verb) => button({ do: verb, by }))),
  };
  return {
    gauges: (['seconds', 'reactions', 'hp'] as const).map((pool) => gaugeOf(fighter, pool)),
    figures: figuresOf(fighter),
    badges: badgesOf(fighter),
    groups: [...groups, reactions],
    itemActions: Object.fromEntries(
      fighter.items.map((item) => [
        item.id,
        verbsOf(item).map(({ verb, options }) => button({ do: verb, by, with: item.id, ...(options && { options }) })),
      ]),
    ),
  };
}

/** Catching is offered when there is something to catch. */
const REACTION_BUTTONS: readonly ActionId[] = ['opportunity-attack', 'held-action'];

/** Attacking is a button for each weapon in hand, and for bare hands, which are always there. */
function waysOf(verb: string, fighter: SecondsFighter): Command[] {
  const command: Command = { do: verb, by: fighter.id };
  if (verb === 'attack')
    return [
      ...[...inHand(fighter).map(({ id }) => id), UNARMED].map((tool) => ({ ...command, with: tool })),
      { ...command, options: { hurry: true } },
    ];
  return verb === 'pin' ? [{ ...command, options: { found: true } }] : [command];
}

const spellsOf = ({ id, items }: SecondsFighter): Command[] =>
  items.flatMap((item) => (item.type === 'secondsSpell' ? [{ do: 'cast-spell', by: id, with: item.id }] : []));

interface ItemVerb {
  readonly verb: ActionId;
  readonly options?: Command['options'];
}

/** What may be done with an item, as it is held. */
function verbsOf(item: SecondsItem): ItemVerb[] {
  if (item.type === 'secondsSpell') return [{ verb: 'cast-spell' }];
  if (item.type === 'secondsGear')
    return [{ verb: 'use-item' }, ...(item.restrains ? [{ verb: 'restrain' as const }] : [])];
  if (!item.equipped) return [{ verb: 'change-equipment' }];
  return [{ verb: 'attack' }, { verb: 'attack', options: { hurry: true } }, { verb: 'pin' }];
}

/** The button of a command exactly as it is, the clock's too. */
export function actionView(encounter: SecondsEncounter, command: Command, viewer: Viewer): ActionButton {
  const fighter = encounter.fighters[command.by];
  if (command.do === 'order') return orderButton(encounter, command);
  if (!fighter || !actionOf(command.do)) return control(encounter, command);
  const button = withTool(buttonOf(encounter, fighter, aimed(encounter, command, viewer), viewer), fighter);
  return withOdds(encounter, button, viewer, ODDS.reckoned);
}

/** What cannot be pressed has no odds, and they are not free. @param look the odds, or those at hand */
function withOdds(
  encounter: SecondsEncounter | null,
  button: ActionButton,
  viewer: Viewer,
  look: typeof ODDS.reckoned,
): ActionButton {
  const odds = encounter && button.whyNot.length === 0 ? look(encounter, viewer, button.command) : [];
  return odds.length > 0 ? { ...button, odds } : button;
}

/** The command at whom the viewer has targeted, where it needs somebody or could be done to somebody. */
function aimed(encounter: SecondsEncounter | null, command: Command, { targets }: Viewer): Command {
  if (actionOf(command.do)?.needs !== 'target' && command.do !== 'use-item') return command;
  const at = targets.find((id) => id !== command.by && encounter?.fighters[id] !== undefined);
  return at === undefined ? command : { ...command, at };
}

function buttonOf(
  encounter: SecondsEncounter | null,
  fighter: SecondsFighter,
  command: Command,
  viewer: Viewer,
): ActionButton {
  const action = actionOf(command.do)!;
  const id = nameOf(command);
  const where = encounter ?? alone(fighter);
  const foreseen = foreseenOf(where, command);
  return {
    id,
    label: actionLabel(command),
    hint: hintOf(where, command, id),
    icon: iconOf(fighter, command) ?? action.icon,
    command,
    cost: pricesFor(where, command),
    whyNot: encounter ? reasonsFor(action, whyNot(encounter, command)) : [{ id: 'not-in-encounter' }],
    // A fighter off the map has no token to drag: the way is told in metres.
    needs: needsOf(action, command),
    fields: fieldsOf(command, fighter, viewer),
    ...(foreseen && { foreseen }),
  };
}

/** Ways to attack are told apart at a glance where icons stand alone; others look like their action. */
function iconOf({ items }: SecondsFighter, { do: verb, with: tool, options }: Command): string | null {
  if (verb !== 'attack') return null;
  if (options?.hurry === true) return 'actions/swift-attack';
  if (tool === UNARMED) return 'actions/unarmed-attack';
  const weapon = items.filter(isWeapon).find(({ id }) => id === tool);
  return weapon?.kind === 'ranged' ? 'actions/ranged-attack' : null;
}

/** Beside buttons for other things, one says which thing it is for. */
function withTool(button: ActionButton, fighter: SecondsFighter): ActionButton {
  const { with: tool } = button.command;
  const id = tool === undefined ? button.id : `${button.id} ${tool}`;
  return { ...button, id, label: calledAfter(button.label, fighter, tool) };
}

const needsOf = ({ needs }: Action, { options }: Command): Action['needs'] =>
  (needs === 'path' && (options?.metres !== undefined || options?.height !== undefined)) ||
  (needs === 'target' && options?.object === true)
    ? 'nothing'
    : needs;

/** What it does; and where it does not fit what is left of the turn, that it would be begun, or goes on. */
function hintOf(encounter: SecondsEncounter, command: Command, id: string): Words {
  const hint = words(`Action.${id}.hint`);
  const fighter = encounter.fighters[command.by]!;
  const found = isTurnOf(encounter, fighter) ? dueFor(encounter, command) : null;
  const action = actionOf(command.do)!;
  if (!found || !action.splits || command.options?.hurry === true || found.due === 0) return hint;
  const has = left(fighter);
  const facts = { hint, seconds: secondsOf(found.due), left: secondsOf(Math.max(0, found.due - has)) };
  if (found.due > has && has > 0) return words('Hint.overflows', facts);
  return begun(fighter, command.do, command.with ?? '') ? words('Hint.goes-on', facts) : hint;
}

/** Costs do not look at others; a fighter in no encounter still has prices. */
const alone = (fighter: SecondsFighter): SecondsEncounter => ({
  ruleset: 'seconds',
  clock: { round: 0, phase: 'idle' },
  fighters: { [fighter.id]: fighter },
  ground: { grid: 'gridless', cell: 1 },
  settings: {},
});

/** The way is drawn after the click; that there is none yet stands against nothing. */
const reasonsFor = ({ needs }: Action, reasons: readonly Reason[]): readonly Reason[] =>
  needs === 'path' ? reasons.filter(({ id }) => id !== 'no-path') : reasons;

const figuresOf = ({ stats }: SecondsFighter): Figure[] =>
  FIGURES.map((id) => ({
    id,
    label: words(`Stat.${id}`),
    value: stats.figures[id].value,
    terms: stats.figures[id].terms.map((term) => ({ label: words(`Term.${term.id}`), value: term.value })),
  }));
