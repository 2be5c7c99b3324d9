import { describe, expect, it } from 'vitest';
import { begin } from '../../../src/encounter/play';
import type { CardInput, Viewer } from '../../../src/encounter/view';
import { partsOf } from '../../../src/kernel/answer';
import { TRANSCRIPT_VERSION } from '../../../src/kernel/transcript';
import { slots } from '../../../src/rulesets/slots/rules';
import type { SlotsEncounter } from '../../../src/rulesets/slots/rules/stats';
import { at, encounter, fighter, having, item, play, weapon } from './table';

const gm: Viewer = { gm: true, owns: [], targets: [] };
const player: Viewer = { gm: false, owns: ['ann'], targets: ['orc'] };
const arms = { items: [weapon('sword', { dice: '1d8', critMin: 19 })] };
const ann = (rest = {}) => fighter('ann', { bab: 4, str: 3 }, { side: 'heroes', player: true, ...arms, ...rest });
const orc = (rest = {}, base = {}) => fighter('orc', { ac: 17, dr: 2, hpMax: 30, ...base }, { side: 'foes', ...rest });
const order = (place: number, initiative: number) => ({ book: { order: place, initiative } });
const strike = { do: 'primary-attack', by: 'ann', at: 'orc', with: 'sword' };

describe('the tracker', () => {
  it('[L-15] shows the order as a strip: who has been, whose turn it is, who is to come', () => {
    const on = encounter([orc(order(2, 11)), ann(order(1, 15)), fighter('cat', {}, order(3, 4))], {
      clock: { round: 2, phase: 'turn', turn: 'orc' },
    });
    const view = slots.views.tracker(on, gm);
    expect(view.track.map(({ state, fighters, label }) => [state, fighters[0], label.facts!.initiative])).toEqual([
      ['past', 'ann', 15],
      ['now', 'orc', 11],
      ['ahead', 'cat', 4],
    ]);
    expect(view.rows.map(({ id, ready }) => [id, ready])).toEqual([
      ['orc', true],
      ['ann', false],
      ['cat', false],
    ]);
  });
  it.each`
    round | minute
    ${1}  | ${1}
    ${10} | ${1}
    ${11} | ${2}
  `('[L-01, L-02] round $round of six seconds is in minute $minute', ({ round, minute }) => {
    const on = encounter([ann()], { clock: { round, phase: 'turn', turn: 'ann' } });
    expect(slots.views.tracker(on, gm).clock).toEqual({ key: 'Clock.round', facts: { round, minute } });
  });
  it('[L-03, L-04] shows the slots as pips, and what is banked or below zero only where there is something', () => {
    const gauges = (fighter: ReturnType<typeof ann>) =>
      slots.views.tracker(encounter([fighter]), gm).rows[0]!.gauges.map(({ id, value }) => [id, value]);
    const full = [
      ['standard', 1],
      ['move', 1],
      ['quick', 1],
      ['reaction', 1],
    ];
    expect(gauges(ann())).toEqual([...full, ['hp', 10]]);
    const spent = ann({ pools: { standard: 0, waited: 1, hp: 0, negative: 3 } });
    expect(gauges(spent)).toEqual([['standard', 0], ...full.slice(1), ['waited', 1], ['hp', 0], ['negative', 3]]);
    expect(gauges(fighter('door', { object: true }) as never)).toEqual([['hp', 10]]);
  });
  it('[L-20, L-22] offers in a row what is its own to say', () => {
    const tied = (id: string, place: number) =>
      fighter(id, {}, { player: true, book: { order: place, initiative: 9, initiativeModifier: 0 } });
    const waiting = encounter([tied('ann', 1), tied('bob', 2)], {
      clock: { round: 0, phase: 'initiative', turn: null },
    });
    const actions = (on: SlotsEncounter, viewer: Viewer) =>
      slots.views.tracker(on, viewer).rows.map((row) => row.actions.map(({ id }) => id));
    expect(actions(waiting, player)).toEqual([['let-pass-bob'], []]);
    expect(slots.views.tracker(waiting, gm).controls.map(({ id, whyNot }) => [id, whyNot.length])).toEqual([
      ['start', 1],
      ['first-turn', 0],
      ['end', 0],
    ]);
    const ambush = encounter([ann({ book: { ambush: 'ready' } }), orc()], {
      clock: { round: 0, phase: 'surprise', turn: null },
    });
    expect(actions(ambush, player)).toEqual([['take-turn'], []]);
    expect(actions(encounter([ann(), orc()]), player)).toEqual([['end-turn'], []]);
  });
  it('offers the clock to the game master only', () => {
    const idle = encounter([ann(), orc()], { clock: slots.idle });
    expect(slots.views.tracker(idle, gm)).toMatchObject({ started: false, track: [] });
    expect(slots.views.tracker(idle, player).controls).toEqual([]);
    const [start] = slots.views.tracker(idle, gm).controls;
    expect(start!.fields.map(({ key, gm: gmOnly }) => [key, gmOnly])).toEqual([['ambushers', true]]);
  });
});

