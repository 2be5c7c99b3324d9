import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import type { Encounter } from '../../src/encounter/state';
import { defined } from '../../src/kernel/defined';
import { QuickAgent } from '../../src/opponent/quick-agent';
import { makeQuickAnswerer } from '../../src/opponent/quick-answers';
import * as clash from '../rulesets/clash/vocabulary';
import * as energy from '../rulesets/energy/vocabulary';
import * as seconds from '../rulesets/seconds/vocabulary';
import * as slots from '../rulesets/slots/vocabulary';
import * as tempo from '../rulesets/tempo/vocabulary';
import { at, conditionOf } from '../support/rules';
import { optionsOf } from './games';
import { judgeOf } from './skirmish';

/** Returns what a fresh quick agent has the first fighter do. */
async function does(on: unknown): Promise<Command | null> {
  const encounter = on as Encounter;
  const [first] = Object.values(encounter.fighters);
  return new QuickAgent(await judgeOf(encounter.ruleset)).command(encounter, defined(first, 'a fighter'));
}

const foeAt = (x: number, y = 0.5) => ({ side: 'foes', place: at(x, y) });
const HERO = { side: 'heroes', place: at(0) };

describe('the archer does not walk to the sword', () => {
  /** An archer whose bow carries twenty metres, and who has shot already but could still walk; its foe so far away. */
  const ARCHERS: Readonly<Record<string, (metres: number) => unknown>> = {
    clash(metres) {
      const items = [clash.weapon('bow', { ranged: true, range: 20 })];
      const archer = clash.fighter('archer', {}, { ...HERO, items });
      archer.pools.attack.value = 0;
      return clash.encounter([archer, clash.fighter('foe', {}, foeAt(metres))]);
    },
    energy(metres) {
      const items = [energy.weapon('bow', { ranged: true, range: [5, 12, 20] })];
      const archer = energy.fighter('archer', { staminaSwaps: 0 }, { ...HERO, items, pools: { energy: 1 } });
      const settings = { rangedEnergyCost: '2' };
      return energy.encounter([archer, energy.fighter('foe', {}, foeAt(metres))], { settings });
    },
    seconds(metres) {
      const items = [seconds.weapon('bow', { kind: 'ranged', range: 20, timeCost: 2 })];
      const archer = seconds.fighter('archer', {}, { ...HERO, items, pools: { seconds: 6 } });
      return seconds.encounter([archer, seconds.fighter('foe', {}, foeAt(metres))]);
    },
    slots(metres) {
      const items = [slots.weapon('bow', { kind: 'ranged', range: 100 })];
      const archer = slots.fighter('archer', {}, { ...HERO, items, pools: { standard: 0, quick: 0 } });
      archer.conditions = [];
      return slots.encounter([archer, slots.fighter('foe', {}, foeAt(metres))]);
    },
    tempo(metres) {
      const items = [tempo.item('weapon', 'bow', { range: 20 })];
      const state = { 'plan-round': 1, 'plan-1': 'mark', 'plan-2': 'standard-attack' };
      const archer = tempo.hero('archer', {}, { place: at(0), items, state });
      const on = tempo.on(5, [archer, tempo.foe('foe', {}, { place: at(metres) })]);
      tempo.play(on, { do: 'turn', by: 'archer', options: { action: 'standard-attack' } });
      return on;
    },
  };

  it.each(Object.keys(ARCHERS))('in %s', async (id) => {
    expect((await does(ARCHERS[id]!(12)))?.path ?? []).toEqual([]);
    // From afar it comes as near as it needs.
    const { path = [] } = (await does(ARCHERS[id]!(23.5))) ?? {};
    expect(path.length).toBeGreaterThan(0);
    expect(defined(path.at(-1), 'an end').x).toBeLessThan(6);
  });
});

