import { describe, expect, it } from 'vitest';
import { tempo } from '../../../src/rulesets/tempo';
import { unspentEntries } from '../../../src/rulesets/tempo/plan/plan';
import { begun, foe, hero, item, on, openPartsOf, play, reasons } from './vocabulary';

const sword = item('weapon', 'sword');
const ended = { justEnded: true };
const exert = (options: object, id = 'exert-action') => ({ do: id, by: 'tib', options }) as never;

describe('[T-97] an added action', () => {
  it('must also be moved if its number has passed, and then costs two', () => {
    const tib = hero('tib', { for: 1 });
    const encounter = on(5, [tib], ended);
    expect(reasons(encounter, exert({ action: 'mark' }))).toEqual(['tempo-passed']);
    play(encounter, exert({ action: 'mark', to: 6 }));
    expect([tib.pools.exertion.value, tib.state['add-a1'], tib.state['moved-a1']]).toEqual([
      ...[2, { action: 'mark' }, { action: 'mark', to: 6 }],
    ]);
  });
  it('is refused as a whole if the second point is not affordable', () => {
    const tib = hero('tib', {}, { pools: { exertion: 1 } });
    expect(reasons(on(5, [tib], ended), exert({ action: 'mark', to: 6 }))).toEqual(['at-max-exertion']);
    expect(reasons(on(5, [tib], ended), exert({ action: 'shift' }))).toEqual([]);
  });
  it('is asked for if the command does not name it', () => {
    const tib = hero('tib', { for: 2 });
    play(on(5, [tib], ended), { do: 'exert-action', by: 'tib' }, [], [['mark'], [7]]);
    expect([tib.state['add-a1'], tib.state['moved-a1'], tib.pools.exertion.value]).toEqual([
      ...[{ action: 'mark' }, { action: 'mark', to: 7 }, 2],
    ]);
  });
  it('is not asked for only if none can be added', () => {
    const unnamed = (at: number) =>
      reasons(on(at, [hero('tib', {}, { pools: { exertion: 1 } })], ended), { do: 'exert-action', by: 'tib' });
    // All that comes before the called number costs two.
    expect([unnamed(5), unnamed(7), unnamed(8)]).toEqual([[], [], ['at-max-exertion']]);
  });
  it.each([
    // The called number is 5: Shift comes at 7, the Standard Attack at 5, Mark has passed.
    ['shift', undefined, 1, undefined],
    ['shift', 7, 1, undefined],
    ['shift', 8, 2, { action: 'shift', to: 8 }],
    ['standard-attack', 5, 1, undefined],
    ['standard-attack', 9, 2, { action: 'standard-attack', to: 9 }],
    ['mark', 5, 2, { action: 'mark', to: 5 }],
  ])('%s at %s costs %d', (action, to, price, moved) => {
    const options = to === undefined ? { action } : { action, to };
    const tib = hero('tib');
    play(on(5, [tib], ended), exert(options));
    expect([tib.pools.exertion.value, tib.state['add-a1'], tib.state['moved-a1']]).toEqual([price, { action }, moved]);
    const spent = hero('tib', {}, { pools: { exertion: 1 } });
    expect(reasons(on(5, [spent], ended), exert(options))).toEqual(price === 1 ? [] : ['at-max-exertion']);
  });
  it('may be a spell or an ability of the fighter', () => {
    const items = [item('ability', 'spin', { tempo: 6 }), item('spell', 'ember', { tempo: 8 })];
    const tib = hero('tib', { for: 2 }, { items });
    const encounter = on(5, [tib], ended);
    play(encounter, { do: 'exert-action', by: 'tib' }, [], [['spin']]);
    play(encounter, { do: 'exert-action', by: 'tib' }, [], [['ember']]);
    expect([tib.state['add-a1'], tib.state['add-a2'], tib.pools.exertion.value]).toEqual([
      ...[{ action: 'ability', item: 'spin' }, { action: 'magic', item: 'ember' }, 2],
    ]);
  });
  it('comes before the remaining NPCs, even if NPCs are acting already', () => {
    const tib = hero('tib', {}, { items: [sword] });
    const rat = foe('rat', {}, { items: [sword], state: { 'plan-1': 'standard-attack' } });
    const encounter = on(5, [tib, rat], { ...ended, phase: 'npcs', closed: true });
    const strike = { do: 'standard-attack', by: 'tib', at: 'rat' };
    expect(reasons(encounter, strike)).toEqual(['tempo-passed']);
    play(encounter, exert({ action: 'standard-attack' }));
    expect(reasons(encounter, { do: 'standard-attack', by: 'rat', at: 'tib' })).toEqual(['players-first']);
    play(encounter, strike, [2]);
    expect(reasons(encounter, { do: 'standard-attack', by: 'rat', at: 'tib' })).toEqual([]);
  });
  it('is lost with the Round if it is not used, without a refund', () => {
    const tib = hero('tib');
    const encounter = on(9, [tib], ended);
    play(encounter, exert({ action: 'mark', to: 9 }));
    play(encounter, { do: 'count', by: 'gm' });
    expect([tib.pools.exertion.value, Object.keys(tib.state)]).toEqual([2, ['exerted']]);
  });
});

