import { describe, expect, it } from 'vitest';
import { invalidOptions } from '../../../src/encounter/option';
import type { Place } from '../../../src/encounter/state';
import type { Message, Viewer } from '../../../src/encounter/view';
import { partsOf } from '../../../src/kernel/answer';
import type { InputAsk } from '../../../src/kernel/ask';
import { type Entry, TRANSCRIPT_VERSION } from '../../../src/kernel/transcript';
import { clash } from '../../../src/rulesets/clash';
import { noteOf } from '../../../src/rulesets/clash/view/card';
import { lentOptions } from '../../support/encounter';
import {
  at,
  begun,
  byId,
  conditionOf,
  encounter,
  fighter,
  goOn,
  item,
  peace,
  play,
  skill,
  spell,
  weapon,
} from './vocabulary';

const GM: Viewer = { gm: true, owns: [], targets: [] };
const player = (...owns: string[]): Viewer => ({ gm: false, owns, targets: [] });
const { tracker, sheet, card, action } = clash.views;

describe('the tracker', () => {
  const saddle = [conditionOf('mounted', { by: 'steed' })];
  const here = () =>
    encounter([
      fighter('mira', {}, { state: { initiative: 12 } }),
      fighter('rida', { mpMax: 3 }, { state: { initiative: 17, done: true }, conditions: saddle }),
      fighter('steed'),
      fighter('gnoll', {}, { state: { initiative: 8 }, pools: { hp: 0 } }),
    ]);

  it('[C-03, C-64] lists turns by initiative, without a ridden mount', () => {
    const { track, rows, clock } = tracker(here(), GM);
    expect(track.map(({ state, fighters }) => [state, ...fighters])).toEqual([
      ['past', 'rida'],
      ['now', 'mira'],
      ['ahead', 'gnoll'],
    ]);
    expect(rows.map(({ id, ready, out }) => [id, ready, out])).toEqual([
      ['rida', false, false],
      ['mira', true, false],
      ['gnoll', false, true],
      ['steed', false, false],
    ]);
    expect(clock).toEqual({ key: 'Clock.round', facts: { round: 1 } });
  });

  it.each`
    until                                     | by           | says
    ${null}                                   | ${undefined} | ${'Until.lasting'}
    ${{ at: 'turn-start', of: 'mira' }}       | ${undefined} | ${'Until.turn-start'}
    ${{ at: 'turn-start', of: 'gnoll' }}      | ${'gnoll'}   | ${'Until.source-turn-start'}
    ${{ at: 'turn-start', of: 'mira', n: 3 }} | ${'gnoll'}   | ${'Until.round'}
    ${{ at: 'phase', n: 900 }}                | ${undefined} | ${'Until.phase'}
  `('labels the end $until by $by with $says', ({ until, by, says }) => {
    expect(noteOf({ key: 'k', id: 'unfocused', until, ...(by && { by }) }, 'mira', GM).key).toBe(says);
  });

  it('[C-104, C-109] lists the fighters in an area, except those hidden from the viewer', () => {
    const data = { spell: 'fog', name: 'Fog', kind: 'ZONE', level: 1, x: 3.5, y: 3.5, elevation: 0, radius: 1 };
    const on = encounter([
      fighter('nim', {}, { conditions: [conditionOf('area', { by: 'nim', data })], place: at(9.5, 9.5) }),
      fighter('gnoll', {}, { place: at(3.5, 4.5) }),
      fighter('lurker', {}, { place: at(2.5, 2.5) }),
      fighter('far', {}, { place: at(3.5, 5.5) }),
    ]);
    const listed = (viewer: Viewer) => {
      const { rows } = tracker(on, viewer);
      const [area] = byId(rows, 'nim').badges;
      const within = rows.filter(({ badges }) =>
        badges.some(({ icon, id }) => icon === 'conditions/area' && id !== 'area'),
      );
      return [
        area.note.flatMap(({ key, facts }) => (key === 'Note.within' ? [facts?.who] : [])),
        within.map(({ id }) => id),
      ];
    };
    expect(listed(GM)).toEqual([['gnoll, lurker'], ['gnoll', 'lurker']]);
    expect(listed({ ...player('nim'), hiddenFighters: ['lurker'] })).toEqual([['gnoll'], ['gnoll']]);
    expect(listed({ ...player('gnoll'), hiddenFighters: ['nim'] })[1]).toEqual([]);
  });

  it('[C-07, C-20] shows the actions left in the turn, and the reaction', () => {
    const gauges = (id: string) =>
      tracker(here(), GM)
        .rows.find((row) => row.id === id)
        ?.gauges.map((gauge) => gauge.id);
    expect(gauges('rida')).toEqual(['hp', 'mp', 'attack', 'utility', 'movement', 'reaction']);
    expect(gauges('mira')).toEqual(['hp', 'attack', 'utility', 'movement', 'reaction']);
    expect(gauges('steed')).toEqual(['hp']);
  });

  it('lets the owner and the game master end a turn, and only the game master move the clock', () => {
    const view = (viewer: Viewer) => tracker(here(), viewer);
    const ends = (viewer: Viewer) =>
      view(viewer).rows.flatMap(({ actions }) => actions.map(({ command }) => command.by));
    expect([ends(GM), ends(player('mira')), ends(player('gnoll'))]).toEqual([['mira'], ['mira'], []]);
    expect(view(GM).controls.map(({ id }) => id)).toEqual(['start', 'next-turn', 'end', 'pass-phase']);
    expect(view(player('mira')).controls).toEqual([]);
  });

  it('has no strip between fights', () => {
    expect(tracker(encounter([fighter('mira')], peace), GM)).toMatchObject({ started: false, track: [] });
  });
});