it('who could shoot at one foe does not walk to it because it wants another, who is too far away', async () => {
  const items = [clash.weapon('bow', { ranged: true, range: 20 })];
  const archer = clash.fighter('archer', {}, { ...HERO, items });
  const wanted = clash.fighter('wanted', {}, foeAt(0, 15));
  const on = clash.encounter([archer, clash.fighter('near', {}, foeAt(12)), wanted]) as unknown as Encounter;
  const agent = new QuickAgent(await judgeOf('clash'));
  const hero = defined(on.fighters.archer, 'the archer');
  for (const command of optionsOf(agent, on, hero))
    if (command.do === 'attack-basic-ranged')
      for (let seen = 0; seen < 5; seen++) agent.learn(command, command.at === 'wanted' ? 0.9 : 0.2);
  // It has shot already, and the one it wants has gone.
  archer.pools.attack.value = 0;
  wanted.place = at(0, 40);
  expect((await agent.command(on, hero))?.path ?? []).toEqual([]);
});

describe('it does not bomb its own', () => {
  const friendAt = (x: number, y = 0.5) => ({ side: 'heroes', place: at(x, y) });

  it('in clash, with the storm where the friends stand', async () => {
    const storm = clash.spell('storm', { keywords: ['FIELD'], effect: 'damage', dice: '2d6', radius: 2, range: 30 });
    const caster = clash.fighter('caster', { mpMax: 9 }, { ...HERO, items: [storm], pools: { mp: 9 } });
    const friend = clash.fighter('friend', {}, friendAt(10));
    const foes = (x: number) => [clash.fighter('foe', {}, foeAt(x)), clash.fighter('other', {}, foeAt(x, 1.5))];
    expect((await does(clash.encounter([caster, friend, ...foes(11)])))?.with).not.toBe('storm');
    expect((await does(clash.encounter([caster, friend, ...foes(16)])))?.with).toBe('storm');
  });

  it('in slots, and takes the corner that hits foes alone', async () => {
    const burst = slots.item('spell', 'burst', { area: 'burst', radius: 5, range: 60, damage: '2d6' });
    const focus = slots.item('gear', 'wand', { kind: 'focus', equipped: true });
    const items = [burst, focus];
    const caster = slots.fighter('caster', { psionic: false }, { ...HERO, items, pools: { standard: 1, sq: 9 } });
    const friends = [slots.fighter('friend', {}, friendAt(9)), slots.fighter('ally', {}, friendAt(11))];
    const on = (foe: number) => slots.encounter([caster, ...friends, slots.fighter('foe', {}, foeAt(foe))]);
    expect((await does(on(10)))?.with).not.toBe('burst');
    const judge = await judgeOf('slots');
    const near = slots.encounter([
      caster,
      slots.fighter('friend', {}, friendAt(9, 0.5)),
      slots.fighter('foe', {}, foeAt(10, 1.5)),
    ]) as unknown as Encounter;
    const options = ['north-west', 'south-east'].map((id) => ({ id, whyNot: [] }));
    const facts = { at: 'foe', x: 10.5, y: 2, width: 1, height: 1, elevation: 0, side: 1 };
    const ask = { kind: 'choice', id: 'corner', by: 'caster', options, facts } as const;
    expect(makeQuickAnswerer(judge, near, () => 1)(ask)).toBe('south-east');
  });
});

describe('it defends when a foe is upon it and it can no longer attack', () => {
  it('in energy', async () => {
    const items = [energy.weapon('axe')];
    const on = (x: number, energyLeft: number) =>
      energy.encounter([
        energy.fighter('hero', { staminaSwaps: 0 }, { ...HERO, items, pools: { energy: energyLeft } }),
        energy.fighter('foe', {}, { ...foeAt(x), items: [energy.weapon('sword')] }),
      ]);
    expect((await does(on(1, 1)))?.do).toBe('defend');
    expect((await does(on(1, 5)))?.do).toBe('melee-attack');
    expect((await does(on(12, 1)))?.do).not.toBe('defend');
  });

  it('in slots, frightened as it is', async () => {
    const on = (...conditions: string[]) =>
      slots.encounter([
        slots.fighter(
          'hero',
          {},
          { ...HERO, pools: { standard: 1 }, conditions: conditions.map((id) => conditionOf(id)) },
        ),
        slots.fighter('foe', {}, { ...foeAt(1), items: [slots.weapon('sword')] }),
      ]);
    expect((await does(on('frightened')))?.do).toBe('defend');
    expect((await does(on('frightened', 'defending')))?.do).not.toBe('defend');
    expect((await does(on()))?.do).toBe('primary-attack');
  });
});

