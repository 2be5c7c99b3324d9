import { describe, expect, it } from 'vitest';
import { defined } from '../../../src/kernel/defined';
import { notation } from '../../../src/kernel/dice';
import { clash } from '../../../src/rulesets/clash';
import { areasOf, isEthereal, isWithinArea } from '../../../src/rulesets/clash/magic/areas';
import { concentrationDC, diceAt, mpCostOf, upcastFactor } from '../../../src/rulesets/clash/magic/mana';
import { parseSyntax } from '../../../src/rulesets/clash/schema';
import type { ClashEncounter } from '../../../src/rulesets/clash/state';
import type { Spell } from '../../../src/rulesets/clash/stats';
import {
  at,
  begun,
  conditionOf,
  encounter,
  fighter,
  goOn,
  item,
  peace,
  play,
  reasons,
  said,
  skill,
  spell,
} from './vocabulary';
import '../../support/matchers';

describe('[C-81, C-83, C-88, C-90, C-91, C-92, C-A44] a spell line', () => {
  it.each`
    line                | syntax
    ${'SA INT vs WIL'}  | ${{ type: 'SA', attack: 'int', save: 'wil' }}
    ${'DC WIL vs CON'}  | ${{ type: 'DC', attack: 'wil', save: 'con' }}
    ${'DC+ PER vs DEX'} | ${{ type: 'DC+', attack: 'per', save: 'dex' }}
    ${'PA INT'}         | ${{ type: 'PA', attack: 'int' }}
    ${'SD INT'}         | ${{ type: 'SD', attributes: ['int'] }}
    ${'SD INT+WIL+STR'} | ${{ type: 'SD', attributes: ['int', 'wil', 'str'] }}
    ${'SURECAST'}       | ${{ type: 'SURECAST' }}
    ${'SA INT'}         | ${null}
    ${'SA int vs wil'}  | ${null}
    ${'SD INT + WIL'}   | ${null}
    ${'SA INT  vs WIL'} | ${null}
    ${'PA LUCK'}        | ${null}
    ${'SURECAST INT'}   | ${null}
  `('$line', ({ line, syntax }) => {
    expect(parseSyntax(line)).toEqual(syntax);
  });
});

const made = (fields: object) => fighter('x', {}, { items: [spell('it', fields)] }).items[0] as Spell;

describe('[C-110, C-111, C-112, C-A50] upcasting', () => {
  it('multiplies by 1, then 2, then the sum of the two factors before', () => {
    expect(Array.from({ length: 12 }, (_, at) => upcastFactor(at + 1))).toEqual([
      ...[1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233],
    ]);
  });
  it('takes the costs of the spell if it has its own', () => {
    const own = made({ upcastMax: 3, baseMp: 2, upcastCosts: [1, 4] });
    expect([1, 2, 3].map((level) => mpCostOf(own, level))).toEqual([1, 4, 6]);
  });
  it('multiplies the number of dice', () => {
    expect(notation(defined(diceAt(made({ dice: '2d6' }), 3), 'dice'))).toBe('6d6');
    expect(diceAt(made({}), 3)).toBeNull();
  });
  it('asks for a level up to what the MP allow, and not if only one is possible', () => {
    const items = [spell('spark', { upcastMax: 5 })];
    const asks = (mp: number) => {
      const nim = fighter('nim', { mpMax: 9 }, { items, pools: { mp } });
      return begun(encounter([nim, fighter('gnoll')]), cast('spark')).run.open;
    };
    expect(asks(3)).toMatchObject({ id: 'cast-level', min: 1, max: 3 });
    expect(asks(1)).toBeNull();
  });
});

const cast = (using: string, does = 'attack-spell', on?: string) => ({
  do: does,
  by: 'nim',
  with: using,
  ...(on && { at: on }),
});

