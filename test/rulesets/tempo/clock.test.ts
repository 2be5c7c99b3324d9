import { describe, expect, it } from 'vitest';
import { tempo } from '../../../src/rulesets/tempo';
import { IDLE } from '../../../src/rulesets/tempo/clock';
import { at, foe, having, hero, item, on, play, reasons } from './vocabulary';

const gm = (id: string, rest = {}) => ({ do: id, by: 'gm', ...rest });
const sword = item('weapon', 'sword');

describe('[T-02, T-04] the count', () => {
  it('begins with Planning, calls ten numbers, and plans again', () => {
    const encounter = on(0, [hero('mira')], IDLE);
    play(encounter, gm('start'));
    expect(encounter.clock).toMatchObject({ round: 1, phase: 'planning', tempo: -1 });
    const called = Array.from({ length: 10 }, () => {
      play(encounter, gm('count'));
      return encounter.clock.tempo;
    });
    expect(called).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    play(encounter, gm('count'));
    expect(encounter.clock).toMatchObject({ round: 2, phase: 'planning' });
  });
  it('[T-08] goes to the NPCs of a number before the next, and past numbers nobody needs', () => {
    const rat = foe('rat', {}, { state: { 'plan-1': 'guard' } });
    const encounter = on(3, [hero('mira'), rat]);
    play(encounter, gm('count', { options: { skip: true } }));
    expect(encounter.clock).toMatchObject({ phase: 'players', tempo: 4 });
    play(encounter, gm('count'));
    expect(encounter.clock).toMatchObject({ phase: 'npcs', tempo: 4 });
  });
  it('waits for a turn whose action is still to come', () => {
    const encounter = on(3, [hero('mira')], { turn: 'mira' });
    expect(reasons(encounter, gm('count'))).toEqual(['turn-open']);
  });
  it('is the game master’s', () => {
    for (const id of [
      ...tempo.clockCommands,
      'adjust',
      'condition',
      'force-exertion',
      'place',
      'close-turn',
      'npcs-again',
    ])
      expect(reasons(on(3, [hero('mira')]), { do: id, by: 'mira' })).toEqual(['gm-only']);
  });
  it.each([
    ['start', 'players', ['already-open']],
    ['count', 'idle', ['not-open']],
    ['end', 'scene-end', ['not-open']],
    ['close', 'players', ['not-over']],
  ] as const)('%s is refused while %s', (id, phase, wanted) => {
    expect(reasons(on(1, [hero('mira')], { phase }), gm(id))).toEqual(wanted);
  });
});

describe('[T-07] on one number', () => {
  const scene = (clock = {}) => {
    const plans = { items: [sword], state: { 'plan-1': 'standard-attack' } };
    return on(5, [hero('mira', {}, plans), foe('rat', {}, plans)], clock);
  };
  const rat = { do: 'standard-attack', by: 'rat', at: 'mira' };
  const mira = { do: 'standard-attack', by: 'mira', at: 'rat' };
  it('an NPC waits for players with something to do', () => {
    expect(reasons(scene(), rat)).toEqual(['players-first']);
    expect(reasons(scene({ phase: 'npcs' }), rat)).toEqual([]);
  });
  it('players may until the first NPC has begun', () => {
    const encounter = scene({ phase: 'npcs' });
    expect(reasons(encounter, mira)).toEqual([]);
    play(encounter, rat, [2]);
    expect(reasons(encounter, mira)).toEqual(['wrong-moment', 'tempo-passed']);
  });
});

it('whoever comes in the middle of a Round waits for the next Planning', () => {
  const encounter = on(1, [hero('mira'), hero('late')], { present: ['mira'] });
  expect(reasons(encounter, { do: 'rest', by: 'late' })).toEqual(['joins-next-round']);
  expect(reasons(encounter, { do: 'rest', by: 'mira' })).toEqual([]);
});

it('nobody is marked, guarded or helped by who has left, nor under a spell of theirs that goes on', () => {
  const by = 'mira';
  const until = null;
  const conditions = [
    ...['marked', 'guarded', 'assisted'].map((id) => ({ key: id, id, until, by })),
    { key: 'held', id: 'hampered', until, by, data: { name: 'Bind', spell: 'bind' } },
    { key: 'prone', id: 'prone', until },
  ];
  const encounter = on(3, [hero('mira'), foe('rat', {}, { conditions })]);
  delete encounter.fighters.mira;
  play(encounter, gm('part'));
  expect(encounter.fighters.rat.conditions.map(({ id }) => id)).toEqual(['prone']);
});