describe('in clash it aims what its row lets be used without a target', () => {
  const harm = { effect: 'damage', dice: '2d6' };
  it.each`
    what         | item                                                                       | metres
    ${'a spell'} | ${clash.spell('lance', { ...harm, purpose: 'offensive', line: 'PA INT' })} | ${12}
    ${'a skill'} | ${clash.skill('toss', { purpose: 'utility', strike: true, push: 4 })}      | ${1}
    ${'gear'}    | ${clash.item('gear', 'flask', { ...harm, usable: true })}                  | ${12}
  `('such as $what', async ({ item, metres }) => {
    const hero = clash.fighter('hero', { mpMax: 9 }, { ...HERO, items: [item], pools: { mp: 9 } });
    if (metres === 1) hero.pools.attack.value = 0;
    expect(await does(clash.encounter([hero, clash.fighter('foe', {}, foeAt(metres))]))).toMatchObject({
      with: item.id,
      at: 'foe',
    });
  });
});

describe('it does nothing for nothing', () => {
  it('in seconds it begins no blow at a foe out of reach', async () => {
    // It takes more than a turn, so that the rules let it begin.
    const items = [seconds.weapon('sword', { timeCost: 3.5 })];
    const hero = seconds.fighter('hero', {}, { ...HERO, items, pools: { seconds: 30 } });
    const command = await does(seconds.encounter([hero, seconds.fighter('foe', {}, foeAt(6))]));
    expect(command?.do).toBe('move');
  });

  it('in clash it blesses no one twice, and does not shout what has no effect', async () => {
    const items = [
      clash.spell('ward', { purpose: 'utility', inflicts: 'empowered', strength: 2, range: 20 }),
      clash.skill('cry', { purpose: 'utility' }),
    ];
    const hero = clash.fighter('hero', { mpMax: 9 }, { ...HERO, items, pools: { mp: 9 } });
    const foe = clash.fighter('foe', {}, foeAt(12));
    expect((await does(clash.encounter([hero, foe])))?.with).toBe('ward');
    const blessed = { ...hero, conditions: [conditionOf('empowered', { by: 'hero' })] };
    const command = await does(clash.encounter([blessed, foe]));
    expect(['ward', 'cry']).not.toContain(command?.with);
  });

  it('in energy it has one blow with the axe rather than two with bare hands', async () => {
    const judge = await judgeOf('energy');
    const hero = energy.fighter('hero', {}, { ...HERO, items: [energy.weapon('axe', { damage: '2d8' })] });
    const on = energy.encounter([hero, energy.fighter('foe', {}, foeAt(1))]) as unknown as Encounter;
    const agent = new QuickAgent(judge);
    const of = (verb: string) =>
      defined(
        optionsOf(agent, on, defined(on.fighters.hero, 'hero')).find((command) => command.do === verb),
        verb,
      );
    const [axe, fist] = [of('melee-attack'), of('unarmed-attack')];
    // What the fist gains in two parts of a turn, the axe gains in three, and a little more.
    for (let n = 0; n < 12; n++) {
      agent.learn(axe, 0.2);
      agent.learn(fist, 0.17);
    }
    expect(agent.command(on, defined(on.fighters.hero, 'hero'))?.do).toBe('unarmed-attack');
    for (let n = 0; n < 60; n++) agent.learn(fist, 0.05);
    expect(agent.command(on, defined(on.fighters.hero, 'hero'))?.do).toBe('melee-attack');
  });
});

it('in slots the confused strike at who stands next to them, and at no one who has fallen', async () => {
  const judge = await judgeOf('slots');
  const on = slots.encounter([
    slots.fighter('far', {}, foeAt(8)),
    slots.fighter('fallen', {}, { ...foeAt(1), conditions: [conditionOf('unconscious')] }),
    slots.fighter('near', {}, { ...HERO, place: at(2) }),
    slots.fighter('hero', {}, HERO),
  ]) as unknown as Encounter;
  const options = ['far', 'fallen', 'near'].map((id) => ({ id, whyNot: [] }));
  const ask = { kind: 'choice', id: 'confused', by: 'gm', options, facts: { at: 'hero' } } as const;
  expect(makeQuickAnswerer(judge, on, () => 1)(ask)).toBe('near');
});

