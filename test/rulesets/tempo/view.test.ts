import { describe, expect, it } from 'vitest';
import type { CardInput, Viewer } from '../../../src/encounter/view';
import { partsOf } from '../../../src/kernel/answer';
import type { InputAsk, SingleAsk } from '../../../src/kernel/ask';
import { defined } from '../../../src/kernel/defined';
import { TRANSCRIPT_VERSION } from '../../../src/kernel/transcript';
import { tempo } from '../../../src/rulesets/tempo';
import { ACTIONS } from '../../../src/rulesets/tempo/actions';
import { at, begun, byId, conditionOf, foe, hero, item, on, play } from './vocabulary';

const gm: Viewer = { gm: true, owns: [], targets: [] };
const ann: Viewer = { gm: false, owns: ['mira'], targets: ['rat'] };
const planning = { phase: 'planning' as const, tempo: -1 };
const blade = item('weapon', 'blade', { speed: 'quick' });
const mira = (rest = {}) =>
  hero('mira', { mana1: 2 }, { items: [blade], state: { 'plan-1': 'mark', 'plan-2': 'quick-attack' }, ...rest });
const rat = (rest = {}) => foe('rat', {}, { items: [blade], state: { 'plan-1': 'quick-attack' }, ...rest });

describe('the strip', () => {
  const facesAt = (viewer: Viewer, encounter = on(-1, [rat(), mira()], planning)) =>
    tempo.views
      .tracker(encounter, viewer)
      .track.flatMap(({ id, fighters }) => (fighters.length > 0 ? [[id, fighters]] : []));
  it('has ten numbers with the fighters that act on each, players first', () => {
    expect(tempo.views.tracker(on(2, [rat(), mira()]), gm).track.map(({ state }) => state)).toEqual([
      ...['past', 'past', 'now', 'ahead', 'ahead', 'ahead', 'ahead', 'ahead', 'ahead', 'ahead'],
    ]);
    expect(facesAt(gm)).toEqual([
      ['tempo-2', ['mira']],
      ['tempo-3', ['mira', 'rat']],
    ]);
  });
  it('shows players only their own plans, unless plans are open', () => {
    expect(facesAt(ann)).toEqual([
      ['tempo-2', ['mira']],
      ['tempo-3', ['mira']],
    ]);
    expect(facesAt(ann, on(-1, [rat(), mira()], planning, { plans: 'open' }))).toHaveLength(2);
    expect(facesAt({ ...ann, owns: [] })).toEqual([]);
  });
  it('shows everyone what Exert has added and moved, which is public', () => {
    const said = mira({ state: { added: 1, 'add-a1': 'help', 'plan-1': 'mark', 'moved-2': 'shift@8' } });
    expect(facesAt({ ...ann, owns: [] }, on(1, [said]))).toEqual([
      ['tempo-3', ['mira']],
      ['tempo-8', ['mira']],
    ]);
  });
});

