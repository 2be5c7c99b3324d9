import { describe, expect, it } from 'vitest';
import type { CardInput, Viewer } from '../../../src/encounter/view';
import { partsOf } from '../../../src/kernel/answer';
import type { InputAsk } from '../../../src/kernel/ask';
import { defined } from '../../../src/kernel/defined';
import { TRANSCRIPT_VERSION } from '../../../src/kernel/transcript';
import { energy } from '../../../src/rulesets/energy/index';
import { armor, at, begun, byId, conditionOf, encounter, fighter, play, weapon } from './vocabulary';

const gm: Viewer = { gm: true, owns: [], targets: [] };
const ann: Viewer = { gm: false, owns: ['mira'], targets: ['gnoll'] };
const mira = (rest = {}) =>
  fighter('mira', { str: 14, dex: 15 }, { items: [weapon('sword', { damage: '1d8' })], place: at(0.5, 0.5), ...rest });
const gnoll = (rest = {}) => fighter('gnoll', {}, { items: [armor(12, 4)], place: at(0.5, 1.5, 180), ...rest });
const strike = { do: 'melee-attack', by: 'mira', at: 'gnoll' };

describe('the tracker', () => {
  it('shows the adjacent Rounds, and for this one the ready fighters', () => {
    const spent = fighter('kor', {}, { pools: { energy: 0, agility: 1 } });
    const out = fighter('dov', {}, { conditions: [conditionOf('unconscious')] });
    const view = energy.views.tracker(encounter([mira(), spent, out], { clock: { round: 3, phase: 'open' } }), gm);
    expect(view.clock).toEqual({ key: 'Clock.round', facts: { round: 3 } });
    expect(view.track.map(({ id, state, fighters }) => [id, state, fighters])).toEqual([
      ['round-2', 'past', []],
      ['round-3', 'now', ['mira']],
      ['round-4', 'ahead', []],
    ]);
    expect(view.rows.map(({ id, ready, out }) => [id, ready, out])).toEqual([
      ['mira', true, false],
      ['kor', false, false],
      ['dov', false, true],
    ]);
    expect(view.rows[0].gauges.map(({ id, shape, value, max }) => [id, shape, value, max])).toEqual([
      ['energy', 'pips', 5, 5],
      ['agility', 'pips', 3, 3],
      ['stamina', 'number', 10, 10],
      ['aura', 'bar', 25, 25],
    ]);
  });
  it('has no strip before the start, and offers the clock to the game master only', () => {
    const idle = encounter([mira({ side: 'heroes' })], { clock: { round: 0, phase: 'idle' } });
    expect(energy.views.tracker(idle, gm)).toMatchObject({ started: false, track: [] });
    expect(energy.views.tracker(idle, gm).controls.map(({ id, whyNot }) => [id, whyNot.length])).toEqual([
      ['start', 0],
      ['end-round', 1],
      ['end', 1],
      ['short-rest', 0],
      ['long-rest', 0],
    ]);
    expect(energy.views.tracker(idle, ann).controls).toEqual([]);
  });
  it('[E-A42] has one button that ends anyway while a fighter is bleeding out', () => {
    const on = encounter([gnoll({ conditions: [conditionOf('bleeding-out')] })]);
    expect(energy.views.tracker(on, gm).controls.map(({ id, whyNot }) => [id, whyNot.length])).toEqual([
      ['start', 1],
      ['end-round', 0],
      ['end-anyway', 0],
    ]);
  });
  it('shows the source of a badge, and marks implied ones', () => {
    const conditions = [
      conditionOf('dazed', { until: { at: 'round-end', n: 2 } }),
      conditionOf('unconscious', { data: { cause: 'dying' } }),
    ];
    const on = encounter([mira({ conditions, state: { posture: 'kneeling', helpless: true } })]);
    const badges = energy.views.tracker(on, gm).rows[0].badges;
    expect(badges.map(({ id, implied }) => [id, implied])).toEqual([
      ['dazed', false],
      ['unconscious', false],
      ['exposed', true],
      ['unguarded', true],
      ['kneeling', false],
      ['helpless', false],
    ]);
    expect(badges[2].note).toContainEqual({ key: 'Note.from', facts: { parent: { key: 'Condition.dazed.label' } } });
    expect(badges[0].note).toContainEqual({ key: 'Until.round-end', facts: { round: 2 } });
    expect(badges[1].note).toContainEqual({ key: 'Cause.dying' });
  });
  it.each([
    ['stamina', 1, true],
    ['stamina', 2, false],
    ['aura', 6, true],
    ['aura', 7, false],
  ])('%s at %d is low: %s', (pool, value, low) => {
    const on = encounter([mira({ pools: { [pool]: value } })]);
    expect(energy.views.tracker(on, gm).rows[0].gauges.find(({ id }) => id === pool)?.low).toBe(low);
  });
});