it('in slots who cannot shoot at a foe behind cover walks on to it rather than wait', async () => {
  const items = [slots.weapon('bow', { kind: 'ranged', range: 100 })];
  const hero = slots.fighter('hero', {}, { ...HERO, items, pools: { standard: 1, move: 1 } });
  const on = (...conditions: object[]) =>
    slots.encounter([hero, slots.fighter('foe', {}, { ...foeAt(12), conditions: conditions as never })]);
  expect((await does(on()))?.do).toBe('primary-attack');
  const cover = conditionOf('edge', { by: 'foe', data: { kind: 'cover' }, towards: ['hero'] });
  expect((await does(on(cover)))?.path?.length).toBeGreaterThan(0);
});

it('in tempo an ability that heals is known to heal', async () => {
  const { worth } = await judgeOf('tempo');
  const items = [tempo.item('ability', 'balm', { healing: 4 }), tempo.item('ability', 'shout')];
  const on = tempo.on(5, [tempo.hero('hero', {}, { items, place: at(0) })]) as unknown as Encounter;
  const heals = (id: string) => worth.heals?.(on, { do: 'ability', by: 'hero', with: id });
  expect([heals('balm'), heals('shout')]).toEqual([true, false]);
});

it('in tempo it marks no one twice, and plans no mark while one stands', async () => {
  const { worth } = await judgeOf('tempo');
  const on = (...conditions: object[]) => {
    const foe = tempo.foe('foe', {}, { place: at(9), conditions: conditions as never });
    return tempo.on(2, [tempo.hero('hero', {}, { place: at(0) }), foe]) as unknown as Encounter;
  };
  const promises = (encounter: Encounter) => [
    worth.promise(encounter, { do: 'mark', by: 'hero', at: 'foe' }),
    worth.promise(encounter, { do: 'plan', by: 'hero', options: { action: 'mark' } }),
  ];
  expect(promises(on())).toEqual([0.05, 0.15]);
  expect(promises(on(conditionOf('marked', { by: 'hero' })))).toEqual([null, 0]);
  expect(promises(on(conditionOf('marked', { by: 'other' })))).toEqual([0.05, 0.15]);
});

it('[T-A15] in tempo it uses an Extra action that no plan names, on its number', async () => {
  const items = [tempo.item('ability', 'sand', { tag: 'extra', tempo: 2, harm: '1d4', range: 3 })];
  const state = { 'plan-round': 1, 'plan-1': 'guard', 'plan-2': 'standard-attack' };
  const on = (number: number) =>
    tempo.on(number, [
      tempo.foe('thief', {}, { items, state, place: at(0) }),
      tempo.hero('hero', {}, { place: at(1) }),
    ]);
  expect(await does(on(1))).toBeNull();
  expect(await does(on(2))).toMatchObject({ do: 'ability', with: 'sand', at: 'hero' });
});

describe('it answers', () => {
  const judged = async (on: unknown) =>
    makeQuickAnswerer(await judgeOf((on as Encounter).ruleset), on as Encounter, () => 1);
  const offering = (id: string, command: object) => {
    const candidates = [
      { by: 'hero', commands: [{ by: 'hero', at: 'foe', ...command }], defaultAnswer: 'ask' as const },
    ];
    return { kind: 'offer', id, candidates, wait: 'first' } as const;
  };

  it('in slots with a blow at who turns the back, and in tempo with its reaction', async () => {
    const sword = slots.weapon('sword');
    const on = slots.encounter([
      slots.fighter('hero', {}, { ...HERO, items: [sword] }),
      slots.fighter('foe', {}, foeAt(1)),
    ]);
    const blow = offering('provoked', { do: 'opportunity-attack', with: 'sword', options: { provoked: true } });
    expect((await judged(on))(blow)).toHaveLength(1);
    const items = [tempo.item('reaction', 'riposte', { trigger: 'hit' })];
    const duel = tempo.on(5, [tempo.hero('hero', {}, { items, place: at(0) }), tempo.foe('foe', {}, { place: at(1) })]);
    expect((await judged(duel))(offering('hit', { do: 'react', with: 'riposte' }))).toHaveLength(1);
  });

  it('in clash with the shield that stops most of the blow, or aside if it stops little', async () => {
    const shields = (blockStrength: number) =>
      ['left', 'right'].map((id) => clash.shield(id, { blockValue: 6, blockStrength, equipped: true }));
    const defends = async (strength: number) => {
      const hero = clash.fighter('hero', {}, { ...HERO, items: shields(strength) });
      const on = clash.encounter([hero, clash.fighter('foe', {}, foeAt(1))]);
      const ids = ['dodge', 'block left', 'block right', 'none'];
      const defenses = {
        dodge: { kind: 'dodge', bonus: 3 },
        'block left': { kind: 'block', with: 'left', bonus: 6 },
        'block right': { kind: 'block', with: 'right', bonus: 7 },
        none: { kind: 'none' },
      };
      const options = ids.map((id) => ({ id, whyNot: [] }));
      const facts = { at: 'foe', attack: 13, defenses };
      return (await judged(on))({ kind: 'choice', id: 'defense', by: 'hero', options, facts });
    };
    expect([await defends(8), await defends(2)]).toEqual(['block right', 'dodge']);
  });
});

