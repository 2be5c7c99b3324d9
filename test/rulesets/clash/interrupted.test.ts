import { describe, expect, it } from 'vitest';
import type { Command } from '../../../src/encounter/command';
import { GM } from '../../../src/kernel/ask';
import { TRANSCRIPT_VERSION } from '../../../src/kernel/transcript';
import { clash } from '../../../src/rulesets/clash';
import {
  at,
  begun,
  conditionOf,
  encounter,
  fighter,
  goOn,
  optionsOf,
  peace,
  said,
  skill,
  spell,
  weapon,
} from './vocabulary';
import '../../support/matchers';

const sword = weapon('sword', { attackValue: 5, parryValue: 20 });
const riposte = skill('riposte', { purpose: 'reactive', counter: true, strike: true });
const brace = skill('brace', { purpose: 'reactive' });
const barrier = spell('barrier', { line: 'SD INT', purpose: 'reactive', dice: '1d6' });

const mira = () => fighter('mira', { mpMax: 9 }, { items: [sword], place: at(0.5) });
const gnoll = () => fighter('gnoll', { mpMax: 9 }, { items: [sword, riposte, brace, barrier], place: at(1.5) });
const blow: Command = { do: 'attack-basic-melee', by: 'mira', at: 'gnoll', options: { behind: false } };
const shove = (who: string, to: number): Command => ({ do: 'place', by: GM, at: who, path: [at(to)] });
const grip: Command = {
  do: 'condition',
  by: GM,
  at: 'gnoll',
  options: { condition: 'grappled', on: true, source: 'mira' },
};
const unhand = (who: string): Command => ({
  do: 'adjust',
  by: GM,
  at: who,
  options: { pool: 'hp', to: 0 },
});

