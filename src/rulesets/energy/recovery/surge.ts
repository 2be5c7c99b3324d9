import { alter, say } from '../../../encounter/change';
import { GM, type Reason } from '../../../kernel/ask';
import { amount, type Procedure } from '../../../kernel/procedure';
import type { Action } from '../act';
import { stabilize } from '../attack/aura';
import { is } from '../conditions';
import { has, pay } from '../cost';
import { priced } from '../gear/gear';
import { saidIn } from '../options';
import type { EnergyFighter } from '../stats';

export function whyNotSurge({ pools }: EnergyFighter): Reason[] {
  const reasons: Reason[] = pools.surges.value > 0 ? [] : [{ id: 'no-surges' }];
  return pools.aura.value < pools.aura.max ? reasons : [...reasons, { id: 'aura-full' }];
}

/** Aura comes back, never beyond the maximum; E-220: any of it stabilizes. */
export function* regain(fighter: EnergyFighter, points: number): Procedure<void> {
  const gained = yield* alter(fighter.id, 'aura', points);
  if (gained > 0 && is(fighter, 'bleeding-out')) yield* stabilize(fighter);
}

/** E-114: one Recovery Surge for as much Aura as the Recovery Value says. */
export function* spendSurge(fighter: EnergyFighter): Procedure<void> {
  yield* alter(fighter.id, 'surges', -1);
  yield* say('surge', { left: has(fighter, 'surges') }, fighter.id);
  yield* regain(fighter, fighter.stats.recoveryValue);
}

/** E-114: in a fight, through an ability; what that costs is the game master's to say. */
export const surge: Action = {
  category: 'other',
  icon: 'actions/spend-surge',
  needs: 'nothing',
  priced: true,
  cost: (act) => ({ energy: priced(act, 0) }),
  whyNot: ({ fighter }) => whyNotSurge(fighter),
  *play({ fighter, command }) {
    if (saidIn(command).energy === undefined) {
      const energy = yield* amount('price-energy', GM, 0, has(fighter, 'energy'), { at: fighter.id });
      yield* pay(fighter, { energy }, false, false);
    }
    yield* spendSurge(fighter);
    return null;
  },
};
