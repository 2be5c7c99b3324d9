import { describe, expect, it } from 'vitest';
import type { Viewer } from '../../../src/encounter/view';
import { defined } from '../../../src/kernel/defined';
import { tempo } from '../../../src/rulesets/tempo';
import { foe, hero, item, on, play, reasons } from './vocabulary';

const ann: Viewer = { gm: false, owns: ['mira'], targets: [] };
const blade = item('weapon', 'blade', { speed: 'quick' });
const mira = (state = {}) => hero('mira', {}, { items: [blade], state: state });
const rat = (state = {}, id = 'rat', items = [blade]) => foe(id, {}, { items, state: state });
const pass = { do: 'pass', by: 'mira', options: { slot: '1' } };

describe('[T-05] passing a number', () => {
  const there = () => on(3, [mira({ 'plan-1': 'quick-attack' }), rat({ 'plan-1': 'quick-attack' })]);
  it('costs nothing: the slot is missed, and may be planned for a later number', () => {
    const encounter = there();
    play(encounter, pass);
    const [card] = defined(tempo.views.tracker(encounter, ann).rows.find(({ id }) => id === 'mira')?.cards, 'cards');
    expect(card).toMatchObject({ state: 'missed', at: 'tempo-3' });
    expect(reasons(encounter, pass)).toEqual(['nothing-due']);
    play(encounter, { do: 'plan', by: 'mira', options: { action: 'standard-attack', slot: '1' } });
    expect(tempo.views.tracker(encounter, ann).rows[0].cards?.[0]).toMatchObject({ state: 'planned', at: 'tempo-5' });
  });
  it('may be revised while the number is open', () => {
    const encounter = there();
    play(encounter, pass);
    const turn = { do: 'turn', by: 'mira', options: { action: 'quick-attack' } };
    expect(reasons(encounter, turn)).toEqual([]);
    play(encounter, turn);
    expect(encounter.clock.entry).toBe('1');
  });
  it('[T-07] lets the NPCs act, who wait for every player with a planned action', () => {
    const encounter = there();
    const bite = { do: 'turn', by: 'rat', options: { action: 'quick-attack' } };
    expect(reasons(encounter, bite)).toEqual(['players-first']);
    play(encounter, pass);
    expect(reasons(encounter, bite)).toEqual([]);
  });
  it('applies to this number of this Round only', () => {
    const encounter = there();
    play(encounter, pass);
    const later = on(3, [encounter.fighters.mira], { round: 2 });
    later.fighters.mira.state['plan-round'] = 2;
    expect(reasons(later, pass)).toEqual([]);
  });
  it('is as secret as the plan', () => {
    expect(tempo.secrets({}).commands).toContain('pass');
    const encounter = there();
    play(encounter, pass);
    expect(Object.keys(encounter.fighters.mira.state).every((key) => key.startsWith('plan-'))).toBe(true);
  });
});

describe('[T-05, T-06] a player is called when the number of its action has come', () => {
  const calls = (encounter: ReturnType<typeof on>, viewer = ann) =>
    defined(tempo.views.tracker(encounter, viewer).opportunities, 'calls');
  const planned = { 'plan-1': 'quick-attack' };
  it('to act, to move first, or to pass', () => {
    const [call, ...others] = calls(on(3, [mira(planned), rat()]));
    expect(others).toEqual([]);
    expect(call.actions.map(({ id, command }) => [id, command.do])).toEqual([
      ['act', 'quick-attack'],
      ['turn', 'turn'],
      ['pass', 'pass'],
    ]);
  });
  it('but not before, nor after the decision, nor for another player’s fighter', () => {
    expect(calls(on(2, [mira(planned)]))).toEqual([]);
    expect(calls(on(3, [mira(planned)], { turn: 'rat' }))).toEqual([]);
    expect(calls(on(3, [mira(planned)]), { ...ann, owns: [] })).toEqual([]);
    const encounter = on(3, [mira(planned)]);
    play(encounter, pass);
    expect(calls(encounter)).toEqual([]);
  });
});

