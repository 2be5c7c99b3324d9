import { describe, expect, it } from 'vitest';
import type { Condition } from '../../src/encounter/condition';
import type { Encounter } from '../../src/encounter/state';
import { conditionOf, vocabularyOf } from '../support/rules';
import { TESTED } from '../support/rulesets';

/** What belongs to a fight ends with it, when its bearer leaves, and at the latest when the next one begins. */
const COMMAND = { do: 'leave-fight', by: 'gm', at: 'mira' };
/** A condition of each ruleset that lasts beyond a fight. */
const STAYS: Readonly<Record<string, string>> = {
  clash: 'unfocused',
  energy: 'bleeding-out',
  seconds: 'blinded',
  slots: 'crippled',
  tempo: 'prone',
};
/** Moments of the clock in a fight. */
const MOMENTS: Readonly<Record<string, readonly string[]>> = {
  clash: ['turn-start'],
  energy: ['round-end'],
  seconds: ['turn-end'],
  slots: ['turn-start', 'turn-end'],
  tempo: ['round-end', 'scene-end'],
};
/** A hold as its bearer has it, by one who is not there. */
const HOLDS: Readonly<Record<string, readonly Condition[]>> = {
  clash: [conditionOf('grappled', { by: 'gone' })],
  energy: [conditionOf('restrained', { by: 'gone' }), conditionOf('restraining', { data: { holds: 'gone' } })],
  seconds: [conditionOf('grappled', { by: 'gone' }), conditionOf('restraining', { data: { holds: 'gone' } })],
  slots: [conditionOf('restrained', { by: 'gone', data: { cause: 'grapple' } })],
  tempo: [conditionOf('marked', { by: 'gone' })],
};

describe.each(TESTED)('$id', (ruleset) => {
  const { id, conditions, clockCommands } = ruleset;
  const ofFight = Object.keys(conditions).filter((each) => conditions[each]?.ofFight);
  const vocabulary = vocabularyOf(ruleset, () => ruleset.idle);
  const withConditions = (...had: readonly Condition[]): Encounter =>
    vocabulary.encounter([vocabulary.fighter('mira', {}, { conditions: had }), vocabulary.fighter('kor')]);
  const left = (encounter: Encounter) => encounter.fighters['mira']?.conditions.map(({ key }) => key);

  it('has conditions that belong to the fight', () => expect(ofFight).not.toEqual([]));

  it('ends them, and what waits for the clock, on a fighter who leaves; the others stay', () => {
    const clocked = (MOMENTS[id] ?? []).flatMap((at) => [
      conditionOf('x', { key: at, id: String(STAYS[id]), until: { at } }),
      conditionOf('x', { key: `${at} 9`, id: String(STAYS[id]), until: { at, n: 9 } }),
    ]);
    const encounter = withConditions(
      ...ofFight.map((each) => conditionOf(each)),
      ...clocked,
      ...(HOLDS[id] ?? []).map((each) => ({ ...each, key: `hold ${each.id}` })),
      conditionOf(String(STAYS[id]), { key: 'stays' }),
    );
    expect(vocabulary.reasons(encounter, COMMAND)).toEqual([]);
    vocabulary.play(encounter, COMMAND);
    expect(left(encounter)).toEqual(['stays']);
    expect(vocabulary.reasons(encounter, COMMAND)).toEqual(['nothing-to-end']);
  });

  it('ends what an older fight has left when the next one begins', () => {
    const [start = ''] = clockCommands;
    const stale = ofFight.map((each) => conditionOf(each));
    const counted = (MOMENTS[id] ?? []).map((at) =>
      conditionOf('x', { key: `${at} 9`, id: String(STAYS[id]), until: { at, n: 9 } }),
    );
    const encounter = withConditions(...stale, ...counted, conditionOf(String(STAYS[id]), { key: 'stays' }));
    vocabulary.begun(encounter, { do: start, by: 'gm' });
    expect(left(encounter)).toEqual(['stays']);
  });
});
