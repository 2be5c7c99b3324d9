import type { Command } from '../../../encounter/command';
import type { ActionButton, ActionGroup, Badge, ItemFact, Message, Viewer } from '../../../encounter/view';
import { GM } from '../../../kernel/ask';
import { checkButton } from '../../../toolkit/define/check-command';
import { broughtBy, hintOfAction, message, signed } from '../../../toolkit/define/labels';
import { badgesOf } from '../../../toolkit/views/badges';
import { type ButtonLook, groupOf } from '../../../toolkit/views/buttons';
import { floorOf, takeUpButtons } from '../../../toolkit/views/floor';
import { aQuarter, type GaugeLook, gaugeOf } from '../../../toolkit/views/gauges';
import { chanceOf, type OddsRules, oddsOf, succeeds } from '../../../toolkit/views/odds';
import { figuresOf, itemFact, type SheetScene } from '../../../toolkit/views/sheet';
import { turnTrack } from '../../../toolkit/views/tracker';
import type { ViewRules } from '../../../toolkit/views/views';
import { type Action, dueOf, type Group, nameOf, whyNotFinish } from '../action';
import { blowOf, UNARMED } from '../attack/attack';
import { reachesInto } from '../attack/harm';
import { isIdle, isTurnOf, turnOrder } from '../clock';
import { ACTIONS, type ActionId, COMMANDS, HAND } from '../commands';
import { CONDITIONS, is } from '../conditions';
import { TAKE_UP } from '../gear';
import { fieldsOf, orderFields, saidIn } from '../options';
import { isWeapon, type PoolId, type SecondsItem, secondsOf, TICKS } from '../schema';
import type { SecondsEncounter, SecondsFighter } from '../state';
import { FIGURES, inHand } from '../stats';
import { planOf } from '../turn/hold';
import { begun, left } from '../turn/lane';
import { actionLabel, CARD, calledAfter, noteOf } from './card';
import { foreseenOf, laneOf } from './lane';
import { WHEN } from './when';

/** What is rolled for. */
const ROLLED: readonly string[] = [
  ...['attack', 'opportunity-attack', 'cast-spell', 'blind', 'grapple', 'restrain', 'pin', 'shove', 'tackle', 'trip'],
  ...['disarm', 'intimidate', 'break-grapple', 'break-pin'],
];

/** Of what is rolled for, what hits. */
const STRIKES: readonly string[] = ['attack', 'opportunity-attack'];

/** Choices of who acts: which check it is made with. */
const OWN: readonly string[] = ['check-by', 'disarm-by'];

const SECONDS_ODDS: OddsRules<SecondsEncounter> = {
  isRolled: ({ do: id }) => ROLLED.includes(id),
  /** What is only begun now is foretold when it is finished. */
  whyNot(encounter, command) {
    const found = COMMANDS.find(encounter, command);
    return [...COMMANDS.whyNot(encounter, command), ...(found ? whyNotFinish(found.action, found.act) : [])];
  },
  /** An action from its first die on: paying for it changes none of it, and what it was allowed for neither. */
  roll(encounter, command) {
    const found = COMMANDS.find(encounter, command);
    if (!found || saidIn(command).object) return null;
    const { action, act } = found;
    if (command.do === 'cast-spell' && !(act.item?.type === 'secondsSpell' && act.item.attacks)) return null;
    return action.play(act, act.terms);
  },
  /** Of the two everything; of the others who is bound to whom, and where they stand. */
  looksAt: ({ fighters }, by, at) =>
    Object.values(fighters).map((fighter) => {
      const { id, side, place, conditions, book } = fighter;
      return id === by || id === at ? fighter : { id, side, place, conditions, book };
    }),
  /** Choices of who acts stand side by side; of what the target may choose, the best for the target counts. */
  show(prospects, exact, { do: id }) {
    const best = new Map<string, number>();
    for (const { choices, chances } of prospects) {
      const own = choices.find(({ ask }) => OWN.includes(ask))?.option ?? '';
      best.set(own, Math.min(best.get(own) ?? 1, chanceOf(chances, succeeds)));
    }
    const name = STRIKES.includes(id) ? 'Odds.hit' : 'Odds.works';
    return [...best].map(([own, chance]) => ({ label: message(own ? `Rolled.${own}` : name), chance, exact }));
  },
};

