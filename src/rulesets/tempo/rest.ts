import { adjustPool, log } from '../../encounter/change';
import type { ChoiceOption, Reason } from '../../kernel/ask';
import { defined } from '../../kernel/defined';
import { choose, type Procedure } from '../../kernel/procedure';
import { addCondition } from '../../toolkit/combat/condition';
import { expireConditions } from '../../toolkit/define/duration';
import { setItem } from '../../toolkit/define/item';
import { namesOf } from '../../toolkit/views/question';
import type { Action, CommandContext } from './action';
import { is, isDebuff, ROUND_ENDS } from './conditions';
import { freeAllMana, reclaim, reclaimShallow, whyNotReclaim } from './magic/spell';
import { DURATIONS, isParadigm } from './schema';
import { setState, type TempoFighter } from './state';

/** T-21, T-22. */
export const rest: Action = {
  tempo: 1,
  promise: null,
  play: ({ fighter }) => addCondition(fighter.id, 'resting', ROUND_ENDS),
};

/** Only outside Scenes. */
const whyNotRest = ({ encounter: { clock }, fighter }: CommandContext): Reason[] => [
  ...(clock.phase === 'idle' ? [] : [{ id: 'in-scene' }]),
  ...(is(fighter, 'dead') ? [{ id: 'incapacitated' }] : []),
];

/** T-65, T-106, T-A39, T-A54: removes one Exertion and frees one Mana of the day. */
export const shallowRest: Action = {
  group: 'recovery',
  promise: null,
  whyNot: whyNotRest,
  *play({ encounter, fighter }) {
    yield* adjustPool(fighter.id, 'exertion', -1);
    yield* reclaimShallow(encounter, fighter);
  },
};

/** T-66, T-106, T-A54: removes all Exertion and frees all Mana. */
export const deepRest: Action = {
  group: 'recovery',
  promise: null,
  whyNot: whyNotRest,
  *play({ fighter }) {
    yield* adjustPool(fighter.id, 'exertion', -fighter.pools.exertion.value);
    yield* freeAllMana(fighter, DURATIONS);
  },
};

/** T-64, T-A38: once, at the end of the Scene. */
export const reclaimAtEnd: Action = {
  group: 'recovery',
  promise: null,
  whyNot: ({ encounter: { clock }, fighter }) => [
    ...(clock.phase === 'scene-end' ? [] : [{ id: 'wrong-moment' }]),
    ...(is(fighter, 'dead') ? [{ id: 'incapacitated' }] : []),
    ...(fighter.state.reclaimed ? [{ id: 'reclaimed' }] : []),
    ...whyNotReclaim(fighter, 'scene-end'),
  ],
  *play({ fighter }) {
    yield* setState(fighter.id, 'reclaimed', true);
    yield* reclaim(fighter, 'scene-end');
  },
};

/** T-58 to T-62: any options, each once. */
export const shift: Action = {
  tempo: 7,
  promise: null,
  *play({ fighter }) {
    const used = new Set<ShiftOption>();
    for (;;) {
      const chosen = yield* choose('shift', fighter.id, optionsOf(fighter, used));
      if (chosen === 'done') return;
      // Others may have made it impossible since; then the player chooses again.
      if (SHIFTS[chosen].whyNot(fighter).length > 0) continue;
      used.add(chosen);
      yield* SHIFTS[chosen].apply(fighter);
    }
  },
};

interface Shift {
  whyNot(fighter: TempoFighter): readonly Reason[];
  apply(fighter: TempoFighter): Procedure<void>;
}

const SHIFTS = {
  paradigm: {
    whyNot({ items }) {
      const others = items.some((item) => isParadigm(item) && !item.active);
      return others ? [] : [{ id: 'same-paradigm' }];
    },
    apply: changeParadigm,
  },
  reclaim: {
    whyNot: (fighter) => whyNotReclaim(fighter, 'shift'),
    apply: (fighter) => reclaim(fighter, 'shift'),
  },
  recover: {
    whyNot: (fighter) => (is(fighter, 'resting') ? [] : [{ id: 'no-rest' }]),
    /** T-62, T-106, T-A36: ends all Debuffs and removes one Exertion. */
    *apply(fighter) {
      yield* expireConditions([fighter], isDebuff);
      yield* adjustPool(fighter.id, 'exertion', -1);
      yield* log('recovers', {}, fighter.id, { tone: 'boon', covers: { loses: ['dying'] } });
    },
  },
} as const satisfies Readonly<Record<string, Shift>>;
type ShiftOption = keyof typeof SHIFTS;
const SHIFT_OPTIONS = ['paradigm', 'reclaim', 'recover'] as const satisfies readonly ShiftOption[];

function optionsOf(fighter: TempoFighter, used: ReadonlySet<ShiftOption>): ChoiceOption<ShiftOption | 'done'>[] {
  const open = SHIFT_OPTIONS.filter((id) => !used.has(id));
  return [...open.map((id) => ({ id, whyNot: SHIFTS[id].whyNot(fighter) })), { id: 'done', whyNot: [] }];
}

/** T-59, T-A34. */
function* changeParadigm(fighter: TempoFighter): Procedure<void> {
  const known = fighter.items.filter(isParadigm);
  const options = known.map(({ id, active }) => ({ id, whyNot: active ? [{ id: 'same-paradigm' }] : [] }));
  const chosen = yield* choose('paradigm', fighter.id, options, namesOf(known));
  const next = defined(
    known.find(({ id }) => id === chosen),
    'a Paradigm that was offered',
  );
  for (const each of known) if (each.active && each !== next) yield* setItem(fighter, each, { active: false });
  yield* setItem(fighter, next, { active: true });
  yield* log('paradigm', { paradigm: next.name }, fighter.id);
}
