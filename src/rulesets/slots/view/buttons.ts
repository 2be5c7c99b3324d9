import { conclude } from '../../../encounter/change';
import type { Command } from '../../../encounter/command';
import type { Message, OptionField, Viewer } from '../../../encounter/view';
import { NO_ODDS } from '../../../toolkit/combat/known';
import { listed, message } from '../../../toolkit/define/labels';
import { dialogs } from '../../../toolkit/define/options';
import {
  chanceOf,
  type HitLabels,
  hitOdds,
  type OddsRules,
  oddsOf,
  onlyLine,
  succeeds,
} from '../../../toolkit/views/odds';
import type { Action } from '../action';
import { blowOf, STRIKING, strikeAt } from '../attack/attack';
import { isHeld, isOpenToBlows } from '../attack/maneuvers';
import { COMMANDS } from '../commands';
import { isObject } from '../conditions';
import { CHARGING, chargeAt } from '../movement/strides';
import { OPTIONS } from '../options';
import { isComponent, type Save, type Skill } from '../schema';
import { opposed } from '../skills/totals';
import type { SlotsEncounter, SlotsFighter } from '../state';
import { thingsOf } from '../stats';

type Key = keyof typeof OPTIONS;
const DIALOGS = dialogs(OPTIONS);

/**
 * What an action's command may be told besides, as far as it is the viewer's to say.
 * @param target at whom it is aimed, where that is known
 */
export function fieldsOf(
  action: Action,
  fighter: SlotsFighter,
  command: Command,
  target: SlotsFighter | null,
  viewer: Pick<Viewer, 'gm'>,
  others: readonly SlotsFighter[],
): readonly OptionField[] {
  const [first, ...rest] = DIALOGS.fields(keysOf(action, fighter, command.do), viewer);
  // Of whom one waits for something stands behind for what.
  const whom = command.do === 'wait' ? DIALOGS.amongFighters('whom', others) : [];
  return [...thingsFor(command, fighter, target), ...(first ? [first, ...whom] : whom), ...rest];
}

/** L-09: who has brought about what somebody waits for. */
export const triggerFields = (others: readonly SlotsFighter[]): readonly OptionField[] =>
  DIALOGS.amongFighters('whom', others);

interface Named {
  readonly id: string;
  readonly name: string;
}

/** A choice among what bears a name; none where there is nothing to choose. */
const byName = (key: Key, all: readonly Named[]): readonly OptionField[] =>
  DIALOGS.among(
    key,
    all.map(({ id: value, name }) => ({ value, label: message('Option.fighter', { name }) })),
  );