describe('[C-78, C-79, C-80] a focus', () => {
  const hex = { line: 'SA INT vs WIL', tradition: 'arcane' };
  const orb = item('clashGear', 'orb', { focusOf: 'arcane' });
  it.each`
    spell                               | gear                             | dice       | save
    ${hex}                              | ${[orb]}                         | ${'1d20'}  | ${'1d20'}
    ${hex}                              | ${[]}                            | ${'1d20▼'} | ${'1d20▲'}
    ${hex}                              | ${[{ ...orb, equipped: false }]} | ${'1d20▼'} | ${'1d20▲'}
    ${{ ...hex, needsFocus: false }}    | ${[]}                            | ${'1d20'}  | ${'1d20'}
    ${{ ...hex, tradition: 'druidic' }} | ${[orb]}                         | ${'1d20▼'} | ${'1d20▲'}
    ${{ ...hex, tradition: '' }}        | ${[]}                            | ${'1d20'}  | ${'1d20'}
  `('rolls $dice for $spell with $gear', ({ spell: fields, gear, dice, save }) => {
    const nim = fighter('nim', { mpMax: 9 }, { items: [spell('hex', fields), ...gear] });
    const on = encounter([nim, fighter('gnoll')]);
    const played = begun(on, cast('hex', 'attack-spell', 'gnoll'));
    const thrown = () => (played.run.open?.kind === 'dice' ? notation(played.run.open.dice) : null);
    expect(thrown()).toBe(dice);
    played.run.answer(dice === '1d20' ? [10] : [10, 10]);
    expect(thrown()).toBe(save);
  });

  it('[C-79] a reactive spell also keeps the lower of two dice', () => {
    const barrier = spell('barrier', { line: 'SD INT', purpose: 'reactive', tradition: 'arcane' });
    const on = encounter([fighter('gnoll'), fighter('nim', { mpMax: 2 }, { items: [barrier] })]);
    const played = begun(on, { do: 'attack-basic-melee', by: 'gnoll', at: 'nim' });
    expect(goOn(played, [10], ['spell'])).toMatchObject({ id: 'spell', dice: { sides: 12, keep: 'low' } });
  });
});

describe('[C-11, C-22, C-24, C-50] the actions that use a skill', () => {
  it.each`
    fields                                                       | verbs
    ${{ purpose: 'offensive' }}                                  | ${['attack-skill']}
    ${{ purpose: 'reactive' }}                                   | ${['reaction-skill']}
    ${{ purpose: 'reactive', free: 'reaction' }}                 | ${['reaction-skill', 'free-reaction']}
    ${{ purpose: 'utility', free: 'action' }}                    | ${['utility-skill', 'free-action']}
    ${{ purpose: 'reactive', counter: true }}                    | ${[]}
    ${{ purpose: 'offensive', counter: true }}                   | ${['attack-skill']}
    ${{ purpose: 'offensive', counter: true, free: 'reaction' }} | ${['attack-skill']}
    ${{ purpose: 'offensive', counter: true, free: 'action' }}   | ${['attack-skill', 'free-action']}
  `('$fields: $verbs', ({ fields, verbs }) => {
    const skilled = fighter('x', {}, { items: [skill('it', fields)] });
    const { itemActions } = clash.views.sheet(encounter([skilled]), skilled, { gm: true, owns: [], targets: [] });
    expect(itemActions.it?.map(({ command }) => command.do)).toEqual(verbs);
  });
});

describe('[C-62, C-A30] magic from behind', () => {
  it.each`
    line                | dice
    ${'SA INT vs WIL'}  | ${'1d20▲'}
    ${'PA INT'}         | ${'1d20▲'}
    ${'DC+ INT vs WIL'} | ${'1d20▲'}
  `('rolls $dice for $line', ({ line, dice }) => {
    const nim = fighter('nim', { mpMax: 9 }, { items: [spell('it', { line })] });
    const command = { ...cast('it', 'attack-spell', 'gnoll'), options: { behind: true } };
    const { open } = begun(encounter([nim, fighter('gnoll')]), command).run;
    expect(open?.kind === 'dice' && notation(open.dice)).toBe(dice);
  });
});

