import { describe, expect, it } from 'vitest';
import type { Command } from '../../../src/encounter/command';
import { type ExchangeRun, resumeExchange } from '../../../src/encounter/play';
import { makeCountingIds } from '../../../src/encounter/table';
import type { AskView, CardLine, Viewer } from '../../../src/encounter/view';
import { partsOf } from '../../../src/kernel/answer';
import { type OfferAsk, PASS, type PlaceAsk } from '../../../src/kernel/ask';
import { TRANSCRIPT_VERSION } from '../../../src/kernel/transcript';
import { energy } from '../../../src/rulesets/energy/index';
import type { EnergyEncounter } from '../../../src/rulesets/energy/state';
import { at, begun, conditionOf, encounter, fighter, goOn, play, reasons, weapon } from './vocabulary';

const gm: Viewer = { gm: true, owns: [], targets: [] };
const names = { mira: 'Mira', gnoll: 'Gnoll', kor: 'Kor' };

/** Mira stands below the gnoll; they face each other, and she has spent Energy on non-moves. */
const mira = (rest = {}) =>
  fighter(
    'mira',
    { evasion: 10, fortitude: 10 },
    { player: true, place: at(0.5, 1.5, 180), state: { nonMoveEnergy: 2 }, ...rest },
  );
const gnoll = (rest = {}) =>
  fighter(
    'gnoll',
    { meleeAV: 20 },
    { items: [weapon('axe', { name: 'Axe', damage: '1d6', reach: 0 })], place: at(0.5, 0.5), ...rest },
  );
const blow: Command = { do: 'melee-attack', by: 'gnoll', at: 'mira' };
const away = at(0.5, 2.5, 180);

const started = (on: EnergyEncounter, command: Command): ExchangeRun => begun(on, command);
const exchangeOf = (played: ExchangeRun, command: Command) => ({
  version: TRANSCRIPT_VERSION,
  command,
  entries: played.run.entries,
});
const cardOf = (played: ExchangeRun, command: Command) =>
  energy.views.card({
    exchange: exchangeOf(played, command),
    open: played.run.open ? partsOf(played.run.open) : [],
    names,
    viewer: gm,
  });
const shown = (lines: readonly CardLine[]) =>
  lines.map((line) => [line.depth, line.kind === 'roll' ? line.id : line.message.key]);

