import { describe, expect, it } from 'vitest';
import { tempo } from '../../../src/rulesets/tempo';
import { IDLE } from '../../../src/rulesets/tempo/clock';
import { at, conditionOf, foe, hero, item, on, play, reasons } from './vocabulary';

const gm = (id: string, rest = {}) => ({ do: id, by: 'gm', ...rest });
const sword = item('weapon', 'sword');

describe('[T-02, T-04] the count', () => {
  it('begins with Planning, calls ten numbers, and returns to Planning', () => {
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
  it('[T-08] calls the NPCs of a number before the next, and skips numbers without actions', () => {
    const rat = foe('rat', {}, { state: { 'plan-1': 'guard' } });
    const encounter = on(3, [hero('mira'), rat]);
    play(encounter, gm('count', { options: { skip: true } }));
    expect(encounter.clock).toMatchObject({ phase: 'players', tempo: 4 });
    play(encounter, gm('count'));
    expect(encounter.clock).toMatchObject({ phase: 'npcs', tempo: 4 });
  });
  it('waits for the action of an open turn', () => {
    const encounter = on(3, [hero('mira')], { turn: 'mira' });
    expect(reasons(encounter, gm('count'))).toEqual(['turn-open']);
  });
  it('is moved by the game master only', () => {
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
  ] as const)('refuses %s in the phase %s', (id, phase, wanted) => {
    expect(reasons(on(1, [hero('mira')], { phase }), gm(id))).toEqual(wanted);
  });
});

describe('[T-07] acting on the same number', () => {
  const scene = (clock = {}) => {
    const plans = { items: [sword], state: { 'plan-1': 'standard-attack' } };
    return on(5, [hero('mira', {}, plans), foe('rat', {}, plans)], clock);
  };
  const rat = { do: 'standard-attack', by: 'rat', at: 'mira' };
  const mira = { do: 'standard-attack', by: 'mira', at: 'rat' };
  it('an NPC waits for players with a planned action', () => {
    expect(reasons(scene(), rat)).toEqual(['players-first']);
    expect(reasons(scene({ phase: 'npcs' }), rat)).toEqual([]);
  });
  it('players may act until the first NPC has begun', () => {
    const encounter = scene({ phase: 'npcs' });
    expect(reasons(encounter, mira)).toEqual([]);
    play(encounter, rat, [2]);
    expect(reasons(encounter, mira)).toEqual(['wrong-moment', 'tempo-passed']);
  });
});

it('[T-07, T-08] the acting fighters are those of the turn, else the players due, else the NPCs due', () => {
  const acting = (clock = {}) => {
    const plans = { state: { 'plan-1': 'guard' } };
    return tempo.timing.actingFighters(on(4, [hero('mira', {}, plans), hero('dov'), foe('rat', {}, plans)], clock));
  };
  expect([acting(), acting({ phase: 'npcs' }), acting({ turn: 'dov' })]).toEqual([['mira'], ['rat'], ['dov']]);
});

it('a fighter that joins during a Round waits for the next Planning', () => {
  const encounter = on(1, [hero('mira'), hero('late')], { present: ['mira'] });
  expect(reasons(encounter, { do: 'rest', by: 'late' })).toEqual(['joins-next-round']);
  expect(reasons(encounter, { do: 'rest', by: 'mira' })).toEqual([]);
});

it('a fighter that leaves ends its Marked, guarded and assisted conditions and its ongoing spells', () => {
  const by = 'mira';
  const until = null;
  const conditions = [
    ...['marked', 'guarded', 'assisted'].map((id) => ({ key: id, id, until, by })),
    { key: 'held', id: 'hampered', until, by, data: { name: 'Bind', spell: 'bind' } },
    { key: 'prone', id: 'prone', until },
  ];
  const encounter = on(3, [hero('mira'), foe('rat', {}, { conditions })]);
  delete encounter.fighters.mira;
  play(encounter, gm('clean-up'));
  expect(encounter.fighters.rat.conditions.map(({ id }) => id)).toEqual(['prone']);
});

it('an Object takes no turns, is not counted as present and has no row', () => {
  const crate = hero('crate', { object: true }, { side: 'things', player: false });
  const idle = on(0, [hero('mira'), crate], IDLE);
  play(idle, gm('start'));
  play(idle, gm('count'));
  expect(idle.clock.present).toEqual(['mira']);
  const encounter = on(1, [hero('mira'), crate]);
  expect(reasons(encounter, { do: 'rest', by: 'crate' })).toEqual(['no-fighter']);
  expect(tempo.views.tracker(encounter, { gm: true, owns: [], targets: [] }).rows.map(({ id }) => id)).toEqual([
    'mira',
  ]);
});

describe('commands of the game master', () => {
  it('set pools with their consequences', () => {
    const mira = hero('mira');
    const encounter = on(1, [mira]);
    play(encounter, gm('adjust', { at: 'mira', options: { pool: 'hp', to: 0 } }));
    expect([mira.conditions.map(({ id }) => id), mira.pools.exertion.value]).toEqual([['dying'], 1]);
    play(encounter, gm('adjust', { at: 'mira', options: { pool: 'hp', to: 3 } }));
    expect(mira.conditions).toEqual([]);
  });
  it('add a named Debuff, and remove it', () => {
    const mira = hero('mira');
    const encounter = on(1, [mira]);
    const slow = { condition: 'hampered', name: 'Slowed' };
    play(encounter, gm('condition', { at: 'mira', options: { ...slow, on: true } }));
    expect(mira.conditions).toMatchObject([{ id: 'hampered', data: { name: 'Slowed' } }]);
    play(encounter, gm('condition', { at: 'mira', options: { ...slow, on: false } }));
    expect(mira.conditions).toEqual([]);
  });
  it('move a token without a price', () => {
    const mira = hero('mira', {}, { place: at(0, 0) });
    const encounter = on(1, [mira]);
    expect(reasons(encounter, gm('place', { at: 'mira' }))).toEqual(['no-path']);
    play(encounter, gm('place', { at: 'mira', path: [at(30, 2)] }));
    expect(mira.place).toMatchObject({ x: 30, y: 2 });
  });
  it('[T-109] force Exertion point by point', () => {
    const mira = hero('mira');
    play(on(1, [mira]), gm('force-exertion', { at: 'mira', options: { points: 3 } }));
    expect([mira.pools.exertion.value, mira.conditions.map(({ id }) => id)]).toEqual([2, ['dead']]);
  });
  it('repeat the NPCs’ plans', () => {
    const rat = foe('rat', {}, { state: { 'last-1': 'guard', 'last-2': 'mark' } });
    const mira = hero('mira', {}, { state: { 'last-1': 'rest' } });
    const encounter = on(-1, [rat, mira], { phase: 'planning' });
    play(encounter, gm('npcs-again'));
    expect([rat.state['plan-1'], rat.state['plan-2']]).toEqual([{ action: 'guard' }, { action: 'mark' }]);
    expect(mira.state['plan-1']).toBeUndefined();
    expect(reasons(on(2, [rat, mira]), gm('npcs-again'))).toEqual(['wrong-moment']);
    expect(reasons(encounter, gm('npcs-again'))).toEqual(['nothing-to-repeat']);
  });
});

it('a prone fighter stands up for half of Speed in its turn, or with the Move', () => {
  const mira = hero(
    'mira',
    { speed: 5 },
    { conditions: [conditionOf('prone')], place: at(0, 0), state: { 'plan-1': 'move' } },
  );
  const encounter = on(4, [mira]);
  play(encounter, { do: 'turn', by: 'mira', options: { action: 'move' } });
  expect(reasons(encounter, { do: 'move', by: 'mira', path: [at(3, 0)], options: { stand: true } })).toEqual([
    'too-far',
  ]);
  play(encounter, { do: 'stand-up', by: 'mira' });
  expect([mira.state.normalMoveLeft, mira.conditions]).toEqual([2, []]);
});

describe('a drag', () => {
  const start = (plans: Readonly<Record<string, string>>, number = 4) => {
    const mira = hero('mira', {}, { place: at(0, 0), state: plans });
    return { mira, encounter: on(number, [mira]) };
  };
  const ways = (encounter: ReturnType<typeof on>, far: number, manner?: string) =>
    tempo
      .moves(encounter, 'mira', [at(far, 0)], manner)
      .filter(({ whyNot }) => whyNot.length === 0)
      .map(({ command, needsConfirmation = false }) => [
        command.options?.jump ? 'jump' : command.do,
        needsConfirmation ? 'asks' : 'goes',
      ]);

  it('[T-05, T-10] is the Normal Move first, and begins the turn of an action that is due', () => {
    const { mira, encounter } = start({ 'plan-1': 'guard', 'plan-2': 'hide' });
    expect(ways(encounter, 4)[0]).toEqual(['walk', 'goes']);
    play(encounter, { do: 'walk', by: 'mira', path: [at(4, 0)] });
    expect(encounter.clock).toMatchObject({ turn: 'mira', action: { action: 'guard' }, acted: false });
    expect([mira.place?.x, mira.state.normalMoveLeft]).toEqual([4, 2]);
    expect([mira.state['plan-1'], mira.state['plan-2']]).toEqual([{ action: 'guard' }, { action: 'hide' }]);
    expect(ways(encounter, 6)).toEqual([['walk', 'goes']]);
    expect(ways(encounter, 7)).toEqual([]);
  });

  it('goes by the waypoints between its ends', () => {
    const { encounter } = start({ 'plan-1': 'guard' });
    const { table } = play(encounter, { do: 'walk', by: 'mira', path: [at(2, 0), at(2, 2), at(3, 2)] });
    expect(table.effects.filter(({ kind }) => kind === 'move')).toMatchObject([
      { to: at(3, 2), by: [at(2, 0), at(2, 2)] },
    ]);
  });

  it('[T-05] goes no farther than what an earlier part of the turn has left', () => {
    const { encounter } = start({ 'plan-1': 'guard' });
    play(encounter, { do: 'walk', by: 'mira', path: [at(3, 0)] });
    play(encounter, { do: 'end-turn', by: 'mira' });
    expect(reasons(encounter, { do: 'walk', by: 'mira', path: [at(6, 0)] })).toEqual(['not-due']);
  });

  it('[T-42] asks before it is a Move or a jump, and names what that takes', () => {
    const { encounter } = start({ 'plan-1': 'mark', 'plan-2': 'quick-attack' });
    expect(ways(encounter, 2)).toEqual([
      ['move', 'asks'],
      ['jump', 'asks'],
    ]);
    const [move, jump] = tempo.moves(encounter, 'mira', [at(2, 0)]);
    expect(move.notes).toMatchObject([{ key: 'Way.spends', facts: { action: { key: 'Action.move.label' } } }]);
    expect(jump.label).toEqual({ key: 'Way.jump' });
    const { encounter: full } = start({ 'plan-1': 'slow-attack', 'plan-2': 'hide' });
    expect(tempo.moves(full, 'mira', [at(2, 0)])[0]).toMatchObject({
      command: { do: 'move' },
      notes: [{ key: 'Way.replaces', facts: { action: { key: 'Action.hide.label' } } }],
      needsConfirmation: true,
    });
    expect(ways(encounter, 2, 'jump')).toEqual([['jump', 'asks']]);
  });

  it('[T-05] does not begin a turn while another waits for its action, or none is due', () => {
    const { encounter } = start({ 'plan-1': 'guard' }, 3);
    expect(reasons(encounter, { do: 'walk', by: 'mira', path: [at(1, 0)] })).toEqual(['not-due']);
    const { encounter: busy } = start({ 'plan-1': 'guard' });
    const kor = hero('kor', {}, { place: at(0, 5), state: { 'plan-1': 'guard' } });
    Object.assign(busy.fighters, { kor });
    play(busy, { do: 'turn', by: 'kor', options: { action: 'guard' } });
    expect(reasons(busy, { do: 'walk', by: 'mira', path: [at(1, 0)] })).toEqual(['wrong-moment']);
  });
});

it('moments of two Scenes of an encounter differ, so that a plan of the first is not ready in the second', () => {
  const momentIn = (scene: number) => tempo.momentOf({ ...IDLE, scene, round: 1, phase: 'planning' });
  expect(momentIn(1)).not.toBe(momentIn(2));
});
