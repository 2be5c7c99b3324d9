import { apply } from '../../encounter/change';
import { impossible } from '../../encounter/legality';
import { part } from '../../mechanics/bond';
import type { RowsById } from '../../rulebook/actions';
import { about, afflict, byHand } from '../../rulebook/by-hand';
import type { PlainCommand } from '../../rulebook/command';
import { forceExertion, goDown, revive } from './attack/harm';
import { bound, CONDITIONS } from './conditions';
import { slotsOf } from './plan/plan';
import { lastPlan, planAgain, planLike } from './plan/planning';
import type { TempoEncounter, TempoFighter } from './stats';
import { endTurn, whyNotEndTurn } from './turn';
import { noticed } from './walk';

const npcs = ({ fighters }: TempoEncounter): TempoFighter[] =>
  Object.values(fighters).filter(({ player, stats }) => !player && !stats.object);

/** What the game master may always do: every decision of the ledger can be overridden (section 10). */
export const BY_HAND: RowsById<PlainCommand<TempoEncounter>> = {
  ...byHand<TempoFighter, TempoEncounter>({
    conditions: CONDITIONS,
    /** A number set by hand has its consequences too: who has HP again gets up, who has none goes down (T-A53). */
    *adjusted(encounter, fighter, pool, by) {
      if (pool !== 'hp' || by === 0) return;
      if (by > 0) yield* revive(fighter);
      else if (fighter.pools.hp.value === 0) yield* goDown(encounter, fighter);
    },
    /** A Debuff or a Condition of the table's own bears a name. */
    *afflict(_, given) {
      const { fighter, condition: id, on, options } = given;
      if (!on || typeof options.name !== 'string') return yield* afflict(given);
      yield* apply({ kind: 'gain', of: fighter.id, condition: { id, data: { name: options.name } } });
    },
    placed: noticed,
  }),
  part: { play: (encounter) => part(encounter, bound) },
  /** T-109: Exertion nobody chose. */
  'force-exertion': about<TempoFighter, TempoEncounter>({
    whyNot(_, __, { options }) {
      const points = options?.points ?? 1;
      const fits = Number.isInteger(points) && Number(points) > 0;
      return fits ? [] : [impossible('no-number', { value: String(points) })];
    },
    play: (encounter, fighter, { options }) => forceExertion(encounter, fighter, Number(options?.points ?? 1)),
  }),
  /** Ends whosever turn runs. */
  'close-turn': {
    whyNot: (encounter) => whyNotEndTurn(encounter, null),
    play: (encounter) => endTurn(encounter),
  },
  /** T-A9: all NPCs plan what one of them has planned, where they have planned nothing. */
  'npcs-alike': about<TempoFighter, TempoEncounter>({
    whyNot(encounter, model) {
      if (encounter.clock.phase !== 'planning') return [{ id: 'wrong-moment' }];
      const blank = (fighter: TempoFighter) => slotsOf(encounter, fighter).some(({ state }) => state === 'blank');
      const has = slotsOf(encounter, model).some(({ state }) => state === 'planned');
      return has && npcs(encounter).some((npc) => npc !== model && blank(npc)) ? [] : [{ id: 'nothing-to-repeat' }];
    },
    *play(encounter, model) {
      for (const npc of npcs(encounter)) if (npc !== model) yield* planLike(encounter, npc, model);
    },
  }),
  /** T-A9: all NPCs plan what they did last. */
  'npcs-again': {
    whyNot(encounter) {
      if (encounter.clock.phase !== 'planning') return [{ id: 'wrong-moment' }];
      const any = npcs(encounter).some((fighter) => lastPlan({ encounter, fighter }).length > 0);
      return any ? [] : [{ id: 'nothing-to-repeat' }];
    },
    *play(encounter) {
      for (const fighter of npcs(encounter)) yield* planAgain(encounter, fighter);
    },
  },
};
