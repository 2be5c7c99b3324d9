import { describe, expect, it } from 'vitest';
import type { Command } from '../../../src/encounter/command';
import { defined } from '../../../src/kernel/defined';
import { TRANSCRIPT_VERSION } from '../../../src/kernel/transcript';
import { seconds } from '../../../src/rulesets/seconds';
import type { SecondsEncounter } from '../../../src/rulesets/seconds/state';
import { conditionOf, encounter, fighter, gear, play, price, reasons, said, weapon } from './vocabulary';

type Settings = SecondsEncounter['settings'];
const by = (verb: string, more: Partial<Command> = {}): Command => ({ do: verb, by: 'mira', at: 'foe', ...more });
const mira = (on: SecondsEncounter) => on.fighters.mira;
const foe = (on: SecondsEncounter) => on.fighters.foe;
const world = (settings: Settings, base: Record<string, unknown> = {}, rest: object = {}) =>
  encounter([fighter('mira', base, rest, settings), fighter('foe', {}, {}, settings)], { settings });

it('every setting has a value of its own type', () => {
  for (const definition of Object.values(seconds.settings)) {
    if ('min' in definition) {
      expect(definition.initial).toBeGreaterThanOrEqual(definition.min);
      expect(definition.initial).toBeLessThanOrEqual(definition.max);
    } else if ('choices' in definition) expect(definition.choices).toContain(definition.initial);
    else expect(typeof definition.initial).toBe('boolean');
  }
});

describe('[S-02, S-09] seconds a turn', () => {
  it('follow the world’s setting, plus those granted on the sheet', () => {
    expect(mira(world({})).pools.seconds.max).toBe(30);
    expect(mira(world({ secondsPerTurn: 4 }, { bonusSeconds: 0.5 })).pools.seconds.max).toBe(45);
  });
});

describe('[S-07, S-10] reactions', () => {
  it('follow the world’s setting, plus those granted on the sheet', () => {
    expect(mira(world({ reactionsPerRound: 2 }, { extraReactions: 1 })).pools.reactions.max).toBe(3);
  });

  it.each([
    ['roundStart', [0, 1]],
    ['turnStart', [1, 1]],
  ])('come back at %s', (reactionRefresh, wanted) => {
    const on = world({ reactionRefresh });
    for (const each of [mira(on), foe(on)]) each.pools.reactions.value = 0;
    play(on, by('end-turn'));
    const duringTheRound = foe(on).pools.reactions.value;
    play(on, { do: 'end-turn', by: 'foe' });
    expect([duringTheRound, mira(on).pools.reactions.value]).toEqual(wanted);
  });
});

describe('[S-48] evading at exactly the minimum', () => {
  it.each([
    [false, []],
    [true, ['too-late-to-evade']],
  ])('must exceed it: %s', (evadeStrict, wanted) => {
    const on = world({ evadeStrict });
    mira(on).pools.seconds.value = 15;
    expect(reasons(on, by('evade'))).toEqual(wanted);
  });

  it('uses the world’s minimum', () => {
    const on = world({ evadeMinimum: 2 });
    mira(on).pools.seconds.value = 19;
    expect(reasons(on, by('evade'))).toEqual(['too-late-to-evade']);
  });
});

describe('[S-49] the defense against an attack', () => {
  const against = (settings: Settings, conditions: string[] = []) => {
    const had = conditions.map((id) => conditionOf(id));
    const on = encounter(
      [fighter('mira', {}, {}, settings), fighter('foe', { agi: 3 }, { conditions: had }, settings)],
      { settings },
    );
    const [entry] = play(on, by('attack'), [1]).run.entries.filter(({ ask }) => ask.kind === 'dice');
    return entry.ask.kind === 'dice' ? entry.ask.facts?.against : null;
  };

  it('is eight and Dodge, with Dodge twice while evading, and only the base while unconscious', () => {
    expect([against({}), against({}, ['evading'])]).toEqual([13, 18]);
    expect(against({ defenceBase: 10, dodgeBase: 0, evadeFactor: 3 }, ['evading'])).toBe(19);
  });
});