describe('reasons against casting', () => {
  const items = [
    spell('dear', { baseMp: 3 }),
    spell('ritual', { keywords: ['RITUAL'] }),
    spell('barrier', { line: 'SD INT' }),
    spell('spike', { line: 'SA INT vs WIL', range: 2 }),
  ];
  const here = (rest = {}) =>
    encounter(
      [fighter('nim', { mpMax: 2 }, { items, place: at(0.5, 0.5) }), fighter('gnoll', {}, { place: at(4.5, 0.5) })],
      rest,
    );
  it.each`
    using        | on            | why
    ${'dear'}    | ${undefined}  | ${['no-mp']}
    ${'ritual'}  | ${undefined}  | ${['ritual-in-combat']}
    ${'barrier'} | ${undefined}  | ${['wrong-defence']}
    ${'spike'}   | ${undefined}  | ${['no-target']}
    ${'spike'}   | ${'gnoll'}    | ${['range']}
    ${'spike'}   | ${'stranger'} | ${['target-gone']}
  `('[C-107, C-110, C-A60] $using at $on: $why', ({ using, on, why }) => {
    expect(reasons(here(), cast(using, 'attack-spell', on))).toEqual(why);
  });
  it('[C-107] a ritual is allowed between fights', () => {
    expect(reasons(here(peace), cast('ritual'))).toEqual([]);
  });
  it('an area center beyond the range and a level above the limit are refused', () => {
    const thorns = spell('thorns', { keywords: ['FIELD'], radius: 1, range: 3 });
    const on = encounter([fighter('nim', { mpMax: 9 }, { items: [thorns], place: at(0.5, 0.5) }), fighter('gnoll')]);
    const laid = (x: number) => reasons(on, { ...cast('thorns'), path: [at(x, 0.5)] });
    expect([laid(3.5), laid(4.5)]).toEqual([[], ['range']]);
    expect(clash.whyNot(on, { ...cast('thorns'), path: [at(5.5, 0.5)] })).toEqual([
      { id: 'range', data: { distance: 5, range: 3 } },
    ]);
    expect(clash.whyNot(on, { ...cast('thorns'), options: { level: 31 } })).toContainEqual({
      id: 'no-number',
      data: { value: 31 },
      impossible: true,
    });
  });
  it('[C-110] a level above the keyword is refused', () => {
    const command = { ...cast('dear'), options: { level: 2 } };
    expect(clash.whyNot(here(), command)).toEqual([{ id: 'upcast-max', data: { level: 2, most: 1 } }]);
  });
});

describe('[C-72, C-76, C-77] a conjured item', () => {
  it.each`
    fields                                                 | ethereal
    ${{ conjures: true }}                                  | ${true}
    ${{ conjures: true, stone: true }}                     | ${false}
    ${{ conjures: true, stone: true, ethereal: 'always' }} | ${true}
    ${{ conjures: true, ethereal: 'never' }}               | ${false}
    ${{ conjures: false }}                                 | ${false}
  `('of $fields is ethereal: $ethereal', ({ fields, ethereal }) => {
    expect(isEthereal(made(fields))).toBe(ethereal);
  });
});