describe('[E-32, E-36, E-40] a blow is announced before its die', () => {
  it('and misses a target that leaves: design-notes 13.1', () => {
    const on = encounter([gnoll(), mira()]);
    const played = started(on, blow);
    expect(on.fighters.gnoll?.state.setAside).toEqual({ energy: 3, stamina: 0, agility: 0 });
    expect(on).toHavePool('gnoll', 'energy', 5);
    const row = energy.views.tracker(on, gm).rows.find(({ id }) => id === 'gnoll');
    expect(row?.gauges.filter(({ setAside }) => setAside).map(({ id, setAside }) => [id, setAside])).toEqual([
      ['energy', 3],
    ]);
    expect(played.run.open).toEqual({
      kind: 'offer',
      id: 'dodge',
      wait: 'first',
      candidates: [{ by: 'mira', commands: [{ do: 'agile-move', by: 'mira' }], defaultAnswer: 'ask' }],
      facts: { at: 'gnoll' },
    });
    played.run.answer([0]);
    const where = played.run.open as PlaceAsk;
    expect([where.id, where.by, where.places.length]).toEqual(['agile-move', 'mira', 7]);
    expect(played.run.depth).toBe(1);
    played.run.answer([away]);
    expect(played.run.open?.id).toBe('follow');
    played.run.answer([PASS]);
    expect([played.run.open, played.run.depth]).toEqual([null, 0]);
    expect(on).toHavePool('gnoll', 'energy', 4);
    expect(on.fighters.mira.place).toEqual(away);
    expect(shown(cardOf(played, blow).lines)).toEqual([
      [1, 'Card.section'],
      [1, 'Card.moves'],
      [0, 'Log.stopped'],
    ]);
    expect(cardOf(played, blow).outcome?.message).toMatchObject({
      key: 'Log.stopped',
      facts: { name: 'Gnoll', why: { key: 'Reason.out-of-reach', facts: { distance: 1 } } },
    });
  });
  it('and rolls once the offer is passed', () => {
    const on = encounter([gnoll(), mira()]);
    const played = started(on, blow);
    played.run.answer([PASS]);
    expect(played.run.open).toMatchObject({ kind: 'dice', id: 'combat' });
  });
  it.each([
    ['without a map', gnoll({ place: null }), mira({ place: null })],
    ['without Energy spent', gnoll(), mira({ state: {} })],
    ['without Agility', gnoll(), mira({ pools: { agility: 0 } })],
    ['with all Agile Moves made', gnoll(), mira({ state: { nonMoveEnergy: 2, agileMoves: 2 } })],
    ['out cold', gnoll(), mira({ conditions: [conditionOf('unconscious')] })],
  ])('and offers nothing %s', (_, a, b) => {
    expect(started(encounter([a, b]), blow).run.open).toMatchObject({ kind: 'dice' });
  });
  it('[E-A43] and refunds no points that Agile Moves depended on', () => {
    const on = encounter([gnoll({ state: { agileMoves: 3 } }), mira()]);
    play(on, blow, [], [[0], [away]]);
    expect(on).toHavePool('gnoll', 'energy', 2);
    expect(on.fighters.gnoll.state.nonMoveEnergy).toBe(3);
  });
  it('and is not given up if it was out of reach from the start', () => {
    const on = encounter([gnoll({ place: at(0.5, 9.5, 180) }), mira({ place: at(0.5, 1.5, 0) })]);
    const played = started(on, blow);
    expect(played.run.open?.id).toBe('dodge');
    expect(goOn(played, [10, 5, 4])).toBeNull();
    expect(on).toHavePool('gnoll', 'energy', 2);
  });
  it('and may be ended by the game master at that pause', () => {
    const on = encounter([gnoll(), mira()]);
    const played = started(on, blow);
    played.run.interrupt({ do: 'condition', by: 'gm', at: 'gnoll', options: { condition: 'dead', on: true } });
    expect(played.run.open).toBeNull();
    expect(on.fighters.mira.pools.aura.value).toBe(20);
    expect(shown(cardOf(played, blow).lines)).toEqual([
      [1, 'Card.gm'],
      [1, 'Card.condition-added'],
      [0, 'Log.stopped'],
    ]);
  });
});

describe('[E-37, E-A40] a declaration may be withdrawn', () => {
  const withdraw: Command = { do: 'withdraw', by: 'gnoll' };
  const waiting = () => ({ ...encounter([gnoll(), mira()]), settings: { ...encounter([]).settings, pause: 5 } });
  it('for free before anyone has answered it', () => {
    const on = waiting();
    const played = started(on, blow);
    expect([played.run.open?.id, energy.interrupts(withdraw), energy.whyNot(on, withdraw)]).toEqual([
      'declared',
      'reaction',
      [],
    ]);
    played.run.interrupt(withdraw, 'ann');
    // The open offer to the others is unchanged.
    expect(played.run.open?.id).toBe('declared');
    expect(reasons(on, withdraw)).toEqual(['nothing-declared']);
    played.run.answer([PASS]);
    expect(played.run.open).toBeNull();
    expect(on).toHavePool('gnoll', 'energy', 5);
    expect(on.fighters.gnoll.state).toEqual({});
    expect(cardOf(played, blow).outcome?.message).toMatchObject({ key: 'Log.abandoned' });
  });
  it('for a point once someone has answered it', () => {
    const on = waiting();
    const played = started(on, blow);
    played.run.interrupt(withdraw, 'ann');
    const { candidates } = played.run.open as OfferAsk;
    played.run.answer([candidates[0].commands.findIndex((each) => (each as Command).do === 'agile-move')]);
    expect(played.run.open).toBeNull();
    expect(on).toHavePool('gnoll', 'energy', 4);
    expect(on.fighters.mira.place).toEqual(mira().place);
  });
  it('but not after the time for answers', () => {
    const on = waiting();
    const played = started(on, blow);
    played.run.answer([PASS]);
    expect(reasons(on, withdraw)).toEqual(['nothing-declared']);
  });
});