describe('the sheet', () => {
  const sheet = (on: SlotsEncounter | null, of: ReturnType<typeof ann>, viewer = player) =>
    slots.views.sheet(on, of, viewer);
  it('groups actions by their slot, each with what stands against it', () => {
    const on = encounter([ann({ place: at(1, 1) }), orc({ place: at(2, 1) })]);
    const { groups } = sheet(on, on.fighters.ann!);
    expect(groups.map(({ id, actions }) => [id, actions.length])).toEqual([
      ['standard', 14],
      ['move', 11],
      ['quick', 6],
    ]);
    const grey = groups.flatMap(({ actions }) => actions.filter(({ whyNot }) => whyNot.length > 0));
    expect(grey.map(({ id, whyNot }) => [id, whyNot[0]!.id])).toEqual([
      ['disarm', 'nothing-held'],
      ['grapple-contest', 'not-grappled'],
      ['sunder', 'nothing-to-break'],
      ['patch-wound', 'not-bleeding'],
      ['break-free', 'not-restrained'],
      ['jump', 'no-obstacle'],
      ['stand-up', 'not-prone'],
    ]);
  });
  it('[L-08] puts the Standard slot in where only that helps, and says so in the price', () => {
    const on = encounter([ann({ pools: { move: 0 } }), orc()]);
    const second = slots.views.action(on, { ...strike, do: 'secondary-attack' }, player);
    expect(second.whyNot.map(({ id }) => id)).toEqual(['move-spent']);
    const shown = sheet(on, on.fighters.ann!).itemActions.sword!.find(({ id }) => id === 'secondary-attack')!;
    expect(shown).toMatchObject({ whyNot: [], cost: [{ pool: 'standard', amount: 1 }] });
  });
  it('[L-09, L-10] pays with what was banked outside one’s turn', () => {
    const on = encounter([orc(), ann({ pools: { waited: 1 } })]);
    const shown = sheet(on, on.fighters.ann!).itemActions.sword![0]!;
    expect(shown).toMatchObject({ whyNot: [], command: { options: { slot: 'waited' } } });
    expect(slots.interrupts(shown.command)).toBe('reaction');
    expect(slots.interrupts(strike)).toBeNull();
  });
  it('tells the chance of an attack, to who may know the AC', () => {
    const on = encounter([ann(), orc()]);
    const odds = (viewer: Viewer) => slots.views.action(on, strike, viewer).odds?.map(({ chance }) => chance);
    expect(odds({ ...gm, targets: ['orc'] })![0]).toBeCloseTo(0.55, 9);
    expect(odds({ ...gm, targets: ['orc'] })![1]).toBeCloseTo(0.1, 9);
    expect(odds(player)).toBeUndefined();
  });
  it('shows what lasts outside an encounter, with prices but no actions', () => {
    const { groups, figures } = sheet(null, ann());
    const all = groups.flatMap(({ actions }) => actions);
    expect(all.every(({ whyNot }) => whyNot[0]!.id === 'no-encounter')).toBe(true);
    expect(all.find(({ id }) => id === 'charge')!.cost).toHaveLength(2);
    expect(figures.find(({ id }) => id === 'attack-sword')).toMatchObject({ value: 7 });
  });
  it('leads from the map: the cheapest slot that a way can be paid with', () => {
    const place = at(1, 1);
    const on = encounter([ann({ place }), orc({ place: at(9, 9) })]);
    const ways = (...path: ReturnType<typeof at>[]) =>
      slots
        .moves(on, 'ann', path)
        .filter(({ whyNot }) => whyNot.length === 0)
        .map(({ command }) => command.do);
    expect(ways(at(2, 1))).toEqual(['side-step', 'advance', 'tumble', 'dash']);
    expect(ways(at(6, 1))).toEqual(['advance', 'dash']);
    expect(ways(at(11, 1))).toEqual(['dash']);
    expect(ways(at(15, 1))).toEqual([]);
    expect(slots.moves(on, 'orc', [at(8, 8)])).toEqual([]);
  });
  it('[L-52, L-172] says of each way whom it would provoke, before it is gone', () => {
    const armed = (id: string, x: number) => orc({ id, name: id, place: at(x, 2), items: [weapon('axe')] });
    const spent = orc({ id: 'spent', place: at(1, 0), items: [weapon('axe')], pools: { reaction: 0 } });
    const on = encounter([ann({ place: at(1, 1) }), armed('Near', 2), armed('Far', 9), spent]);
    const notes = (x: number) =>
      slots.moves(on, 'ann', [at(x, 1)]).map(({ command, notes }) => [command.do, notes?.[0]?.facts]);
    expect(Object.fromEntries(notes(3))).toMatchObject({ advance: { names: 'Near' }, dash: { names: 'Near' } });
    expect(Object.fromEntries(notes(2))['side-step']).toBeUndefined();
    expect(Object.fromEntries(notes(10)).dash).toEqual({ names: 'Near, Far' });
  });
});