/** Things a command may name: what it is to strike from a hand or to break, or the Material Component that pays for a spell. */
function thingsFor({ do: id }: Command, { items }: SlotsFighter, target: SlotsFighter | null): readonly OptionField[] {
  if (id === 'cast-spell')
    return DIALOGS.among(
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
  return byName('item', thingsOf(target).filter(id === 'sunder' ? isOpenToBlows : isHeld));
}

/** What is each action's own. */
const OWN: Readonly<Record<string, readonly Key[]>> = {
  command: ['text'],
  defend: ['hide'],
  focus: ['group'],
  recall: ['skill'],
  search: ['sense'],
  wait: ['when', 'ready'],
  advance: ['mode'],
  jump: ['across', 'up', 'after'],
  push: ['strength'],
};
/** Attack rolls, to which the table may add. */
const ROLLED: readonly string[] = ['primary-attack', 'secondary-attack', 'tertiary-attack', 'charge', 'sunder'];

function keysOf({ slot, needs, cost }: Action, { place }: SlotsFighter, id: string): Key[] {
  const smaller: Key[] = (slot === 'move' || slot === 'quick') && !cost ? ['slot'] : [];
  const way: Key[] = needs === 'path' ? [...(place ? [] : (['feet', 'turning'] as const)), 'difficult'] : [];
  return [...(OWN[id] ?? []), ...smaller, ...way, ...(ROLLED.includes(id) ? (['other'] as const) : [])];
}

/** L-21: who lies in ambush when it begins: a side, one fighter alone, or those the game master has targeted; and who sees it coming. */
export function startFields(encounter: SlotsEncounter, { targets }: Pick<Viewer, 'targets'>): readonly OptionField[] {
  const fighters = Object.values(encounter.fighters).filter((fighter) => !isObject(fighter));
  const sides = [...new Set(fighters.map(({ side }) => side))];
  const named = (name: string): Message => message('Option.fighter', { name });
  const [first, ...rest] = fighters.filter(({ id }) => targets.includes(id));
  const group =
    first && rest.length > 0
      ? [
          {
            value: [first, ...rest].map(({ id }) => id),
            label: listed(
              named(first.name),
              rest.map(({ name }) => named(name)),
            ),
          },
        ]
      : [];
  const ambushers = DIALOGS.among('ambushers', [
    ...group,
    ...sides.map((value) => ({ value, label: message(`Side.${value}`) })),
    ...fighters.map(({ id: value, name }) => ({ value, label: named(name) })),
  ]);
  return [...ambushers, DIALOGS.field('aware')];
}

/** L-14: the total of somebody, as the game master says. */
export const initiativeFields = (): readonly OptionField[] => [
  { ...DIALOGS.field('to'), gm: true, input: { kind: 'number', min: -20, max: 60 } },
];

/** Attacks of one roll against AC. */
export const BLOWS: readonly string[] = ['primary-attack', 'secondary-attack', 'tertiary-attack', 'charge'];

/** What is rolled against what the other rolls: a skill and a save (section 5). */
const CONTESTS = new Map<string, readonly [Skill, Save]>([
  ['disarm', ['athletics', 'reflex']],
  ['grapple', ['athletics', 'reflex']],
  ['push', ['athletics', 'reflex']],
  ['trip', ['athletics', 'reflex']],
  ['feint', ['deception', 'will']],
]);

function* contest(fighter: SlotsFighter, target: SlotsFighter, [skill, save]: readonly [Skill, Save]) {
  const success = yield* opposed(fighter, skill, target, save);
  return yield* conclude({ result: success ? 'succeeds' : 'fails', success });
}

const BLOW: HitLabels = {
  hit: message('Odds.hit'),
  critical: message('Odds.critical'),
  damage: (facts) => message('Odds.damage', facts),
};

const SLOTS_ODDS: OddsRules<SlotsEncounter> = {
  isRolled: ({ do: id, at }) => at !== undefined && (CONTESTS.has(id) || BLOWS.includes(id)),
  whyNot: () => [],
  /** Just the roll: what stands before it in its frame changes none of it. */
  roll(encounter, command) {
    const { act } = COMMANDS.find(encounter, command) ?? {};
    if (!act?.target) return null;
    const contested = CONTESTS.get(command.do);
    if (contested) return isObject(act.target) ? null : contest(act.fighter, act.target, contested);
    const charging = command.do === 'charge' ? CHARGING.find(act) : null;
    if (charging) return chargeAt(charging);
    const striking = BLOWS.includes(command.do) ? STRIKING.find(act) : null;
    return striking && strikeAt(encounter, blowOf(striking));
  },
  /** Of the two everything, Ability Damage included; of the others where they stand and what they threaten with, since they flank. */
  looksAt: ({ fighters }, by, at) =>
    Object.values(fighters).map((fighter) => {
      const { id, side, place, items, conditions } = fighter;
      return id === by || id === at ? fighter : { id, side, place, items, conditions };
    }),
  show(prospects, exact, { do: id }) {
    const chances = onlyLine(prospects);
    if (!chances) return NO_ODDS;
    if (BLOWS.includes(id)) return hitOdds(chances, exact, BLOW);
    return [{ label: message('Odds.succeeds'), chance: chanceOf(chances, succeeds), exact }];
  },
};

/** What an action at somebody would come to: of an attack the chances to hit and the likeliest damage, of a contest that to succeed. */
export const ODDS = oddsOf(SLOTS_ODDS);