describe('[T-04, T-08] the automatic count continues', () => {
  const auto = { count: 'automatic', pause: 7 };
  const done = { 'did-1': 'rest', 'did-2': 'shift' };
  const goes = (encounter: ReturnType<typeof on>) => tempo.automation.autoAdvance(encounter);
  it('past numbers without plans, and not if the game master calls', () => {
    expect(goes(on(2, [mira(done)], {}, auto))).toEqual({ command: { do: 'count', by: 'gm' }, delaySeconds: 1 });
    expect(goes(on(2, [mira()], {}, { count: 'called' }))).toBeNull();
  });
  it('but waits for plans, for an open turn, and in Planning', () => {
    expect(goes(on(3, [mira({ 'plan-1': 'quick-attack' })], {}, auto))).toBeNull();
    expect(goes(on(3, [rat({ 'plan-1': 'quick-attack' })], {}, auto))).toBeNull();
    expect(goes(on(3, [mira()], { turn: 'mira', acted: true }, auto))).toBeNull();
    expect(goes(on(-1, [mira()], { phase: 'planning' }, auto))).toBeNull();
  });
  it('in any case where the GM has left the clock to itself, and from complete plans to the first number', () => {
    const left = (encounter: ReturnType<typeof on>) =>
      tempo.automation.autoAdvance(encounter, true)?.command.do ?? null;
    expect(left(on(2, [mira(done)]))).toBe('count');
    expect(left(on(3, [mira({ 'plan-1': 'quick-attack' })]))).toBeNull();
    expect(left(on(-1, [mira()], { phase: 'planning' }))).toBeNull();
    expect(left(on(-1, [mira({ ready: true })], { phase: 'planning' }))).toBe('count');
  });
  it('[T-04] past the plan of a fighter who joined after Planning', () => {
    const late = on(3, [mira({ 'plan-1': 'quick-attack' }), rat()], { present: ['rat'] }, auto);
    expect(goes(late)?.command.do).toBe('count');
  });
  it('[T-05] with a pause where a player may take an action that is not planned', () => {
    expect(goes(on(2, [mira(), rat()], {}, auto))?.delaySeconds).toBe(7);
    expect(goes(on(0, [mira(), rat()], {}, auto))?.delaySeconds).toBe(1);
    expect(goes(on(2, [rat()], {}, auto))?.delaySeconds).toBe(1);
  });
  it('[T-97] with a pause at the end of a turn while a fighter could still Exert', () => {
    expect(goes(on(3, [mira(), rat()], { justEnded: true }, auto))?.delaySeconds).toBe(7);
    expect(goes(on(3, [rat()], { justEnded: true }, auto))?.delaySeconds).toBe(1);
    const spent = hero('mira', {}, { pools: { exertion: 2 }, state: done });
    expect(goes(on(3, [spent], { justEnded: true }, auto))?.delaySeconds).toBe(1);
  });
});

describe('copying a plan to all NPCs', () => {
  const alike = { do: 'npcs-alike', by: 'gm', at: 'rat' };
  const bite = (id: string) => item('ability', id, { name: 'Bite', tempo: 4 });
  const planning = { phase: 'planning' as const, tempo: -1 };
  it('fills empty plans, with abilities of the same name', () => {
    const encounter = on(
      -1,
      [
        rat({ 'plan-1': 'move', 'plan-2': 'ability bite' }, 'rat', [bite('bite')]),
        rat({}, 'other', [
          item('ability', 'claw', { tempo: 4 }),
          item('weapon', 'jaw', { name: 'Bite' }),
          bite('fang'),
        ]),
        rat({ 'plan-1': 'guard' }, 'third', []),
        mira(),
      ],
      planning,
    );
    play(encounter, alike);
    const plans = (id: string) => [1, 2].map((slot) => encounter.fighters[id].state[`plan-${slot}`]);
    expect(plans('other')).toEqual([{ action: 'move' }, { action: 'ability', item: 'fang' }]);
    expect(plans('third')).toEqual([{ action: 'guard' }, { action: 'move' }]);
    expect(plans('mira')).toEqual([undefined, undefined]);
  });
  it('needs a plan to copy and an NPC to copy it to', () => {
    expect(reasons(on(-1, [rat(), rat({}, 'other')], planning), alike)).toEqual(['nothing-to-repeat']);
    expect(reasons(on(2, [rat({ 'plan-1': 'move' }), rat({}, 'other')]), alike)).toEqual(['wrong-moment']);
    const model = rat({ 'plan-1': 'move' });
    expect(reasons(on(-1, [model, rat({}, 'other')], planning), alike)).toEqual([]);
    const full = rat({ 'plan-1': 'guard', 'plan-2': 'mark' }, 'other');
    expect(reasons(on(-1, [model, full, mira()], planning), alike)).toEqual(['nothing-to-repeat']);
  });
});
