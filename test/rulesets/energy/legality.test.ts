import { describe, expect, it } from 'vitest';
import type { Command } from '../../../src/encounter/command';
import type { ExchangeRun } from '../../../src/encounter/play';
import type { PlaceAsk } from '../../../src/kernel/ask';
import { defined } from '../../../src/kernel/defined';
import { at, begun, conditionOf, encounter, fighter, goOn, item, play, said, weapon } from './vocabulary';

const gm = (verb: string, of: string, rest: object = {}): Command => ({ do: verb, by: 'gm', at: of, ...rest });
const afflict = (of: string, condition: string): Command => gm('condition', of, { options: { condition, on: true } });
const exposed = conditionOf('exposed', { until: { at: 'round-end', n: 9 } });

/** A heavy-handed fighter next to a foe who cannot resist, and a friend of the foe next to both. */
function three() {
  const mira = fighter(
    'mira',
    { meleeAV: 30, unarmedAV: 30 },
    { items: [weapon('sword', { reach: 0 })], place: at(3.5, 3.5, 90) },
  );
  const gnoll = fighter(
    'gnoll',
    { evasion: 5, fortitude: 0 },
    { side: 'foes', items: [weapon('axe'), weapon('club')], conditions: [exposed], place: at(3.5, 4.5, 270) },
  );
  const rat = fighter('rat', { initiative: 9 }, { side: 'foes', place: at(4.5, 4.5, 180) });
  return encounter([mira, gnoll, rat]);
}

const firstPlace = (played: ExchangeRun) => defined((played.run.open as PlaceAsk).places[0], 'a place');

/** The friend wins Initiative and takes up the weapon. */
function takesUp(played: ExchangeRun): void {
  const command: Command = {
    do: 'challenge-initiative',
    by: 'rat',
    at: 'mira',
    with: 'axe',
    options: { action: 'pick-up-item', on: 'gnoll' },
  };
  played.run.interrupt(command);
  for (const answer of [[20], ['decline'], ['before']]) played.run.answer(answer);
}

describe('[E-185, E-186] a disarmed weapon that another fighter takes up', () => {
  const disarm: Command = { do: 'disarm', by: 'mira', at: 'gnoll', with: 'sword' };
  const toFling = () => {
    const on = three();
    // Another thing of the target's lies there too.
    play(on, { do: 'drop-item', by: 'gnoll', with: 'club' });
    const played = begun(on, disarm, [12, 2, 2]);
    expect(played.run.open?.id).toBe('fling-weapon');
    return { on, played };
  };
  it('is not flung, which costs no Agility', () => {
    const { on, played } = toFling();
    takesUp(played);
    played.run.answer(['fling']);
    expect(played.run.open).toBeNull();
    expect(said(played)).not.toContain('flung');
    expect(on).toHavePool('mira', 'agility', 3);
    expect(on.fighters.rat.items).toMatchObject([{ name: 'axe', equipped: true, dropped: false }]);
  });
  it('is not flung from the hand of who has it, while its place is chosen', () => {
    const { on, played } = toFling();
    played.run.answer(['fling']);
    expect(played.run.open?.id).toBe('fling-place');
    takesUp(played);
    played.run.answer([firstPlace(played)]);
    expect(played.run.open).toBeNull();
    expect(on.fighters.rat.items).toMatchObject([{ name: 'axe', equipped: true, dropped: false }]);
  });
  it('can be used in the same exchange', () => {
    const { on, played } = toFling();
    takesUp(played);
    const [{ id }] = on.fighters.rat.items;
    played.run.interrupt(afflict('mira', 'unguarded'));
    played.run.interrupt({ do: 'melee-attack', by: 'rat', at: 'mira', with: id, options: { swift: true } });
    expect(played.run.open).toMatchObject({ id: 'combat', by: 'rat' });
  });
});

it('[E-194] a target that is moved while the attacker chooses where to push it stays there', () => {
  const on = three();
  const played = begun(on, { do: 'push', by: 'mira', at: 'gnoll' }, [12, 2, 2]);
  expect(played.run.open?.id).toBe('push');
  played.run.interrupt(gm('place', 'gnoll', { path: [at(9.5, 9.5)] }));
  played.run.answer([firstPlace(played)]);
  expect(played.run.open).toBeNull();
  expect(on.fighters.gnoll.place).toMatchObject({ x: 9.5, y: 9.5 });
});

it('[E-51] an Agile Move ends if its mover is put elsewhere while the space is chosen', () => {
  const on = three();
  Object.assign(on.fighters.mira.state, { nonMoveEnergy: 1 });
  const played = begun(on, { do: 'agile-move', by: 'mira' });
  expect(played.run.open?.id).toBe('agile-move');
  played.run.interrupt(gm('place', 'mira', { path: [at(9.5, 9.5)] }));
  expect(played.run.open).toBeNull();
  expect(said(played)).toEqual(['stopped']);
  expect(on.fighters.mira.place).toMatchObject({ x: 9.5, y: 9.5 });
});