describe('[E-32, E-33, E-35] interrupts', () => {
  const move: Command = { do: 'agile-move', by: 'mira', path: [away] };
  it('are the game master’s commands, an Agile Move, and swift actions', () => {
    const kinds = (command: Command) => energy.interrupts(command);
    expect(['adjust', 'condition', 'helpless'].map((word) => kinds({ do: word, by: 'gm' }))).toEqual([
      'master',
      'master',
      'master',
    ]);
    expect(['start', 'end-round', 'run', 'melee-attack', 'spoon'].map((id) => kinds({ do: id, by: 'mira' }))).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
    expect([kinds(move), kinds({ ...blow, options: { swift: true } })]).toEqual(['reaction', 'reaction']);
    expect(kinds({ do: 'run', by: 'mira', options: { swift: true } })).toBeNull();
  });
  it('after a die do not change its result', () => {
    const on = encounter([gnoll(), mira({ state: { nonMoveEnergy: 1 } })]);
    const played = started(on, blow);
    played.run.answer([PASS]);
    played.run.answer([10]);
    expect(played.run.open).toMatchObject({ id: 'evasion' });
    expect([played.run.depth, energy.whyNot(on, move)]).toEqual([0, []]);
    played.run.interrupt(move, 'ann');
    expect(played.run.open).toMatchObject({ id: 'evasion' });
    expect(on.fighters.mira.place).toEqual(away);
    played.run.answer([5]);
    played.run.answer([4]);
    expect(on).toHavePool('mira', 'aura', 16);
    expect(on).toHavePool('gnoll', 'energy', 2);
    expect(shown(cardOf(played, blow).lines)).toEqual([
      [0, 'combat'],
      [1, 'Card.section'],
      [1, 'Card.moves'],
      [0, 'evasion'],
      [0, 'damage'],
      [0, 'Log.hit'],
    ]);
    const copy = structuredClone(on);
    expect(resumeExchange(energy, on, exchangeOf(played, blow), makeCountingIds()).run.open).toBeNull();
    expect(on).toEqual(copy);
  });
  it('cannot be interrupted themselves, even as a whole exchange', () => {
    const on = encounter([gnoll(), mira({ conditions: [conditionOf('unguarded')] })]);
    const swift = { ...blow, options: { swift: true } };
    const played = started(on, swift);
    expect(played.run.open).toMatchObject({ kind: 'dice', id: 'combat' });
    expect(played.run.depth).toBe(1);
    goOn(played, [10, 5, 4]);
    expect(on).toHavePool('gnoll', 'energy', 4);
    const card = cardOf(played, swift);
    expect(card.title).toEqual({ key: 'Card.swift', facts: { action: { key: 'Action.melee-attack.label' } } });
    expect(card.lines.every(({ depth, kind }) => depth === 0 && kind !== 'section')).toBe(true);
    expect(card.outcome?.message.key).toBe('Log.hit');
  });
});

