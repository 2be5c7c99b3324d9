import { describe, expect, it } from 'vitest';
import { defined } from '../../../src/kernel/defined';
import { clash } from '../../../src/rulesets/clash';
import { hasOpposingSides, orderOf } from '../../../src/rulesets/clash/clock';
import { conditionOf, encounter, fighter, item, peace, play, reasons, said, skill, spell, weapon } from './vocabulary';
import '../../support/matchers';

const start = { do: 'start', by: 'gm' };
const next = { do: 'next-turn', by: 'gm' };
const idsOf = (fighters: readonly { readonly id: string }[]) => fighters.map(({ id }) => id);

describe('[C-03, C-64, C-A7] the order of turns', () => {
  it('goes by initiative, its modifier, Perception, then the order of joining', () => {
    const at = (id: string, initiative: number, initiativeMod = 0, per = 0) =>
      fighter(id, { initiativeMod, mod: { per } }, { state: { initiative } });
    const on = encounter([at('a', 10), at('b', 10), at('c', 10, 0, 1), at('d', 10, 1), at('e', 12)]);
    expect(idsOf(orderOf(on))).toEqual(['e', 'd', 'c', 'a', 'b']);
  });

  it('leaves out a mount with a rider', () => {
    const rider = fighter('rider', {}, { conditions: [conditionOf('mounted', { by: 'steed' })] });
    const on = encounter([fighter('steed'), rider, fighter('gnoll')], peace);
    play(on, start, [3, 2]);
    expect(idsOf(orderOf(on))).toEqual(['rider', 'gnoll']);
    expect(on.fighters.steed.state.initiative).toBeUndefined();
  });

  it.each`
    when                | turns | then
    ${'in its turn'}    | ${0}  | ${'gnoll'}
    ${'after its turn'} | ${1}  | ${'round 2'}
  `('[C-01, C-02, C-64] gives a mount whose rider leaves $when no second turn in the round', ({ turns, then }) => {
    const rider = fighter('rider', {}, { side: 'heroes', conditions: [conditionOf('mounted', { by: 'steed' })] });
    const on = encounter(
      [fighter('steed', {}, { side: 'heroes' }), rider, fighter('gnoll', {}, { side: 'foes' })],
      peace,
    );
    play(on, start, [15, 5]);
    for (let turn = 0; turn < turns; turn++) play(on, next);
    delete on.fighters.rider;
    play(on, next, [12]);
    expect(then === 'round 2' ? `round ${on.clock.round}` : on.clock.turn).toBe(then);
    while (on.clock.round < 2) play(on, next);
    expect(on.clock.turn).toBe('steed');
  });

  it('[C-64] gives a mount a turn if its rider leaves before their turn', () => {
    const rider = fighter('rider', {}, { side: 'heroes', conditions: [conditionOf('mounted', { by: 'steed' })] });
    const on = encounter(
      [fighter('steed', {}, { side: 'heroes' }), rider, fighter('gnoll', {}, { side: 'foes' })],
      peace,
    );
    play(on, start, [5, 15]);
    delete on.fighters.rider;
    play(on, next, [12]);
    expect(on.clock).toMatchObject({ round: 1, turn: 'steed' });
  });

  it('lets late joiners roll before the next turn, and the game master set their initiative', () => {
    const on = encounter([fighter('mira', {}, { side: 'heroes' }), fighter('gnoll', {}, { side: 'foes' })], peace);
    play(on, start, [15, 5]);
    on.fighters.late = fighter('late', {}, { side: 'foes' });
    play(on, next, [10]);
    expect(on.clock).toMatchObject({ round: 1, turn: 'late' });
    play(on, next);
    play(on, next);
    expect(on.clock).toMatchObject({ round: 2, turn: 'mira' });
    play(on, next);
    expect(on.clock).toMatchObject({ round: 2, turn: 'late' });
    play(on, { do: 'initiative', by: 'gm', at: 'late', options: { to: 1 } });
    expect(idsOf(orderOf(on))).toEqual(['mira', 'gnoll', 'late']);
  });
});

