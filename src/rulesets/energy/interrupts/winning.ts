import type { Command } from '../../../encounter/command';
import type { FighterId, Place } from '../../../encounter/state';
import type { Facts } from '../../../kernel/ask';
import { offer, type Procedure, place } from '../../../kernel/procedure';
import { bearing, isFree, neighbours } from '../../../mechanics/space';
import { itemNames } from '../../../rulebook/question';
import type { EnergyEncounter, EnergyFighter } from '../stats';
import type { Rules } from './reactions';

/** What is done with nothing but oneself. */
const ALONE = ['defend', 'kneel-from-prone', 'stand-up', 'escape', 'catch-breath'] as const;
/** Ways to move, the cheapest first; each is offered for the metres none before it goes. */
const MOVES = ['shift', 'quick-run', 'run'] as const;
/** Cells looked at in each direction. */
const FARTHEST = 12;

/**
 * Offers who was quicker one action, of those that can be done and paid for now (E-25): attacks at who was beaten, what one does by
 * oneself, and straight ways. Nothing is lost by passing; anything else is named with the challenge.
 */
export function* takeAction(
  encounter: EnergyEncounter,
  fighter: EnergyFighter,
  at: readonly FighterId[],
  rules: Rules,
): Procedure<void> {
  const isPossible = (command: Command): boolean => rules.whyNot(command).length === 0;
  const wanted = [
    ...at.flatMap((id) => attacksOn(fighter, id)),
    ...ALONE.map((verb) => ({ do: verb, by: fighter.id })),
  ];
  const actions = wanted.map((command) => rules.affordable(command)).filter(isPossible);
  const ways = waysOf(encounter, fighter, rules);
  const offered = [...actions, ...[...ways.values()].map(([{ path: _, ...command }]) => command)];
  const takers = offered.length > 0 ? [{ by: fighter.id, commands: offered, unasked: 'ask' as const }] : [];
  const [taken] = yield* offer('quicker', takers, 'first', factsOf(encounter, offered, rules));
  if (!taken) return;
  const command = taken.command as Command;
  const open = ways.get(command.do);
  const to =
    open &&
    (yield* place(
      'quicker-place',
      fighter.id,
      open.map(({ path: [there] }) => there),
    ));
  yield* rules.act(to ? { ...command, path: [to] } : command);
}

/** Blows and shots with what is in hand, and the maneuvers. */
function attacksOn({ id: by, items }: EnergyFighter, at: FighterId): Command[] {
  const armed = items.flatMap((item): Command[] => {
    if (item.type !== 'energyWeapon' || !item.equipped) return [];
    const flies = item.ranged || item.thrown;
    return [
      ...(item.ranged ? [] : [{ do: 'melee-attack', by, at, with: item.id }]),
      ...(flies ? [{ do: 'ranged-attack', by, at, with: item.id }] : []),
    ];
  });
  const bare = ['unarmed-attack', 'trip', 'disarm', 'restrain', 'push'];
  return [...armed, ...bare.map((verb): Command => ({ do: verb, by, at }))];
}

type Way = Command & { readonly path: readonly [Place] };

/** Straight ways to where nobody stands, by how they are moved. */
function waysOf(encounter: EnergyEncounter, fighter: EnergyFighter, rules: Rules): Map<string, [Way, ...Way[]]> {
  const found = new Map<string, [Way, ...Way[]]>();
  const { place: from, id: by } = fighter;
  if (!from) return found;
  const others = Object.values(encounter.fighters).flatMap((other) => (other === fighter ? [] : [other.place]));
  for (const next of neighbours(encounter.ground, from))
    for (let cells = 1; cells <= FARTHEST; cells++) {
      const to = onwards(from, next, cells);
      if (!isFree(encounter.ground, to, others)) continue;
      const ways = MOVES.map((verb) => rules.affordable({ do: verb, by, path: [to] }) as Way);
      const way = ways.find((command) => rules.whyNot(command).length === 0);
      if (!way) break;
      const list = found.get(way.do);
      if (list) list.push(way);
      else found.set(way.do, [way]);
    }
  return found;
}

const onwards = (from: Place, next: Place, cells: number): Place => ({
  ...from,
  x: exact(from.x + (next.x - from.x) * cells),
  y: exact(from.y + (next.y - from.y) * cells),
  facing: Math.round(bearing(from, next) ?? from.facing) % 360,
});

const exact = (value: number): number => Math.round(value * 1e9) / 1e9;

/** What each costs, and how items are called; the one who is asked sees no more of the fight than that. */
function factsOf(encounter: EnergyEncounter, commands: readonly Command[], rules: Rules): Facts {
  const prices = commands.map((command) => rules.price(command).map(({ pool, amount }) => ({ pool, amount })));
  return { prices, ...itemNames(Object.values(encounter.fighters), commands) };
}
