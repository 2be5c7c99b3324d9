import { say } from '../../../encounter/change';
import { impossible } from '../../../encounter/legality';
import { GM } from '../../../kernel/ask';
import { dice } from '../../../kernel/dice';
import { amount, choose, type Procedure, roll } from '../../../kernel/procedure';
import type { Act, Action } from '../act';
import { hurtAbsolutely } from '../attack/damage';
import { check } from '../check';
import type { ClashFighter } from '../stats';

/** Metres of a fall that is asked for, at most. */
const DEEPEST = 200;
const HARDEST = 60;

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

/** C-122 to C-127: whenever it happens; the game master says how deep and why, where the command does not. */
export const fall: Action = {
  category: 'free',
  icon: 'actions/fall',
  needs: 'nothing',
  anytime: true,
  price: () => null,
  whyNot({ command: { options = {} } }) {
    const { metres } = options;
    const fits = metres === undefined || (typeof metres === 'number' && metres >= 0 && metres <= DEEPEST);
    return fits ? [] : [impossible('no-number', { value: String(metres) })];
  },
  *play(act) {
    const { encounter, fighter, command } = act;
    const { options = {} } = command;
    const metres = typeof options.metres === 'number' ? options.metres : yield* amount('fall-metres', GM, 1, DEEPEST);
    const stabilized = yield* stabilizes(act);
    const count = countedMetres(metres, fighter.stats.mod.dex, stabilized);
    if (count === 0) return void (yield* say('lands-unhurt', {}, fighter.id));
    const heavy = surcharge(fighter);
    const rolled = yield* roll('fall', dice(count, 4), fighter.id, { bonus: heavy });
    yield* hurtAbsolutely(encounter, fighter, rolled + heavy);
  },
};

/** C-124, C-A53: once a fall, if the one who falls tries at all. */
function* stabilizes({ fighter, command: { options = {} } }: Act): Procedure<boolean> {
  const ids = ['try', 'leave'] as const;
  const tries = yield* choose(
    'try-fall-check',
    fighter.id,
    ids.map((id) => ({ id, whyNot: [] })),
  );
  if (tries !== 'try') return false;
  const known = options.cause !== undefined || options.incoming !== undefined || options.metres !== undefined;
  const cause = known ? whole(options.cause) : yield* amount('fall-cause', GM, 0, HARDEST);
  const against = fallDC(cause, whole(options.incoming));
  const { mod, athletics } = fighter.stats;
  const passed = yield* check('fall-check', fighter.id, mod.dex + athletics, against);
  if (passed) yield* say('stabilized', {}, fighter.id);
  return passed;
}