describe('[C-07, C-20] a turn', () => {
  it('gives its fighter three actions, and everyone a reaction', () => {
    const spent = { attack: 0, utility: 0, movement: 0, reaction: 0 };
    const on = encounter(['mira', 'gnoll'].map((id) => fighter(id, {}, { pools: spent, state: { initiative: 1 } })));
    play(on, next);
    const values = (id: string) => Object.values(on.fighters[id].pools).map(({ value }) => value);
    expect([values('mira'), values('gnoll')]).toEqual([
      [20, 0, 0, 0, 0, 1],
      [20, 0, 1, 1, 1, 1],
    ]);
  });

  it('[C-08] ends when each action is used or given up, including a walk that was begun', () => {
    const on = encounter(['mira', 'gnoll'].map((id) => fighter(id, {}, { state: { initiative: 1 } })));
    const forfeit = (kind: string) => play(on, { do: 'forfeit', by: 'mira', options: { kind } });
    play(on, { do: 'move-walk', by: 'mira', options: { moved: 2 } });
    forfeit('attack');
    forfeit('utility');
    expect(on.clock.turn).toBe('mira');
    expect(reasons(on, { do: 'forfeit', by: 'mira', options: { kind: 'attack' } })).toEqual(['no-action']);
    forfeit('movement');
    expect(on.clock.turn).toBe('gnoll');
  });

  it('[C-08] ends when its fighter is defeated', () => {
    const on = encounter(['mira', 'gnoll'].map((id) => fighter(id, { hpMax: 2 }, { state: { initiative: 1 } })));
    const fall = play(on, { do: 'fall', by: 'mira', options: { metres: 1 } }, [4], ['leave']);
    expect(said(fall)).toContain('absolute');
    expect(on.fighters.mira.conditions).toMatchObject([{ id: 'defeated' }]);
    expect(on.clock.turn).toBe('gnoll');
  });
});

describe('[C-05, C-A8] the end of a round', () => {
  const on = (sides: readonly string[], hp: readonly number[]) =>
    encounter(sides.map((side, at) => fighter(`${side}${at}`, {}, { side, pools: { hp: hp[at] } })));
  it.each`
    sides                    | hp        | contested
    ${['heroes', 'foes']}    | ${[1, 1]} | ${true}
    ${['heroes', 'foes']}    | ${[1, 0]} | ${false}
    ${['heroes', 'neutral']} | ${[1, 1]} | ${false}
    ${['heroes', 'heroes']}  | ${[1, 1]} | ${false}
  `('with sides $sides at $hp hp goes on: $contested', ({ sides, hp, contested }) => {
    expect(hasOpposingSides(on(sides, hp))).toBe(contested);
  });

  it('[C-06] adds six seconds and begins the next', () => {
    const two = ['heroes', 'foes'].map((side) => fighter(side, {}, { side, state: { initiative: 1 } }));
    const here = encounter(two);
    play(here, next);
    play(here, next);
    expect(here.clock).toEqual({ round: 2, phase: 'active', turn: 'heroes', time: 6 });
  });

  it('the game master may end the fight at any time, and no combat state is left', () => {
    const state = {
      initiative: 3,
      walking: true,
      metresMoved: 2,
      hidden: { attribute: 'int', ability: 'Veil' },
      hiddenCount: 2,
      hiddenBefore: [{ attribute: 'int', ability: 'Glow' }],
      'tried-gnoll': [1],
    };
    const conditions = [
      conditionOf('defence-penalty', { data: { amount: 2 } }),
      { key: 'b', id: 'off-balance', until: { at: 'turn-start', of: 'mira' } },
      conditionOf('concentrating'),
    ];
    const here = encounter([fighter('mira', {}, { state: state, conditions, pools: { attack: 0 } }), fighter('gnoll')]);
    play(here, { do: 'end', by: 'gm' });
    expect(here.clock).toEqual({ ...clash.idle });
    expect(here.fighters.mira).toMatchObject({ state: {}, conditions: [{ id: 'concentrating' }] });
    expect(here).toHavePool('mira', 'attack', 1);
  });
});