describe('the sheet', () => {
  const items = [
    weapon('sword'),
    weapon('bow', { ranged: true }),
    spell('spike', { line: 'SA INT vs WIL' }),
    spell('barrier', { line: 'SD INT', purpose: 'reactive' }),
    spell('blink', { purpose: 'utility', keywords: ['MOVEMENT'] }),
    skill('quip', { purpose: 'reactive', free: 'reaction' }),
    item('clashGear', 'draught', { usable: true }),
    item('clashGear', 'rope'),
    item('clashGear', 'orb', { focusOf: 'arcane' }),
    item('clashArmor', 'mail'),
  ];
  const mira = () => fighter('mira', { mpMax: 3 }, { items });

  it('gives every item its actions', () => {
    const { itemActions } = sheet(encounter([mira(), fighter('gnoll')]), mira(), GM);
    expect(
      Object.fromEntries(Object.entries(itemActions).map(([id, all]) => [id, all.map(({ command }) => command.do)])),
    ).toEqual({
      sword: ['attack-basic-melee', 'utility-weapon-swap'],
      bow: ['attack-basic-ranged', 'utility-weapon-swap'],
      spike: ['attack-spell'],
      barrier: [],
      blink: ['utility-spell', 'move-spell'],
      quip: ['reaction-skill', 'free-reaction'],
      draught: ['attack-item', 'utility-item'],
      rope: [],
      orb: ['utility-weapon-swap'],
      mail: [],
    });
  });

  it('aims at the target, and gives the reasons for a disabled button', () => {
    const on = encounter([mira(), fighter('gnoll')]);
    const view = sheet(on, on.fighters.mira, { ...player('mira'), targets: ['gnoll'] });
    const melee = byId(view.groups[0].actions, 'attack-basic-melee');
    expect(melee).toMatchObject({ command: { at: 'gnoll' }, whyNot: [], cost: [{ pool: 'attack', amount: 1 }] });
    expect(view.groups.map(({ id }) => id)).toEqual([...['attack', 'utility', 'movement', 'reaction', 'free']]);
    const named = view.groups.map(({ actions }) =>
      actions.filter(({ label }) => label.key === 'Card.named').map(({ label }) => label.facts?.name),
    );
    expect(named).toEqual([['spike', 'draught'], ['blink', 'draught'], ['blink'], ['quip'], ['quip']]);
    expect(view.groups.flatMap(({ actions }) => actions.map(({ id }) => id))).not.toContain('dismount');
    const swaps = Object.values(view.itemActions).flatMap((actions) => actions.filter(({ id }) => id.includes('swap')));
    expect(swaps.length).toBeGreaterThan(0);
    expect(swaps.every(({ command, target }) => command.at === undefined && target === undefined)).toBe(true);
    const alone = sheet(null, on.fighters.mira, GM);
    expect(alone.groups[0].actions.every(({ whyNot }) => whyNot[0].id === 'not-in-encounter')).toBe(true);
  });

  it('[C-98, C-99] ends each of several spells with its own button', () => {
    const hold = (id: string) => conditionOf('concentrating', { key: id, data: { spell: id, name: id.toUpperCase() } });
    const ends = (...held: string[]) => {
      const nim = fighter('nim', { concentrationLimit: 2 }, { conditions: held.map(hold) });
      const on = encounter([nim, fighter('gnoll')]);
      const buttons = sheet(on, nim, GM).groups.flatMap(({ actions }) => actions);
      const ending = buttons.filter(({ command }) => command.do === 'end-concentration');
      for (const { command } of ending.slice(0, 1)) play(on, command);
      return [ending.map(({ label }) => label.facts?.item ?? null), on.fighters.nim.conditions.map(({ key }) => key)];
    };
    expect(ends('glow')).toEqual([[null], []]);
    expect(ends('glow', 'hum')).toEqual([['GLOW', 'HUM'], ['hum']]);
  });

  it('[C-71, C-104] places the area that a mount casts', () => {
    const fog = spell('Fog', { purpose: 'utility', keywords: ['FIELD'], radius: 2 });
    const on = encounter([
      fighter('rida', {}, { conditions: [conditionOf('mounted', { by: 'steed' })], place: at(0.5, 0.5) }),
      fighter('steed', { mpMax: 3 }, { items: [fog], place: at(0.5, 0.5) }),
    ]);
    const command = { do: 'mount-extra-spell', by: 'rida', with: 'Fog', options: { pay: 'utility' } };
    expect(action(on, command, player('rida'))).toMatchObject({ needs: 'area', radius: 2 });
    play(on, { ...command, path: [at(5.5, 4.5)] });
    expect(on.fighters.steed.conditions).toMatchObject([{ id: 'area', data: { x: 5.5, y: 4.5 } }]);
  });

  it('[C-113, C-119] has a jump drawn on the map, unless it is told how far, and asks elsewhere', () => {
    const saddle = [conditionOf('mounted', { by: 'steed' })];
    const needs = (place: Place | null, isRiding: boolean, options = {}) => {
      const on = encounter([
        fighter('rida', {}, { place, conditions: isRiding ? saddle : [] }),
        fighter('steed', {}, { place }),
      ]);
      const command = { do: isRiding ? 'mount-extra-jump' : 'jump', by: 'rida', options };
      return action(on, command, player('rida')).needs;
    };
    for (const isRiding of [false, true]) {
      expect(needs(at(0.5, 0.5), isRiding)).toBe('path');
      expect(needs(at(0.5, 0.5), isRiding, { height: 1, sneak: true })).toBe('path');
      expect(needs(at(0.5, 0.5), isRiding, { height: 1, distance: 0 })).toBe('nothing');
      expect(needs(null, isRiding)).toBe('nothing');
    }
  });

  it('[C-10, C-71] has a button for each weapon of a mount, and one for its bare limbs', () => {
    const buttons = (...items: ReturnType<typeof weapon>[]) => {
      const rida = fighter('rida', {}, { conditions: [conditionOf('mounted', { by: 'steed' })] });
      const on = encounter([rida, fighter('steed', {}, { items })]);
      return sheet(on, rida, GM)
        .groups.flatMap(({ actions }) => actions)
        .filter(({ command }) => command.do === 'mount-extra-action' && command.options?.as === undefined)
        .map(({ command }) => command.with ?? null);
    };
    expect(buttons()).toEqual([null]);
    expect(buttons(weapon('horns'))).toEqual([null, 'unarmed']);
    expect(buttons(weapon('horns'), weapon('hooves'))).toEqual(['horns', 'hooves', 'unarmed']);
    expect(buttons(weapon('spit', { ranged: true }))).toEqual(['spit', 'unarmed']);
  });

  it('offers options, and the game master’s options to the game master only', () => {
    const on = encounter([mira(), fighter('gnoll')]);
    const keys = (viewer: Viewer, id: string) =>
      action(on, { do: id, by: 'mira' }, viewer).fields.map(({ key }) => key);
    expect(keys(GM, 'attack-basic-melee')).toEqual(['attackLevel', 'defenseLevel', 'behind']);
    expect(keys(player('mira'), 'attack-basic-melee')).toEqual([]);
    expect([keys(GM, 'escape-grapple'), keys(GM, 'end-turn')]).toEqual([[], []]);
    expect(keys(player('mira'), 'jump')).toEqual(['pay', 'sneak']);
    expect(keys(GM, 'jump')).toEqual(['pay', 'sneak', 'cover', 'light', 'height', 'distance']);
    expect(keys(GM, 'fall')).toEqual(['metres', 'cause', 'incoming']);
    expect(keys(GM, 'mount-extra-jump')).toEqual(['pay', 'sneak', 'cover', 'light', 'height', 'distance']);
    for (const id of ['mount-extra-action', 'mount-extra-skill'])
      expect(keys(GM, id)).toEqual(['pay', 'attackLevel', 'defenseLevel', 'behind']);
    // C-17: off the map, players say how far they walk.
    expect([keys(GM, 'move-walk'), keys(player('mira'), 'move-walk')]).toEqual([
      ['sneak', 'cover', 'light', 'moved'],
      ['sneak', 'moved'],
    ]);
    expect(invalidOptions(clash.options, { do: 'move-walk', by: 'mira', options: { moved: 3 } }, false)).toEqual([]);
    const lent = ['attackLevel', 'defenseLevel', 'behind', 'metres', 'height', 'distance', 'cause', 'incoming'];
    expect(lentOptions(clash)).toEqual(expect.arrayContaining(lent));
    expect(lentOptions(clash)).not.toContain('pay');
  });

  it.each`
    line               | most | keys
    ${'SURECAST'}      | ${1} | ${[]}
    ${'SURECAST'}      | ${2} | ${['level']}
    ${'SA INT vs WIL'} | ${1} | ${['attackLevel', 'defenseLevel', 'behind']}
    ${'SA INT vs WIL'} | ${2} | ${['level', 'attackLevel', 'defenseLevel', 'behind']}
  `('[C-92, C-110, C-A17] the levels of a $line up to level $most', ({ line, most, keys }) => {
    const items = [spell('it', { line, purpose: 'utility', upcastMax: most })];
    const on = encounter([fighter('mira', { mpMax: 3 }, { items })]);
    const { fields } = action(on, { do: 'utility-spell', by: 'mira', with: 'it' }, GM);
    expect(fields.map(({ key }) => key)).toEqual(keys);
  });

  it.each`
    option        | value    | most
    ${'metres'}   | ${201}   | ${200}
    ${'metres'}   | ${-1}    | ${200}
    ${'metres'}   | ${'two'} | ${200}
    ${'height'}   | ${-1}    | ${60}
    ${'distance'} | ${60.5}  | ${60}
  `('[C-117, C-122] $option is not $value, and at most $most', ({ option, value, most }) => {
    const invalid = (to: number | string) =>
      invalidOptions(clash.options, { do: 'fall', by: 'mira', options: { [option]: to } }, true);
    expect(invalid(value)).toMatchObject([{ id: 'no-number', data: { value: String(value), most } }]);
    expect(invalid(most)).toEqual([]);
  });

  it.each`
    weapons                            | named
    ${{ sword: false }}                | ${[]}
    ${{ bow: true }}                   | ${['bow']}
    ${{ sword: false, bow: true }}     | ${['sword', 'bow']}
    ${{ sword: false, dagger: false }} | ${['sword', 'dagger']}
  `('[C-11] a skill that strikes asks for the weapon if $weapons leave a choice', ({ weapons, named }) => {
    const arms = Object.entries<boolean>(weapons).map(([id, ranged]) => weapon(id, { ranged }));
    const spare = weapon('spare', { equipped: false });
    const strike = skill('feint', { purpose: 'offensive', strike: true });
    const on = encounter([fighter('mira', {}, { items: [...arms, spare, strike] }), fighter('gnoll')]);
    const { fields } = action(on, { do: 'attack-skill', by: 'mira', with: 'feint' }, player('mira'));
    expect(fields.map(({ key }) => key)).toEqual(named.length > 0 ? ['weapon'] : []);
    expect(
      fields.flatMap(({ input }) => (input.kind === 'choice' ? input.choices.map(({ value }) => value) : [])),
    ).toEqual(named);
  });

  it('has badges for too much weight, a walk in progress, and a mount that has moved', () => {
    const badges = (base: Readonly<Record<string, unknown>>, state: object) => {
      const one = fighter('mira', base, { state: state as never });
      return sheet(null, one, GM).badges.map(({ id }) => id);
    };
    expect(badges({ totalWeight: 60 }, {})).toEqual(['overloaded']);
    expect(badges({}, { walking: true, moved: true })).toEqual(['mount-moved', 'walking']);
  });
});