describe('the cards of a plan', () => {
  const cards = (encounter: ReturnType<typeof on>, viewer: Viewer, id = 'mira') =>
    defined(tempo.views.tracker(encounter, viewer).rows.find((row) => row.id === id)?.cards, 'cards');
  const laid = (encounter: ReturnType<typeof on>, viewer: Viewer) =>
    cards(encounter, viewer).map(({ state, at, label }) => [state, at, label.key]);
  const player: Viewer = { gm: false, owns: [], targets: [] };
  const atPlanning = (state = {}) => on(-1, [mira({ state }), rat()], planning);

  it('[T-03] are open to their owner, on the number of their action', () => {
    const encounter = atPlanning({ 'plan-1': 'mark' });
    expect(laid(encounter, ann)).toEqual([
      ['planned', 'tempo-2', 'Action.mark.label'],
      ['empty', null, 'Plan.empty'],
    ]);
    expect(laid(encounter, gm)).toEqual(laid(encounter, ann));
  });
  it('are closed to others, who see during Planning whether there is a plan, but not later', () => {
    const shown = (encounter: ReturnType<typeof on>) => JSON.stringify(cards(encounter, player));
    expect(laid(atPlanning({ 'plan-1': 'mark', 'plan-2': 'help' }), player).map(([state]) => state)).toEqual([
      'closed',
      'closed',
    ]);
    expect(laid(atPlanning(), player).map(([state]) => state)).toEqual(['empty', 'empty']);
    expect(laid(atPlanning({ ready: true }), player).map(([state]) => state)).toEqual(['closed', 'closed']);
    expect(shown(on(1, [mira()]))).toBe(shown(on(1, [mira({ state: {} })])));
    expect(shown(on(1, [mira()]))).not.toMatch(/mark|quick-attack|tempo-/);
    expect(laid(on(3, [mira({ state: { 'did-1': 'mark', 'plan-1': 'mark' } })]), player)).toEqual([
      ['done', null, 'Action.mark.label'],
      ['closed', null, 'Plan.closed'],
    ]);
  });
  it('[T-09] have a drop target for each place that planning allows, with its command', () => {
    const encounter = on(2, [mira({ state: { 'plan-1': 'mark', 'plan-2': 'standard-attack' } }), rat()]);
    const [mark] = cards(encounter, ann);
    // The count is at 2, and an Attack is planned already.
    const others = Object.entries(ACTIONS)
      .flatMap(([id, { tempo: at, speed }]) => (typeof at === 'number' && at >= 2 && !speed ? [[id, at] as const] : []))
      .filter(([id]) => id !== 'mark')
      .sort(([, a], [, b]) => a - b);
    expect(others.length).toBeGreaterThanOrEqual(7);
    expect(mark.drops.map(({ at, command }) => [at, command.options?.action, command.options?.off ?? false])).toEqual([
      ...others.map(([action, tempo]) => [`tempo-${tempo}`, action, false]),
      [null, 'mark', true],
    ]);
    for (const { command } of mark.drops) expect(tempo.whyNot(encounter, command)).toEqual([]);
    expect(cards(encounter, ann, 'rat').flatMap(({ drops }) => drops)).toEqual([]);
  });
  it('[T-98] may be moved by Exert to another number when a turn has just ended', () => {
    const encounter = on(5, [mira({ state: { 'plan-1': 'slow-attack', 'plan-2': 'shift' } })], { justEnded: true });
    const moves = cards(encounter, ann)[0].drops.filter(({ command }) => command.do === 'exert-retime');
    expect(moves.map(({ at }) => at)).toEqual(['tempo-5', 'tempo-6', 'tempo-8', 'tempo-9']);
    play(encounter, moves[0].command);
    expect(laid(encounter, player)[0]).toEqual(['due', 'tempo-5', 'Action.slow-attack.label']);
  });
  it('[T-97] have a button for an added action once there is one', () => {
    const slots = (state = {}) => {
      const encounter = atPlanning(state);
      const { groups } = tempo.views.sheet(encounter, encounter.fighters['mira'], ann);
      const { input } = defined(
        groups
          .flatMap(({ actions }) => actions)
          .flatMap(({ fields }) => fields)
          .find(({ key }) => key === 'slot'),
        'a field for the slot',
      );
      return input.kind === 'choice' ? input.choices.map(({ value }) => value) : [];
    };
    const before = slots();
    expect(slots({ added: 1, 'add-a1': 'help' })).toEqual([...before, 'a1']);
    expect(slots()).toEqual(before);
  });
  it('[T-97] of an added action may be changed, outside the comparison', () => {
    const encounter = on(2, [
      mira({
        state: { added: 1, 'add-a1': 'help', 'did-1': 'quick-attack', 'did-2': 'mark', record: 'attack' },
      }),
    ]);
    const added = byId(cards(encounter, ann), 'a1');
    const attack = defined(
      added.drops.find(({ command }) => command.options?.action === 'slow-attack'),
      'a drop',
    );
    play(encounter, attack.command);
    expect(laid(encounter, ann)[2]).toEqual(['planned', 'tempo-7', 'Action.slow-attack.label']);
    play(encounter, { do: 'count', by: 'gm', options: { skip: true } });
    expect(encounter.clock.tempo).toBe(7);
    play(encounter, { do: 'turn', by: 'mira', options: { action: 'slow-attack' } });
    expect(encounter.clock.entry).toBe('a1');
  });
  it('[T-75] have marks on the strip for the numbers from which the own Reactions work', () => {
    const pair = [blade, item('weapon', 'knife', { speed: 'quick' }), item('Reaction', 'riposte', { tempo: 5 })];
    const marks = (viewer: Viewer, state = {}) =>
      tempo.views
        .tracker(on(4, [mira({ items: pair, state }), rat()]), viewer)
        .track.flatMap(({ id, marks = [] }) => marks.map((mark) => [id, mark.label.key, mark.tone]));
    expect(marks(ann)).toEqual([
      ['tempo-0', 'Action.dual-wield.label', 'boon'],
      ['tempo-5', 'Note.plain', 'neutral'],
    ]);
    expect(marks(ann, { 'used-dual-wield': 1 })).toEqual([['tempo-5', 'Note.plain', 'neutral']]);
    expect(marks(player)).toEqual([]);
    expect(tempo.views.tracker(on(4, [mira(), rat()]), ann).track.flatMap(({ marks = [] }) => marks)).toEqual([]);
  });
});

