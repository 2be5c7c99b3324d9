import { viewRulesOf } from './views.mjs';

export const ID = 'cadence-pulse.pulse';
const BEATS = 2;

export const CONDITIONS = { down: { implies: [], tone: 'harm', icon: 'unconscious' } };

/** What lasts of a fighter: each field once, with its bounds. Of that follow sheet, data model and reader. */
export const schemaOf = ({ rulebook: { schema } }) =>
  schema.sheetSchema({
    id: ID,
    pools: { hp: schema.ofActor('hp'), beats: schema.ofEncounter('beats') },
    actor: { force: schema.int(1, { min: 0, max: 9 }), hpMax: schema.int(6, { min: 1, max: 99 }) },
    items: {},
  });

/** Two beats a round, spent in any order: to strike somebody, or to step aside from a blow. */
export function pulse(cadence) {
  const { kernel, encounter: fight, mechanics, rulebook } = cadence;
  const { impossible } = fight;
  const SCHEMA = schemaOf(cadence);

  const isOpen = ({ clock }) => clock.phase === 'open';
  const isDown = ({ conditions }) => fight.hasCondition(CONDITIONS, conditions, 'down');

  function* startRound(encounter) {
    const round = encounter.clock.round + 1;
    yield* fight.apply({ kind: 'clock', to: { round, phase: 'open' } });
    yield* fight.say('round', { round });
    for (const { id, pools } of Object.values(encounter.fighters))
      yield* fight.alter(id, 'beats', BEATS - pools.beats.value);
  }

  function* end(encounter) {
    for (const { id, pools } of Object.values(encounter.fighters)) yield* fight.alter(id, 'beats', -pools.beats.value);
    yield* fight.apply({ kind: 'clock', to: IDLE });
  }

  /** The target chooses before the die falls: to stand, or to spend a beat and take half. */
  function* strike(encounter, { by, at }) {
    const attacker = encounter.fighters[by];
    const target = encounter.fighters[at];
    yield* fight.alter(by, 'beats', -1);
    const options = [
      { id: 'stand', whyNot: [] },
      { id: 'sidestep', whyNot: target.pools.beats.value > 0 ? [] : [{ id: 'no-beats' }] },
    ];
    const answer = isDown(target) ? 'stand' : yield* kernel.choose('answer', at, options, { by });
    if (answer === 'sidestep') yield* fight.alter(at, 'beats', -1);
    const rolled = yield* kernel.roll('blow', kernel.dice(1, 6), by, { force: attacker.stats.force });
    const blow = rolled + attacker.stats.force;
    const lost = yield* fight.alter(at, 'hp', -(answer === 'sidestep' ? Math.floor(blow / 2) : blow));
    yield* fight.say('hit', { points: Math.abs(lost) }, at);
    if (target.pools.hp.value === 0) yield* mechanics.condition.gain(at, 'down', null);
  }

  function whyNotStrike(encounter, { by, at }) {
    const fighter = encounter.fighters[by];
    if (!fighter) return [impossible('no-fighter')];
    if (!isOpen(encounter)) return [impossible('not-open')];
    if (at === undefined) return [impossible('choose-target')];
    if (!encounter.fighters[at] || at === by) return [impossible('no-target')];
    if (isDown(fighter)) return [{ id: 'is-down' }];
    return fighter.pools.beats.value > 0 ? [] : [{ id: 'no-beats' }];
  }

  /** What may be commanded: whose word it is, what stands against it, what it does. */
  const COMMANDS = {
    start: { of: 'gm', whyNot: (e) => (isOpen(e) ? [impossible('started')] : []), play: startRound },
    'next-round': { of: 'gm', whyNot: (e) => (isOpen(e) ? [] : [impossible('not-open')]), play: startRound },
    end: { of: 'gm', whyNot: (e) => (isOpen(e) ? [] : [impossible('not-open')]), play: end },
    strike: { of: 'fighter', whyNot: whyNotStrike, play: strike },
    adjust: { of: 'gm', whyNot: mechanics.edit.whyNotAdjust, play: mechanics.edit.adjust },
    condition: {
      of: 'gm',
      whyNot: (e, command) => mechanics.edit.whyNotAfflict(CONDITIONS, e, command),
      play: mechanics.edit.afflict,
    },
  };

  const knows = (command) => Object.hasOwn(COMMANDS, command.do);

  function whyNot(encounter, command) {
    if (!knows(command)) return [impossible('unknown-command', { command: command.do })];
    const { of, whyNot } = COMMANDS[command.do];
    return of === 'gm' && command.by !== kernel.GM ? [impossible('gm-only')] : whyNot(encounter, command);
  }

  return rulebook.rulesetOf({
    id: ID,
    settings: {},
    conditions: CONDITIONS,
    fighter(sheet) {
      const { force, hpMax } = rulebook.schema.readBase(SCHEMA, sheet.base);
      const pools = { hp: hpMax, beats: { max: BEATS, first: 0 } };
      return rulebook.schema.fighterOf(SCHEMA, sheet, { conditions: CONDITIONS, stats: { force }, items: [], pools });
    },
    idle: IDLE,
    clock: { start: COMMANDS.start, 'next-round': COMMANDS['next-round'], end: COMMANDS.end },
    options: [],
    gmOptions: [],
    whyNot,
    play: (encounter, command) => COMMANDS[command.do].play(encounter, command),
    interrupts: ({ do: id }) => (COMMANDS[id]?.of === 'gm' ? 'word' : null),
    // What the question comes to when nobody answers in time.
    standing: { fallbacks: { answer: ['stand'] } },
    knows,
    moves: () => [],
    momentOf: ({ round, phase }) => `r${round}/${phase}`,
    // Nobody has turns; a round lasts six seconds.
    timing: { ...fight.NO_TURNS, roundSeconds: 6 },
    views: viewRulesOf(cadence, { ID, IDLE, CONDITIONS, whyNot, isOpen, isDown }),
  });
}

const IDLE = { round: 0, phase: 'idle' };
