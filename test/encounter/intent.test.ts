import { describe, expect, it } from 'vitest';
import type { ConditionTable } from '../../src/encounter/condition';
import { type Intent, onlyAlliesIn, unusualTarget } from '../../src/encounter/intent';
import type { Encounter, Fighter } from '../../src/encounter/state';
import { fighter } from '../support/encounter';

const row = (more: object): ConditionTable[string] => ({ implies: [], tone: 'harm', icon: '', ...more });
const CONDITIONS: ConditionTable = {
  dead: row({ defeat: 'by-gm', corpse: true }),
  unconscious: row({ defeat: 'out' }),
  beheaded: row({ implies: ['dead'] }),
};

const on = (side: string, ...conditions: string[]): Encounter => {
  const of = (id: string, rest: Partial<Fighter>): Fighter => ({ ...fighter(id), ...rest });
  const had = conditions.map((id) => ({ key: id, id, until: null }));
  return {
    ruleset: 'none',
    clock: { round: 1, phase: 'open' },
    ground: { grid: 'square', cell: 1 },
    settings: {},
    fighters: { ann: of('ann', { side: 'heroes' }), bob: of('bob', { side, conditions: had }) },
  };
};
const unusual = (encounter: Encounter, intent: Intent | null, at = 'bob', by = 'ann') =>
  unusualTarget(CONDITIONS, encounter, { do: 'act', by, at }, intent);

describe('a target is unusual', () => {
  it.each([
    ['harm', 'heroes', 'ally'],
    ['harm', 'foes', null],
    ['harm', 'neutral', null],
    ['help', 'heroes', null],
    ['help', 'foes', 'foe'],
    ['help', 'neutral', null],
    ['help', 'secret', null],
    [null, 'heroes', null],
    [null, 'foes', null],
  ] as const)('for %s on one of the %s: %s', (intent, side, expected) => {
    expect(unusual(on(side), intent)).toBe(expected);
  });

  it('for anything that is done to a corpse, but not to the unconscious', () => {
    expect(unusual(on('foes', 'dead'), 'harm')).toBe('corpse');
    expect(unusual(on('heroes', 'beheaded'), 'help')).toBe('corpse');
    expect(unusual(on('foes', 'dead'), null)).toBeNull();
    expect(unusual(on('foes', 'unconscious'), 'harm')).toBeNull();
  });

  it('never if it is the fighter itself, missing, or chosen by the GM', () => {
    expect(unusual(on('foes'), 'harm', 'ann')).toBeNull();
    expect(unusual(on('foes'), 'harm', 'gone')).toBeNull();
    expect(unusual(on('heroes'), 'harm', 'bob', 'gm')).toBeNull();
  });

  it('never between neutral fighters', () => {
    const both = on('neutral');
    const { ann, bob } = both.fighters as Record<'ann' | 'bob', Fighter>;
    expect(unusual({ ...both, fighters: { ann: { ...ann, side: 'neutral' }, bob } }, 'harm')).toBeNull();
  });
});

describe('a harmful area', () => {
  const fighters = Object.fromEntries(
    [
      { id: 'mira', side: 'heroes' },
      { id: 'kor', side: 'heroes' },
      { id: 'gnoll', side: 'foes' },
    ].map((each) => [each.id, each]),
  );
  const hit = (isHarmful: boolean, ...ids: string[]) =>
    onlyAlliesIn({ fighters } as never, { do: 'cast', by: 'mira' }, {
      isHarmful,
      placements: [{ inside: ids.map((id) => fighters[id]) }],
    } as never).map(({ id }) => id);

  it('is asked about if it reaches allies alone', () => {
    expect(hit(true, 'mira', 'kor')).toEqual(['kor']);
    expect(hit(true, 'kor', 'gnoll')).toEqual([]);
    expect(hit(true, 'mira')).toEqual([]);
    expect(hit(false, 'kor')).toEqual([]);
    expect(onlyAlliesIn({ fighters } as never, { do: 'cast', by: 'mira' }, null)).toEqual([]);
  });
});