describe('a row', () => {
  const row = (encounter: ReturnType<typeof on>, viewer = ann) =>
    byId(tempo.views.tracker(encounter, viewer).rows, 'mira');
  it('shows that a fighter has planned, but not what', () => {
    const others = { gm: false, owns: [], targets: [] };
    expect(row(on(-1, [mira({ state: { ready: true } })], planning), others).badges.map(({ id }) => id)).toEqual([
      'planned',
    ]);
    expect(row(on(-1, [mira({ state: {} })], planning), others).badges).toEqual([]);
  });
  it('offers the due action, then the end of the turn', () => {
    const encounter = on(2, [mira(), rat()]);
    // The action, its movement first, or passing.
    expect(row(encounter).actions.map(({ id, command }) => [id, command.do, command.options])).toEqual([
      ['act', 'mark', undefined],
      ['turn', 'turn', { action: 'mark' }],
      ['pass', 'pass', { slot: '1' }],
    ]);
    expect(row(encounter)).toMatchObject({ ready: true });
    play(encounter, row(encounter).actions[1].command);
    expect(row(encounter).actions.map(({ id }) => id)).toEqual(['end-turn']);
    expect(row(encounter, { ...ann, owns: [] }).actions).toEqual([]);
  });
  it('offers a fighter that is out nothing', () => {
    for (const condition of ['dying', 'dead', 'defeated'] as const)
      expect(row(on(2, [mira({ conditions: [conditionOf(condition)] }), rat()])).actions).toEqual([]);
  });
  it('counts on past numbers without actions, and names the plans that would be dropped', () => {
    const countOf = (encounter: ReturnType<typeof on>) =>
      tempo.views.tracker(encounter, gm).controls.find(({ id }) => id === 'count')?.command.options;
    expect(countOf(on(2, [rat({ state: { 'plan-1': 'guard', 'plan-2': 'mark' } })]))).toEqual({ empty: true });
    expect(countOf(on(2, [mira(), rat({ state: { ready: true } })]))).toEqual({ empty: true });
    // A fighter without a plan may act on any number.
    expect(countOf(on(2, [rat({ state: { 'plan-1': 'guard' } })]))).toBeUndefined();
    const due = on(4, [rat({ state: { 'plan-1': 'guard' } })], { phase: 'npcs' });
    expect(tempo.views.tracker(due, gm).hint).toEqual({ key: 'Clock.drops', facts: { names: 'rat' } });
    const walker = mira({ place: at(0), state: { normalMoveLeft: 2 } });
    const acted = on(4, [walker], { turn: 'mira', acted: true });
    expect(tempo.views.tracker(acted, gm).hint).toEqual({ key: 'Clock.move-left', facts: { name: 'mira' } });
    const first = on(4, [rat({ state: { 'plan-1': 'guard' } })]);
    expect(tempo.views.tracker(first, gm).hint).toBeUndefined();
  });
  it('[T-96] shows Exertion only for players’ characters', () => {
    const { rows } = tempo.views.tracker(on(2, [mira(), rat()]), gm);
    expect(rows.map(({ gauges }) => gauges.map(({ id }) => id))).toEqual([
      ['hp', 'actions', 'exertion'],
      ['hp', 'actions'],
    ]);
  });
  it('[T-A50] has no actions left once the Scene is over', () => {
    const left = (clock = {}) =>
      row(on(2, [mira({ state: { 'did-1': 'mark', 'plan-2': 'slow-attack' } }), rat()], clock)).gauges[1];
    expect(left()).toMatchObject({ id: 'actions', value: 1, max: 2 });
    expect(left({ phase: 'scene-end' })).toMatchObject({ id: 'actions', value: 0, max: 2 });
  });
  it('shows a named Debuff with its name and its source', () => {
    const marks = [conditionOf('hampered', { data: { name: 'Slowed' } }), conditionOf('marked', { by: 'rat' })];
    const badges = row(on(2, [mira({ conditions: marks }), rat()])).badges;
    expect(badges[0].label).toEqual({ key: 'Note.plain', facts: { text: 'Slowed' } });
    expect(badges[1].note).toContainEqual({ key: 'Note.by', facts: { name: 'rat' } });
  });
});

