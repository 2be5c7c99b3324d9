import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areFoes, sideOf } from '../../src/encounter/sides';
import { defined } from '../../src/kernel/defined';
import { ANN, FOE, GAMES, LAST, Party } from './party';

/** The side of a fighter in the encounter, which a GM may change. */
describe.each(Object.keys(GAMES))('the side of a fighter of %s', (ruleset) => {
  let party: Party;
  beforeAll(async () => {
    party = await Party.open(ruleset, ['Gamemaster', 'Ann']);
    await party.start();
  });
  afterAll(() => party?.table.close());

  const fighter = (token: number) => party.encounter.fighters[party.of(token)];
  const markOf = (token: number) => {
    const { windows } = party.gm.page;
    const { rows } = windows.trackerContext(windows.fightOf(party.combat));
    return defined(
      rows.find(({ id }) => id === party.of(token)),
      'a row',
    ).side;
  };
  const change = (side: string, more = {}) => ({
    do: 'change-side',
    by: 'gm',
    at: party.of(FOE),
    options: { side, ...more },
  });

  it('is changed by the GM, shown in the tracker, and back after an undo', async () => {
    expect([sideOf(fighter(FOE)), markOf(FOE)]).toEqual(['foes', null]);
    await party.play(change('third'));
    expect([sideOf(fighter(FOE)), markOf(FOE)?.side]).toEqual(['third', 'third']);
    expect([areFoes(fighter(FOE), fighter(ANN)), areFoes(fighter(FOE), fighter(LAST))]).toEqual([true, true]);
    await party.play(change('neutral'));
    expect([markOf(FOE)?.side, areFoes(fighter(FOE), fighter(ANN))]).toEqual(['neutral', false]);
    await party.done(party.gm, () => party.gm.page.rewindStep(party.combat));
    expect(sideOf(fighter(FOE))).toBe('third');
    await party.play(change('foes'));
    expect([sideOf(fighter(FOE)), markOf(FOE), 'side' in fighter(FOE).state]).toEqual(['foes', null, false]);
  });

  it('may be neutral, but against one side from the start', async () => {
    await party.play(change('third'));
    await party.play({ ...change('neutral', { opposes: 'third' }), at: party.of(LAST) });
    const isFoeOf = (token: number) => areFoes(fighter(LAST), fighter(token));
    expect([isFoeOf(FOE), isFoeOf(ANN)]).toEqual([true, false]);
    await party.play({ ...change('neutral', { opposes: 'heroes' }), at: party.of(LAST) });
    expect([isFoeOf(FOE), isFoeOf(ANN)]).toEqual([false, true]);
    await party.done(party.gm, () => party.gm.page.rewindStep(party.combat));
    expect([isFoeOf(FOE), isFoeOf(ANN)]).toEqual([true, false]);
    await party.play({ ...change('neutral'), at: party.of(LAST) });
    expect([isFoeOf(FOE), isFoeOf(ANN)]).toEqual([false, false]);
    await party.play({ ...change('heroes', { opposes: 'foes' }), at: party.of(LAST) });
    expect(sideOf(fighter(LAST))).toBe('neutral');
    for (const [token, side] of [
      [LAST, 'heroes'],
      [FOE, 'foes'],
    ] as const)
      await party.play({ ...change(side), at: party.of(token) });
  });

  it('is not a player’s to change', async () => {
    const [, ann] = party.table.tabs;
    for (const by of ['gm', party.of(ANN)])
      await party.send(defined(ann, 'Ann'), { ...change('heroes'), by, at: party.of(FOE) });
    await party.send(defined(ann, 'Ann'), { ...change('foes'), by: party.of(ANN), at: party.of(ANN) });
    expect([sideOf(fighter(FOE)), sideOf(fighter(ANN))]).toEqual(['foes', 'heroes']);
  });
});
