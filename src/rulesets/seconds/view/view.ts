import type { Command } from '../../../encounter/command';
import type { Condition } from '../../../encounter/condition';
import type { Badge, ItemFact, Message, Viewer } from '../../../encounter/view';
import { GM } from '../../../kernel/ask';
import { formatSigned, labelOfCause, message } from '../../../toolkit/define/labels';
import { badgesOf } from '../../../toolkit/views/badges';
import { checkButton } from '../../../toolkit/views/check-button';
import { floorOf } from '../../../toolkit/views/floor';
import { type GaugeAppearance, gaugeOf, isQuarterOrLess } from '../../../toolkit/views/gauges';
import { figuresOf, itemFact } from '../../../toolkit/views/sheet';
import { initiativeNumber, turnTrack } from '../../../toolkit/views/tracker';
import type { ViewRules } from '../../../toolkit/views/views';
import { nameOf } from '../action';
import { attackInputOf } from '../attack/attack';
import { isIdle, isTurnOf, orderOf } from '../clock';
import { COMMANDS, HAND } from '../commands';
import { CONDITIONS, is } from '../conditions';
import { TAKE_UP } from '../gear';
import { optionsOf } from '../options';
import { type PoolId, type SecondsItem, secondsOf, TICKS } from '../schema';
import type { SecondsEncounter, SecondsFighter } from '../state';
import { FIGURES } from '../stats';
import { ticksOfFear } from '../turn/lane';
import { fieldsOf, groupsOf, itemButtons, lookOf } from './buttons';
import { CARD, untilLabel } from './card';
import { laneOf, previewOf } from './lane';
import { ANSWERS, ODDS } from './odds';
import { WHEN } from './when';

/** Stored in ticks, shown in seconds. */
const GAUGES: Readonly<Record<PoolId, GaugeAppearance>> = {
  seconds: { shape: 'bar', isPublic: true, per: TICKS },
  reactions: { shape: 'pips', isPublic: true },
  hp: { shape: 'bar', low: isQuarterOrLess },
};

const gauges = (fighter: SecondsFighter, ...pools: PoolId[]) => pools.map((pool) => gaugeOf(GAUGES, fighter, pool));

function badges(fighter: SecondsFighter): Badge[] {
  const { conditions } = fighter;
  const noteOf = (root: Condition): Message => {
    const fear = ticksOfFear(fighter, root);
    return fear === null ? untilLabel(root) : message('Note.fear', { seconds: secondsOf(fear) });
  };
  return badgesOf(CONDITIONS, conditions, {
    note: ({ roots, parents }) => [...roots.map(noteOf), ...parents.map(labelOfCause)],
  });
}

const isSeen = ({ id }: SecondsFighter, { hiddenFighters = [] }: Viewer): boolean => !hiddenFighters.includes(id);

const seenInOrder = (encounter: SecondsEncounter, viewer: Viewer): readonly SecondsFighter[] =>
  orderOf(encounter).filter((fighter) => isSeen(fighter, viewer));

/** Without hidden fighters. */
function headline({ clock: { round, turn }, fighters }: SecondsEncounter, viewer: Viewer): Message {
  const actor = typeof turn === 'string' ? fighters[turn] : undefined;
  return actor && isSeen(actor, viewer)
    ? message('Clock.turn', { round, name: actor.name })
    : message('Clock.round', { round });
}

const placeBefore = (place: number, last: number): number => (place > 1 ? place - 1 : last);

/** S-A11: by default one place earlier; the first goes last. */
function fillOrder(encounter: SecondsEncounter, command: Command): Command {
  if (command.do !== 'order' || optionsOf(command).to !== undefined) return command;
  const order = orderOf(encounter);
  const place = order.findIndex(({ id }) => id === command.at) + 1;
  return { ...command, options: { ...command.options, to: placeBefore(place, order.length) } };
}

function factsOf(item: SecondsItem, fighter: SecondsFighter): readonly ItemFact[] {
  if (item.type === 'secondsGear' || (item.type === 'secondsSpell' && !item.attacks)) return [];
  const { bonus, adds } = item.type === 'secondsWeapon' ? attackInputOf(fighter, item) : { bonus: item.bonus, adds: 0 };
  const { damage: dice, range } = item;
  const damage = adds === 0 ? dice : `${dice} ${formatSigned(adds)}`;
  const hasRange = item.type === 'secondsSpell' || item.kind === 'ranged';
  return [
    itemFact('attack', { attack: formatSigned(bonus) }),
    itemFact('damage', { damage }),
    ...(hasRange ? [itemFact('range', { range })] : []),
  ];
}

export const VIEWS: ViewRules<SecondsEncounter> = {
  badges: () => badges,
  buttons: {
    manual: HAND,
    fieldsOf,
    odds: ODDS,
    nameOf: (_, command) => nameOf(COMMANDS.actionOf(command.do), command),
    look: lookOf,
    needsOf(encounter, command) {
      const { needs, isUntargeted } = COMMANDS.actionOf(command.do) ?? {};
      const found = isUntargeted && COMMANDS.of(encounter).find(command);
      const isAtObject = optionsOf(command).object && needs === 'target';
      return isAtObject || (found && isUntargeted(found.act)) ? 'nothing' : undefined;
    },
    pathOptions: ['metres', 'height'],
    aim: (_, command, [at, ...also]) => {
      const { needs, mayTarget, manyTargets } = COMMANDS.actionOf(command.do) ?? {};
      if (manyTargets && also.length > 0) return { ...command, at, options: { ...command.options, also } };
      return needs === 'target' || mayTarget ? { ...command, at } : command;
    },
    fillDefaults: fillOrder,
    previewOf: (encounter, command) => (COMMANDS.actionOf(command.do) ? previewOf(encounter, command) : undefined),
  },
  tracker: {
    isStarted: (encounter) => !isIdle(encounter),
    headline,
    track: (encounter, viewer) =>
      turnTrack(seenInOrder(encounter, viewer), encounter.clock.turn, ({ name }, at) =>
        message('Track.turn', { place: at + 1, name }),
      ),
    fighters: seenInOrder,
    row: (encounter) => (fighter) => ({
      gauges: gauges(fighter, 'hp', 'reactions'),
      ready: isTurnOf(encounter, fighter),
      out: is(fighter, 'unconscious'),
      ...initiativeNumber(fighter),
      ...(!isIdle(encounter) && { lane: laneOf(encounter, fighter) }),
    }),
    actions(encounter, button, { gm }) {
      const order = gm && !isIdle(encounter) ? orderOf(encounter).map(({ id }) => id) : [];
      const places = new Map(order.map((id, at) => [id, at + 1]));
      return ({ id }) => {
        const place = places.get(id);
        const move =
          place && button({ do: 'order', by: GM, at: id, options: { to: placeBefore(place, order.length) } });
        return [...(isTurnOf(encounter, { id }) ? [button({ do: 'end-turn', by: id })] : []), ...(move ? [move] : [])];
      };
    },
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
    mainItems: ['secondsSpell'],
    isAttack: ({ command: { do: id } }) => COMMANDS.actionOf(id)?.group === 'attack',
    itemFacts: factsOf,
    itemActions: (item, { fighter, button }) => itemButtons(item, fighter.id, button),
  },
  when: WHEN,
  answers: ANSWERS,
  card: CARD,
  floor: floorOf(TAKE_UP),
};