describe('the sheet', () => {
  const button = (encounter: ReturnType<typeof on>, id: string, viewer = ann) =>
    byId(
      tempo.views.sheet(encounter, encounter.fighters.mira, viewer).groups.flatMap(({ actions }) => actions),
      id,
    );
  it('has one button an action: to plan it, to remove the plan, to perform it', () => {
    const before = on(-1, [mira(), rat()], planning);
    expect(button(before, 'help').command).toEqual({ do: 'plan', by: 'mira', options: { action: 'help' } });
    expect(button(before, 'mark').command.options).toEqual({ action: 'mark', off: true });
    const now = on(2, [mira(), rat()]);
    expect(button(now, 'mark')).toMatchObject({ command: { do: 'mark', by: 'mira', at: 'rat' }, whyNot: [] });
    expect(button(now, 'help').command.do).toBe('plan');
    expect(button(now, 'rest').whyNot).toMatchObject([{ id: 'tempo-passed' }]);
  });
  it('[T-14, T-A1] names what is planned first, and the planned action that it replaces', () => {
    const items = [blade, item('spell', 'spark', { tempo: 2 }), item('spell', 'lance', { tempo: 5 })];
    const labelsWith = (state: Record<string, string>): Record<string, unknown> => {
      const encounter = on(-1, [hero('mira', { mana1: 2 }, { items, state }), rat()], planning);
      const { groups, itemActions } = tempo.views.sheet(encounter, encounter.fighters.mira, ann);
      const all = [...groups.flatMap(({ actions }) => actions), ...Object.values(itemActions).flat()];
      return Object.fromEntries(
        ['help', 'magic-spark', 'magic-lance'].map((id) => {
          const { key, facts } = byId(all, id).label;
          return [id, [key, facts?.planned ?? null]];
        }),
      );
    };
    const spark = { key: 'Note.plain', facts: { text: 'spark' } };
    expect(labelsWith({ 'plan-1': 'magic spark' })).toEqual({
      help: ['Button.plan', null],
      'magic-spark': ['Button.planned', null],
      'magic-lance': ['Button.plan-instead', spark],
    });
    const full = labelsWith({ 'plan-1': 'magic spark', 'plan-2': 'mark' });
    expect(full.help).toEqual(['Button.plan-instead', { key: 'Action.mark.label' }]);
    expect(full['magic-lance']).toEqual(['Button.plan-instead', spark]);
  });
  it('[T-18, T-A13] plans an ability that lists Magic, but no number, with each spell', () => {
    const bolt = item('spell', 'bolt', { tempo: 3 });
    const items = [bolt, item('spell', 'veil', { tempo: 8 }), item('ability', 'chant', { listsAction: 'magic' })];
    const among = (number: number, state = {}, clock = {}) => on(number, [mira({ items, state }), rat()], clock);
    const before = among(-1, { 'plan-1': 'ability chant veil' }, planning);
    const { itemActions } = tempo.views.sheet(before, before.fighters.mira, ann);
    expect(itemActions.chant.map(({ command, whyNot }) => [command.options, whyNot])).toEqual([
      [{ action: 'ability', spell: 'bolt' }, []],
      [{ action: 'ability', spell: 'veil', off: true }, []],
    ]);
    const labels = itemActions.chant.map(({ label }) => JSON.stringify(label.facts?.action));
    expect(labels.map((label) => ['bolt', 'veil'].filter((id) => label.includes(id)))).toEqual([['bolt'], ['veil']]);
    const now = among(3);
    const commands = tempo.views.sheet(now, now.fighters.mira, ann).itemActions.chant.map(({ command }) => command.do);
    expect(commands.slice(0, 2)).toEqual(['ability', 'plan']);
  });
  it('[T-18] aims an ability at the target if its action or its effect needs one', () => {
    const ability = (id: string, fields: object) => item('ability', id, { tag: 'free', tempo: 2, ...fields });
    const items = [
      ability('spot', { listsAction: 'mark' }),
      ability('soothe', { listsAction: 'rest', befalls: 'other', healing: 2 }),
      ability('breathe', { listsAction: 'rest', befalls: 'self', healing: 2 }),
    ];
    const encounter = on(2, [mira({ items }), rat()]);
    const { groups } = tempo.views.sheet(encounter, encounter.fighters.mira, ann);
    const commands = groups.flatMap(({ actions }) => actions).map(({ command }) => command);
    const aimed = items.map(({ id }) => commands.find((each) => each.do === 'ability' && each.with === id)?.at ?? null);
    expect(aimed).toEqual(['rat', 'rat', null]);
    expect(commands).toContainEqual({ do: 'ability', by: 'mira', with: 'breathe' });
  });
  it('asks for a target only where a spell or a Reaction needs one', () => {
    const items = [
      item('spell', 'veil', { tempo: 2, befalls: 'self', healing: 2 }),
      item('spell', 'bolt', { tempo: 2, dice: '1d6' }),
      item('spell', 'mend', { tempo: 2, befalls: 'other', healing: 2 }),
      item('reaction', 'shout', { befalls: 'self', momentum: 1 }),
      item('reaction', 'taunt', { befalls: 'other', gives: 'hampered' }),
    ];
    const encounter = on(2, [mira({ items }), rat()]);
    const { groups, itemActions } = tempo.views.sheet(encounter, encounter.fighters.mira, ann);
    const all = [...groups.flatMap(({ actions }) => actions), ...Object.values(itemActions).flat()];
    const needs = items.map(({ id }) => all.find(({ command }) => command.with === id)?.needs);
    expect(needs).toEqual(['nothing', 'target', 'target', 'nothing', 'target']);
  });
  it('shows a player the plans of their own fighters only', () => {
    const groups = (viewer: Viewer) =>
      tempo.views.sheet(on(-1, [mira()], planning), mira(), viewer).groups.map(({ id }) => id);
    expect(groups(ann)).toContain('plan');
    expect(groups({ ...ann, owns: [] })).not.toContain('plan');
  });
  it('[T-A56] adds a term of its own for a condition that raises or lowers a figure', () => {
    const condition = conditionOf('bolstered', { data: { name: 'Hasted', figure: 'speed', amount: 2 } });
    const [ann] = [mira({ conditions: [condition] })];
    const shown = tempo.views.sheet(on(0, [ann]), ann, gm);
    expect(shown.figures.find(({ id }) => id === 'speed')).toMatchObject({
      value: 8,
      terms: [{ value: 6 }, { label: { key: 'Term.passing' }, value: 2 }],
    });
    const [badge] = shown.badges;
    expect(badge?.note).toContainEqual({
      key: 'Note.alters',
      facts: { amount: '+2', figure: { key: 'Stat.speed' } },
    });
  });

  it('shows actions outside an encounter, with the reason', () => {
    const { groups, gauges } = tempo.views.sheet(null, mira(), ann);
    expect(groups.flatMap(({ actions }) => actions).every(({ whyNot }) => whyNot[0].id === 'not-in-encounter')).toBe(
      true,
    );
    expect(gauges.map(({ id }) => id)).toEqual(['hp', 'exertion', 'momentum', 'mana1']);
  });
  it('offers the game master’s options to the game master only', () => {
    const keys = (viewer: Viewer) => button(on(6, [mira(), rat()]), 'hide', viewer).fields.map(({ key }) => key);
    expect([keys(gm), keys(ann)]).toEqual([['unseen', 'lent'], []]);
  });
  it('draws items that fit the hands, and names those that would be put away', () => {
    const pike = item('weapon', 'pike', { hands: 2, equipped: false });
    const encounter = on(6, [mira({ items: [blade, pike] })]);
    const { itemActions } = tempo.views.sheet(encounter, encounter.fighters.mira, ann);
    expect(itemActions.pike[0].command.options).toEqual({ use: 'draw', away: ['blade'] });
    expect(itemActions.pike[0].whyNot).toEqual([]);
  });
});