describe('[C-11, C-14, C-18, C-19, C-21, C-22] which action pays for an ability', () => {
  const items = [
    ...['offensive', 'defensive', 'utility', 'movement', 'reactive'].map((purpose) => skill(purpose, { purpose })),
    spell('blink', { purpose: 'utility', keywords: ['MOVEMENT'] }),
    skill('shout', { free: 'action' }),
    skill('quip', { free: 'reaction' }),
  ];
  const on = () => encounter([fighter('mira', { mpMax: 9 }, { items }), fighter('gnoll')]);
  it.each`
    does                | using          | why
    ${'attack-skill'}   | ${'offensive'} | ${[]}
    ${'attack-skill'}   | ${'utility'}   | ${['no-action']}
    ${'utility-skill'}  | ${'defensive'} | ${[]}
    ${'utility-skill'}  | ${'utility'}   | ${[]}
    ${'utility-skill'}  | ${'offensive'} | ${['no-action']}
    ${'move-skill'}     | ${'movement'}  | ${[]}
    ${'move-skill'}     | ${'utility'}   | ${['no-action']}
    ${'reaction-skill'} | ${'reactive'}  | ${[]}
    ${'reaction-skill'} | ${'utility'}   | ${['not-reactive']}
    ${'utility-spell'}  | ${'blink'}     | ${[]}
    ${'move-spell'}     | ${'blink'}     | ${[]}
    ${'attack-spell'}   | ${'blink'}     | ${['no-action']}
    ${'free-action'}    | ${'shout'}     | ${[]}
    ${'free-action'}    | ${'quip'}      | ${['not-free']}
    ${'free-reaction'}  | ${'quip'}      | ${[]}
    ${'attack-skill'}   | ${'blink'}     | ${['no-ability']}
  `('$does with $using: $why', ({ does, using, why }) => {
    expect(reasons(on(), { do: does, by: 'mira', with: using })).toEqual(why);
  });

  it('[C-20, C-24] one reaction a turn; free ones any number of times, also in others’ turns', () => {
    const gnoll = fighter('gnoll', {}, { items });
    const here = encounter([fighter('mira'), gnoll]);
    const react = { do: 'reaction-skill', by: 'gnoll', with: 'reactive' };
    play(here, react);
    expect(reasons(here, react)).toEqual(['no-reaction']);
    for (const _ of [1, 2]) play(here, { do: 'free-reaction', by: 'gnoll', with: 'quip' });
    expect(reasons(here, { do: 'free-action', by: 'gnoll', with: 'shout' })).toEqual(['not-your-turn']);
    expect(clash.interrupts(react)).toBe('reaction');
    expect(clash.interrupts({ do: 'adjust', by: 'gm' })).toBe('master');
    expect([clash.interrupts(next), clash.interrupts({ do: 'move-walk', by: 'gnoll' })]).toEqual([null, null]);
  });

  it('[C-24, C-A11] between fights no actions are counted', () => {
    const here = encounter([fighter('mira', { mpMax: 9 }, { items }), fighter('gnoll')], peace);
    for (const _ of [1, 2]) play(here, { do: 'reaction-skill', by: 'mira', with: 'reactive' });
    for (const _ of [1, 2]) play(here, { do: 'attack-skill', by: 'mira', with: 'offensive' });
    expect(here).toHavePool('mira', 'reaction', 1);
    expect(here).toHavePool('mira', 'attack', 1);
  });
});

describe('[C-13, C-15, C-16] items', () => {
  const items = [
    weapon('sword'),
    weapon('axe', { equipped: false }),
    item('clashGear', 'draught', { usable: true, effect: 'heal', dice: '1d4', quantity: 1 }),
    item('clashGear', 'rope'),
    item('shield', 'shield', { equipped: false }),
  ];
  const here = () => encounter([fighter('mira', {}, { items, pools: { hp: 10 } }), fighter('gnoll')]);

  it('are used up', () => {
    const on = here();
    play(on, { do: 'attack-item', by: 'mira', with: 'draught' }, [3]);
    expect(on).toHavePool('mira', 'hp', 13);
    expect(reasons(on, { do: 'utility-item', by: 'mira', with: 'draught' })).toEqual(['used-up']);
    expect(reasons(on, { do: 'utility-item', by: 'mira', with: 'rope' })).toEqual(['no-gear']);
  });

  it('are taken in hand: a weapon replaces another, a shield is added', () => {
    const on = here();
    const equipped = () =>
      on.fighters.mira.items.flatMap((each) => ('equipped' in each && each.equipped ? [each.id] : []));
    expect(reasons(on, { do: 'utility-weapon-swap', by: 'mira', with: 'sword' })).toEqual(['in-hand']);
    play(on, { do: 'utility-weapon-swap', by: 'mira', with: 'axe' });
    on.fighters.mira.pools.utility.value = 1;
    play(on, { do: 'utility-weapon-swap', by: 'mira', with: 'shield' });
    expect(equipped()).toEqual(['axe', 'draught', 'rope', 'shield']);
  });
});