describe('[C-97, C-98, C-101, C-102, C-103] concentration', () => {
  it('[C-102] asks for 10 or half the damage, whichever is higher', () => {
    expect([1, 20, 21, 22, 23].map(concentrationDC)).toEqual([10, 10, 10, 11, 11]);
  });

  const glow = spell('glow', { purpose: 'utility', keywords: ['CONCENTRATION'], inflicts: 'empowered' });
  const hum = spell('hum', { purpose: 'utility', keywords: ['CONCENTRATION'] });

  it('ends all conditions of its spell on others when it ends', () => {
    const on = encounter([fighter('nim', { mpMax: 9 }, { items: [glow] }), fighter('mira')]);
    play(on, cast('glow', 'utility-spell', 'mira'));
    expect(on.fighters.mira.conditions).toMatchObject([{ id: 'empowered', by: 'nim' }]);
    play(on, { do: 'end-concentration', by: 'nim' });
    expect([on.fighters.mira.conditions, on.fighters.nim.conditions]).toEqual([[], []]);
  });

  it('[C-97] ends for others when its caster leaves, but lasting conditions stay', () => {
    const brand = spell('brand', { purpose: 'utility', inflicts: 'empowered', lasts: 'lasting' });
    const on = encounter([fighter('nim', { mpMax: 9 }, { items: [glow, brand] }), fighter('mira'), fighter('dov')]);
    play(on, cast('glow', 'utility-spell', 'mira'));
    on.fighters.nim.pools.utility.value = 1;
    play(on, cast('brand', 'utility-spell', 'dov'));
    expect(clash.automation.autoAdvance(on)).toBeNull();
    delete on.fighters.nim;
    play(on, defined(clash.automation.autoAdvance(on), 'a command that follows').command);
    expect(on.fighters.mira.conditions).toEqual([]);
    expect(on.fighters.dov.conditions).toMatchObject([{ id: 'empowered' }]);
    expect(clash.automation.autoAdvance(on)).toBeNull();
  });

  it('[C-98] holds as many spells as the sheet allows', () => {
    const on = encounter([
      fighter('nim', { mpMax: 9, concentrationLimit: 2 }, { items: [glow, hum] }),
      fighter('mira'),
    ]);
    play(on, cast('glow', 'utility-spell'));
    on.fighters.nim.pools.utility.value = 1;
    play(on, cast('hum', 'utility-spell'));
    expect(on.fighters.nim.conditions.map(({ id }) => id)).toEqual(['concentrating', 'empowered', 'concentrating']);
  });

  it('[C-98, C-A46] ends the spell that was cast first, not the one with the first id', () => {
    const names = ['zeal', 'awe', 'mirth'];
    const items = names.map((name) => spell(name, { purpose: 'utility', keywords: ['CONCENTRATION'], baseMp: 0 }));
    const on = encounter([fighter('nim', { concentrationLimit: 2 }, { items }), fighter('mira')]);
    for (const [at, name] of names.entries()) {
      on.fighters.nim.pools.utility.value = 1;
      play(on, cast(name, 'utility-spell'));
      // As random as the ids of documents.
      const [latest] = on.fighters.nim.conditions.splice(-1);
      on.fighters.nim.conditions.push({ ...latest, key: `${'zya'[at]}` });
    }
    expect(on.fighters.nim.conditions.map(({ data }) => data?.spell)).toEqual(['awe', 'mirth']);
  });

  it('[C-97, C-98] cast again ends what the first cast did', () => {
    const nim = fighter('nim', { mpMax: 9, concentrationLimit: 2 }, { items: [glow] });
    const on = encounter([nim, fighter('mira'), fighter('dov')]);
    play(on, cast('glow', 'utility-spell', 'mira'));
    on.fighters.nim.pools.utility.value = 1;
    play(on, cast('glow', 'utility-spell', 'dov'));
    expect(on.fighters.mira.conditions).toEqual([]);
    expect(on.fighters.dov.conditions).toMatchObject([{ id: 'empowered', data: { held: true } }]);
    expect(on.fighters.nim.conditions.map(({ id }) => id)).toEqual(['concentrating']);
  });

  it('[C-100] takes a reaction in others’ turns, and is refused once that is used', () => {
    const conditions = [conditionOf('concentrating', { data: { spell: 'glow', name: 'Glow' } })];
    const on = encounter([fighter('gnoll'), fighter('nim', {}, { items: [glow], conditions, pools: { reaction: 0 } })]);
    expect(reasons(on, { do: 'end-concentration', by: 'nim' })).toEqual(['no-reaction']);
  });

  it('[C-101, C-A48] needs no save after a fall, but one after a spell that hits', () => {
    const conditions = [conditionOf('concentrating', { data: { spell: 'glow', name: 'Glow' } })];
    const bolt = spell('bolt', { effect: 'damage', dice: '1d6' });
    const nim = fighter('nim', {}, { items: [glow], conditions });
    const on = encounter([fighter('gnoll', { mpMax: 2 }, { items: [bolt] }), nim]);
    play(on, { do: 'fall', by: 'nim', options: { metres: 2 } }, [1, 1], ['leave']);
    const played = play(on, { do: 'attack-spell', by: 'gnoll', at: 'nim', with: 'bolt' }, [4, 9], ['con']);
    expect(said(played)).toContain('concentration-ends');
  });
});