describe('[S-79] speed', () => {
  it.each([
    ['tiny', 2],
    ['small', 2.5],
    ['medium', 3],
    ['large', 3.5],
    ['huge', 4],
  ])('of the %s is %d metres a second', (size, metres) => {
    expect(fighter('mira', { size }).stats.speed).toBe(metres);
  });

  it.each([
    ['tiny', { speedTiny: 1 }, 1],
    ['small', { speedSmall: 1.5 }, 1.5],
    ['large', { speedLarge: 5 }, 5],
    ['huge', { speedHuge: 6 }, 6],
  ])('of the %s follows the world’s setting', (size, settings, metres) => {
    expect(mira(world(settings, { size })).stats.speed).toBe(metres);
  });

  it('grows by AGI, has a minimum, and may be entered', () => {
    expect(fighter('mira', { agi: -5, size: 'tiny' }).stats.speed).toBe(0.5);
    expect(mira(world({ speedPerAgi: 1, speedMedium: 4 }, { agi: 2 })).stats.speed).toBe(6);
    expect(mira(world({ speedMinimum: 1.5 }, { agi: -5, size: 'tiny' })).stats.speed).toBe(1.5);
    expect(fighter('mira', { speed: 7 }).stats.speed).toBe(7);
  });
});

describe('[S-75, S-76] prone on difficult ground', () => {
  it.each([
    [false, 1],
    [true, 2],
  ])('has both effects: %s', (slowFactorsStack, wanted) => {
    const on = world({ slowFactorsStack }, {}, { conditions: [conditionOf('prone')] });
    expect(price(on, by('move', { options: { metres: 1.5, difficult: true } }))).toBe(wanted);
  });
});

describe('[S-75] difficult ground', () => {
  it('takes longer by the world’s factor', () => {
    const walk = by('move', { options: { metres: 1.5, difficult: true } });
    expect([price(world({}), walk), price(world({ slowFactor: 4 }), walk)]).toEqual([1, 2]);
  });
});

describe('[S-28] a hurried blow', () => {
  it('takes the world’s number of seconds', () => {
    const hurried = (settings: Settings) => {
      const on = world(settings);
      mira(on).pools.seconds.value = 7;
      return reasons(on, by('attack', { options: { hurry: true } }));
    };
    expect([hurried({}), hurried({ minimumHurriedSeconds: 0.8 })]).toEqual([[], ['no-seconds']]);
  });
});

describe('[S-88, S-103] a tie', () => {
  it.each([
    [false, 'not-tripped'],
    [true, 'tripped'],
  ])('favors the acting fighter: %s', (tiesFavourActor, wanted) => {
    const played = play(world({ tiesFavourActor }), by('trip', { options: { check: 'str' } }), [10, 10]);
    expect(said(played)).toContain(wanted);
  });
});

describe('[S-28] natural extremes', () => {
  it.each([
    [false, 1, 'hit'],
    [true, 1, 'miss'],
    [false, 20, 'miss'],
    [true, 20, 'hit'],
  ])('count: %s, a %i', (naturalExtremes, face, wanted) => {
    const settings = { naturalExtremes, defenceBase: face === 1 ? 0 : 40, dodgeBase: 0 };
    const played = play(world(settings), by('attack'), wanted === 'hit' ? [face, 1] : [face]);
    expect(said(played)).toEqual([wanted]);
    const exchange = { version: TRANSCRIPT_VERSION, command: by('attack'), entries: played.run.entries };
    const viewer = { gm: true, owns: [], targets: [] };
    const [roll] = seconds.views.card({ exchange, open: [], names: {}, viewer }).lines;
    expect(roll).toMatchObject({ tag: naturalExtremes ? { key: `Natural.${face}` } : null });
  });
});

describe('[S-94] a failed intimidation', () => {
  it.each([
    [false, []],
    [true, ['intimidated-already']],
  ])('counts: %s', (intimidateCountsFailures, wanted) => {
    const on = world({ intimidateCountsFailures });
    play(on, by('intimidate'), [1, 20]);
    expect(reasons(on, by('intimidate'))).toEqual(wanted);
  });
});

describe('[S-57, S-58] ropes', () => {
  const bound = (restraintNeedsHolder: boolean) => {
    const on = world({ restraintNeedsHolder }, {}, { items: [gear('rope', { restrains: true })] });
    const progress = { progress: 'restrain', progressTool: 'rope', progressTicks: 30 };
    Object.assign(mira(on).state, progress);
    play(on, by('restrain', { with: 'rope', options: { check: 'str' } }), [20, 1]);
    return on;
  };

  it('require a hold', () => {
    expect(reasons(bound(true), by('attack'))).toContain('restraining');
  });

  it('require no hold if the world’s setting is off', () => {
    const on = bound(false);
    expect(reasons(on, by('attack'))).toEqual([]);
    expect(foe(on).conditions.map(({ id }) => id)).toEqual(['restrained']);
  });
});

