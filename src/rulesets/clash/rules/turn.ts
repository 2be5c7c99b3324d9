import { alter, say } from '../../../encounter/change';
import { impossible } from '../../../encounter/legality';
import type { Procedure } from '../../../kernel/procedure';
import { mark } from '../../../mechanics/edit';
import type { Act, Action } from './act';
import { isReady, isWalking } from './budget';
import { KINDS, type Kind } from './words';

const kindOf = ({ command }: Act): Kind | null => KINDS.find((kind) => kind === command.options?.kind) ?? null;

/** C-08, C-A9: gives one of the three actions up, or closes a walk that was begun. */
export const forfeit: Action = {
  category: 'free',
  icon: 'actions/forfeit',
  needs: 'nothing',
  combatOnly: true,
  price: () => null,
  whyNot(act) {
    const kind = kindOf(act);
    if (!kind) return [impossible('no-kind')];
    const walking = kind === 'movement' && isWalking(act.fighter);
    return isReady(act.fighter, kind) || walking ? [] : [{ id: 'no-action' }];
  },
  play: (act) => giveUp(act, kindOf(act)!),
};

function* giveUp({ fighter }: Act, kind: Kind): Procedure<void> {
  if (isReady(fighter, kind)) {
    yield* say('forfeits', { kind }, fighter.id);
    yield* alter(fighter.id, kind, -1);
  }
  if (kind === 'movement' && isWalking(fighter)) yield* mark(fighter.id, 'walking', null);
}

/** C-08: gives up all that is left. */
export const endTurnAction: Action = {
  category: 'free',
  icon: 'actions/end-turn',
  needs: 'nothing',
  combatOnly: true,
  price: () => null,
  whyNot: () => [],
  *play(act) {
    for (const kind of KINDS) yield* giveUp(act, kind);
  },
};