describe('the card', () => {
  const names = { ann: 'Ann', orc: '<b>Orc</b>', gm: 'GM' };
  const card = (entries: CardInput['exchange']['entries'], open: CardInput['open'] = []) =>
    slots.views.card({
      exchange: { version: TRANSCRIPT_VERSION, command: strike, entries },
      open,
      names,
      viewer: gm,
    });
  it('[L-85] tells the roll term by term, what it was set against, and the outcome', () => {
    const { lines, outcome } = card(play(encounter([ann(), orc()]), strike, [19, 3, 4]).run.entries);
    expect(lines[0]).toMatchObject({
      id: 'attack',
      total: 26,
      note: {
        key: 'Note.against',
        facts: {
          against: 17,
          terms: {
            key: 'Note.and',
            facts: {
              first: { key: 'Note.plus', facts: { term: { key: 'Term.bab' }, value: 4 } },
              others: { key: 'Note.plus', facts: { term: { key: 'Term.str' }, value: 3 } },
            },
          },
        },
      },
    });
    expect(lines[1]).toMatchObject({ id: 'damage', dice: '2d8', total: 10 });
    expect(outcome!.words).toEqual({ key: 'Said.critical-resisted', facts: { name: 'Ann', damage: 8, resisted: 2 } });
  });
  it('[L-79] names the weapons of an offer, and what it costs', () => {
    const foes = [ann({ place: at(1, 1) }), orc({ place: at(2, 1), items: [weapon('axe')] })];
    const { run } = begin(slots, encounter(foes), { do: 'advance', by: 'ann', path: [at(0, 1)] }, () => 'id');
    const [ask] = card(run.entries, partsOf(run.open!)).asks;
    expect(ask).toMatchObject({ by: 'orc', label: { key: 'Ask.provoked', facts: { name: '<b>Orc</b>', at: 'Ann' } } });
    expect(ask!.options.map(({ label }) => label.key)).toEqual(['Card.with', 'Action.pursue.label', 'Option.pass']);
    expect(ask!.options[0]!.label.facts!.item).toBe('axe');
    expect(ask!.options[0]!.cost).toEqual([{ pool: 'reaction', amount: 1 }]);
  });
  it('[L-14] shows the dice of everybody who was asked at once', () => {
    const on = encounter([ann(), orc()], { clock: slots.idle });
    const { run } = begin(slots, on, { do: 'start', by: 'gm' }, () => 'id');
    expect(partsOf(run.open!).map((part) => 'by' in part && part.by)).toEqual(['ann', 'orc']);
    run.answer([[12], [7]]);
    const lines = card(run.entries).lines.filter(({ kind }) => kind === 'roll');
    expect(lines).toMatchObject([
      { by: 'ann', total: 12 },
      { by: 'orc', total: 7 },
    ]);
  });
  it('names the fighters of a choice among them', () => {
    const daft = encounter([ann({ conditions: [having('confused')] }), orc()]);
    const { run } = begin(slots, daft, strike, () => 'id');
    expect(card(run.entries, partsOf(run.open!)).asks[0]!.options.map(({ label }) => label)).toEqual([
      { key: 'Option.fighter', facts: { name: '<b>Orc</b>' } },
    ]);
  });
});