/** The item that an option names, with or without a value. */
function itemIn({ facts }: Message): unknown {
  const { option } = facts ?? {};
  return typeof option === 'object' ? itemIn(option) : facts?.item;
}

describe('the card', () => {
  const sword = weapon('sword', { attackValue: 5, parryValue: 6 });
  const names = { mira: 'Mira', gnoll: '<b>Gnoll</b>', nim: 'Nim' };
  const draw = (entries: readonly Entry[], open: InputAsk | null, command: object, viewer = GM, items: object = {}) =>
    card({
      exchange: { version: TRANSCRIPT_VERSION, command: command as never, entries },
      open: open ? partsOf(open) : [],
      names: { ...names, ...items },
      viewer,
    });
  const blow = { do: 'attack-basic-melee', by: 'mira', at: 'gnoll' };

  it('shows attack, defense, zone and wound', () => {
    const on = encounter([fighter('mira', {}, { items: [sword] }), fighter('gnoll', { armorValue: { head: 1 } })]);
    const played = play(on, blow, [10, 3, 4, 10], ['dodge']);
    const { lines, outcome, title } = draw(played.run.entries, null, blow);
    expect(title.key).toBe('Action.attack-basic-melee.label');
    expect(lines.flatMap((line) => (line.kind === 'roll' ? [[line.id, line.total, line.note?.key]] : []))).toEqual([
      ['attack', 15, 'Note.plus'],
      ['dodge', 3, 'Note.against'],
      ['damage', 4, undefined],
      ['zone', 10, 'Note.zone'],
    ]);
    expect(outcome?.message).toMatchObject({
      key: 'Log.hit',
      facts: { name: '<b>Gnoll</b>', damage: 3, soak: 1, zone: { key: 'Zone.head' } },
    });
    // The loss of HP is the same fact.
    expect(lines.at(-1)).toMatchObject({ message: { key: 'Log.hit' } });
  });

  it('[C-A13] shows the defender the total, with the names of the items that could defend', () => {
    const shields = ['round', 'tower'].map((id) => item('shield', id));
    const on = encounter([fighter('mira', {}, { items: [sword] }), fighter('gnoll', {}, { items: shields })]);
    const played = begun(on, blow);
    const [ask] = draw(played.run.entries, goOn(played, [10]), blow).asks;
    expect(ask.label).toEqual({
      key: 'Ask.defense',
      facts: expect.objectContaining({ name: '<b>Gnoll</b>', attack: 15 }),
    });
    expect(ask.options.map(({ id, label }) => [id, itemIn(label)])).toEqual([
      ['dodge', undefined],
      ['block round', 'round'],
      ['block tower', 'tower'],
      ['none', undefined],
    ]);
  });

  it('[C-25, C-26] hides secret actions and the results of a look from others', () => {
    const veil = spell('Veil', { purpose: 'utility', hidden: true, hiddenAttribute: 'int' });
    const nim = fighter('nim', { mpMax: 3 }, { items: [veil], place: at(0.5, 0.5) });
    const on = encounter([nim, fighter('mira'), fighter('gnoll')]);
    const command = { do: 'utility-spell', by: 'nim', with: 'Veil' };
    const { entries } = play(on, command).run;
    const keys = (viewer: Viewer) =>
      draw(entries, null, command, viewer).lines.flatMap((line) => (line.kind === 'text' ? [line.message.key] : []));
    expect(keys(GM)).toContain('Log.hidden-act-known');
    expect(keys(player('nim'))).toContain('Card.loses-points');
    expect(keys(player('mira'))).toEqual(['Log.hidden-act']);
    expect(draw(entries, null, command, player('mira')).title.key).toBe('Card.hidden');

    const look = { do: 'identify-hidden', by: 'mira', at: 'nim' };
    const seen = play(on, look, [10]).run.entries;
    const told = (viewer: Viewer) => JSON.stringify(draw(seen, null, look, viewer).lines).includes('Veil');
    expect([told(player('mira')), told(GM), told(player('gnoll'))]).toEqual([true, true, false]);
  });

  it('[C-25, C-26, C-71] hides what a rider orders a mount to do in secret', () => {
    const veil = skill('Veil', { hidden: true, hiddenAttribute: 'int' });
    const on = encounter([
      fighter('rida', {}, { conditions: [conditionOf('mounted', { by: 'steed' })] }),
      fighter('steed', {}, { items: [veil] }),
      fighter('gnoll'),
    ]);
    const command = { do: 'mount-extra-skill', by: 'rida', with: 'Veil', options: { pay: 'utility' } };
    const { entries } = play(on, command).run;
    const shown = (viewer: Viewer) => draw(entries, null, command, viewer, { Veil: 'Veil' });
    expect(JSON.stringify(shown(player('gnoll')))).not.toContain('Veil');
    expect(shown(player('gnoll')).title.key).toBe('Card.hidden');
    expect(shown(player('rida', 'steed'))).toMatchObject({ title: { key: 'Action.mount-extra-skill.label' } });
    expect(JSON.stringify(shown(player('rida', 'steed')))).toContain('Veil');
  });

  it('[C-25, C-87] says that a hidden spell answers, and hides no line of the attack', () => {
    const veil = spell('Veil', { line: 'SD INT', purpose: 'reactive', dice: '1d6', hidden: true });
    const on = encounter([
      fighter('gnoll', {}, { items: [weapon('axe')] }),
      fighter('nim', { mpMax: 3 }, { items: [veil] }),
    ]);
    const command = { do: 'attack-basic-melee', by: 'gnoll', at: 'nim' };
    const { entries } = play(on, command, [10, 12, 3, 3], ['spell']).run;
    const shown = draw(entries, null, command, player('mira'));
    expect(shown.title.key).toBe('Action.attack-basic-melee.label');
    expect(shown.lines).toEqual(draw(entries, null, command, GM).lines);
    expect(JSON.stringify(shown.lines)).toContain('Log.hidden-defense');
    expect(JSON.stringify(shown.lines)).not.toContain('Veil');
  });

  it('shows the initiative of everyone', () => {
    const on = encounter([fighter('mira', {}, { side: 'heroes' }), fighter('gnoll')], peace);
    const start = { do: 'start', by: 'gm' };
    const { entries } = play(on, start, [4, 11]).run;
    const rolls = draw(entries, null, start).lines.flatMap((line) =>
      line.kind === 'roll' ? [[line.by, line.total]] : [],
    );
    expect(rolls).toEqual([
      ['mira', 4],
      ['gnoll', 11],
    ]);
  });
});