describe('[E-39, E-155, E-182] a run past a foe', () => {
  const cells = (...xs: number[]) => xs.map((x) => at(x + 0.5, 1.5, 270));
  const run: Command = { do: 'run', by: 'mira', path: cells(1, 2, 3, 4, 5, 6) };
  const stage = (rest = {}) => encounter([gnoll({ place: at(2.5, 0.5), ...rest }), mira()]);
  const take = (ask: OfferAsk, verb: string) =>
    ask.candidates[0].commands.findIndex((command) => (command as Command).do === verb);

  it('is stopped by a trip and paid as far as it went: design-notes 13.2', () => {
    const on = stage();
    const played = started(on, run);
    // The first metre ends within reach; the cells before it are one stretch.
    expect(on.fighters.mira.place).toEqual(cells(1)[0]);
    const offer = played.run.open as OfferAsk;
    expect(offer).toMatchObject({ id: 'swift', wait: 'first', candidates: [{ by: 'gnoll', defaultAnswer: 'ask' }] });
    played.run.answer([PASS]);
    played.run.answer([take(offer, 'trip')]);
    goOn(played, [10, 5, 9, 2]);
    expect(played.run.open).toBeNull();
    expect(on.fighters.mira.conditions.map(({ id }) => id)).toEqual(['prone']);
    expect(on.fighters.mira.place).toEqual(cells(2)[0]);
    expect(on.fighters.mira.state.metresMoved).toBe(2);
    expect(on).toHavePool('mira', 'energy', 4);
    expect(on).toHavePool('gnoll', 'energy', 4);
    const { lines } = cardOf(played, run);
    expect(lines.filter(({ kind }) => kind === 'section')).toMatchObject([
      { message: { key: 'Card.section', facts: { name: 'Gnoll', action: { key: 'Card.swift' } } } },
    ]);
    expect(lines.find((line) => line.kind === 'roll' && line.id === 'fortitude')).toMatchObject({
      note: { key: 'Note.evasion-hindered', facts: { why: { key: 'State.moving.label' } } },
    });
  });
  it.each<[string, 'pass' | 'trip', number]>([
    ['passes', 'pass', 5],
    ['strikes anyway', 'trip', 4],
  ])('[E-37] ends when the runner withdraws while the foe is asked and %s', (_, answer, left) => {
    const on = stage();
    const played = started(on, run);
    const withdraw: Command = { do: 'withdraw', by: 'mira' };
    expect([energy.interrupts(withdraw), energy.whyNot(on, withdraw)]).toEqual(['reaction', []]);
    played.run.interrupt(withdraw, 'ann');
    played.run.answer([answer === 'pass' ? PASS : take(played.run.open as OfferAsk, 'trip')]);
    if (answer === 'trip') goOn(played, [5, 10, 9]);
    expect(played.run.open).toBeNull();
    expect(on.fighters.mira.place).toEqual(cells(1)[0]);
    expect(on.fighters.mira.state.declares).toBeUndefined();
    expect(on).toHavePool('mira', 'energy', 4);
    expect(on).toHavePool('gnoll', 'energy', left);
  });
  it('[E-37, E-A40] cannot be withdrawn in the air', () => {
    const on = stage();
    const played = started(on, { ...run, do: 'jump', path: cells(1, 2) });
    expect(played.run.open).toMatchObject({ id: 'swift' });
    expect(reasons(on, { do: 'withdraw', by: 'mira' })).toEqual(['nothing-declared']);
    played.run.answer([0]);
    goOn(played, [10, 5, 4], [], 'wait');
    expect(played.run.open).toBeNull();
    expect(on.fighters.mira.place).toMatchObject({ x: 2.5 });
  });
  it('[E-37] cannot be withdrawn after the offers or at its end', () => {
    const on = stage({ place: at(5.5, 0.5), items: [weapon('claw', { reach: 0 })] });
    const played = started(on, { ...run, path: cells(1, 2, 3, 4) });
    expect(played.run.open).toMatchObject({ id: 'swift' });
    expect(reasons(on, { do: 'withdraw', by: 'mira' })).toEqual(['nothing-declared']);
    played.run.answer([PASS]);
    expect(reasons(on, { do: 'withdraw', by: 'mira' })).toEqual(['nothing-declared']);
  });
  it('is one stretch if no one can strike', () => {
    for (const rest of [
      { state: { swiftUsed: true } },
      { pools: { energy: 0 }, state: { staminaSubs: 1 } },
      { side: 'mira' },
    ]) {
      const on = stage(rest);
      const played = play(on, run);
      const moves = played.table.effects.filter(({ kind }) => kind === 'move');
      expect(moves).toHaveLength(1);
      expect(moves[0]).toMatchObject({ to: cells(6)[0], by: cells(1, 2, 3, 4, 5) });
    }
  });
  it('is offered at each metre within reach, for one drawn line or many cells', () => {
    const offers = (path: Command['path']) => {
      const played = started(stage(), { ...run, path });
      let count = 0;
      for (; played.run.open?.kind === 'offer'; count++) played.run.answer([PASS]);
      expect(played.run.open).toBeNull();
      return [count, played.table.effects.filter(({ kind }) => kind === 'move').length];
    };
    // Reach 0 beside x = 2: cells 1 to 3, and the metre that leaves them.
    expect(offers(run.path)).toEqual([4, 5]);
    expect(offers(cells(6))).toEqual([4, 5]);
  });
  it('ends if the runner is moved off the path', () => {
    const on = stage();
    const played = started(on, run);
    played.run.interrupt({ do: 'agile-move', by: 'mira', path: [at(1.5, 2.5, 270)] });
    played.run.answer([PASS]);
    expect(played.run.open).toBeNull();
    expect(on.fighters.mira.place).toMatchObject({ x: 1.5, y: 2.5 });
    expect(on).toHavePool('mira', 'energy', 4);
  });
  it('shows the candidates the weapon and the price of each blow', () => {
    const played = started(stage({ pools: { energy: 0 } }), run);
    const [ask] = cardOf(played, run).asks as [AskView];
    expect(ask.label).toMatchObject({ key: 'Ask.swift', facts: { name: 'Gnoll', at: 'Mira' } });
    expect(ask.options.map(({ label, answer }) => [label.key, label.facts?.item, answer])).toEqual([
      ['Card.with', 'Axe', [0]],
      ['Card.swift', undefined, [1]],
      ['Card.with', 'Axe', [2]],
      ['Card.swift', undefined, [3]],
      ['Card.swift', undefined, [4]],
      ['Option.pass', undefined, [PASS]],
    ]);
    const offered = played.run.open as OfferAsk;
    expect(offered.candidates[0].commands.map((command) => (command as Command).do)).toEqual([
      ...['melee-attack', 'unarmed-attack'],
      ...['trip', 'restrain', 'push'],
    ]);
    expect(ask.options[0].cost).toEqual([{ pool: 'stamina', amount: 1 }]);
    expect(ask.options[0].label.facts?.action).toEqual({
      key: 'Card.swift',
      facts: { action: { key: 'Action.melee-attack.label' } },
    });
  });
  it('offers only commands that are still possible when judged again', () => {
    const on = stage();
    const played = started(on, run);
    for (; played.run.open?.kind === 'offer'; played.run.answer([PASS]))
      for (const { commands } of played.run.open.candidates)
        for (const command of commands) expect(energy.whyNot(on, command as Command)).toEqual([]);
  });
});

