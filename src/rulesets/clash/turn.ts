import { alter, say } from '../../encounter/change';
import { impossible } from '../../encounter/legality';
import type { Procedure } from '../../kernel/procedure';
import { type Act, type Action, needing } from './act';
import { isReady, isWalking } from './budget';
import { mark } from './marks';
import { KINDS, type Kind } from './words';

const kindOf = ({ command }: Act): Kind | null => KINDS.find((kind) => kind === command.options?.kind) ?? null;

const forfeiting = needing<Act & { readonly kind: Kind }>({
  find(act) {
    const kind = kindOf(act);
    return kind && { kind, ...act };
  },
  missing: () => [impossible('no-kind')],
});

/** C-08, C-A9: gives one of the three actions up, or closes a walk that was begun. */
export const forfeit = forfeiting({
  category: 'free',
  icon: 'actions/forfeit',
  needs: 'nothing',
  combatOnly: true,
  price: () => null,
  whyNot({ fighter, kind }) {
    const walking = kind === 'movement' && isWalking(fighter);
    return isReady(fighter, kind) || walking ? [] : [{ id: 'no-action' }];
  },
  play: (act) => giveUp(act, act.kind),
});

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
  *play(act) {
    for (const kind of KINDS) yield* giveUp(act, kind);
  },
};