describe('[T-98] a moved action', () => {
  it('may be a missed action, which is then possible again', () => {
    const tib = hero('tib', {}, { state: { 'plan-1': 'mark' }, items: [sword] });
    const encounter = on(5, [tib, foe('rat')], ended);
    play(encounter, exert({ action: 'mark', to: 6 }, 'exert-retime'));
    expect(tib.state['moved-1']).toEqual({ action: 'mark', to: 6 });
    play(encounter, { do: 'count', by: 'gm' });
    expect(reasons(encounter, { do: 'mark', by: 'tib', at: 'rat' })).toEqual([]);
  });
  it('is asked for if the command does not name it', () => {
    const tib = hero('tib', {}, { state: { 'plan-2': 'shift' } });
    play(on(5, [tib], ended), { do: 'exert-retime', by: 'tib' }, [], [['1'], [8]]);
    expect(tib.state['moved-2']).toEqual({ action: 'shift', to: 8 });
  });
  it('needs an action that can be moved', () => {
    expect(reasons(on(5, [hero('tib')], ended), { do: 'exert-retime', by: 'tib' })).toEqual(['nothing-to-move']);
  });
  it('is impossible without such an action, and nothing is asked', () => {
    const retime = { do: 'exert-retime', by: 'tib' };
    const given = (clock = {}, state = {}) => tempo.whyNot(on(5, [hero('tib', {}, { state: state })], clock), retime);
    const none = { id: 'nothing-to-move', impossible: true };
    expect(given(ended)).toEqual([none]);
    // The own turn is closed first, so its action counts as done.
    const turn = { turn: 'tib', entry: '1', action: 'mark' };
    expect(given({ ...turn, acted: true }, { 'plan-1': 'mark' })).toEqual([none]);
    expect(given({ ...turn, acted: false }, { 'plan-1': 'mark' })).toEqual([{ id: 'wrong-moment' }, none]);
    const done = { 'did-1': 'mark', 'did-2': 'shift' };
    const named = { ...retime, options: { action: 'help', to: 7 } };
    expect(tempo.whyNot(on(5, [hero('tib', {}, { state: done })], ended), named)).toEqual([
      { id: 'already-performed', impossible: true },
    ]);
  });
  it('may be an Extra action too', () => {
    const taunt = item('ability', 'taunt', { tag: 'extra', tempo: 1 });
    const tib = hero('tib', {}, { items: [taunt] });
    const encounter = on(5, [tib], ended);
    const command = { do: 'ability', by: 'tib', with: 'taunt' };
    expect(reasons(encounter, command)).toEqual(['tempo-passed']);
    play(encounter, { do: 'exert-retime', by: 'tib', with: 'taunt', options: { action: 'ability', to: 5 } });
    expect(reasons(encounter, command)).toEqual([]);
    // T-89: it has no Normal Move.
    expect(reasons(encounter, { do: 'walk', by: 'tib', options: { spaces: 1 } })).toEqual(['not-due']);
  });
});

describe('[T-95] a Free action', () => {
  it('that has become an ordinary one on the sheet is no longer announced', () => {
    const due = (tag: string) => {
      const state = { 'plan-x-jab': 'ability jab' };
      const tib = hero('tib', {}, { items: [item('ability', 'jab', { tag, tempo: 3 })], state });
      return reasons(on(3, [tib]), { do: 'pass', by: 'tib', options: { slot: 'x-jab' } });
    };
    expect([due('free'), due('none')]).toEqual([[], ['nothing-due']]);
  });
  const jab = item('ability', 'jab', { tag: 'free', tempo: 3, usesPerRound: 2, momentumCost: 1 });
  it('may be used again, within its own cap and its Momentum', () => {
    const tib = hero('tib', {}, { items: [jab], pools: { momentum: 2 } });
    const encounter = on(3, [tib]);
    const command = { do: 'ability', by: 'tib', with: 'jab' };
    play(encounter, command);
    play(encounter, command);
    expect(reasons(encounter, command)).toEqual(['no-momentum', 'no-uses']);
    expect(tib.state.record).toBeUndefined();
  });
});

it.each([
  [0, []],
  [1, ['3']],
  [2, ['2', '3']],
])(
  '[T-103, T-A49] a preparation cannot cost more than is left of the maximum: with %d of 3, not %j',
  (exertion, no) => {
    const tib = hero('tib', { for: 1 }, { pools: { exertion } });
    const claimed = begun(on(1, [tib], { turn: 'tib', acted: true }), exert({}, 'exert-prepared'), [], [['A key']]);
    const refused = openPartsOf(claimed.run).flatMap((part) =>
      part.kind === 'choice' ? part.options.filter(({ whyNot }) => whyNot.length > 0).map(({ id }) => id) : [],
    );
    expect(refused).toEqual(no);
  },
);

describe('[T-70] Mana for an ongoing spell', () => {
  const spell = (id: string) => item('spell', id, { cost1: 1, duration: 'scene', ongoing: true, active: 1 });
  it('is chosen by the player if several are possible, and the spell ends', () => {
    const tib = hero('tib', { mana1: 3 }, { items: [spell('veil'), spell('ward')], pools: { scene1: 3 } });
    play(on(1, [tib], { turn: 'tib', acted: true }), exert({}, 'exert-mana'), [], [['ward']]);
    expect(tib.items.map((each) => 'active' in each && each.active)).toEqual([1, 0]);
    expect([tib.pools.scene1.value, tib.pools.exertion.value]).toEqual([2, 1]);
  });
});

it('[T-01, T-97] a fighter with a million actions, as a file may have, has no more than a few', () => {
  const tib = hero('tib', {}, { state: { added: 999_999 } });
  const many = { ...tib, stats: { ...tib.stats, actionsPerRound: 999_999 } };
  expect(unspentEntries(on(0, [many]), many).length).toBe(60);
});