describe('[E-152, E-178] every maneuver has a swift form', () => {
  /** Ahead of her path, so that she faces it all the time. */
  const brute = (items = [weapon('axe', { name: 'Axe', reach: 0 })]) =>
    fighter('gnoll', { meleeAV: 20, unarmedAV: 20 }, { items, place: at(2.5, 0.5) });
  const armed = () => mira({ items: [weapon('spear', { name: 'Spear' })] });
  const verbs = (played: ExchangeRun) =>
    (played.run.open as OfferAsk).candidates[0].commands.map((command) => {
      const { do: verb, with: item } = command as Command;
      return item === undefined ? verb : `${verb} with ${item}`;
    });
  const path = [at(1.5, 1.5, 270)];

  it('is offered once, with a weapon if possible, after the blows', () => {
    const played = started(encounter([brute(), armed()]), { do: 'shift', by: 'mira', path });
    expect(verbs(played)).toEqual([
      ...['melee-attack with axe', 'unarmed-attack'],
      ...['trip with axe', 'disarm with axe', 'restrain', 'push'],
    ]);
  });
  it('uses bare hands if the weapon in hand does not suit', () => {
    const knife = weapon('knife', { class: 'light', reach: 0 });
    const runner = mira({ items: [weapon('maul', { class: 'heavy' })] });
    const played = started(encounter([brute([knife]), runner]), { do: 'shift', by: 'mira', path });
    expect(verbs(played)).toContain('disarm with unarmed');
  });
  it.each`
    verb          | faces         | met
    ${'disarm'}   | ${[10, 5, 5]} | ${[]}
    ${'restrain'} | ${[10, 2]}    | ${['restrained']}
    ${'push'}     | ${[10, 2, 3]} | ${['unguarded']}
  `('costs one Energy and does not make the target unguarded: $verb', ({ verb, faces, met }) => {
    const on = encounter([brute(), armed()]);
    const played = started(on, { do: 'shift', by: 'mira', path });
    played.run.answer([verbs(played).findIndex((each) => each.startsWith(verb))]);
    goOn(played, faces);
    if (played.run.open?.kind === 'place') played.run.answer([(played.run.open as PlaceAsk).places[0]]);
    expect(on).toHavePool('gnoll', 'energy', 4);
    expect(on.fighters.gnoll.conditions.map(({ id }) => id)).not.toContain('unguarded');
    expect(on.fighters.mira.conditions.map(({ id }) => id)).toEqual(met);
    expect(on.fighters.gnoll.state.swiftUsed).toBe(true);
  });
});