describe('the sheet', () => {
  const buttons = (on: ReturnType<typeof encounter> | null, of = mira(), viewer = ann) =>
    energy.views.sheet(on, of, viewer).groups.flatMap(({ actions }) => actions);
  const button = (all: ReturnType<typeof buttons>, id: string) => byId(all, id);
  it('groups actions by price, possible or not, judged against the viewer’s target', () => {
    const on = encounter([mira(), gnoll()]);
    const { groups } = energy.views.sheet(on, on.fighters.mira, ann);
    const seen = groups.map(({ id, actions }) => [
      id,
      actions.map(({ id, whyNot }) => [id, ...whyNot.map((why) => why.id)].join(' ')),
    ]);
    const expected: [string, string[]][] = [
      [
        'free',
        [
          'sprint-push no-sprint',
          'shift-agility',
          'release not-holding',
          'challenge-initiative',
          'wait',
          'load nothing-to-load',
          'chance-roll',
        ],
      ],
      [
        'energy-1',
        [
          'single-strike can-defend',
          'finish-off not-at-mercy',
          'ranged-attack no-weapon',
          'shift',
          'kneel-from-prone not-prone',
          'stand-up not-kneeling',
          'defend',
        ],
      ],
      [
        'energy-2',
        ['unarmed-attack', 'trip-unarmed', 'disarm-unarmed nothing-held', 'restrain', 'push', 'quick-run', 'jump'],
      ],
      [
        'energy-3',
        [
          'melee-attack',
          'trip',
          'disarm nothing-held',
          'run',
          'sprint',
          'catch-breath stamina-full',
          'escape not-held',
        ],
      ],
      ['priced', ['climb', 'break-barrier', 'spend-surge aura-full']],
      [
        'interrupt',
        [
          'agile-move agile-spent',
          'swift-attack swift-guarded',
          'swift-unarmed swift-guarded',
          'swift-trip swift-guarded',
          'swift-trip-unarmed swift-guarded',
          'swift-disarm swift-guarded nothing-held',
          'swift-disarm-unarmed swift-guarded nothing-held',
          'swift-restrain swift-guarded',
          'swift-push swift-guarded',
          'swift-shot no-weapon',
        ],
      ],
      ['checks', ['evasion-roll', 'fortitude-roll', 'will-roll', 'arm-check', 'leg-check']],
    ];
    // A row that is added later may stand anywhere.
    const known = new Set(expected.flatMap(([, actions]) => actions));
    const isKnown = (action: string) => known.has(action);
    expect(seen.map(([id, actions]) => [id, (actions as string[]).filter(isKnown)])).toEqual(expected);
    expect(button(buttons(on, on.fighters.mira), 'melee-attack').command).toEqual(strike);
  });
  it('[E-152, E-173] has Swift Attacks with every weapon in hand, and maneuvers with bare hands', () => {
    const hands = [
      weapon('sword'),
      weapon('dagger', { name: 'Dagger', thrown: true }),
      weapon('bow', { ranged: true }),
    ];
    const armed = mira({ items: [...hands, weapon('club', { equipped: false })] });
    const on = encounter([armed, gnoll()]);
    const all = buttons(on, armed);
    const used = all.flatMap(({ command }) => (command.options?.swift ? [[command.do, command.with]] : []));
    expect(used).toEqual([
      ['melee-attack', undefined],
      ['melee-attack', 'dagger'],
      ['unarmed-attack', undefined],
      ['trip', undefined],
      ['trip', 'dagger'],
      ['trip', 'unarmed'],
      ['disarm', undefined],
      ['disarm', 'dagger'],
      ['disarm', 'unarmed'],
      ['restrain', undefined],
      ['push', undefined],
      ['ranged-attack', undefined],
      ['ranged-attack', 'dagger'],
    ]);
    expect(button(all, 'swift-attack-dagger').label).toEqual({
      key: 'Card.with',
      facts: { action: { key: 'Action.swift-attack.label' }, item: 'Dagger' },
    });
    expect(button(all, 'trip-unarmed')).toMatchObject({
      label: { key: 'Card.with', facts: { item: { key: 'Card.bare-hands' } } },
      cost: [{ pool: 'energy', amount: 2 }],
      whyNot: [],
    });
  });
  it('[E-109, E-133] lets the GM deal damage, of the types that matter to the fighter', () => {
    const weak = fighter('mira', { weaknesses: ['fire'], resistances: ['cold'] });
    const on = encounter([weak]);
    const { command, fields } = button(buttons(on, weak, gm), 'damage');
    expect(command).toEqual({ do: 'damage', by: 'gm', at: 'mira' });
    expect(fields.map(({ key }) => key)).toEqual(['damageType', 'subdues', 'doublings', 'deathRoll', 'deathBonus']);
    const types = fields.flatMap(({ input }) =>
      input.kind === 'choice' ? [input.choices.map(({ value }) => value)] : [],
    );
    expect(types[0]).toEqual(['cold', 'fire']);
    expect(buttons(on, weak).some(({ id }) => id === 'damage')).toBe(false);
    expect(energy.views.action(on, { do: 'damage', by: 'gm', at: 'mira' }, ann).fields).toEqual([]);
  });
  it('keeps an action in its group if Stamina pays a point of it', () => {
    const on = encounter([mira({ pools: { energy: 2 } }), gnoll()]);
    const { groups } = energy.views.sheet(on, on.fighters.mira, ann);
    expect(groups.find(({ id }) => id === 'energy-3')?.actions.map(({ id }) => id)).toContain('melee-attack');
  });
  it('reports a missing target', () => {
    const on = encounter([mira(), gnoll()]);
    const strike = button(buttons(on, on.fighters.mira, { ...ann, targets: [] }), 'melee-attack');
    expect(strike.whyNot.map(({ id }) => id)).toEqual(['no-target']);
  });
  it('swaps a point of Stamina if that makes the action possible', () => {
    const on = encounter([mira({ pools: { energy: 2 } }), gnoll()]);
    const strike = button(buttons(on, on.fighters.mira), 'melee-attack');
    expect(strike).toMatchObject({ command: { options: { swap: true } }, whyNot: [] });
    expect(strike.cost).toEqual([
      { pool: 'energy', amount: 2 },
      { pool: 'stamina', amount: 1 },
    ]);
  });
  it('shows permanent values outside an encounter, with prices but no enabled actions', () => {
    const all = buttons(null);
    expect(all.every(({ whyNot }) => whyNot[0].id === 'not-in-encounter')).toBe(true);
    expect(all.map(({ id }) => id).slice(0, 2)).toEqual(['short-rest', 'long-rest']);
    expect(button(all, 'melee-attack').cost).toEqual([{ pool: 'energy', amount: 3 }]);
  });
  it('shows for every weapon its strikes and its figures with their terms', () => {
    const on = encounter([mira(), gnoll()]);
    const { itemActions, figures } = energy.views.sheet(on, on.fighters.mira, ann);
    expect(itemActions.sword.map(({ command }) => [command.do, command.with])).toEqual([
      ['melee-attack', 'sword'],
      ['single-strike', 'sword'],
      ['trip', 'sword'],
      ['disarm', 'sword'],
      ['ranged-attack', 'sword'],
      ['stow-item', 'sword'],
      ['drop-item', 'sword'],
      ['hand-over', 'sword'],
    ]);
    expect(figures[0]).toEqual({
      id: 'attack-sword',
      label: { key: 'Stat.attackOf', facts: { weapon: 'sword' } },
      value: 18,
      of: 'sword',
      terms: [
        { label: { key: 'Term.base' }, value: 15 },
        { label: { key: 'Term.masab' }, value: 3 },
      ],
    });
  });
});