/** How likely an action is to come off once its time is paid: for each check the fighter may make it with. */
const ODDS = oddsOf(SECONDS_ODDS);

/** Seconds are counted in tenths, and shown as seconds. */
const GAUGES: Readonly<Record<PoolId, GaugeLook>> = {
  seconds: { shape: 'bar', open: true, per: TICKS },
  reactions: { shape: 'pips', open: true },
  hp: { shape: 'bar', low: aQuarter },
};

const gauges = (fighter: SecondsFighter, ...pools: PoolId[]) => pools.map((pool) => gaugeOf(GAUGES, fighter, pool));

function badges({ book, conditions }: SecondsFighter): Badge[] {
  const fear = book.fear ? [message('Note.fear', { seconds: secondsOf(book.fear) })] : [];
  return badgesOf(CONDITIONS, conditions, {
    note: ({ id, roots, parents }) => [
      ...(id === 'frightened' && fear.length > 0 ? fear : roots.map(noteOf)),
      ...parents.map(broughtBy),
    ],
  });
}

const isSeen = ({ id }: SecondsFighter, { unseen = [] }: Viewer): boolean => !unseen.includes(id);

const seenInOrder = (encounter: SecondsEncounter, viewer: Viewer): readonly SecondsFighter[] =>
  turnOrder(encounter).filter((fighter) => isSeen(fighter, viewer));

/** Whose turn it is, as far as the viewer may know. */
function headline({ clock: { round, turn }, fighters }: SecondsEncounter, viewer: Viewer): Message {
  const whose = typeof turn === 'string' ? fighters[turn] : undefined;
  return whose && isSeen(whose, viewer)
    ? message('Clock.turn', { round, name: whose.name })
    : message('Clock.round', { round });
}

/** S-A11: puts a fighter one place earlier in the order, the first to its end; or wherever the options say. */
function placed(encounter: SecondsEncounter, command: Command): Command {
  if (command.do !== 'order') return command;
  const order = turnOrder(encounter);
  const place = order.findIndex(({ id }) => id === command.at) + 1;
  return { ...command, options: { to: place > 1 ? place - 1 : order.length, ...command.options } };
}

/** Ways to attack are told apart at a glance where icons stand alone; others look like their action. */
function iconOf({ items }: SecondsFighter, command: Command): string | null {
  const { do: id, with: tool } = command;
  if (id !== 'attack') return null;
  if (saidIn(command).hurry) return 'actions/swift-attack';
  if (tool === UNARMED) return 'actions/unarmed-attack';
  const weapon = items.filter(isWeapon).find((item) => item.id === tool);
  return weapon?.kind === 'ranged' ? 'actions/ranged-attack' : null;
}

/** Beside buttons for other things, one says which thing it is for. */
function lookOf(encounter: SecondsEncounter, command: Command): ButtonLook {
  const fighter = encounter.fighters[command.by];
  const action = COMMANDS.actionOf(command.do);
  if (!fighter || !action) return {};
  const { with: tool } = command;
  const icon = iconOf(fighter, command);
  const name = nameOf(command);
  return {
    id: tool === undefined ? name : `${name} ${tool}`,
    label: calledAfter(actionLabel(command), fighter, tool),
    hint: hintOf(encounter, fighter, command, action),
    ...(icon && { icon }),
  };
}

