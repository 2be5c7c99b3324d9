import { say } from '../../../encounter/change';
import { impossible } from '../../../encounter/legality';
import type { Reason } from '../../../kernel/ask';
import type { Act, Action } from '../act';
import { halt } from '../lane/bar';
import { ticksOf } from '../words';
import { go, strides, wayOf, whyNotGo } from './movement';

/** Metres up and metres along that a command wants to jump. */
function wantedOf(act: Act): { high: number; far: number } {
  const { height, metres } = act.command.options ?? {};
  const way = strides(act.encounter, act.fighter, act.command.path ?? [], true);
  const far = way.length > 0 ? way.reduce((sum, stride) => sum + stride.metres, 0) : metres;
  return { high: typeof height === 'number' ? height : 0, far: typeof far === 'number' ? far : 0 };
}

/** S-67 to S-70, S-A46. */
function whyNotSoFar(act: Act): Reason[] {
  const { high, far } = wantedOf(act);
  const str = Math.max(0, act.fighter.stats.str);
  const most = act.runUp >= act.world.jumpRunUp ? 2 * str : str;
  const reasons: Reason[] = high > str / 2 + 1e-3 ? [{ id: 'too-high', data: { most: str / 2 } }] : [];
  return far > most + 1e-3 ? [...reasons, { id: 'too-far', data: { most, metres: round(far) } }] : reasons;
}

const round = (metres: number): number => Math.round(metres * 10) / 10;

/** S-66 to S-70: DEX does not matter; one's own movement, so leaving somebody's reach provokes. */
export const jump: Action = {
  group: 'move',
  icon: 'actions/jump',
  needs: 'path',
  moves: true,
  runs: true,
  splits: true,
  base: () => ticksOf(3),
  whyNot(act) {
    const { high, far } = wantedOf(act);
    if (high <= 0 && far <= 0) return [impossible('no-path')];
    return whyNotSoFar(act);
  },
  whyNotFinish: (act) => (act.command.path ? whyNotGo(act, wayOf({ ...act, command: freely(act) })) : []),
  *play(act) {
    const { encounter, fighter } = act;
    const { high, far } = wantedOf(act);
    yield* say('jumps', { high, far: round(far) }, fighter.id);
    const way = wayOf({ ...act, command: freely(act) });
    if (fighter.place && way.length > 0) yield* go(encounter, fighter, way, act.onStride, false);
    yield* halt(fighter);
  },
};

/** What is jumped over slows nobody. */
const freely = ({ command }: Act) => ({ ...command, options: { ...command.options, freely: true } });