describe('the card', () => {
  const names = { mira: 'Mira', gnoll: '<b>Gnoll</b>' };
  const card = (entries: CardInput['exchange']['entries'], open: InputAsk | null = null) =>
    energy.views.card({
      exchange: { version: TRANSCRIPT_VERSION, command: strike, entries },
      open: open ? partsOf(open) : [],
      names,
      viewer: gm,
    });
  const drawn = (faces: number[], rest: object = {}) =>
    card(play(encounter([mira(), gnoll(rest)]), strike, faces).run.entries);

  it('shows a hit: faces, totals, defenses and the outcome', () => {
    const { lines, outcome, asks } = drawn([9, 2, 5]);
    expect(lines.flatMap((line) => (line.kind === 'roll' ? [[line.id, line.by, line.dice, line.total]] : []))).toEqual([
      ['combat', 'mira', '1d20', 9],
      ['evasion', 'gnoll', '1d10*', 10],
      ['damage', 'mira', '1d8', 4],
    ]);
    expect(lines[1]).toMatchObject({ note: { key: 'Note.evasion', facts: { against: 18 } } });
    expect(outcome?.message).toEqual({
      key: 'Log.hit',
      facts: { name: 'Mira', at: '<b>Gnoll</b>', damage: 4, armor: 4 },
    });
    // The loss of Aura is the same fact.
    expect(lines.at(-1)).toMatchObject({ message: { key: 'Log.hit' } });
    expect(asks).toEqual([]);
  });
  it('marks the faces that count and those that exploded', () => {
    const { lines } = drawn([12, 10, 10, 7, 4], { conditions: [conditionOf('prone')] });
    expect(lines[1]).toMatchObject({
      faces: [
        { face: 10, counts: true, exploded: true },
        { face: 10, counts: false, exploded: false },
        { face: 7, counts: false, exploded: false },
        { face: 4, counts: true, exploded: false },
      ],
      note: { key: 'Note.evasion-hindered', facts: { why: { key: 'Condition.prone.label' } } },
    });
  });
  it('asks the fighter that must roll, and has no outcome before', () => {
    const on = encounter([mira(), gnoll()]);
    const { run } = begun(on, strike);
    run.answer([9]);
    const view = card(run.entries, run.open);
    expect(view.outcome).toBeNull();
    expect(view.asks).toHaveLength(1);
    expect(view.asks[0]).toMatchObject({
      by: 'gnoll',
      options: [],
      ask: { by: 'gnoll', id: 'evasion' },
      label: { key: 'Ask.evasion', facts: { name: '<b>Gnoll</b>', against: 18, bonus: '+8' } },
    });
  });
  it('shows the hit while its Death roll is open', () => {
    const on = encounter([mira(), gnoll({ pools: { aura: 0 } })]);
    const { run } = begun(on, strike);
    for (const face of [12, 2, 5]) run.answer([face]);
    const view = card(run.entries, run.open);
    expect([view.outcome?.message.key, view.asks[0].ask.id]).toEqual(['Log.hit', 'death']);
  });
  it('shows conditions that are added and removed', () => {
    const { lines } = drawn([20, 5]);
    expect(lines).toContainEqual({
      kind: 'text',
      depth: 0,
      message: {
        key: 'Card.condition-added-until',
        facts: {
          name: '<b>Gnoll</b>',
          condition: { key: 'Condition.exposed.label' },
          until: { key: 'Until.round-end', facts: { round: 1 } },
        },
      },
      tone: 'harm',
      strong: false,
      isStateChange: true,
      of: 'gnoll',
    });
  });
});

