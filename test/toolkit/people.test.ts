import { describe, expect, it } from 'vitest';
import type { Encounter } from '../../src/encounter/state';
import type { Badge } from '../../src/encounter/view';
import { withFighterNotes, withRoundsLeft } from '../../src/toolkit/views/badges';

const badge = (id: string): Badge => ({
  id,
  label: { key: id },
  tone: 'harm',
  icon: id,
  note: [{ key: 'plain' }],
  implied: false,
});
const bearer = {
  conditions: [
    { key: 'a', id: 'grappled', until: null, by: 'ogre' },
    { key: 'b', id: 'edge', until: null, towards: ['ogre', 'imp', 'gone'] },
    { key: 'c', id: 'restraining', until: null, data: { holds: 'imp' } },
  ],
};
const on = { fighters: { ogre: { name: 'Ogre' }, imp: { name: 'Imp' } } } as unknown as Encounter;
const notes = (unseen?: readonly string[]) =>
  withFighterNotes(
    ['grappled', 'edge', 'restraining', 'prone'].map(badge),
    on,
    bearer,
    unseen ? { hiddenFighters: unseen } : {},
  ).map(({ note }) => note.slice(1).map(({ key, facts }) => `${key} ${facts?.name}`));

describe('a badge', () => {
  it('names the source, the opponents and the held fighter of its condition, if they are present', () => {
    expect(notes()).toEqual([['Note.by Ogre'], ['Note.towards Ogre', 'Note.towards Imp'], ['Note.holds Imp'], []]);
  });

  it('names no fighter that is hidden from the viewer', () => {
    expect(notes(['ogre'])).toEqual([[], ['Note.towards Imp'], ['Note.holds Imp'], []]);
    expect(notes(['ogre', 'imp'])).toEqual([[], [], [], []]);
  });
});

describe('the time left of a badge', () => {
  const until = (moment: string, n?: number) => ({ at: moment, ...(n !== undefined && { n }), of: 'ann' });
  const left = (...ends: (ReturnType<typeof until> | null)[]) => {
    const conditions = ends.map((end, at) => ({ key: String(at), id: 'prone', until: end }));
    const here = { clock: { round: 3, phase: 'open' }, fighters: {} } as unknown as Encounter;
    return withRoundsLeft([badge('prone')], here, { conditions })[0]?.left;
  };

  it.each`
    until                                             | rounds
    ${[until('round-end', 3)]}                        | ${1}
    ${[until('turn-end', 4)]}                         | ${2}
    ${[until('turn-start', 3)]}                       | ${1}
    ${[until('turn-start', 4)]}                       | ${1}
    ${[until('turn-start', 6)]}                       | ${3}
    ${[until('round-end', 3), until('round-end', 5)]} | ${3}
    ${[until('round-end', 3), null]}                  | ${undefined}
    ${[until('short-rest')]}                          | ${undefined}
    ${[null]}                                         | ${undefined}
  `('of a condition until $until is $rounds in round 3', ({ until, rounds }) => {
    expect(left(...until)).toBe(rounds);
  });
});