it('[T-46] shows on the card the reduction by Deflection and Sturdy', () => {
  const attack = { do: 'quick-attack', by: 'mira', at: 'rat' };
  const damageAt = (base: Record<string, number>) => {
    const { run } = play(on(2, [mira(), foe('rat', base)]), attack, [20, 4]);
    const exchange = { version: TRANSCRIPT_VERSION, command: attack, entries: run.entries };
    const { lines } = tempo.views.card({ exchange, open: [], names: { mira: 'Mira', rat: 'Rat' }, viewer: gm });
    return lines.flatMap((line) => (line.kind === 'text' && line.strong ? [line.message] : [])).at(-1);
  };
  expect(damageAt({ deflection: 2, sturdy: 1 })).toEqual({
    key: 'Log.damage-reduced',
    facts: { name: 'Rat', damage: 1, reduced: 3 },
  });
  expect(damageAt({})).toEqual({ key: 'Log.damage', facts: { name: 'Rat', damage: 4 } });
});

describe('[T-23, T-24] results of a Scan', () => {
  const scan = { do: 'scan', by: 'mira', at: 'rat' };
  const card = (viewer: Viewer, answers: readonly (readonly string[])[] = [['body']]) => {
    const played = play(on(2, [mira(), rat()]), scan, [], answers);
    const exchange = { version: TRANSCRIPT_VERSION, command: scan, entries: played.run.entries };
    const names = { mira: 'Mira', rat: 'Rat' };
    return tempo.views.card({ exchange, open: [], names, viewer }).lines;
  };
  it('are shown to the scanning player and the game master only', () => {
    const told = { message: { key: 'Scan.body', facts: { hp: 12, hpMax: 12, str: 0, for: 0, at: 'rat' } } };
    expect(card(ann)).toMatchObject([told]);
    expect(card(gm)).toMatchObject([told]);
    expect(card({ ...ann, owns: [] })).toMatchObject([{ message: { key: 'Log.scanned', facts: { name: 'Mira' } } }]);
  });
  it('[T-28] name the Action Sets in their own line, and the next question only to viewers who may know them', () => {
    const sets = [item('actionSet', 'melee', { name: 'Melee' }), item('ActionSet', 'far', { name: 'Ranged' })];
    const played = begun(on(2, [mira(), rat({ items: sets })]), scan);
    played.run.answer(['action-sets']);
    const open = partsOf(played.run.open as InputAsk);
    expect(JSON.stringify(open)).not.toContain('Melee');
    const input = (entries: CardInput['exchange']['entries']): CardInput => ({
      exchange: { version: TRANSCRIPT_VERSION, command: scan, entries },
      open,
      names: { mira: 'Mira', rat: 'Rat' },
      viewer: ann,
    });
    const labels = (entries: CardInput['exchange']['entries']) =>
      tempo.views.card(input(entries)).asks[0].options.map(({ label }) => label.facts?.text);
    expect(labels(played.run.entries)).toEqual(['Melee', 'Ranged']);
    const closed = JSON.parse(JSON.stringify(played.run.entries), (key, value) =>
      key === 'facts' && 'melee' in value ? { sealed: 'x' } : value,
    );
    expect(labels(closed)).toEqual([1, 2]);
    expect(tempo.views.card(input(closed)).lines[0]).toMatchObject({ message: { key: 'Log.scanned' } });
  });
  it('answer one question only', () => {
    const played = begun(on(2, [mira(), rat()]), scan);
    expect(() => played.run.answer(['body', 'mind'])).toThrow('one answer');
  });
});

