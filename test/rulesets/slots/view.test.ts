import { describe, expect, it } from 'vitest';
import type { CardInput, Viewer } from '../../../src/encounter/view';
import { defined } from '../../../src/kernel/defined';
import { TRANSCRIPT_VERSION } from '../../../src/kernel/transcript';
import { slots } from '../../../src/rulesets/slots';
import type { SlotsEncounter } from '../../../src/rulesets/slots/state';
import { at, begun, byId, conditionOf, encounter, fighter, IDLE, item, openPartsOf, play, weapon } from './vocabulary';

const gm: Viewer = { gm: true, owns: [], targets: [] };
const player: Viewer = { gm: false, owns: ['ann'], targets: ['orc'] };
const arms = { items: [weapon('sword', { dice: '1d8', critMin: 19 })] };
const ann = (rest = {}) => fighter('ann', { bab: 4, str: 3 }, { side: 'heroes', player: true, ...arms, ...rest });
const orc = (rest = {}, base = {}) => fighter('orc', { ac: 17, dr: 2, hpMax: 30, ...base }, { side: 'foes', ...rest });
const order = (place: number, initiative: number) => ({ state: { order: place, initiative } });
const strike = { do: 'primary-attack', by: 'ann', at: 'orc', with: 'sword' };

describe('the tracker', () => {
  it('[L-15] shows the order as a strip: past, current and coming turns', () => {
    const on = encounter([orc(order(2, 11)), ann(order(1, 15)), fighter('cat', {}, order(3, 4))], {
      clock: { round: 2, phase: 'turn', turn: 'orc' },
    });
    const view = slots.views.tracker(on, gm);
    expect(view.track.map(({ state, fighters, label }) => [state, fighters[0], label.facts?.initiative])).toEqual([
      ['past', 'ann', 15],
      ['now', 'orc', 11],
      ['ahead', 'cat', 4],
    ]);
    expect(view.rows.map(({ id, ready }) => [id, ready])).toEqual([
      ['ann', false],
      ['orc', true],
      ['cat', false],
    ]);
    // A player does not see the turn of a hidden fighter either.
    const hers = slots.views.tracker(on, { ...player, hiddenFighters: ['orc'] });
    expect(hers.track.map(({ fighters }) => fighters[0])).toEqual(['ann', 'cat']);
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
  it('[L-03, L-04] shows the slots as pips, and banked slots and negative points only if there are any', () => {
    const gauges = (fighter: ReturnType<typeof ann>) =>
      slots.views.tracker(encounter([fighter]), gm).rows[0].gauges.map(({ id, value }) => [id, value]);
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
  it('[L-20, L-22] offers in a row the commands of its fighter', () => {
    const tied = (id: string, place: number) =>
      fighter(id, {}, { player: true, state: { order: place, initiative: 9, initiativeModifier: 0 } });
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
    const { label } = slots.views.action(waiting, { do: 'end-turn', by: 'ann' }, player);
    expect(label.key).toBe('Action.end-turn.label');
    const ambush = encounter([ann({ state: { ambush: 'ready' } }), orc()], {
      clock: { round: 0, phase: 'surprise', turn: null },
    });
    expect(actions(ambush, player)).toEqual([['take-turn'], []]);
    expect(actions(encounter([ann(), orc()]), player)).toEqual([['end-turn'], []]);
  });
  it('[L-09] shows a fighter with a readied action, and offers the game master to trigger it', () => {
    const readied = { do: 'primary-attack', when: 'approaches', with: 'sword', whom: 'orc' };
    const on = encounter([ann({ state: { readied }, pools: { waited: 1 } }), orc()], {
      clock: { round: 1, phase: 'turn', turn: 'orc' },
    });
    const [row] = slots.views.tracker(on, player).rows;
    expect(row.badges.find(({ id }) => id === 'readied')?.note.at(-1)).toMatchObject({
      key: 'Readied.approaches',
      facts: { action: { key: 'Card.with' }, whom: { facts: { name: 'orc' } } },
    });
    expect(row.actions.map(({ id }) => id)).toEqual([]);
    const [hers] = slots.views.tracker(on, gm).rows;
    expect(hers.actions.map(({ id, fields }) => [id, fields.map(({ key }) => key)])).toContainEqual([
      'trigger',
      ['whom'],
    ]);
    const unseen = slots.views.tracker(on, { ...player, hiddenFighters: ['orc'] }).rows[0];
    expect(unseen.badges.map(({ id }) => id)).not.toContain('readied');
  });
  it('[L-176] shows who has an edge against the active foe, and names the edge on attacks', () => {
    const on = encounter(
      [ann({ place: { ...at(1, 1), elevation: 1 } }), orc({ place: at(2, 1) }), orc({ place: at(5, 1) })],
      { clock: { round: 1, phase: 'turn', turn: 'ann' } },
    );
    const badges = (viewer: Viewer) =>
      slots.views.tracker(on, viewer).rows.map((row) => row.badges.map(({ id }) => id));
    expect(badges(player)).toEqual([['placed'], []]);
    expect(badges({ ...player, hiddenFighters: ['orc'] })[0]).toEqual([]);
    const hint = (by: string, target: string) =>
      slots.views.action(on, { ...strike, by, at: target, with: 'unarmed' }, { ...gm, targets: [target] }).hint;
    expect(hint('ann', 'orc')).toMatchObject({
      key: 'Note.besides',
      facts: { edge: { key: 'Note.edge-yours', facts: { edge: { key: 'Edge.high-ground' } } } },
    });
    expect(hint('orc', 'ann')).toMatchObject({ facts: { edge: { key: 'Note.edge-theirs', facts: { name: 'ann' } } } });
  });
  it('offers the clock to the game master only', () => {
    const idle = encounter([ann(), orc()], { clock: IDLE });
    expect(slots.views.tracker(idle, gm)).toMatchObject({ started: false, track: [] });
    expect(slots.views.tracker(idle, player).controls).toEqual([]);
    const [start] = slots.views.tracker(idle, gm).controls;
    expect(start.fields.map(({ key, gm: gmOnly }) => [key, gmOnly])).toEqual([
      ['ambushers', true],
      ['aware', true],
    ]);
  });
});

describe('the sheet', () => {
  const sheet = (on: SlotsEncounter | null, of: ReturnType<typeof ann>, viewer = player) =>
    slots.views.sheet(on, of, viewer);
  it('groups actions by their slot, each with its reasons', () => {
    const on = encounter([ann({ place: at(1, 1) }), orc({ place: at(2, 1) })]);
    const { groups } = sheet(on, on.fighters.ann);
    expect(groups.map(({ id, actions }) => [id, actions.length])).toEqual([
      ['standard', 14],
      ['move', 11],
      ['quick', 6],
    ]);
    const grey = groups.flatMap(({ actions }) => actions.filter(({ whyNot }) => whyNot.length > 0));
    expect(grey.map(({ id, whyNot }) => [id, whyNot[0].id])).toEqual([
      ['disarm', 'nothing-held'],
      ['grapple-contest', 'not-grappled'],
      ['sunder', 'nothing-to-break'],
      ['patch-wound', 'not-bleeding'],
      ['break-free', 'not-restrained'],
      ['jump', 'no-obstacle'],
      ['stand-up', 'not-prone'],
    ]);
  });
  it('[L-08] pays with the Standard slot if that makes the action possible, and shows it in the price', () => {
    const on = encounter([ann({ pools: { move: 0 } }), orc()]);
    const second = slots.views.action(on, { ...strike, do: 'secondary-attack' }, player);
    expect(second.whyNot.map(({ id }) => id)).toEqual(['move-spent']);
    const shown = byId(sheet(on, on.fighters.ann).itemActions.sword, 'secondary-attack');
    expect(shown).toMatchObject({ whyNot: [], cost: [{ pool: 'standard', amount: 1 }] });
  });
  it('[L-09, L-10] pays with a banked slot in others’ turns', () => {
    const on = encounter([orc(), ann({ pools: { waited: 1 } })]);
    const shown = sheet(on, on.fighters.ann).itemActions.sword[0];
    expect(shown).toMatchObject({ whyNot: [], command: { options: { slot: 'waited' } } });
    expect(slots.interrupts(shown.command)).toBe('reaction');
    expect(slots.interrupts(strike)).toBeNull();
  });
  it('shows the chance of an attack to a viewer who may know the AC', () => {
    const on = encounter([ann(), orc()]);
    const odds = (viewer: Viewer) => slots.views.action(on, strike, viewer).odds?.map(({ chance }) => chance);
    expect(odds({ ...gm, targets: ['orc'] })?.[0]).toBeCloseTo(0.55, 9);
    expect(odds({ ...gm, targets: ['orc'] })?.[1]).toBeCloseTo(0.1, 9);
    expect(odds(player)).toBeUndefined();
    // A sheet shows cached odds, and none after the foe is flanked until they are computed again.
    const buttonOf = (of: SlotsEncounter) =>
      slots.views.sheet(of, of.fighters.ann, { ...gm, targets: ['orc'] }).itemActions.sword[0];
    const shown = (of: SlotsEncounter) => buttonOf(of).odds;
    expect(shown(on)).toBeUndefined();
    slots.views.action(on, buttonOf(on).command, gm);
    expect(shown(on)?.[0].chance).toBeCloseTo(0.55, 9);
    const nimble = (bob: number) =>
      encounter([
        ann({ place: at(1, 1) }),
        ann({ id: 'bob', place: at(bob, 1) }),
        orc({ place: at(2, 1), base: { dex: 3, ac: 17, hpMax: 30 } }),
      ]);
    expect(shown(nimble(3))).toBeUndefined();
    const chance = (of: SlotsEncounter) => defined(slots.views.action(of, strike, gm).odds?.[0].chance, 'a chance');
    expect([chance(nimble(4)), chance(nimble(3))].map((each) => Math.round(each * 100))).toEqual([55, 70]);
  });
  it('[L-35, L-58, L-62] shows the chance of a contest and of a Charge, and the average damage', () => {
    const on = encounter([ann({ place: at(1, 1) }), orc({ place: at(2, 1) }, { reflexBase: 1 })]);
    const odds = (command: Partial<typeof strike>) =>
      slots.views
        .action(on, { ...strike, ...command }, gm)
        .odds?.map(({ label, chance }) => [label.key, chance === null ? null : Math.round(chance * 400)]);
    // Athletics 3 against Reflex 1: the die may be up to two lower than the other.
    expect(odds({ do: 'trip' })).toEqual([['Odds.succeeds', 247]]);
    expect(odds({ do: 'feint' })).toEqual([['Odds.succeeds', 210]]);
    // 7 with +2 and -5 against 17.
    expect(odds({ do: 'charge' })?.slice(0, 2)).toEqual([
      ['Odds.hit', 160],
      ['Odds.critical', 40],
    ]);
    expect(odds({ do: 'charge' })?.[2][0]).toBe('Odds.damage');
    expect(odds({ do: 'push', at: undefined as never })).toBeUndefined();
    expect(odds({ do: 'assist' })).toBeUndefined();
  });
  it('[L-33, L-45, L-105] lists items: visible ones of the target, burning ones of the caster', () => {
    const things = [
      weapon('axe'),
      weapon('knife', { equipped: false }),
      weapon('mace', { equipped: false, dropped: true }),
    ];
    const quill = item('gear', 'quill', { kind: 'component', capacity: 3 });
    const spent = item('gear', 'amber', { kind: 'component', capacity: 3, quantity: 0 });
    const on = encounter([
      ann({ items: [...arms.items, item('spell', 'spark', {}), quill, spent] }),
      orc({ items: [...things, weapon('claw', { natural: true })] }),
    ]);
    const choices = (command: object, key: string) => {
      const { fields } = slots.views.action(on, { ...strike, ...command }, player);
      const input = fields.find((field) => field.key === key)?.input;
      return input?.kind === 'choice' ? input.choices.map(({ value }) => value) : null;
    };
    expect(choices({ do: 'disarm' }, 'item')).toEqual(['axe']);
    expect(choices({ do: 'sunder' }, 'item')).toEqual(['axe', 'mace']);
    expect(choices({ do: 'disarm', at: undefined }, 'item')).toEqual(['axe']);
    expect(choices({ do: 'disarm', at: 'absent' }, 'item')).toBeNull();
    expect(choices({ do: 'cast-spell', with: 'spark' }, 'component')).toEqual(['quill']);
    expect(choices({ do: 'trip' }, 'item')).toBeNull();
  });
  it('[L-176, L-177] has a button for an edge, for the game master only', () => {
    const on = encounter([ann(), orc()]);
    const group = (viewer: Viewer) =>
      slots.views.sheet(on, on.fighters.ann, viewer).groups.find(({ id }) => id === 'gm');
    expect(group(player)).toBeUndefined();
    const [edge] = defined(group({ ...gm, targets: ['orc'] }), 'a group').actions;
    expect(edge).toMatchObject({
      whyNot: [],
      command: { do: 'condition', by: 'gm', at: 'ann', options: { condition: 'edge', towards: 'orc', on: true } },
    });
    expect(edge.fields.map(({ key }) => key)).toEqual(['kind', 'towards', 'until', 'lasting']);
    const told = { ...edge.command, options: { ...edge.command.options, kind: 'cover' } };
    const asked = slots.views.action(on, told, gm);
    expect(asked.command).toEqual(told);
    play(on, asked.command);
    expect(on.fighters.ann.conditions).toMatchObject([{ id: 'edge', towards: ['orc'], data: { kind: 'cover' } }]);
  });
  it('shows permanent values outside an encounter, with prices but no enabled actions', () => {
    const { groups, figures } = sheet(null, ann());
    const all = groups.flatMap(({ actions }) => actions);
    expect(all.every(({ whyNot }) => whyNot[0].id === 'not-in-encounter')).toBe(true);
    expect(all.find(({ id }) => id === 'charge')?.cost).toHaveLength(2);
    expect(figures.find(({ id }) => id === 'attack-sword')).toMatchObject({ value: 7 });
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
  it('[L-85] shows the roll term by term, its defense, and the outcome', () => {
    const { lines, outcome } = card(play(encounter([ann(), orc()]), strike, [19, 3, 4]).run.entries);
    expect(lines[0]).toMatchObject({
      id: 'attack',
      total: 26,
      against: 17,
      versus: { key: 'Versus.armor-class' },
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
    expect(outcome?.message).toEqual({
      key: 'Log.critical-resisted',
      facts: { at: '<b>Orc</b>', name: 'Ann', damage: 8, resisted: 2 },
    });
  });
  it('[L-91, L-92] points out a natural 20 or 1 of an attack', () => {
    const tagOf = (face: number) =>
      card(play(encounter([ann(), orc()]), strike, face === 1 ? [face] : [face, 3, 4]).run.entries).lines[0];
    expect([20, 1].map(tagOf)).toMatchObject([{ tag: { key: 'Natural.20' } }, { tag: { key: 'Natural.1' } }]);
    expect(tagOf(19)).toMatchObject({ tag: null });
  });
  it.each`
    save  | base                        | told
    ${2}  | ${{}}                       | ${['Log.spell-hits', { damage: 8, resisted: 0 }]}
    ${19} | ${{}}                       | ${['Log.spell-halved', { damage: 4, resisted: 0 }]}
    ${2}  | ${{ er: { heat: 3 } }}      | ${['Log.spell-hits-resisted', { damage: 5, resisted: 3 }]}
    ${19} | ${{ er: { heat: 3 } }}      | ${['Log.spell-halved-resisted', { damage: 1, resisted: 3 }]}
    ${2}  | ${{ weaknesses: ['heat'] }} | ${['Log.spell-hits-weakness', { damage: 12, resisted: 4 }]}
  `('explains why a spell with 8 on the dice does other damage: $told', ({ save, base, told: [key, facts] }) => {
    const bolt = { order: 1, range: 60, damage: '2d6', damageType: 'heat', save: 'reflex', halves: true };
    const charm = item('gear', 'charm', { kind: 'focus', equipped: true });
    const caster = ann({ place: at(1, 1), base: { sqMax: 5 }, items: [item('spell', 'bolt', bolt), charm] });
    const cast = { do: 'cast-spell', by: 'ann', at: 'orc', with: 'bolt' };
    const { lines } = card(play(encounter([caster, orc({ place: at(4, 1) }, base)]), cast, [save, 3, 5]).run.entries);
    const said = lines.flatMap((line) => (line.kind === 'text' ? [line.message] : []));
    expect(said).toContainEqual({ key, facts: { name: '<b>Orc</b>', ...facts } });
    expect(said.map((message) => message.key)).not.toContain('Log.saved');
  });
  it('[L-31, L-174] shows the temporary terms of the AC, and none of what is worn', () => {
    const flanked = [
      ann({ place: at(1, 1), items: [weapon('sword')] }),
      ann({ id: 'bob', place: at(3, 1), items: [weapon('sword')] }),
      orc({ place: at(2, 1), base: { dex: 2, acBonus: 3 }, conditions: [conditionOf('defending')] }),
    ];
    const [line] = card(play(encounter(flanked), strike, [2]).run.entries).lines;
    const why = {
      first: { key: 'Note.flanked' },
      others: { key: 'Note.plus', facts: { term: { key: 'Term.defend' } } },
    };
    expect(line).toMatchObject({
      note: { key: 'Note.against-since', facts: { why: { key: 'Note.and', facts: why } } },
    });
    const clumsy = [ann(), orc({ conditions: [conditionOf('surprised')] })];
    const [plain] = card(play(encounter(clumsy), strike, [2]).run.entries).lines;
    expect(JSON.stringify(plain)).not.toContain('Note.caught');
    const surprised = [ann(), orc({ base: { dex: 2 }, conditions: [conditionOf('surprised')] })];
    expect(card(play(encounter(surprised), strike, [2]).run.entries).lines[0]).toMatchObject({
      note: { facts: { against: 10, why: { key: 'Note.caught' } } },
    });
  });
  it('[L-79] names the weapons and the price of an offer', () => {
    const foes = [ann({ place: at(1, 1) }), orc({ place: at(2, 1), items: [weapon('axe')] })];
    const { run } = begun(encounter(foes), { do: 'advance', by: 'ann', path: [at(0, 1)] });
    const [ask] = card(run.entries, openPartsOf(run)).asks;
    expect(ask).toMatchObject({ by: 'orc', label: { key: 'Ask.provoked', facts: { name: '<b>Orc</b>', at: 'Ann' } } });
    expect(ask.options.map(({ label }) => label.key)).toEqual(['Card.with', 'Action.pursue.label', 'Option.pass']);
    expect(ask.options[0].label.facts?.item).toBe('axe');
    expect(ask.options[0].cost).toEqual([{ pool: 'reaction', amount: 1 }]);
  });
  it('[L-14] shows the dice of all fighters that were asked at once', () => {
    const on = encounter([ann(), orc()], { clock: IDLE });
    const { run } = begun(on, { do: 'start', by: 'gm' });
    expect(openPartsOf(run).map((part) => 'by' in part && part.by)).toEqual(['ann', 'orc']);
    run.answer([[12], [7]]);
    const lines = card(run.entries).lines.filter(({ kind }) => kind === 'roll');
    expect(lines).toMatchObject([
      { by: 'ann', total: 12 },
      { by: 'orc', total: 7 },
    ]);
    // A player who may not know of the orc is shown nothing of it.
    const exchange = { version: TRANSCRIPT_VERSION, command: { do: 'start', by: 'gm' }, entries: run.entries };
    const hers = slots.views.card({
      exchange,
      open: [],
      names,
      viewer: { gm: false, owns: [], targets: [], hiddenFighters: ['orc'] },
    });
    expect(hers.lines.filter(({ kind }) => kind === 'roll')).toMatchObject([{ by: 'ann', total: 12 }]);
    expect(JSON.stringify(hers.lines)).not.toContain('Orc');
    expect(hers.lines.length).toBeLessThan(card(run.entries).lines.length);
  });
  it('[L-168, L-169] shows what an area would cover, with its best corner first', () => {
    const far = { range: 60, offensive: true };
    const burst = item('spell', 'burst', { ...far, area: 'burst', radius: 10, save: 'reflex', dc: 15 });
    const around = item('spell', 'around', { area: 'around', radius: 5, range: 0, offensive: true });
    const dart = item('spell', 'dart', far);
    const charm = item('gear', 'charm', { kind: 'focus', equipped: true });
    const caster = ann({ place: at(1.5, 1.5), items: [burst, around, dart, charm], base: { sqMax: 5 } });
    const friend = fighter('kor', {}, { side: 'heroes', place: at(6.5, 6.5) });
    const on = encounter([caster, orc({ place: at(8.5, 8.5) }), friend]);
    const area = (spell: string, aimed = {}, viewer: Viewer = gm) =>
      slots.views.area(on, viewer, { do: 'cast-spell', by: 'ann', with: spell, ...aimed });
    expect(area('dart', { at: 'orc' })).toBeNull();
    expect(area('burst')).toEqual({ isHarmful: true, placements: [] });
    const [best, ...others] = area('burst', { at: 'orc' })?.placements ?? [];
    expect([best, ...others].map((each) => each?.id)).toEqual(['north-east', 'south-west', 'south-east', 'north-west']);
    expect(best?.inside.map(({ id }) => id)).toEqual(['orc']);
    expect([7.5, 8.5, 9.5, 10.5, 11.5].filter((x) => best?.covers(at(x, 9.5)))).toEqual([7.5, 8.5, 9.5, 10.5]);
    expect(others.find(({ id }) => id === 'north-west')?.inside.map(({ id }) => id)).toEqual(['orc', 'kor']);
    const hidden = { ...gm, gm: false, owns: ['ann'], hiddenFighters: ['kor'] };
    const known = area('burst', { at: 'orc' }, hidden)?.placements.flatMap(({ inside }) => inside.map(({ id }) => id));
    expect(known).toEqual(['orc', 'orc', 'orc', 'orc']);
    const [ring] = area('around')?.placements ?? [];
    expect([0.5, 1.5, 2.5, 3.5].filter((x) => ring?.covers(at(x, 1.5)))).toEqual([0.5, 2.5]);
    const aimed = { do: 'cast-spell', by: 'ann', with: 'burst', at: 'orc' };
    expect(slots.views.odds?.(on, gm, aimed)).toMatchObject([{ label: { key: 'Odds.works' }, exact: true }]);
  });
  it('names the fighters in a choice', () => {
    const daft = encounter([ann({ conditions: [conditionOf('confused')] }), orc()]);
    const { run } = begun(daft, strike);
    expect(card(run.entries, openPartsOf(run)).asks[0].options.map(({ label }) => label)).toEqual([
      { key: 'Option.fighter', facts: { name: '<b>Orc</b>' } },
    ]);
  });
});

describe('commands of the game master', () => {
  const word = (options: object, of = orc()) => {
    const on = encounter([of]);
    play(on, { do: 'condition', by: 'gm', at: 'orc', options: options as never });
    return on.fighters.orc;
  };
  it('[L-123, L-176] add a condition against one fighter, with a note', () => {
    const on = encounter([orc(), ann()]);
    const edge = { condition: 'edge', on: true, towards: 'ann', kind: 'cover' };
    const command = { do: 'condition', by: 'gm', at: 'orc', options: edge };
    play(on, command);
    expect(on.fighters.orc.conditions).toMatchObject([{ id: 'edge', towards: ['ann'], data: { kind: 'cover' } }]);
    expect(slots.whyNot(on, { ...strike }).map(({ id }) => id)).toContain('not-a-target');
    play(on, { ...command, options: { ...edge, on: false } });
    expect(on.fighters.orc.conditions).toEqual([]);
    const stranger = { ...command, options: { ...edge, towards: 'absent' } };
    expect(slots.whyNot(on, stranger).map(({ id }) => id)).toEqual(['no-fighter']);
  });
  it('[L-160] start the minute of breath when they are given', () => {
    const on = encounter([orc()], { clock: { round: 4, phase: 'turn', turn: 'orc' } });
    play(on, { do: 'condition', by: 'gm', at: 'orc', options: { condition: 'suffocating', on: true } });
    expect(on.fighters.orc.conditions).toMatchObject([{ id: 'suffocating', data: { due: 14 } }]);
  });
  it('[L-126] remove bleeding together with its loss', () => {
    const bleeding = orc({ conditions: [conditionOf('bleeding')], pools: { bleed: 7 } });
    expect(word({ condition: 'bleeding', on: false }, bleeding).pools.bleed.value).toBe(0);
  });
  it.each`
    pool          | to    | hp   | negative | conditions
    ${'hp'}       | ${0}  | ${0} | ${0}     | ${['unconscious']}
    ${'negative'} | ${3}  | ${0} | ${3}     | ${['unconscious', 'dying']}
    ${'negative'} | ${10} | ${0} | ${10}    | ${['corpse']}
    ${'hp'}       | ${9}  | ${9} | ${0}     | ${[]}
  `('[L-137, L-139, L-165] set $pool to $to with its consequences', ({ pool, to, hp, negative, conditions }) => {
    const on = encounter([orc()]);
    play(on, { do: 'adjust', by: 'gm', at: 'orc', options: { pool, to } });
    const { pools, conditions: had } = on.fighters.orc;
    expect([pools.hp.value, pools.negative.value, had.map(({ id }) => id)]).toEqual([hp, negative, conditions]);
  });
  it('[L-165] are refused to players, and without effect if invalid', () => {
    const on = encounter([ann(), orc()]);
    const refused = (by: string, what: string, options: object) =>
      slots.whyNot(on, { do: what, by, at: 'orc', options: options as never }).map(({ id }) => id);
    expect(refused('ann', 'adjust', { pool: 'hp', to: 0 })).toEqual(['gm-only']);
    expect(refused('gm', 'adjust', { pool: 'luck', to: 0 })).toEqual(['no-pool']);
    expect(refused('gm', 'condition', { condition: 'bored', on: true })).toEqual(['no-condition']);
    expect(slots.whyNot(on, { do: 'end-turn', by: 'absent' }).map(({ id }) => id)).toEqual(['no-fighter']);
    expect(slots.whyNot(on, { do: 'dance', by: 'ann' }).map(({ id }) => id)).toEqual(['unknown-action']);
  });
});

it('[L-74] speech of more than thirteen words is refused before the slot is spent', () => {
  const on = encounter([ann()]);
  const say = (count: number) =>
    slots.whyNot(on, { do: 'command', by: 'ann', options: { text: Array(count).fill('go').join('  ') } });
  expect(say(14)).toEqual([{ id: 'too-many-words', data: { count: 14, most: 13 } }]);
  expect(say(13)).toEqual([]);
});

it('[L-70] items that are part of a body or worn cannot be handled', () => {
  const on = encounter([
    fighter('ann', {}, { items: [weapon('claw', { natural: true }), item('armor', 'mail', { bonus: 3 })] }),
  ]);
  expect(slots.whyNot(on, { do: 'manage-items', by: 'ann', with: 'claw' }).map(({ id }) => id)).toEqual(['no-item']);
  const { itemActions } = slots.views.sheet(on, on.fighters.ann, gm);
  expect(itemActions.mail).toEqual([]);
  expect(itemActions.claw.map(({ id }) => id)).not.toContain('manage-items');
});

describe('entered values', () => {
  it.each`
    base                             | why
    ${{ luck: 3 }}                   | ${'luck'}
    ${{ str: 21 }}                   | ${'str'}
    ${{ level: 0 }}                  | ${'level'}
    ${{ progression: 'slow' }}       | ${'progression'}
    ${{ moreResistances: ['acid'] }} | ${'moreResistances'}
    ${{ ranks: { juggling: 2 } }}    | ${'ranks'}
    ${{ overrides: { speed: 2 } }}   | ${'overrides'}
  `('[L-87] $base is refused with its field', ({ base, why }) => {
    expect(() => fighter('ann', base)).toThrow(new RegExp(`^${why}`));
  });
  it('[L-102] show resistances to other types in full', () => {
    expect(fighter('ann', { moreResistances: ['Acid 5'], er: { heat: 2 } }).stats.er).toMatchObject({
      acid: 5,
      heat: 2,
    });
  });
  it('[L-97] of items are refused with item and field', () => {
    const bad = (fields: object) => () => fighter('ann', {}, { items: [weapon('axe', fields)] });
    expect(bad({ critMin: 1 })).toThrow('items.axe.critMin');
    expect(bad({ dice: 'lots' })).toThrow('items.axe.dice');
    expect(() => fighter('ann', {}, { pools: { luck: 1 } })).toThrow('pools.luck');
  });
});