/** What it does; and where it does not fit what is left of the turn, that it would be begun, or goes on. */
function hintOf(encounter: SecondsEncounter, fighter: SecondsFighter, command: Command, action: Action): Message {
  const hint = hintOfAction(nameOf(command));
  if (!action.splits || saidIn(command).hurry || !isTurnOf(encounter, fighter)) return hint;
  const due = dueOf(action, COMMANDS.expect(encounter, command).act);
  if (due === 0) return hint;
  const has = left(fighter);
  const facts = { hint, seconds: secondsOf(due), left: secondsOf(Math.max(0, due - has)) };
  if (due > has && has > 0) return message('Hint.overflows', facts);
  return begun(fighter, command) ? message('Hint.goes-on', facts) : hint;
}

/** Whether what a fighter holds is for whoever sets it off; what it has aimed before needs nobody. */
const needsCause = (fighter: SecondsFighter): boolean => {
  const plan = planOf(fighter);
  return plan.length === 0 || plan.some(({ do: id, at }) => !at && COMMANDS.actionOf(id)?.needs === 'target');
};

/** What may be done at somebody without needing anybody: things are given, and actions are held for whom they are meant. */
const AIMED: readonly string[] = ['use-item', 'hold'];

const GROUPS: readonly Group[] = ['attack', 'maneuver', 'move', 'other'];

function groupsOf(scene: SheetScene<SecondsEncounter>): ActionGroup[] {
  const { fighter, button } = scene;
  const rows = Object.entries<Action>(ACTIONS).filter(([, { ofItem, reacts }]) => !ofItem && !reacts);
  const groups = GROUPS.map((group) => {
    const own = rows.flatMap(([id, row]) => (row.group === group ? waysOf(id, fighter) : []));
    const commands = group === 'attack' ? [...own, ...spellsOf(fighter)] : own;
    return groupOf(
      group,
      commands.map((command) => button(command)),
    );
  });
  const reactions = REACTION_BUTTONS.map((id) => button({ do: id, by: fighter.id }));
  return [...groups, ...takeUpButtons(scene, TAKE_UP, reachesInto), groupOf('reaction', reactions)];
}

/** Catching is offered when there is something to catch. */
const REACTION_BUTTONS: readonly ActionId[] = ['opportunity-attack', 'held-action'];

const toolsOf = (fighter: SecondsFighter): string[] => [...inHand(fighter).map(({ id }) => id), UNARMED];

/** Attacking, in haste or not, is a button for each weapon in hand, and for bare hands, which are always there. */
function waysOf(id: string, fighter: SecondsFighter): Command[] {
  const command: Command = { do: id, by: fighter.id };
  if (id === 'attack')
    return [
      ...toolsOf(fighter).map((tool) => ({ ...command, with: tool })),
      ...toolsOf(fighter).map((tool) => ({ ...command, with: tool, options: { hurry: true } })),
    ];
  return id === 'pin' ? [{ ...command, options: { found: true } }] : [command];
}

const spellsOf = ({ id, items }: SecondsFighter): Command[] =>
  items.flatMap((item) => (item.type === 'secondsSpell' ? [{ do: 'cast-spell', by: id, with: item.id }] : []));

/** What may be done with an item, as it is held. */
function commandsWith(item: SecondsItem, by: string): Command[] {
  const command = (id: ActionId): Command => ({ do: id, by, with: item.id });
  if (item.type === 'secondsSpell') return [command('cast-spell')];
  if (item.type === 'secondsGear') return [command('use-item'), ...(item.restrains ? [command('restrain')] : [])];
  if (!item.equipped) return [command('change-equipment')];
  return [command('attack'), { ...command('attack'), options: { hurry: true } }, command('pin')];
}

/** Of what strikes, what it adds to the roll, its damage and how far it carries. */
function factsOf(item: SecondsItem, fighter: SecondsFighter): readonly ItemFact[] {
  if (item.type === 'secondsGear' || (item.type === 'secondsSpell' && !item.attacks)) return [];
  const { bonus, adds } = item.type === 'secondsWeapon' ? blowOf(fighter, item) : { bonus: item.bonus, adds: 0 };
  const { damage: dice, range } = item;
  const damage = adds === 0 ? dice : `${dice} ${signed(adds)}`;
  const carries = item.type === 'secondsSpell' || item.kind === 'ranged';
  return [
    itemFact('attack', { attack: signed(bonus) }),
    itemFact('damage', { damage }),
    ...(carries ? [itemFact('range', { range })] : []),
  ];
}