it('[T-98] the question which action to move names planned actions only to viewers who may know them', () => {
  const planned = { 'plan-1': 'mark', 'plan-2': 'ability taunt' };
  const taunt = item('ability', 'taunt', { name: 'Taunt', tempo: 4 });
  const tib = hero('tib', {}, { items: [taunt], state: planned });
  const command = { do: 'exert-retime', by: 'tib' };
  const played = begun(on(3, [tib], { justEnded: true }), command);
  const open = [defined(played.run.open as SingleAsk, 'a question')];
  expect(JSON.stringify(open)).not.toMatch(/mark|taunt/i);
  const labels = (entries: CardInput['exchange']['entries']) => {
    const exchange = { version: TRANSCRIPT_VERSION, command, entries };
    const card = tempo.views.card({ exchange, open, names: { tib: 'Tib' }, viewer: ann });
    expect(card.lines).toEqual([]);
    return card.asks[0].options.map(({ label }) => label.facts?.text ?? label.key);
  };
  expect(labels(played.run.entries)).toEqual(['Action.mark.label', 'Taunt']);
  const line = played.table.effects.find((effect) => effect.kind === 'log');
  const isSecret = (settings = {}) =>
    tempo.secrets(settings).logPrefixes.some((prefix) => line?.kind === 'log' && line.id.startsWith(prefix));
  expect([isSecret(), isSecret({ plans: 'open' })]).toEqual([true, false]);
  const closed = JSON.parse(JSON.stringify(played.run.entries), (key, value) =>
    key === 'facts' && 'choices' in value ? { sealed: 'x' } : value,
  );
  expect(labels(closed)).toEqual(['1', '2']);
});