it('a thing takes no turns and stands in no row', () => {
  const crate = hero('crate', { object: true }, { side: 'things', player: false });
  const encounter = on(1, [hero('mira'), crate]);
  expect(reasons(encounter, { do: 'rest', by: 'crate' })).toEqual(['no-fighter']);
  expect(tempo.views.tracker(encounter, { gm: true, owns: [], targets: [] }).rows.map(({ id }) => id)).toEqual([
    'mira',
  ]);
});

describe('the game master’s word', () => {
  it('sets numbers with their consequences', () => {
    const mira = hero('mira');
    const encounter = on(1, [mira]);
    play(encounter, gm('adjust', { at: 'mira', options: { pool: 'hp', to: 0 } }));
    expect([mira.conditions.map(({ id }) => id), mira.pools.exertion.value]).toEqual([['dying'], 1]);
    play(encounter, gm('adjust', { at: 'mira', options: { pool: 'hp', to: 3 } }));
    expect(mira.conditions).toEqual([]);
  });
  it('names a Debuff, and takes it away', () => {
    const mira = hero('mira');
    const encounter = on(1, [mira]);
    const slow = { condition: 'hampered', name: 'Slowed' };
    play(encounter, gm('condition', { at: 'mira', options: { ...slow, on: true } }));
    expect(mira.conditions).toMatchObject([{ id: 'hampered', data: { name: 'Slowed' } }]);
    play(encounter, gm('condition', { at: 'mira', options: { ...slow, on: false } }));
    expect(mira.conditions).toEqual([]);
  });
  it('sets somebody down, whatever it would cost', () => {
    const mira = hero('mira', {}, { place: at(0, 0) });
    const encounter = on(1, [mira]);
    expect(reasons(encounter, gm('place', { at: 'mira' }))).toEqual(['no-path']);
    play(encounter, gm('place', { at: 'mira', path: [at(30, 2)] }));
    expect(mira.place).toMatchObject({ x: 30, y: 2 });
  });
  it('[T-109] forces Exertion point by point', () => {
    const mira = hero('mira');
    play(on(1, [mira]), gm('force-exertion', { at: 'mira', options: { points: 3 } }));
    expect([mira.pools.exertion.value, mira.conditions.map(({ id }) => id)]).toEqual([2, ['dead']]);
  });
  it('has the NPCs do as before', () => {
    const rat = foe('rat', {}, { state: { 'last-1': 'guard', 'last-2': 'mark' } });
    const encounter = on(-1, [rat, hero('mira')], { phase: 'planning' });
    play(encounter, gm('npcs-again'));
    expect([rat.state['plan-1'], rat.state['plan-2']]).toEqual([{ action: 'guard' }, { action: 'mark' }]);
    expect(reasons(encounter, gm('npcs-again'))).toEqual(['nothing-to-repeat']);
  });
});

it('prone, one rises for half of Speed in one’s own turn, or with the Move', () => {
  const mira = hero(
    'mira',
    { speed: 5 },
    { conditions: [having('prone')], place: at(0, 0), state: { 'plan-1': 'move' } },
  );
  const encounter = on(4, [mira]);
  play(encounter, { do: 'turn', by: 'mira', options: { action: 'move' } });
  expect(reasons(encounter, { do: 'move', by: 'mira', path: [at(3, 0)], options: { stand: true } })).toEqual([
    'too-far',
  ]);
  play(encounter, { do: 'stand-up', by: 'mira' });
  expect([mira.state.normalMoveLeft, mira.conditions]).toEqual([2, []]);
});

it('paths are paid by the Normal Move first, then by Move; a leap is asked for by how the token moves', () => {
  const mira = hero('mira', {}, { place: at(0, 0), state: { 'plan-1': 'move' } });
  const encounter = on(4, [mira]);
  expect(tempo.moves(encounter, 'mira', [at(4, 0)])[0]).toMatchObject({
    command: { do: 'move' },
    cost: [{ amount: 4 }],
  });
  play(encounter, { do: 'turn', by: 'mira', options: { action: 'move' } });
  expect(tempo.moves(encounter, 'mira', [at(4, 0)])[0].command.do).toBe('walk');
  expect(tempo.moves(encounter, 'mira', [at(3, 0)], 'jump')).toMatchObject([{ command: { options: { jump: true } } }]);
});
