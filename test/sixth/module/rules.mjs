import { viewRulesOf } from './views.mjs';

export const ID = 'cadence-pulse.pulse';
const BEATS = 2;
const IDLE = { round: 0, phase: 'idle' };

const CONDITIONS = { down: { implies: [], tone: 'harm', icon: 'unconscious' } };

/** The stored fields of a fighter, with their bounds. Sheet, data model and reader follow from them. */
export const schemaOf = ({ define: { schema } }) =>
  schema.sheetSchema({
    id: ID,
    pools: { hp: schema.actorPool('hp'), beats: schema.encounterPool('beats') },
    actor: { force: schema.int(1, { min: 0, max: 9 }), hpMax: schema.int(6, { min: 1, max: 99 }) },
    items: {},
  });

/** Two beats per round, spent in any order: to strike a foe, or to sidestep a strike. */
export function pulse(cadence) {
  const { kernel, encounter: fight, combat, define } = cadence;
  const { impossibleReason, poolOf } = fight;
  const SCHEMA = schemaOf(cadence);

  const isOpen = ({ clock }) => clock.phase === 'open';
  const isDown = ({ conditions }) => fight.hasCondition(CONDITIONS, conditions, 'down');
  const beatsOf = (fighter) => poolOf(fighter, 'beats').value;

  function* startRound(encounter) {
    const round = encounter.clock.round + 1;
    yield* fight.applyChange({ kind: 'clock', to: { round, phase: 'open' } });
    yield* fight.log('round', { round });
    for (const fighter of Object.values(encounter.fighters))
      yield* fight.adjustPool(fighter.id, 'beats', BEATS - beatsOf(fighter));
  }

  function* end(encounter) {
    for (const fighter of Object.values(encounter.fighters))
      yield* fight.adjustPool(fighter.id, 'beats', -beatsOf(fighter));
    yield* fight.applyChange({ kind: 'clock', to: IDLE });
  }

  /** The target chooses before the die is rolled: stand, or spend a beat to take half damage. */
  function* strike({ fighter: { id: by, stats }, target }) {
    const sidestep = { id: 'sidestep', whyNot: beatsOf(target) > 0 ? [] : [{ id: 'no-beats' }] };
    const options = [{ id: 'stand', whyNot: [] }, sidestep];
    const answer = isDown(target) ? 'stand' : yield* kernel.choose('answer', target.id, options, { by });
    if (answer === 'sidestep') yield* fight.adjustPool(target.id, 'beats', -1);
    const damage = stats.force + (yield* kernel.roll('damage', kernel.dice(1, 6), by, { force: stats.force }));
    const lost = yield* fight.adjustPool(target.id, 'hp', -(answer === 'sidestep' ? Math.floor(damage / 2) : damage));
    yield* fight.log('hit', { points: Math.abs(lost) }, target.id, { tone: 'harm', strong: true });
    if (poolOf(target, 'hp').value === 0) yield* combat.condition.addCondition(target.id, 'down', null);
  }

  const whileOpen = (encounter) => (isOpen(encounter) ? [] : [impossibleReason('not-open')]);

  return define.defineRuleset({
    schema: SCHEMA,
    conditions: CONDITIONS,
    derive: ({ force }) => ({ force }),
    pools: ({ base }) => ({ hp: base.hpMax, beats: { max: BEATS, first: 0 } }),
    idle: IDLE,
    // Of each command: the reasons against it, its price, its effects.
    commands: define.defineCommands({
      clock: {
        start: { whyNot: (encounter) => (isOpen(encounter) ? [impossibleReason('started')] : []), play: startRound },
        'next-round': { icon: 'actions/end-round', whyNot: whileOpen, play: startRound },
        end: { whyNot: whileOpen, play: end },
      },
      plain: define.manualCommands({ conditions: CONDITIONS }),
      // A row with a target: impossible without one.
      actions: { strike: define.rowsOf().targeted({ icon: 'actions/attack-basic-melee', play: strike }) },
      actOf: (context) => context,
      whyNot(action, act) {
        if (!isOpen(act.encounter)) return [impossibleReason('not-open')];
        if (isDown(act.fighter)) return [...action.whyNot(act), { id: 'is-down' }];
        return [...action.whyNot(act), ...(beatsOf(act.fighter) > 0 ? [] : [{ id: 'no-beats' }])];
      },
      prices: () => [{ pool: 'beats', amount: 1 }],
      // The life of an action is the toolkit's; this game only pays.
      life: { pay: ({ act }) => fight.adjustPool(act.fighter.id, 'beats', -1) },
    }),
    // The default answer when time is up.
    automation: { fallbacks: { answer: ['stand'] } },
    momentOf: ({ round, phase }) => `r${round}/${phase}`,
    // No turns; a round lasts six seconds.
    timing: { roundSeconds: 6 },
    views: viewRulesOf(cadence, { isOpen, isDown, beatsOf }),
    // Guided build: a window leads through these steps.
    loadBuild: async () => ({
      steps: [
        {
          id: 'body',
          fields: ['force', 'hpMax'],
          presets: { strong: { force: 3, hpMax: 5 }, tough: { force: 1, hpMax: 9 } },
        },
      ],
      figures: ['force'],
    }),
    // Opponents and forecasts: what a fighter's state is worth, and which commands are worth a try.
    loadWorth: async () => ({
      isOut: isDown,
      health: ({ pools: { hp } }) => hp.value / hp.max,
      pools: { beats: 0.02 },
      promise: (_, { do: id }) => (id === 'strike' ? 0.05 : null),
      answers: { answer: ['sidestep', 'stand'] },
    }),
  });
}
