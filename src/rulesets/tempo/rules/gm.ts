import { apply } from '../../../encounter/change';
import type { Command } from '../../../encounter/command';
import { impossible } from '../../../encounter/legality';
import { fighterOf } from '../../../encounter/state';
import type { Reason } from '../../../kernel/ask';
import type { Procedure } from '../../../kernel/procedure';
import { part } from '../../../mechanics/bond';
import { adjust, afflict, setDown, whyNotAdjust, whyNotAfflict, whyNotPlace } from '../../../mechanics/edit';
import { bound, CONDITIONS } from './conditions';
import { forceExertion, goDown, revive } from './harm';
import { slotsOf } from './plan';
import { lastPlan, planAgain, planLike } from './planning';
import type { TempoEncounter, TempoFighter } from './stats';
import { endTurn, whyNotEndTurn } from './turn';
import { noticed } from './walk';

const target = ({ fighters }: TempoEncounter, { at }: Command): TempoFighter | undefined =>
  at === undefined ? undefined : fighters[at];
const whyNotTarget = (encounter: TempoEncounter, command: Command): readonly Reason[] =>
  target(encounter, command) ? [] : [impossible('no-fighter')];

const npcs = ({ fighters }: TempoEncounter): TempoFighter[] =>
  Object.values(fighters).filter(({ player, stats }) => !player && !stats.object);

interface Word {
  whyNot(encounter: TempoEncounter, command: Command): readonly Reason[];
  play(encounter: TempoEncounter, command: Command): Procedure<unknown>;
}

/** What the game master may always do: every decision of the ledger can be overridden (section 10). */
export const WORDS: Readonly<Record<string, Word>> = {
  adjust: { whyNot: whyNotAdjust, play: adjustPool },
  part: { whyNot: () => [], play: (encounter) => part(encounter, bound) },
  condition: {
    whyNot: (encounter, command) => whyNotAfflict(CONDITIONS, encounter, command),
    play: giveCondition,
  },
  /** T-109: Exertion nobody chose. */
  'force-exertion': {
    whyNot: (encounter, command) => [...whyNotTarget(encounter, command), ...whyNotPoints(command)],
    play: (encounter, command) =>
      forceExertion(encounter, target(encounter, command)!, Number(command.options?.points ?? 1)),
  },
  /** Sets somebody down, whatever it would cost. */
  place: {
    whyNot: whyNotPlace,
    *play(encounter, command) {
      yield* setDown(encounter, command);
      yield* noticed(encounter);
    },
  },
  /** Ends whosever turn runs. */
  'close-turn': {
    whyNot: (encounter) => whyNotEndTurn(encounter, null),
    play: (encounter) => endTurn(encounter),
  },
  /** T-A9: all NPCs plan what one of them has planned, where they have planned nothing. */
  'npcs-alike': {
    whyNot(encounter, command) {
      if (encounter.clock.phase !== 'planning') return [{ id: 'wrong-moment' }];
      const model = target(encounter, command);
      if (!model) return [impossible('no-fighter')];
      const blank = (fighter: TempoFighter) => slotsOf(encounter, fighter).some(({ state }) => state === 'blank');
      const has = slotsOf(encounter, model).some(({ state }) => state === 'planned');
      return has && npcs(encounter).some((npc) => npc !== model && blank(npc)) ? [] : [{ id: 'nothing-to-repeat' }];
    },
    *play(encounter, command) {
      const model = target(encounter, command)!;
      for (const npc of npcs(encounter)) if (npc !== model) yield* planLike(encounter, npc, model);
    },
  },
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

function whyNotPoints({ options }: Command): readonly Reason[] {
  const points = options?.points ?? 1;
  return Number.isInteger(points) && Number(points) > 0 ? [] : [impossible('no-number', { value: String(points) })];
}

/** A number set by hand has its consequences too: who has HP again gets up, who has none goes down (T-A53). */
function* adjustPool(encounter: TempoEncounter, command: Command): Procedure<void> {
  const by = yield* adjust(encounter, command);
  if (command.options!.pool !== 'hp' || by === 0) return;
  const fighter = fighterOf(encounter, command.at!) as TempoFighter;
  if (by > 0) yield* revive(fighter);
  else if (fighter.pools.hp!.value === 0) yield* goDown(encounter, fighter);
}

/** A Debuff or a Condition of the table's own bears a name. */
function* giveCondition(encounter: TempoEncounter, command: Command): Procedure<void> {
  const { condition: id, name, on } = command.options!;
  if (on !== true || typeof name !== 'string') return yield* afflict(encounter, command);
  yield* apply({ kind: 'gain', of: command.at!, condition: { id: String(id), data: { name } } });
}