describe('[S-100] throwing', () => {
  it.each([
    [false, []],
    [true, ['not-in-hold']],
  ])('requires a hold: %s', (throwNeedsHold, wanted) => {
    expect(reasons(world({ throwNeedsHold }), by('throw'))).toEqual(wanted);
  });

  it('[S-101] goes in steps', () => {
    const far = (throwStep: number) => {
      const { table } = play(world({ throwStep }, { str: 4 }), by('throw'), [11]);
      const effect = table.effects.find((each) => each.kind === 'log' && each.id === 'thrown');
      return effect?.kind === 'log' ? effect.facts.metres : null;
    };
    expect([far(0.5), far(1)]).toEqual([3.5, 3]);
  });
});

describe('[S-61, S-62] help', () => {
  it('adds a part of the helper’s total, in steps, up to the limit of helpers', () => {
    const on = world({ helpFactor: 0.25, helpStep: 1, maxHelpers: 2 });
    mira(on).state.progress = 'help';
    mira(on).state.progressTicks = 30;
    play(on, by('help', { options: { check: 'str' } }), [11]);
    expect(foe(on).state.helpBonus).toBe(2);
    mira(on).state.progress = 'help';
    mira(on).state.progressTicks = 30;
    play(on, by('help', { options: { check: 'str' } }), [7]);
    expect(foe(on).state.helpBonus).toBe(3);
    expect(reasons(on, by('help', { options: { check: 'str' } }))).not.toContain('helped-already');
    mira(on).pools.seconds.value = 40;
    expect(reasons(on, by('help', { options: { check: 'str' } }))).toContain('helped-already');
  });
});

describe('[S-70, S-97] run-ups', () => {
  const run = (settings: Settings, runUp: number, verb: string, options: Command['options'] = {}) => {
    const on = world(settings, { str: 2 });
    mira(on).state.runUp = runUp;
    return reasons(on, by(verb, { options }));
  };

  it('have the world’s length', () => {
    expect(run({}, 3, 'jump', { metres: 4 })).toEqual([]);
    expect(run({ jumpRunUp: 4 }, 3, 'jump', { metres: 4 })).toEqual(['too-far']);
    expect(run({}, 4, 'tackle')).toEqual(['no-run-up']);
    expect(run({ tackleRunUp: 3.5 }, 4, 'tackle')).toEqual([]);
  });
});

describe('[S-41, S-42] a weapon struck away', () => {
  const struck = (settings: Settings, faces: number[]) => {
    const on = encounter(
      [fighter('mira', {}, {}, settings), fighter('foe', {}, { items: [weapon('axe')] }, settings)],
      { settings },
    );
    mira(on).pools.seconds.value = 35;
    const options = { check: 'str' };
    return said(play(on, by('disarm', { options }), faces, [['str'], [0]]));
  };

  it('flies by the world’s die, and is caught against the world’s number', () => {
    expect(struck({ catchDR: 10 }, [20, 1, 2, 10])).toEqual(['disarmed', 'caught']);
    expect(struck({ disarmDie: 6, catchDR: 11 }, [20, 1, 6, 10])).toEqual(['disarmed', 'not-caught', 'lands']);
  });
});

describe('[S-19] holding', () => {
  it('is limited by the world’s setting and by the seconds left', () => {
    const offered = (settings: Settings, ...said: string[]) => {
      const on = world(settings, {}, { items: [weapon('sword')] });
      const answers = ['attack unarmed', ...said, 'it moves', 'any'].map((each) => [each]);
      const { at: _, ...hold } = by('hold');
      const played = play(on, hold, [], answers);
      const first = defined(
        played.run.entries.find(({ ask }) => ask.kind === 'choice'),
        'a choice',
      ).ask;
      return first.kind === 'choice'
        ? first.options.filter(({ whyNot }) => whyNot.length === 0).map(({ id }) => id)
        : [];
    };
    expect(offered({}, 'done')).toContain('attack sword');
    expect(offered({ holdMaxSeconds: 1.5 })).not.toContain('attack sword');
  });
});
