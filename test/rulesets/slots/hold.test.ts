import { describe, expect, it } from 'vitest';
import type { Condition } from '../../../src/encounter/condition';
import { at, begun, byId, conditionOf, encounter, fighter, weapon } from './vocabulary';

const heldBy = (by: string) => conditionOf('restrained', { by, data: { cause: 'grapple' } });
const knife = weapon('knife', { dice: '1d4' });
const pike = weapon('pike', { dice: '1d8', reach: 10 });

/** Ann holds the orc and wins the contest, which the orc cannot oppose. */
function contest(
  conditions: readonly Condition[] = [],
  orcAt = 2,
  items = [knife],
  answers: string[] = [],
  faces: number[] = [],
  others: readonly Condition[] = [],
) {
  const ann = fighter('ann', {}, { side: 'heroes', items, place: at(1), conditions: [...conditions, heldBy('orc')] });
  const orc = fighter(
    'orc',
    { ac: 10, reactions: 0 },
    { side: 'foes', items: [pike], place: at(orcAt), conditions: [...others, heldBy('ann')] },
  );
  const on = encounter([ann, orc]);
  const { run } = begun(on, { do: 'grapple-contest', by: 'ann' }, faces, answers);
  return { on, open: run.open };
}

function reasonsOf({ open }: ReturnType<typeof contest>, option: string): string[] {
  if (open?.kind !== 'choice') throw new Error(`${open?.id} is no choice`);
  return (byId(open.options, option).whyNot ?? []).map(({ id }) => id);
}

describe('the winner of a grapple contest', () => {
  it.each(['attack', 'trip', 'push'])(
    '[L-39, L-142, L-144, L-A50] may add %s only if it may harm the other',
    (option) => {
      expect(reasonsOf(contest(), option)).toEqual([]);
      expect(reasonsOf(contest([conditionOf('frightened', { by: 'orc' })]), option)).toEqual(['frightened']);
      expect(reasonsOf(contest([conditionOf('fascinated', { towards: ['orc'] })]), option)).toEqual(['fascinated']);
      expect(reasonsOf(contest([conditionOf('frightened', { by: 'orc' })]), 'hold')).toEqual([]);
    },
  );
  it.each(['attack', 'trip', 'push'])('[L-39, L-A19] may add %s only in reach', (option) => {
    expect(reasonsOf(contest([], 3), option)).toEqual(['out-of-reach']);
    expect(reasonsOf(contest([], 3, [knife, pike]), option)).toEqual([]);
  });
  it('[L-39, L-49] may not add a Trip against the prone', () => {
    const prone = contest([], 2, [knife], [], [], [conditionOf('prone')]);
    expect(reasonsOf(prone, 'trip')).toEqual(['prone-already']);
    expect(reasonsOf(prone, 'push')).toEqual([]);
  });
  it('[L-39] attacks with a weapon that reaches', () => {
    const { on } = contest([], 3, [knife, pike], ['attack'], [10, 7]);
    expect(on.fighters.orc?.pools.hp.value).toBe(3);
  });
});
