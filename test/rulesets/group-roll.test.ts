import { describe, expect, it } from 'vitest';
import { effectsOf } from '../../src/encounter/exchange';
import { logLineOf } from '../../src/toolkit/views/card';
import { conditionOf, vocabularyOf } from '../support/rules';
import { TESTED } from '../support/rulesets';

/** A roll of each ruleset with a bonus of 0 for a new fighter, and what bars or fails one without dice. */
const ROLLS: Readonly<Record<string, { readonly roll: string; readonly without?: string }>> = {
  tempo: { roll: 'str' },
  seconds: { roll: 'stealth', without: 'unconscious' },
  slots: { roll: 'stealth', without: 'unconscious' },
  clash: { roll: 'strMod' },
  energy: { roll: 'chance' },
};

describe.each(TESTED.filter(({ id }) => Object.hasOwn(ROLLS, id)))('a group roll in $id', (ruleset) => {
  const { roll, without } = ROLLS[ruleset.id]!;
  const { fighter, encounter: among, begun, reasons } = vocabularyOf(ruleset, () => ruleset.idle);
  const party = ['ann', 'bob', 'cal'];
  const on = (...conditions: string[]) =>
    structuredClone(
      among(
        party.map((id) =>
          fighter(id, {}, { conditions: id === 'cal' ? conditions.map((each) => conditionOf(each)) : [] }),
        ),
      ),
    );
  const command = (options: object = {}, by = 'gm') => ({
    do: 'group-roll',
    by,
    options: { roll, fighters: party, ...options },
  });
  const said = (run: ReturnType<typeof begun>) =>
    effectsOf(run.run.entries).flatMap((effect) => {
      const line = logLineOf(effect);
      return line && /^rolls?-/.test(line.id)
        ? [[line.id, ...('of' in effect && effect.of ? [effect.of] : [line.facts])]]
        : [];
    });
  /** Answers the one question, and passes on what is offered later. */
  const answered = (options: object, faces: readonly number[], before: readonly number[] = []) => {
    const played = begun(on(), command(options));
    for (const amount of before) played.run.answer([amount]);
    played.run.answer(faces.map((face) => [face]));
    while (played.run.open?.kind === 'offer') played.run.answer(played.run.open.candidates.map(() => -1));
    return played;
  };

  it('names what can be asked for, and has a text for each', () => {
    expect(ruleset.groupRolls.kinds.map(({ id }) => id)).toContain(roll);
    expect(Object.values(ruleset.groupRolls.difficulties)).toHaveLength(4);
    for (const { id } of ruleset.groupRolls.kinds) expect(reasons(on(), command({ roll: id }))).toEqual([]);
  });

  it('asks all at once for their dice, each with the difficulty it says', () => {
    const { open } = begun(on(), command({ difficulty: 12 })).run;
    expect(open).toMatchObject({ kind: 'all', asks: party.map((by) => ({ kind: 'dice', by })) });
  });

  it('tells who succeeded, and how many', () => {
    const played = answered({ difficulty: 12 }, [12, 11, 20]);
    expect(played.run.open).toBeNull();
    expect(said(played)).toEqual([
      ['roll-made', 'ann'],
      ['roll-failed', 'bob'],
      ['roll-made', 'cal'],
      ['rolls-made', { count: 2, all: 3 }],
    ]);
  });

  it('only rolls without a difficulty', () => {
    const played = answered({}, [12, 11, 20]);
    expect(played.run.open).toBeNull();
    expect(said(played)).toEqual([]);
  });

  it('asks the GM for the difficulty of a secret one, which no option has', () => {
    const { open } = begun(on(), command({ secretly: true })).run;
    expect(open).toMatchObject({ kind: 'amount', by: 'gm' });
    const played = answered({ secretly: true }, [12, 11, 1], [12]);
    expect(played.run.open).toBeNull();
    expect(said(played).at(-1)).toEqual(['rolls-made', { count: 1, all: 3 }]);
  });

  it.each<[string, object, string]>([
    ['of no fighter', { fighters: [] }, 'no-fighter'],
    ['of one that is gone', { fighters: ['ann', 'dan'] }, 'no-fighter'],
    ['of one twice', { fighters: ['ann', 'ann'] }, 'no-fighter'],
    ['of what is not rolled', { roll: 'luck' }, 'bad-option'],
  ])('is impossible: %s', (_, options, reason) => expect(reasons(on(), command(options))).toEqual([reason]));

  it('is the GM’s', () => expect(reasons(on(), command({}, 'ann'))).toEqual(['gm-only']));

  it('is headed by what is rolled', () => {
    const { run } = begun(on(), command({ difficulty: 12 }));
    const exchange = { version: 1, command: command({ difficulty: 12 }), entries: run.entries };
    const card = ruleset.views.card({ exchange, open: [], names: {}, viewer: { gm: true, owns: [], targets: [] } });
    expect(card.title).toMatchObject({ key: 'Card.group-roll-against', facts: { difficulty: 12 } });
  });

  it.runIf(without !== undefined)('goes on without dice of who cannot roll', () => {
    const played = begun(on(without!), command({ difficulty: 12 }));
    expect(played.run.open).toMatchObject({ kind: 'all', asks: [{ by: 'ann' }, { by: 'bob' }] });
    played.run.answer([[12], [12]]);
    expect(said(played).at(-1)).toEqual(['rolls-made', { count: 2, all: 3 }]);
  });

  it('has a single one for its fighter, with the same result', () => {
    const single = { do: 'check', by: 'ann', options: { roll, difficulty: 12 } };
    const played = begun(on(), single);
    played.run.answer([12]);
    expect(said(played)).toEqual([['roll-made', 'ann']]);
  });
});