describe('[C-104, C-105, C-109, C-A49] areas', () => {
  const field = (kind: string, more: object = {}) =>
    spell('thorns', { keywords: [kind], radius: 1, effect: 'damage', dice: '1d4', ...more });
  const state = { initiative: 0 };
  const here = (kind: string, more: object = {}) =>
    encounter([
      fighter('nim', { mpMax: 9 }, { items: [field(kind, more)], place: at(0.5, 9.5), side: 'heroes', state: state }),
      fighter('gnoll', { speed: 9 }, { place: at(5.5, 0.5), side: 'foes', state: state }),
    ]);
  const laid = { ...cast('thorns'), path: [at(5.5, 0.5)] };

  it('do nothing to fighters inside when they are created, and act at the start of their turns', () => {
    const on = here('ZONE');
    play(on, laid);
    expect(on).toHavePool('gnoll', 'hp', 20);
    play(on, { do: 'next-turn', by: 'gm' }, [3]);
    expect(on).toHavePool('gnoll', 'hp', 17);
  });

  it('act only on the level on which they were placed', () => {
    const levels = { hall: ['attic'], attic: [] };
    const on = encounter(Object.values(here('ZONE').fighters), { ground: { grid: 'square', cell: 1, levels } });
    play(on, { ...laid, path: [{ ...at(5.5, 0.5), level: 'attic' }] });
    const [area] = areasOf(on);
    const reached = ['attic', 'hall'].map((level) => isWithinArea(on, area.area, { ...at(5.5, 0.5), level }));
    expect(reached).toEqual([true, true]);
    const apart: ClashEncounter = { ...on, ground: { ...on.ground, levels: { hall: [], attic: [] } } };
    expect(isWithinArea(apart, area.area, { ...at(5.5, 0.5), level: 'hall' })).toBe(false);
    expect(clash.views.areas?.(on)).toMatchObject([{ level: 'attic' }]);
  });

  it('are resisted against the casting total', () => {
    const on = here('ZONE', { line: 'SA INT vs DEX' });
    play(on, laid, [14]);
    const played = play(on, { do: 'next-turn', by: 'gm' }, [14]);
    expect(said(played)).toEqual(['turn', 'triggers', 'saved']);
  });

  it('end with the concentration that holds them', () => {
    const on = here('FIELD', { keywords: ['FIELD', 'CONCENTRATION'] });
    play(on, laid);
    expect(on.fighters.nim.conditions.map(({ id }) => id)).toEqual(['concentrating', 'area']);
    play(on, { do: 'end-concentration', by: 'nim' });
    expect(on.fighters.nim.conditions).toEqual([]);
  });

  it('[C-104, C-119] do not affect a jump over them, only its landing', () => {
    const on = here('FIELD');
    play(on, { ...laid, path: [at(5.5, 3.5)] });
    on.clock = { ...on.clock, turn: 'gnoll' };
    const from = defined(on.fighters.gnoll.place, 'a place');
    const jump = (y: number) => ({ do: 'jump', by: 'gnoll', path: [{ ...from, y }], options: { pay: 'utility' } });
    const played = play(on, jump(7.5), [20]);
    expect(on.fighters.gnoll.place).toMatchObject({ y: 7.5 });
    expect(said(played)).not.toContain('triggers');
  });

  it('stop a walker that is defeated in them', () => {
    const on = here('FIELD');
    play(on, { ...laid, path: [at(5.5, 3.5)] });
    on.fighters.gnoll.pools.hp.value = 2;
    on.clock = { ...on.clock, turn: 'gnoll' };
    play(on, { do: 'move-walk', by: 'gnoll', path: [at(5.5, 6.5)] }, [4]);
    expect(on.fighters.gnoll.place).toMatchObject({ x: 5.5, y: 2.5 });
  });
});