it('[E-155] with facing off, a fighter that looks away strikes too', () => {
  const path = [at(1.5, 1.5, 270)];
  const stage = (settings: EnergyEncounter['settings']) =>
    encounter([gnoll({ place: at(1.5, 0.5, 180) }), mira()], { settings });
  expect(started(stage({}), { do: 'shift', by: 'mira', path }).run.open).toBeNull();
  expect(started(stage({ facing: 'off' }), { do: 'shift', by: 'mira', path }).run.open).toMatchObject({ id: 'swift' });
});

describe('[E-155] the map shows', () => {
  const { threat } = energy;
  const faced = (x: number, y: number, rest = {}) =>
    threat.reaches(encounter([gnoll(rest), mira()]), 'gnoll', at(x, y));
  it('the cells in front of a fighter within reach of a weapon or a fist, and none behind', () => {
    // He faces south.
    expect([faced(0.5, 1.5), faced(1.5, 1.5), faced(1.5, 0.5), faced(0.5, 2.5), faced(0.5, -0.5)]).toEqual([
      ...[true, true, true, false, false],
    ]);
    const spear = { items: [weapon('spear', { name: 'Spear', damage: '1d6', reach: 1 })] };
    expect([faced(0.5, 2.5, spear), faced(0.5, 3.5, spear)]).toEqual([true, false]);
    const out = { conditions: [conditionOf('unconscious')] };
    expect(faced(0.5, 1.5, out)).toBe(false);
  });
  it('which fighters may strike at a path, for movement only', () => {
    const provoked = (command: Partial<Command>, rest = {}) =>
      threat.provokedBy(encounter([gnoll(rest), mira()]), { do: 'run', by: 'mira', path: [at(0.5, 4.5)], ...command });
    expect(provoked({})).toEqual(['gnoll']);
    expect(provoked({}, { state: { swiftUsed: true } })).toEqual([]);
    expect(provoked({}, { place: at(0.5, 0.5, 180) })).toEqual([]);
    expect(provoked({ do: 'defend' })).toEqual([]);
    expect(provoked({ by: 'absent' })).toEqual([]);
  });
});
