import { log } from '../../../encounter/change';
import type { Command } from '../../../encounter/command';
import { GM } from '../../../kernel/ask';
import { dice } from '../../../kernel/dice';
import { askAmount, choose, type Procedure, roll, section } from '../../../kernel/procedure';
import type { Action, ClashContext } from '../action';
import { harmUnreduced } from '../attack/harm';
import { is, riderOf } from '../conditions';
import { MAX_FALL_METRES, optionsOf } from '../options';
import { check } from '../skills/check';
import type { ClashEncounter, ClashFighter } from '../state';
import { roundWeight } from '../stats';
import { unseat } from './riding';

type Falling = Pick<ClashContext, 'encounter' | 'fighter' | 'command'>;

const MAX_CAUSE = 60;
const MAX_INCOMING = 500;

/** C-125. */
export const fallDC = (cause: number | null, incoming: number | null): number =>
  Math.max(10, cause ?? 0, incoming === null ? 0 : Math.floor(incoming / 2));

/** C-126, C-A54. */
export const fallMetres = (metres: number, dex: number, stabilized: boolean): number =>
  Math.max(0, Math.floor(metres) - (stabilized ? Math.max(0, dex) : 0));

/** C-123, C-A54: returns extra damage for overload. */
export const overloadDamage = ({ stats }: ClashFighter): number =>
  Math.max(0, Math.floor(roundWeight(stats.totalWeight - stats.carryLimit)));

/** C-122 to C-127: the GM is asked for missing depth and cause. C-64: a mount takes its rider along. */
export const fall: Action = {
  category: 'free',
  anytime: true,
  involuntary: true,
  promise: null,
  options: ['metres', 'cause', 'incoming'],
  *play(act) {
    const { encounter, fighter, command } = act;
    const rider = riderOf(encounter, fighter);
    yield* resolveFall(act);
    if (rider) yield* playFall(encounter, rider, command.options ?? {});
  },
};

function* resolveFall(act: Falling): Procedure<void> {
  const { encounter, fighter, command } = act;
  if (is(fighter, 'mounted')) yield* unseat(encounter, fighter);
  const metres = optionsOf(command).metres ?? (yield* askAmount('fall-metres', GM, 1, MAX_FALL_METRES));
  const stabilized = yield* rollFallCheck(act);
  const count = fallMetres(metres, fighter.stats.mod.dex, stabilized);
  if (count === 0) return void (yield* log('lands-unhurt', {}, fighter.id));
  const extra = overloadDamage(fighter);
  const rolled = yield* roll('fall', dice(count, 4), fighter.id, { bonus: extra });
  yield* harmUnreduced(fighter, rolled + extra);
}

/** C-124, C-A53: optional. */
function* rollFallCheck({ fighter, command }: Falling): Procedure<boolean> {
  if ((yield* choose('try-fall-check', fighter.id, ['try', 'leave'])) !== 'try') return false;
  const given = optionsOf(command);
  const isGiven = given.cause !== undefined || given.incoming !== undefined || given.metres !== undefined;
  const cause = isGiven ? given.cause : yield* askAmount('fall-cause', GM, 0, MAX_CAUSE);
  const incoming = isGiven ? given.incoming : yield* askAmount('fall-incoming', GM, 0, MAX_INCOMING);
  const against = fallDC(cause ?? null, incoming ?? null);
  const { mod, athletics } = fighter.stats;
  const passed = yield* check('fall-check', fighter.id, mod.dex + athletics, against);
  if (passed) yield* log('stabilized', {}, fighter.id);
  return passed;
}

/** C-64: a rider falls too. */
export function* fallOverEdge(
  encounter: ClashEncounter,
  fighter: ClashFighter,
  options: NonNullable<Command['options']>,
): Procedure<void> {
  const rider = riderOf(encounter, fighter);
  for (const each of rider ? [fighter, rider] : [fighter]) yield* playFall(encounter, each, options);
}

function* playFall(
  encounter: ClashEncounter,
  fighter: ClashFighter,
  options: NonNullable<Command['options']>,
): Procedure<void> {
  const command: Command = { do: 'fall', by: fighter.id, options };
  yield* section(command, resolveFall({ encounter, fighter, command }));
}