it('[T-51] the hand icon of an item draws by Inventory within a Round, and changes the sheet outside of it', () => {
  const axe = item('weapon', 'axe', { equipped: false, hands: 2 });
  const mail = item('gear', 'mail', { hands: 0 });
  const held = mira({ items: [blade, axe, mail] });
  const iconsOf = (encounter: ReturnType<typeof on> | null) =>
    tempo.views.sheet(encounter, held, ann).handActions ?? {};
  const during = iconsOf(on(6, [held]));
  expect(Object.keys(during)).toEqual(['blade', 'axe']);
  const draw = { do: 'inventory', by: 'mira', with: 'axe', options: { use: 'draw', away: ['blade'] } };
  expect([during.axe.command, during.axe.whyNot]).toEqual([draw, []]);
  const stow = { do: 'inventory', by: 'mira', with: 'blade', options: { use: 'stow' } };
  expect([during.blade.command, during.blade.whyNot]).toEqual([stow, []]);
  const stowAxe = { ...stow, with: 'axe' };
  expect(tempo.whyNot(on(6, [held]), stowAxe).map(({ id }) => id)).toContain('not-in-hand');
  expect([iconsOf(null), iconsOf(on(6, [held], { phase: 'scene-end' }))]).toEqual([{}, {}]);
});

it('[T-39] Help does one thing to one drawback', () => {
  const ned = hero(
    'ned',
    {},
    { conditions: [conditionOf('prone'), conditionOf('marked', { by: 'rat' })], place: at(1, 0) },
  );
  const encounter = on(3, [mira({ place: at(0, 0), state: {} }), ned]);
  const played = begun(encounter, { do: 'help', by: 'mira', at: 'ned' });
  expect(() => played.run.answer(['prone', 'marked'])).toThrow('one answer');
  const input: CardInput = {
    exchange: {
      version: TRANSCRIPT_VERSION,
      command: { do: 'help', by: 'mira', at: 'ned' },
      entries: played.run.entries,
    },
    open: partsOf(played.run.open as InputAsk),
    names: { mira: 'Mira', ned: 'Ned' },
    viewer: ann,
  };
  expect(tempo.views.card(input).asks[0].options.map(({ label }) => label.key)).toEqual([
    ...['Condition.prone.label', 'Condition.marked.label', 'Option.help.teamwork'],
  ]);
});

it('says that a skill roll is against its DC', () => {
  const command = { do: 'skill-roll', by: 'mira', options: { attribute: 'dex' } };
  const { run } = play(on(2, [mira(), rat()]), command, [9]);
  const exchange = { version: TRANSCRIPT_VERSION, command, entries: run.entries };
  const { lines } = tempo.views.card({ exchange, open: [], names: { mira: 'Mira' }, viewer: gm });
  expect(lines[0]).toMatchObject({ id: 'skill', against: expect.any(Number), versus: { key: 'Versus.difficulty' } });
});

it('reports a defeat once on its card', () => {
  const down = { do: 'adjust', by: 'gm', at: 'rat', options: { pool: 'hp', to: 0 } };
  const manually = { do: 'condition', by: 'gm', at: 'rat', options: { condition: 'defeated', on: true } };
  const told = [down, manually].map((command) => {
    const { run } = play(on(2, [mira(), rat()]), command);
    const exchange = { version: TRANSCRIPT_VERSION, command, entries: run.entries };
    const { lines } = tempo.views.card({ exchange, open: [], names: { rat: 'Rat' }, viewer: gm });
    return lines.flatMap((line) =>
      JSON.stringify(line).includes('defeated') && 'message' in line ? line.message.key : [],
    );
  });
  expect(told).toEqual([['Log.defeated'], ['Card.condition-added']]);
});