it('[E-51] an Agile Move does not end in a space that is taken while it is chosen', () => {
  const on = three();
  Object.assign(on.fighters.mira.state, { nonMoveEnergy: 1 });
  const played = begun(on, { do: 'agile-move', by: 'mira' });
  played.run.interrupt(gm('place', 'rat', { path: [at(2.5, 3.5)] }));
  played.run.answer([at(2.5, 3.5, 90)]);
  expect(said(played)).toEqual(['stopped']);
  expect(on.fighters.mira.place).toMatchObject({ x: 3.5, y: 3.5 });
});

it('[E-207] damage by the GM ends if its target dies before the number is set', () => {
  const on = three();
  const played = begun(on, gm('damage', 'gnoll'));
  expect(played.run.open?.id).toBe('damage-points');
  played.run.interrupt(afflict('gnoll', 'dead'));
  expect(played.run.open).toBeNull();
  expect(said(played)).toEqual(['stopped']);
});

describe('[E-202, E-214] a rest of several', () => {
  const idle = () => ({ ...three(), clock: { round: 0, phase: 'idle' } });
  const rest: Command = gm('short-rest', 'gnoll', { options: { minutes: 10 } });
  it.each(['dead', 'bleeding-out'])('ends for one who is %s', (condition) => {
    const on = idle();
    Object.assign(on.fighters.gnoll.pools.stamina, { value: 1 });
    const played = begun(on, rest);
    played.run.interrupt(afflict('gnoll', condition));
    played.run.answer(['go-on']);
    expect(played.run.open).toBeNull();
    expect(said(played)).toEqual(['rest-declined']);
    expect(on).toHavePool('gnoll', 'stamina', 1);
  });
  it('gives no Aura for a Surge that is gone', () => {
    const on = idle();
    Object.assign(on.fighters.gnoll.pools.aura, { value: 1 });
    const played = begun(on, { ...rest, options: { minutes: 5 } });
    played.run.interrupt(gm('adjust', 'gnoll', { options: { pool: 'surges', to: 0 } }));
    played.run.answer(['surge']);
    expect(on).toHavePool('gnoll', 'aura', 1);
  });
});

it('[E-38, E-200] a fighter who falls while a potion is declared does not drink it', () => {
  const potion = item('gear', 'potion', { usesMax: 1, useCost: 1, usesPer: 'long-rest' });
  const on = encounter([fighter('mira', {}, { items: [potion] }), fighter('kor', {}, { player: true })], {
    settings: { pause: 5 },
  });
  const played = begun(on, { do: 'use-item', by: 'mira', with: 'potion' });
  expect(played.run.open?.id).toBe('declared');
  played.run.interrupt(afflict('mira', 'unconscious'));
  expect(played.run.open).toBeNull();
  expect(said(played)).toEqual(['stopped']);
  expect(on.fighters.mira.items).toMatchObject([{ usesSpent: 0 }]);
});

it('[E-47] a Run ends before a wall that is raised while it pauses, on a space of its own', () => {
  const on = three();
  const friend = fighter('kor', {}, { side: 'mira', place: at(5.5, 3.5) });
  Object.assign(on.fighters, { kor: friend });
  Object.assign(on.fighters.rat, { player: true });
  const path = [4.5, 5.5, 6.5, 7.5].map((x) => at(x, 3.5));
  const played = begun(on, { do: 'run', by: 'mira', path });
  expect(played.run.open).toMatchObject({ id: 'swift', candidates: [{ by: 'gnoll' }, { by: 'rat' }] });
  const wall = { from: { x: 5, y: 0 }, to: { x: 5, y: 9 }, sight: true, move: true };
  Object.assign(on, { ground: { ...on.ground, walls: [wall] } });
  goOn(played);
  expect(said(played)).toEqual(['stopped']);
  expect(on.fighters.mira.place).toMatchObject({ x: 4.5, y: 3.5 });
  expect(on).toHavePool('mira', 'energy', 4);
});

it('[E-39] who falls in the space of a friend lies in the last free one', () => {
  const on = three();
  Object.assign(on.fighters, { kor: fighter('kor', {}, { side: 'mira', place: at(4.5, 3.5) }) });
  const played = begun(on, { do: 'run', by: 'mira', path: [at(4.5, 3.5), at(5.5, 3.5)] });
  expect(on.fighters.mira.place).toMatchObject({ x: 4.5, y: 3.5 });
  played.run.interrupt(afflict('mira', 'prone'));
  goOn(played);
  expect(on.fighters.mira.place).toMatchObject({ x: 3.5, y: 3.5 });
  expect(on).toHavePool('mira', 'energy', 4);
});