it('in tempo it guards a friend on its feet, and none who lies', async () => {
  const guards = async (...conditions: string[]) => {
    const state = { 'plan-round': 1, 'plan-1': 'guard', 'plan-2': 'standard-attack' };
    const friend = { place: at(1), pools: { hp: 1 }, conditions: conditions.map((id) => conditionOf(id)) };
    const on = tempo.on(4, [
      tempo.hero('hero', {}, { place: at(0), state }),
      tempo.hero('friend', {}, friend),
      tempo.foe('foe', {}, { place: at(9) }),
    ]);
    tempo.play(on, { do: 'turn', by: 'hero', options: { action: 'guard' } });
    return (await does(on))?.do;
  };
  expect([await guards(), await guards('defeated')]).toEqual(['guard', expect.not.stringMatching('guard')]);
});

it('in slots it pays no lesser attack with the slot of a better one', async () => {
  const { worth } = await judgeOf('slots');
  const items = [slots.weapon('sword')];
  const on = slots.encounter([
    slots.fighter('hero', {}, { ...HERO, items }),
    slots.fighter('foe', {}, foeAt(1)),
  ]) as unknown as Encounter;
  const promises = (verb: string, options = {}) => worth.promise(on, { do: verb, by: 'hero', at: 'foe', options });
  expect(promises('primary-attack')).toBeGreaterThan(0);
  expect(promises('tertiary-attack')).toBeGreaterThan(0);
  expect(promises('secondary-attack', { slot: 'standard' })).toBeNull();
  expect(promises('tertiary-attack', { slot: 'standard' })).toBeNull();
});

describe('what takes more than its turn', () => {
  const on = (left: number) => {
    const items = [
      seconds.gear('mend', { timeCost: 3.5, potion: true, heals: '1d8', quantity: 1 }),
      seconds.weapon('sword'),
    ];
    const down = { pools: { hp: 0 }, conditions: [conditionOf('unconscious')] };
    return seconds.encounter([
      seconds.fighter('hero', {}, { ...HERO, items, pools: { seconds: left } }),
      seconds.fighter('friend', {}, { side: 'heroes', place: at(0, 1.5), ...down }),
      seconds.fighter('foe', {}, foeAt(1)),
    ]) as unknown as Encounter;
  };

  it('in seconds it does not think useless because it was only begun', async () => {
    const agent = new QuickAgent(await judgeOf('seconds'));
    const encounter = on(30);
    const hero = defined(encounter.fighters.hero, 'hero');
    const draught = defined(agent.command(encounter, hero), 'a command');
    expect(draught).toMatchObject({ with: 'mend', at: 'friend' });
    for (let n = 0; n < 12; n++) agent.learn(draught, -0.02);
    expect(agent.command(encounter, hero)).toBe(draught);
  });

  it('in seconds it begins no hold in the last moment of its turn', async () => {
    const hero = seconds.fighter('hero', {}, { ...HERO, pools: { seconds: 2 } });
    expect((await does(seconds.encounter([hero, seconds.fighter('foe', {}, foeAt(1))])))?.do).not.toBe('grapple');
  });
});