describe('the time strip', () => {
  const tracker = (...fighters: Parameters<typeof encounter>[0]) => energy.views.tracker(encounter([...fighters]), gm);
  const spent = { pools: { energy: 0, agility: 0 } };

  it('shows fighters that cannot act beside those that can, and the dead apart', () => {
    const dead = fighter('dov', {}, { conditions: [conditionOf('dead')] });
    const now = defined(
      tracker(mira(), gnoll(spent), dead).track.find(({ state }) => state === 'now'),
      'the cell of this moment',
    );
    expect([now.fighters, now.spent]).toEqual([['mira'], ['gnoll']]);
  });

  it('[E-13] highlights fighters that wait or are bleeding out', () => {
    const rows = tracker(
      mira({ state: { waiting: true } }),
      gnoll({ conditions: [conditionOf('bleeding-out')], state: { waiting: true } }),
      fighter('kor'),
    ).rows;
    expect(rows.map(({ id, light }) => [id, light])).toEqual([
      ['mira', 'waiting'],
      ['gnoll', 'danger'],
      ['kor', undefined],
    ]);
  });

  it('[E-13] reports that the Round can end once all wait or have no Energy left', () => {
    const waits = { state: { waiting: true } };
    expect(tracker(mira(waits), gnoll(spent)).hint).toEqual({ key: 'Clock.all-wait' });
    expect(tracker(mira(waits), gnoll()).hint).toBeUndefined();
    expect(tracker().hint).toBeUndefined();
  });
});