/** At the item itself nobody has to be told which it is. */
const ofItem = (make: (command: Command, look: ButtonLook) => ActionButton, command: Command): ActionButton =>
  make(command, { id: nameOf(command), label: actionLabel(command) });

export const VIEWS: ViewRules<SecondsEncounter> = {
  badges: (_, fighter) => badges(fighter),
  buttons: {
    byHand: HAND,
    fieldsOf(encounter, command, viewer) {
      if (command.do === 'order') return orderFields(turnOrder(encounter).length);
      const fighter = encounter.fighters[command.by];
      return fighter && COMMANDS.actionOf(command.do) ? fieldsOf(encounter, command, fighter, viewer) : [];
    },
    odds: ODDS,
    nameOf: (_, command) => nameOf(command),
    look: lookOf,
    // A thing is no target.
    needsOf(encounter, command) {
      const isAtThing = saidIn(command).object && COMMANDS.actionOf(command.do)?.needs === 'target';
      const fighter = command.do === 'held-action' ? encounter.fighters[command.by] : undefined;
      return isAtThing || (fighter && !needsCause(fighter)) ? 'nothing' : undefined;
    },
    ways: ['metres', 'height'],
    aim: (_, command, [at, ...also]) => {
      if (command.do === 'hold' && also.length > 0) return { ...command, at, options: { ...command.options, also } };
      return COMMANDS.actionOf(command.do)?.needs === 'target' || AIMED.includes(command.do)
        ? { ...command, at }
        : command;
    },
    completed: placed,
    foreseen: (encounter, command) => (COMMANDS.actionOf(command.do) ? foreseenOf(encounter, command) : undefined),
  },
  tracker: {
    isStarted: (encounter) => !isIdle(encounter),
    headline,
    track: (encounter, viewer) =>
      turnTrack(seenInOrder(encounter, viewer), encounter.clock.turn, ({ name }, at) =>
        message('Track.turn', { place: at + 1, name }),
      ),
    fighters: seenInOrder,
    row: (encounter, fighter) => ({
      gauges: gauges(fighter, 'hp', 'reactions'),
      ready: isTurnOf(encounter, fighter),
      out: is(fighter, 'unconscious'),
      ...(!isIdle(encounter) && { lane: laneOf(encounter, fighter) }),
    }),
    actions: (encounter, { id }, button, { gm }) => [
      ...(isTurnOf(encounter, { id }) ? [button({ do: 'end-turn', by: id })] : []),
      ...(gm && !isIdle(encounter) ? [button({ do: 'order', by: GM, at: id })] : []),
    ],
  },
  sheet: {
    gauges: (_, fighter) => gauges(fighter, 'seconds', 'reactions', 'hp'),
    figures: (_, { stats }) => figuresOf(FIGURES, stats.figures),
    kinds: {
      defense: ['defence', 'dodge', 'fortitude', 'reflex', 'willpower', 'speed'],
      skill: ['sleightOfHand', 'stealth', 'perception', 'intimidation'],
    },
    rollOf: checkButton({
      fortitude: 'fortitude',
      reflex: 'reflex',
      willpower: 'willpower',
      sleightOfHand: 'sleight-of-hand',
      stealth: 'stealth',
      perception: 'perception',
      intimidation: 'intimidation',
    }),
    groups: groupsOf,
    isAttack: ({ command: { do: id } }) => id === 'attack' || id === 'cast-spell',
    itemFacts: factsOf,
    itemActions: (item, { fighter, button }) =>
      commandsWith(item, fighter.id).map((command) => ofItem(button, command)),
  },
  when: WHEN,
  card: CARD,
  floor: floorOf(TAKE_UP),
};
