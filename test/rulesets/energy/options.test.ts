import { describe, expect, it } from 'vitest';
import type { Command } from '../../../src/encounter/command';
import type { ActionButton, Viewer } from '../../../src/encounter/view';
import { defined } from '../../../src/kernel/defined';
import { energy } from '../../../src/rulesets/energy/index';
import { lentOptions } from '../../support/encounter';
import { armor, at, encounter, fighter, weapon } from './vocabulary';

const gm: Viewer = { gm: true, owns: [], targets: [] };
const ann: Viewer = { gm: false, owns: ['mira'], targets: [] };
const on = () =>
  encounter([
    fighter('mira', { str: 14 }, { items: [weapon('sword', { damage: '1d8' })], place: at(0.5, 0.5) }),
    fighter('gnoll', {}, { items: [armor(12, 4)], place: at(0.5, 1.5, 180) }),
  ]);
const strike: Command = { do: 'melee-attack', by: 'mira', at: 'gnoll' };
const seen = (command: Command, viewer = gm) => energy.views.action(on(), command, viewer);
const keys = ({ fields }: ActionButton) => fields.map(({ key }) => key);
const all = (viewer: Viewer) => {
  const table = on();
  const { groups, itemActions } = energy.views.sheet(table, table.fighters.mira, viewer);
  const buttons = [...groups.flatMap(({ actions }) => actions), ...Object.values(itemActions).flat()];
  return [...buttons, ...energy.views.tracker(table, viewer).controls];
};

describe('options of a command', () => {
  it('are marked as the game master’s exactly if the referee accepts them from no one else', () => {
    const fields = all(gm).flatMap((button) => button.fields);
    expect(fields.length).toBeGreaterThan(0);
    for (const { key, gm } of fields) expect([key, gm]).toEqual([key, lentOptions(energy).includes(key)]);
  });

  it('leave out the game master’s options for a player', () => {
    expect(keys(seen(strike, ann))).toEqual(['swap', 'nonLethal', 'enhance', 'single']);
    expect(keys(seen(strike))).toContain('behind');
    for (const { fields } of all(ann)) expect(fields.filter((field) => field.gm)).toEqual([]);
  });

  it.each([
    ['ranged-attack', ['aware', 'movement', 'metres']],
    ['trip', ['moving']],
    ['pick-up-item', ['energy', 'passing']],
    ['stand-up', ['swap']],
    ['wait', []],
    ['climb', []],
  ])('of %s are its own', (verb, expected) => {
    const found = keys(seen({ do: verb, by: 'mira', at: 'gnoll' }));
    expect(found).toEqual(expect.arrayContaining(expected));
    if (expected.length < 2 && verb !== 'trip') expect(found).toEqual(expected);
  });

  it('[E-17] [E-18] change the price: a swapped point of Stamina, and points to enhance', () => {
    expect(seen({ ...strike, options: { swap: true, enhance: 2 } }).cost).toEqual([
      { pool: 'energy', amount: 2 },
      { pool: 'stamina', amount: 3 },
    ]);
  });

  it('[E-20] [E-21] change the reasons', () => {
    const why = (options: Command['options']) => seen({ ...strike, options }).whyNot.map(({ id }) => id);
    expect(why({ enhance: 5 })).toEqual(['too-enhanced']);
    expect(why({ enhance: 5, single: true })).toEqual([]);
  });

  it('[E-167] change the odds: a non-lethal attack hits less often', () => {
    const hits = (options: Command['options']) => defined(seen({ ...strike, options }).odds?.[0].chance, 'a chance');
    expect(hits({ nonLethal: 1 })).toBeLessThan(hits({}));
    expect(hits({ attack: 'advantage' })).toBeGreaterThan(hits({}));
  });

  it('[E-156] list the sides that may be surprised', () => {
    const table = encounter(Object.values(on().fighters), { clock: { round: 0, phase: 'idle' } });
    const [field] = energy.views.action(table, { do: 'start', by: 'gm' }, gm).fields;
    const sides = field.input.kind === 'choice' ? field.input.choices.map(({ value }) => value) : [];
    expect(new Set(sides)).toEqual(new Set(Object.values(table.fighters).map(({ side }) => side)));
    const play = energy.whyNot(table, { do: 'start', by: 'gm', options: { surprised: sides[0] } });
    expect(play).toEqual([]);
  });

  it('give a path in metres without a map, and then none has to be drawn', () => {
    const table = encounter([fighter('mira')]);
    const run = (options?: Command['options']) =>
      energy.views.action(table, { do: 'run', by: 'mira', ...(options && { options }) }, gm);
    expect(keys(run())).toContain('metres');
    expect(run().needs).toBe('path');
    expect(run({ metres: 4 })).toMatchObject({ needs: 'nothing', whyNot: [] });
  });

  it('are those of the command itself, without added ones', () => {
    const poor = encounter([
      fighter('mira', {}, { items: [weapon('sword')], pools: { energy: 2 }, place: at(0.5, 0.5) }),
      fighter('gnoll', {}, { place: at(0.5, 1.5, 180) }),
    ]);
    expect(energy.views.action(poor, strike, gm).whyNot.map(({ id }) => id)).toEqual(['energy']);
  });

  it('follow the viewer’s target', () => {
    expect(seen({ do: 'melee-attack', by: 'mira' }, { ...gm, targets: ['gnoll'] }).command.at).toBe('gnoll');
    expect(seen({ ...strike, at: 'gnoll' }, gm).command.at).toBe('gnoll');
    expect(seen({ do: 'defend', by: 'mira' }, { ...gm, targets: ['gnoll'] }).command).toEqual({
      do: 'defend',
      by: 'mira',
    });
  });
});