describe('what others do at a later question', () => {
  it('[C-10] changes nothing in an attack whose die has fallen', () => {
    const on = encounter([mira(), gnoll()]);
    const { run, table } = begun(on, blow, [10]);
    run.interrupt(shove('gnoll', 5.5));
    expect(goOn({ run, table } as never, [4, 1], ['none'])).toBeNull();
    expect(on).toHavePool('gnoll', 'hp', 16);
  });

  it('[C-50] prevents a Counter at an attacker who is gone by then', () => {
    const on = encounter([mira(), gnoll()]);
    const played = begun(on, blow, [5, 12], ['parry']);
    expect(optionsOf(played.run.open)).toContain('parry-counter');
    played.run.interrupt(shove('mira', 5.5));
    expect(goOn(played, [], ['parry-counter'])).toBeNull();
    expect(said(played)).toEqual(['parry-perfect', 'stopped']);
    const exchange = { version: TRANSCRIPT_VERSION, command: blow, entries: played.run.entries };
    const viewer = { gm: true, owns: [], targets: [] };
    const { lines } = clash.views.card({ exchange, open: [], names: { gnoll: 'Gnoll' }, viewer });
    const why = { key: 'Reason.reach', facts: { distance: 4, reach: 1 } };
    expect(lines.at(-1)).toMatchObject({ message: { key: 'Log.stopped', facts: { name: 'Gnoll', why } } });
  });

  it('[C-50] ends a Counter whose die has not fallen', () => {
    const on = encounter([mira(), gnoll()]);
    const played = begun(on, blow, [5, 12], ['parry', 'parry-counter']);
    expect(played.run.open).toMatchObject({ id: 'attack', by: 'gnoll' });
    played.run.interrupt(shove('mira', 5.5));
    expect([played.run.open, played.run.depth]).toEqual([null, 0]);
    expect(said(played)).toContain('stopped');
  });

  it('[C-47] prevents a step of who is grappled by then, or has no room for it', () => {
    const held = begun(encounter([mira(), gnoll()]), blow, [5, 12], ['parry']);
    held.run.interrupt(grip);
    expect(goOn(held, [], ['parry-step'])).toBeNull();
    expect(said(held)).toContain('stopped');

    const on = encounter([mira(), gnoll()]);
    const stepping = begun(on, blow, [5, 12], ['parry', 'parry-step']);
    if (stepping.run.open?.kind !== 'place') throw new Error('no place is asked for');
    stepping.run.interrupt(shove('gnoll', 9.5));
    stepping.run.answer([at(2.5)]);
    expect(on.fighters.gnoll.place).toMatchObject({ x: 9.5 });
    expect(stepping.table.effects).toContainEqual(
      expect.objectContaining({ kind: 'log', id: 'stopped', of: 'gnoll', facts: { why: 'no-room' } }),
    );
  });

  it('[C-47] a step of who has fallen does not take place', () => {
    const on = encounter([mira(), gnoll()]);
    const played = begun(on, blow, [5, 12], ['parry', 'parry-step']);
    played.run.interrupt(unhand('gnoll'));
    played.run.answer([at(2.5)]);
    expect(on.fighters.gnoll.place).toMatchObject({ x: 1.5 });
  });

  it('[C-21, C-A43] the defense is chosen again if the reaction was used or the MP are gone', () => {
    const on = encounter([mira(), gnoll()]);
    const played = begun(on, blow, [10]);
    expect(optionsOf(played.run.open)).toContain('spell');
    played.run.interrupt({ do: 'reaction-skill', by: 'gnoll', with: 'brace' });
    played.run.answer(['spell']);
    expect(optionsOf(played.run.open)).toEqual(['dodge', 'parry', 'none']);

    const drained = begun(encounter([mira(), gnoll()]), blow, [10]);
    drained.run.interrupt({ ...unhand('gnoll'), options: { pool: 'mp', to: 0 } });
    drained.run.answer(['spell']);
    expect(optionsOf(drained.run.open)).toEqual(['dodge', 'parry', 'none']);
  });

  it('[C-A8] a defender who has fallen defends no more', () => {
    const on = encounter([mira(), gnoll()]);
    const played = begun(on, blow, [10]);
    played.run.interrupt(unhand('gnoll'));
    played.run.answer(['dodge']);
    expect(played.run.open).toMatchObject({ id: 'damage' });
  });

  it('[C-A43, C-A58] a defense chosen before a hidden roll is chosen again if it has become impossible', () => {
    const on = encounter([mira(), gnoll()], { settings: { attackTotal: 'hidden' } });
    const played = begun(on, blow, [], ['spell']);
    expect(played.run.open).toMatchObject({ id: 'attack' });
    played.run.interrupt({ do: 'reaction-skill', by: 'gnoll', with: 'brace' });
    played.run.answer([10]);
    expect(played.run.open).toMatchObject({ id: 'defense-unseen' });
  });

  it('[C-A60] a Spell Defense without the MP for its level is chosen again', () => {
    const wall = spell('wall', { line: 'SD INT', purpose: 'reactive', dice: '1d6', upcastMax: 3 });
    const nim = fighter('nim', { mpMax: 9 }, { items: [wall], place: at(1.5) });
    const on = encounter([mira(), nim]);
    const played = begun(on, { ...blow, at: 'nim' }, [10], ['spell']);
    expect(played.run.open).toMatchObject({ id: 'cast-level' });
    played.run.interrupt({ do: 'adjust', by: GM, at: 'nim', options: { pool: 'mp', to: 1 } });
    expect(goOn(played, [4, 1], [3, 'none'])).toBeNull();
    expect(on).toHavePool('nim', 'mp', 1);
    expect(on).toHavePool('nim', 'hp', 16);
  });

  it('[C-113] a sneaker who falls between two rolls hides from no other foe', () => {
    const foe = (id: string) => fighter(id, {}, { side: 'foes', place: at(5.5) });
    const thief = fighter('thief', { mod: { dex: 9 } }, { side: 'heroes', place: at(0.5) });
    const on = encounter([thief, foe('gnoll'), foe('imp'), foe('ogre')], peace);
    const played = begun(on, { do: 'sneak', by: 'thief' }, [1], ['half', 'bright']);
    played.run.interrupt(unhand('thief'));
    expect(goOn(played, [15])).toBeNull();
    expect(on.fighters.thief.conditions.filter(({ id }) => id === 'unseen')).toHaveLength(2);
  });

  it('[C-104] an area does nothing to who has gone down in another at the start of the turn', () => {
    const thorns = spell('thorns', { keywords: ['FIELD'], effect: 'damage', dice: '1d4', radius: 1 });
    const area = (key: string) =>
      conditionOf('area', {
        key,
        by: 'nim',
        data: { spell: 'thorns', name: 'Thorns', kind: 'FIELD', level: 1, x: 5.5, y: 0.5, elevation: 0, radius: 1 },
      });
    const nim = fighter('nim', {}, { items: [thorns], conditions: [area('one'), area('two')], place: at(9.5) });
    const frail = fighter('frail', { hpMax: 1 }, { place: at(5.5) });
    const on = encounter([mira(), frail, nim]);
    const played = begun(on, { do: 'next-turn', by: GM }, [12, 11, 10]);
    expect(goOn(played, [1])).toBeNull();
    expect(said(played).filter((line) => line === 'triggers')).toHaveLength(1);
  });
});

describe('[C-11] the action that pays for a jump', () => {
  const jump: Command = { do: 'jump', by: 'mira', options: { height: 0, distance: 1 } };
  const spend = (pool: string): Command => ({ do: 'adjust', by: GM, at: 'mira', options: { pool, to: 0 } });
  const asked = () => begun(encounter([mira(), gnoll()]), jump);

  it('is chosen again if it was spent while the player chose', () => {
    const { run } = asked();
    const [first = '', ...others] = optionsOf(run.open);
    run.interrupt(spend(first));
    run.answer([first]);
    expect([run.open?.id, optionsOf(run.open)]).toEqual(['pay', others]);
  });

  it('is none, and the turn ends without it, if all were spent meanwhile', () => {
    const played = asked();
    const all = optionsOf(played.run.open);
    for (const pool of all) played.run.interrupt(spend(pool));
    played.run.answer([all[0] ?? '']);
    expect([played.run.open?.id, said(played)[0]]).toEqual(['initiative', 'stopped']);
  });
});