describe('the game master', () => {
  const state = { initiative: 0 };
  const here = () =>
    encounter([
      fighter('mira', {}, { side: 'heroes', state: state }),
      fighter('gnoll', {}, { side: 'foes', state: state }),
    ]);

  it('[C-A57] defeats and revives fighters by setting their pools', () => {
    const on = here();
    play(on, { do: 'adjust', by: 'gm', at: 'gnoll', options: { pool: 'hp', to: 0 } });
    expect(on.fighters.gnoll.conditions).toMatchObject([{ id: 'defeated' }]);
    play(on, { do: 'adjust', by: 'gm', at: 'gnoll', options: { pool: 'hp', to: 5 } });
    expect(on.fighters.gnoll.conditions).toEqual([]);
  });

  it('[C-A8, C-A55] a fighter set to defeated releases its grapples and its concentration', () => {
    const on = here();
    on.fighters.gnoll.conditions.push(conditionOf('grappled', { by: 'mira' }));
    on.fighters.mira.conditions.push(conditionOf('concentrating', { data: { spell: 'x', name: 'X' } }));
    play(on, { do: 'condition', by: 'gm', at: 'mira', options: { condition: 'defeated', on: true } });
    expect(on.fighters.gnoll.conditions).toEqual([]);
    expect(on.fighters.mira.conditions).toMatchObject([{ id: 'defeated' }]);
    expect(reasons(on, { do: 'move-walk', by: 'mira', options: { metres: 1 } })).toContain('defeated');
  });

  it('[C-A62] passes the given time between fights, which ends conditions of a Phase', () => {
    const on = encounter([fighter('mira')], peace);
    on.fighters.mira.conditions.push(conditionOf('ethereal', { until: { at: 'phase', n: 900 } }));
    const passes = defined(clash.timing.passTime, 'a command by which time passes');
    play(on, passes(600));
    expect([on.clock.time, on.fighters.mira.conditions.length]).toEqual([600, 1]);
    play(on, passes(600));
    expect([on.clock.time, on.fighters.mira.conditions.length]).toEqual([1200, 0]);
  });

  it('alone may use the game master’s commands', () => {
    for (const id of ['start', 'next-turn', 'end', 'adjust', 'condition', 'initiative', 'pass-phase'])
      expect(reasons(here(), { do: id, by: 'mira' })).toEqual(['gm-only']);
    expect(reasons(here(), { do: 'pass-phase', by: 'gm' })).toEqual(['in-combat']);
    expect(reasons(encounter([fighter('mira')], peace), next)).toEqual(['not-in-combat']);
  });
});

describe('a sheet', () => {
  it.each`
    base                            | why
    ${{ str: 3 }}                   | ${/str/}
    ${{ mod: { luck: 3 } }}         | ${/mod/}
    ${{ mod: { str: 21 } }}         | ${/mod.str/}
    ${{ armorValue: { tail: 1 } }}  | ${/armorValue/}
    ${{ unarmed: { damage: 'x' } }} | ${/unarmed.damage/}
    ${{ perks: ['luck'] }}          | ${/perks/}
  `('with $base is refused by name', ({ base, why }) => {
    expect(() => fighter('mira', base)).toThrow(why);
  });

  it.each`
    fields                                      | why
    ${{ type: 'clashSpell', line: 'SA INT' }}   | ${/items.it.line/}
    ${{ type: 'clashWeapon', attackValue: 41 }} | ${/items.it.attackValue/}
    ${{ type: 'clashSkill', purpose: 'fun' }}   | ${/items.it.purpose/}
    ${{ type: 'clashTank' }}                    | ${/items.it.type/}
  `('with $fields is refused by name', ({ fields, why }) => {
    const { type, ...rest } = fields;
    expect(() => fighter('mira', {}, { items: [item(type, 'it', rest)] })).toThrow(why);
  });

  it('adds worn armor to the entered armor, zone by zone', () => {
    const mail = item('clashArmor', 'mail', { torso: 3, legs: 1, magicDefense: 1 });
    const helm = item('clashArmor', 'helm', { head: 2 });
    const off = item('clashArmor', 'plate', { torso: 9, equipped: false });
    const { stats } = fighter('mira', { armorValue: { torso: 1, head: 1 } }, { items: [mail, helm, off] });
    expect(stats.armorValue).toEqual({ torso: 4, arms: 0, legs: 1, head: 3 });
    expect(stats.magicDefense).toBe(1);
  });
});
