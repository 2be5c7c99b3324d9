import { describe, expect, it } from 'vitest';
import { defined } from '../../../src/kernel/defined';
import { clash } from '../../../src/rulesets/clash';
import { faceoffOf } from '../../../src/rulesets/clash/view/faceoff';
import { at, begun, encounter, fighter, goOn, item, play, skill, spell, weapon } from './vocabulary';

const sword = weapon('sword', { attackValue: 5, parryValue: 6, blockValue: 6, blockStrength: 3, damage: '1d6' });
const riposte = skill('Riposte', { purpose: 'reactive', counter: true, strike: true });
const mail = item('clashArmor', 'mail', { torso: 3, arms: 2, legs: 1, magicDefense: 1 });
const blow = { do: 'attack-basic-melee', by: 'gnoll', at: 'mira', with: 'sword' };
const fight = (settings = {}) =>
  encounter([fighter('gnoll', {}, { items: [sword] }), fighter('mira', {}, { items: [sword, mail, riposte] })], {
    settings,
  });
const seen = (faces: number[], answers: string[], settings = {}) => {
  const played = begun(fight(settings), blow);
  goOn(played, faces, answers);
  return faceoffOf(played.run.entries);
};

describe('the faceoff of an attack and its defense', () => {
  it('has one side while the other is asked', () => {
    expect(seen([8], [])).toMatchObject({
      attack: { by: 'gnoll', total: 13, label: { key: 'Roll.attack' } },
      answer: { by: 'mira', total: null, label: { key: 'Faceoff.waiting' } },
      verdict: null,
      body: null,
    });
  });

  it('marks the zone that a parrying fighter named before the result is known', () => {
    const faceoff = seen([8, 7], ['parry', 'legs']);
    expect(faceoff).toMatchObject({ answer: { total: 13, label: { key: 'Option.defense.parry' } }, verdict: null });
    expect(faceoff?.body?.zones.legs).toMatchObject({ mark: 'struck', value: null });
  });

  it('[C-59, C-61] shows armor and wound of the hit zone only', () => {
    const faceoff = seen([8, 5, 6], ['none']);
    expect(faceoff?.verdict).toBe('through');
    expect(faceoff?.tallies.map(({ id, value }) => [id, value])).toEqual([
      ['rolled', 5],
      ['soak', 2],
      ['wound', 3],
    ]);
    expect(
      Object.entries(defined(faceoff?.body, 'a body').zones).filter(
        ([, { value, mark }]) => value !== null || mark !== null,
      ),
    ).toEqual([['arms', { label: { key: 'Zone.arms' }, value: 2, mark: 'struck' }]]);
  });

  it('is held if armor stops the damage or the parry is perfect', () => {
    expect(seen([8, 2, 6], ['none'])).toMatchObject({ verdict: 'held', body: { zones: { arms: { mark: 'held' } } } });
    expect(seen([8, 12], ['parry'])).toMatchObject({ verdict: 'held', body: null });
  });

  it('[C-38, C-42] is held if the dodge succeeds or a block leaves no damage', () => {
    expect(seen([1, 12], ['dodge'])).toMatchObject({ verdict: 'held', body: null });
    expect(seen([1, 12, 3], ['block'])).toMatchObject({ verdict: 'held', body: null });
  });

  it('[C-50] shows the Counter once one is played', () => {
    const faceoff = seen([8, 12, 11], ['parry', 'parry-counter']);
    expect(faceoff).toMatchObject({ attack: { by: 'mira', total: 16 }, answer: { by: 'gnoll', total: null } });
  });

  it('[C-A13] shows the defense before the attack if the total is hidden', () => {
    expect(seen([], ['dodge'], { attackTotal: 'hidden' })).toMatchObject({
      attack: { by: 'gnoll', total: null },
      answer: { by: 'mira', total: null, label: { key: 'Option.defense.dodge' } },
    });
  });

  it('[C-89] is not decided by what a defensive spell does to the attacker', () => {
    const flare = spell('flare', { line: 'SD INT', purpose: 'reactive', effect: 'damage', dice: '1d6' });
    const between = encounter([
      fighter('gnoll', {}, { items: [sword] }),
      fighter('mira', { mpMax: 3 }, { items: [flare] }),
    ]);
    const played = begun(between, blow);
    // A spell with an effect absorbs nothing, and the damage of the sword is not rolled yet.
    goOn(played, [4, 12, 3], ['spell']);
    expect(faceoffOf(played.run.entries)).toMatchObject({ verdict: null, answer: { by: 'mira' } });
  });

  it('[C-24] is that of the attack again after an attack that interrupted it', () => {
    const lash = skill('Lash', { purpose: 'reactive', strike: true });
    const among = encounter([
      fighter('gnoll', {}, { items: [sword] }),
      fighter('mira', {}, { items: [sword, mail] }),
      fighter('rook', {}, { items: [sword, lash] }),
    ]);
    const played = begun(among, blow);
    goOn(played, [8], []);
    played.run.interrupt({ do: 'reaction-skill', by: 'rook', at: 'gnoll', with: 'Lash' });
    goOn(played, [1], []);
    expect(faceoffOf(played.run.entries)).toMatchObject({ attack: { by: 'rook' } });
    goOn(played, [12], ['dodge']);
    goOn(played, [5, 6], ['none']);
    expect(faceoffOf(played.run.entries)).toMatchObject({ attack: { by: 'gnoll', total: 13 }, verdict: 'through' });
  });

  it('is null without an attack', () => {
    expect(
      faceoffOf(play(fight(), { do: 'forfeit', by: 'gnoll', options: { kind: 'attack' } }).run.entries),
    ).toBeNull();
  });
});

const viewer = { gm: false, owns: ['mira'], targets: [] };

it('[C-61] the sheet shows the armor of each zone on a body', () => {
  const on = fight();
  const { zones } = defined(clash.views.sheet(on, on.fighters.mira, viewer).body, 'a body');
  expect([zones.head.value, zones.torso.value, zones.arms.value, zones.legs.value]).toEqual([0, 3, 2, 1]);
});

it('[C-07, C-20] the strip shows three actions for the active fighter and a reaction for everyone', () => {
  const on = fight();
  for (const [id, initiative] of [
    ['gnoll', 9],
    ['mira', 5],
  ] as const)
    on.fighters[id].state.initiative = initiative;
  const { track, rows } = clash.views.tracker(on, viewer);
  expect(track.map(({ gauges }) => gauges)).toEqual([['attack', 'utility', 'movement', 'reaction'], ['reaction']]);
  for (const { gauges } of rows)
    expect(gauges.map(({ id }) => id)).toEqual(expect.arrayContaining(['attack', 'reaction']));
});

it('[C-104] the view lists areas for the map, and the button of a field asks for a place on the map', () => {
  const field = spell('Brambles', {
    line: 'SURECAST',
    purpose: 'offensive',
    baseMp: 0,
    keywords: ['FIELD'],
    radius: 2,
  });
  const witch = fighter('witch', { mpMax: 3 }, { items: [field], place: at(0.5, 0.5) });
  const on = encounter([witch, fighter('mira')]);
  const cast = { do: 'attack-spell', by: 'witch', with: field.id };
  expect(clash.views.action(on, cast, viewer)).toMatchObject({ needs: 'area', radius: 2 });
  expect(clash.views.action(on, { ...cast, at: 'mira' }, viewer).needs).toBe('nothing');
  play(on, { ...cast, path: [at(4.5, 3.5)] });
  expect(clash.views.areas?.(on)).toEqual([
    expect.objectContaining({ by: 'witch', x: 4.5, y: 3.5, elevation: 0, radius: 2 }),
  ]);
});