describe('facts of an item', () => {
  const facts = (item: Parameters<typeof weapon>[1], base = {}) => {
    const on = encounter([fighter('mira', { str: 14, dex: 15, ...base }, { items: [weapon('sword', item)] })]);
    return defined(energy.views.sheet(on, on.fighters.mira, ann).itemFacts, 'item facts').sword;
  };
  const ids = (...args: Parameters<typeof facts>) => facts(...args).map(({ id, tone }) => `${id} ${tone}`);

  it('are the numbers of its blow, with their terms', () => {
    const [attack, damage, reach] = facts({ damage: '1d8', damageBonus: 1 });
    expect(attack).toMatchObject({ label: { facts: { attack: 18 } }, terms: [{ value: 15 }, { value: 3 }] });
    expect(damage.label).toEqual({ key: 'Fact.damage', facts: { damage: '1d8 +4' } });
    expect(reach.label.facts).toEqual({ reach: 1 });
  });

  it('of a ranged weapon are its dice and its ranges', () => {
    const shot = facts({ ranged: true, damage: '1d6', range: [10, 40, 120] });
    expect(shot.map(({ id }) => id)).toEqual(['damage', 'range']);
    expect(shot[0].label.facts).toEqual({ damage: '1d6' });
    expect(shot[1].label.facts).toEqual({ near: 10, normal: 40, most: 120 });
  });

  it('begin with the reason why it cannot be used, shown as harm', () => {
    expect(ids({ loadCost: 1, dropped: true, ranged: true }).slice(0, 2)).toEqual(['dropped harm', 'unloaded harm']);
    expect(ids({ loadCost: 1, loaded: true, ranged: true })[0]).toBe('loaded boon');
    const on = encounter([fighter('mira', {}, { items: [{ ...armor(12, 4), broken: true } as never] })]);
    const [suit] = Object.values(defined(energy.views.sheet(on, on.fighters.mira, ann).itemFacts, 'item facts'));
    expect(suit[0]).toMatchObject({ id: 'broken', tone: 'harm' });
  });

  it('[E-170] state whether its user is proficient', () => {
    expect(ids({ mpr: 3 }, { mpl: 2 })[0]).toBe('not-proficient harm');
    expect(ids({ mpr: 3 }, { mpl: 3 })[0]).toBe('proficient neutral');
    expect(ids({ mpr: 0 })).not.toContain('proficient neutral');
  });

  it('of armor are its coverage and its reduction', () => {
    const on = encounter([fighter('mira', {}, { items: [armor(12, 4)] })]);
    const [suit] = Object.values(defined(energy.views.sheet(on, on.fighters.mira, ann).itemFacts, 'item facts'));
    expect(suit.map(({ label }) => label.facts)).toEqual([{ coverage: 12 }, { rating: 4 }]);
  });
});

describe('a roll on a table', () => {
  const note = (id: string, face: number) => {
    const ask = { kind: 'dice' as const, id, by: 'mira', dice: { count: 1, sides: 20 } };
    const { lines } = energy.views.card({
      exchange: { version: TRANSCRIPT_VERSION, command: strike, entries: [{ ask, answer: [face] }] },
      open: [],
      names: { mira: 'Mira' },
      viewer: gm,
    });
    return lines[0].kind === 'roll' ? lines[0].note : undefined;
  };

  it.each([
    ['death', 20, { from: 20 }],
    ['death', 12, { from: 10, to: 14 }],
    ['death', 4, { from: 2, to: 4 }],
    ['death', 1, { from: 1 }],
    ['death-save', 19, { from: 5, to: 19 }],
    ['wake', 20, { from: 20 }],
    ['wake', 19, { from: 1, to: 19 }],
  ])('%s with %d names its row', (id, face, facts) => {
    expect(note(id, face)).toEqual({ key: 'to' in facts ? 'Note.row' : 'Note.row-one', facts });
  });
});
