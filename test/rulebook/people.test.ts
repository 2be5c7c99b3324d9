import { describe, expect, it } from 'vitest';
import type { Encounter } from '../../src/encounter/state';
import type { Badge } from '../../src/encounter/view';
import { withPeople } from '../../src/rulebook/badges';

const badge = (id: string): Badge => ({
  ...{ id, label: { key: id }, tone: 'harm', icon: id, note: [{ key: 'plain' }], implied: false },
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
  withPeople(['grappled', 'edge', 'restraining', 'prone'].map(badge), on, bearer, unseen ? { unseen } : {}).map(
    ({ note }) => note.slice(1).map(({ key, facts }) => `${key} ${facts?.name}`),
  );

describe('a badge', () => {
  it('says by whom a condition is, against whom it holds and whom it holds, as far as they are there', () => {
    expect(notes()).toEqual([['Note.by Ogre'], ['Note.towards Ogre', 'Note.towards Imp'], ['Note.holds Imp'], []]);
  });

  it('names nobody the viewer may not know of', () => {
    expect(notes(['ogre'])).toEqual([[], ['Note.towards Imp'], ['Note.holds Imp'], []]);
    expect(notes(['ogre', 'imp'])).toEqual([[], [], [], []]);
  });
});
