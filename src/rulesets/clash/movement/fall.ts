import { log } from '../../../encounter/change';
import type { Command } from '../../../encounter/command';
import { impossibleReason } from '../../../encounter/legality';
import { GM } from '../../../kernel/ask';
import { dice } from '../../../kernel/dice';
import { askAmount, choose, type Procedure, roll, section } from '../../../kernel/procedure';
import type { Act, Action } from '../action';
import { harmUnreduced } from '../attack/harm';
import { is, riderOf } from '../conditions';
import { check } from '../skills/check';
import type { ClashEncounter, ClashFighter } from '../state';
import { unseat } from './riding';

type Falling = Pick<Act, 'encounter' | 'fighter' | 'command'>;

/** Metres of a fall that is asked for, at most. */
const DEEPEST = 200;
const HARDEST = 60;
const HEAVIEST = 500;

/** C-125: the highest of what caused the fall, half the damage that did, and 10. Null: no such cause. */
export const fallDC = (cause: number | null, incoming: number | null): number =>
  Math.max(10, cause ?? 0, incoming === null ? 0 : Math.floor(incoming / 2));

/** C-126, C-A54: metres that count. */
export const countedMetres = (metres: number, dex: number, stabilized: boolean): number =>
  Math.max(0, Math.floor(metres) - (stabilized ? Math.max(0, dex) : 0));

/** C-123, C-A54: points more for what one carries too much. */
export const surcharge = ({ stats }: ClashFighter): number =>
  Math.max(0, Math.floor(stats.totalWeight - stats.carryLimit));

const whole = (value: unknown): number | null => (Number.isInteger(value) && Number(value) >= 0 ? Number(value) : null);

/** C-122 to C-127: whenever it happens, and out of the saddle; the game master says how deep and why, where the command does not. */
export const fall: Action = {
  category: 'free',
  anytime: true,
  whyNot({ command: { options = {} } }) {
    const { metres } = options;
    const fits = metres === undefined || (typeof metres === 'number' && metres >= 0 && metres <= DEEPEST);
    return fits ? [] : [impossibleReason('no-number', { value: String(metres) })];
  },
  play: falls,
};

function* falls(act: Falling): Procedure<void> {
  const { encounter, fighter, command } = act;
  if (is(fighter, 'mounted')) yield* unseat(encounter, fighter);
  const { options = {} } = command;
  const metres = typeof options.metres === 'number' ? options.metres : yield* askAmount('fall-metres', GM, 1, DEEPEST);
  const stabilized = yield* stabilizes(act);
  const count = countedMetres(metres, fighter.stats.mod.dex, stabilized);
  if (count === 0) return void (yield* log('lands-unhurt', {}, fighter.id));
  const heavy = surcharge(fighter);
  const rolled = yield* roll('fall', dice(count, 4), fighter.id, { bonus: heavy });
  yield* harmUnreduced(encounter, fighter, rolled + heavy);
}

/** C-124, C-A53: once a fall, if the one who falls tries at all. */
function* stabilizes({ fighter, command: { options = {} } }: Falling): Procedure<boolean> {
  if ((yield* choose('try-fall-check', fighter.id, ['try', 'leave'])) !== 'try') return false;
  const known = options.cause !== undefined || options.incoming !== undefined || options.metres !== undefined;
  const cause = known ? whole(options.cause) : yield* askAmount('fall-cause', GM, 0, HARDEST);
  const incoming = known ? whole(options.incoming) : yield* askAmount('fall-incoming', GM, 0, HEAVIEST);
  const against = fallDC(cause, incoming);
  const { mod, athletics } = fighter.stats;
  const passed = yield* check('fall-check', fighter.id, mod.dex + athletics, against);
  if (passed) yield* log('stabilized', {}, fighter.id);
  return passed;
}

/** A fighter who goes over an edge falls, and (C-64) its rider with it. */
export function* fallOverEdge(
  encounter: ClashEncounter,
  fighter: ClashFighter,
  options: NonNullable<Command['options']>,
): Procedure<void> {
  const rider = riderOf(encounter, fighter);
  for (const each of rider ? [fighter, rider] : [fighter]) yield* fallOf(encounter, each, options);
}

/** A fall in a section of its own, as far as it is known why. */
function* fallOf(
  encounter: ClashEncounter,
  fighter: ClashFighter,
  options: NonNullable<Command['options']>,
): Procedure<void> {
  const command: Command = { do: 'fall', by: fighter.id, options };
  yield* section(command, falls({ encounter, fighter, command }));
}