describe('what the game master says', () => {
  const word = (options: object, of = orc()) => {
    const on = encounter([of]);
    play(on, { do: 'condition', by: 'gm', at: 'orc', options: options as never });
    return on.fighters.orc!;
  };
  it('[L-123, L-176] a condition may be towards somebody, and be told what it is', () => {
    const on = encounter([orc(), ann()]);
    const edge = { condition: 'edge', on: true, towards: 'ann', kind: 'cover' };
    const command = { do: 'condition', by: 'gm', at: 'orc', options: edge };
    play(on, command);
    expect(on.fighters.orc!.conditions).toMatchObject([{ id: 'edge', towards: ['ann'], data: { kind: 'cover' } }]);
    expect(slots.whyNot(on, { ...strike }).map(({ id }) => id)).toContain('not-a-target');
    play(on, { ...command, options: { ...edge, on: false } });
    expect(on.fighters.orc!.conditions).toEqual([]);
    const stranger = { ...command, options: { ...edge, towards: 'nobody' } };
    expect(slots.whyNot(on, stranger).map(({ id }) => id)).toEqual(['no-fighter']);
  });
  it('[L-160] breath lasts a minute from when it is taken', () => {
    const on = encounter([orc()], { clock: { round: 4, phase: 'turn', turn: 'orc' } });
    play(on, { do: 'condition', by: 'gm', at: 'orc', options: { condition: 'suffocating', on: true } });
    expect(on.fighters.orc!.conditions).toMatchObject([{ id: 'suffocating', data: { due: 14 } }]);
  });
  it('[L-126] taking bleeding away forgets what was lost', () => {
    const bleeding = orc({ conditions: [having('bleeding')], pools: { bleed: 7 } });
    expect(word({ condition: 'bleeding', on: false }, bleeding).pools.bleed!.value).toBe(0);
  });
  it.each`
    pool          | to    | hp   | negative | conditions
    ${'hp'}       | ${0}  | ${0} | ${0}     | ${['unconscious']}
    ${'negative'} | ${3}  | ${0} | ${3}     | ${['unconscious', 'dying']}
    ${'negative'} | ${10} | ${0} | ${10}    | ${['corpse']}
    ${'hp'}       | ${9}  | ${9} | ${0}     | ${[]}
  `('[L-137, L-139, L-165] $pool set to $to by hand has its consequences', ({ pool, to, hp, negative, conditions }) => {
    const on = encounter([orc()]);
    play(on, { do: 'adjust', by: 'gm', at: 'orc', options: { pool, to } });
    const { pools, conditions: had } = on.fighters.orc!;
    expect([pools.hp!.value, pools.negative!.value, had.map(({ id }) => id)]).toEqual([hp, negative, conditions]);
  });
  it('[L-165] nobody but the game master says it, and nonsense changes nothing', () => {
    const on = encounter([ann(), orc()]);
    const refused = (by: string, what: string, options: object) =>
      slots.whyNot(on, { do: what, by, at: 'orc', options: options as never }).map(({ id }) => id);
    expect(refused('ann', 'adjust', { pool: 'hp', to: 0 })).toEqual(['gm-only']);
    expect(refused('gm', 'adjust', { pool: 'luck', to: 0 })).toEqual(['no-pool']);
    expect(refused('gm', 'condition', { condition: 'bored', on: true })).toEqual(['no-condition']);
    expect(slots.whyNot(on, { do: 'end-turn', by: 'nobody' }).map(({ id }) => id)).toEqual(['no-fighter']);
    expect(slots.whyNot(on, { do: 'dance', by: 'ann' }).map(({ id }) => id)).toEqual(['unknown-action']);
  });
});

it('[L-74] more than thirteen words are refused before the slot is spent', () => {
  const on = encounter([ann()]);
  const say = (count: number) =>
    slots.whyNot(on, { do: 'command', by: 'ann', options: { text: Array(count).fill('go').join('  ') } });
  expect(say(14)).toEqual([{ id: 'too-many-words', data: { count: 14, most: 13 } }]);
  expect(say(13)).toEqual([]);
});

it('[L-70] things that are part of a body, or worn, are not handled', () => {
  const on = encounter([
    fighter('ann', {}, { items: [weapon('claw', { natural: true }), item('slotsArmor', 'mail', { bonus: 3 })] }),
  ]);
  expect(slots.whyNot(on, { do: 'manage-items', by: 'ann', with: 'claw' }).map(({ id }) => id)).toEqual(['no-item']);
  const { itemActions } = slots.views.sheet(on, on.fighters.ann!, gm);
  expect(itemActions.mail).toEqual([]);
  expect(itemActions.claw!.map(({ id }) => id)).not.toContain('manage-items');
});

describe('what is entered', () => {
  it.each`
    base                             | why
    ${{ luck: 3 }}                   | ${'luck'}
    ${{ str: 21 }}                   | ${'str'}
    ${{ level: 0 }}                  | ${'level'}
    ${{ progression: 'slow' }}       | ${'progression'}
    ${{ moreResistances: ['acid'] }} | ${'moreResistances'}
    ${{ ranks: { juggling: 2 } }}    | ${'ranks'}
    ${{ overrides: { speed: 2 } }}   | ${'overrides'}
  `('[L-87] $base is refused, naming the field', ({ base, why }) => {
    expect(() => fighter('ann', base)).toThrow(new RegExp(`^${why}`));
  });
  it('[L-102] resistances to other types are written out', () => {
    expect(fighter('ann', { moreResistances: ['Acid 5'], er: { heat: 2 } }).stats.er).toMatchObject({
      acid: 5,
      heat: 2,
    });
  });
  it('[L-97] so are items, naming item and field', () => {
    const bad = (fields: object) => () => fighter('ann', {}, { items: [weapon('axe', fields)] });
    expect(bad({ critMin: 1 })).toThrow('items.axe.critMin');
    expect(bad({ dice: 'lots' })).toThrow('items.axe.dice');
    expect(() => fighter('ann', {}, { pools: { luck: 1 } })).toThrow('pools.luck');
  });
});
