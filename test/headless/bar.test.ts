import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import { core, sampled } from '../tiers/tier';
import { BAR_VIEW, type BarButton, type ShownBar } from './game-page';
import { ANN, BOB, FOE, GAMES, Party } from './party';
import type { Tab } from './tab';

let party: Party;
let [gm, ann]: Tab[] = [];
const open = async (ruleset: string) => {
  party = await Party.open(ruleset);
  [gm, ann] = party.table.tabs;
  await party.start();
  await party.untilTurn(party.of(ANN));
};
const close = async () => {
  expect(party.table.faults).toEqual([]);
  await party.table.close();
};

/** As it is opened, with all lists shown and space for a few names. */
const OPENED = { ...BAR_VIEW, more: true };
const PLACES = 12;

const barOf = (tab: Tab, token: number, view: Partial<typeof OPENED> = {}): ShownBar => {
  const { actor } = party.combatAt(tab).combatants.get(party.of(token));
  return defined(tab.page.windows.barContext(actor, { ...OPENED, ...view }), 'a bar');
};
const placedIn = ({ places }: ShownBar): readonly BarButton[] => places.flatMap((each) => each ?? []);
const buttonsIn = (bar: ShownBar): readonly BarButton[] => [
  ...bar.now,
  ...bar.favorites,
  ...placedIn(bar),
  ...(bar.lists?.groups.flatMap(({ actions }) => actions) ?? []),
  ...(bar.lists?.barred ?? []),
];
const idsIn = (bar: ShownBar): readonly string[] => buttonsIn(bar).map(({ id }) => id);
const byOf = ({ command }: BarButton): string => JSON.parse(command).by;
const find = (bar: ShownBar, id: string) =>
  defined(
    buttonsIn(bar).find((button) => button.id === id),
    id,
  );

describe.each(sampled(Object.keys(GAMES), 1, 1))('the bar in %s', (ruleset) => {
  beforeAll(() => open(ruleset));
  afterAll(close);

  // In Tempo only the turn that is running can be ended.
  it.skipIf(ruleset === 'tempo')('has the end of the turn in a fixed place, not among the others', () => {
    const bar = barOf(ann, ANN);
    const { endTurn } = bar;
    expect(JSON.parse(defined(endTurn, 'an end').command).do).toBe(ruleset === 'energy' ? 'wait' : 'end-turn');
    expect(buttonsIn(bar).map(({ command }) => command)).not.toContain(endTurn?.command);
    expect(barOf(gm, FOE).endTurn).not.toBeNull();
  });

  it('has places for what can be done, and the rest in lists on demand', () => {
    const bar = barOf(gm, FOE);
    const { lists, places } = barOf(gm, FOE, { more: false });
    expect(lists).toBeNull();
    expect(places.length).toBeLessThanOrEqual(PLACES);
    expect(places).toEqual(bar.places);
    expect(placedIn(bar).length).toBeGreaterThan(0);
    // What is impossible for long is only in a list of its own.
    const absent = defined(bar.lists, 'lists').barred;
    expect(absent.length).toBeGreaterThan(0);
    expect(absent.every(({ barred }) => barred)).toBe(true);
    const placed = new Set(placedIn(bar).map(({ id }) => id));
    expect(absent.filter(({ id }) => placed.has(id))).toEqual([]);
  });

  it('keeps places while the bar is open, and lists each action once', async () => {
    const before = barOf(ann, ANN);
    expect(new Set(idsIn(before)).size).toBe(idsIn(before).length);
    const { layout } = before;
    const again = barOf(ann, ANN, { layout: defined(layout, 'a layout') as never });
    expect(again.places.map((each) => each?.id)).toEqual(before.places.map((each) => each?.id));
  });

  it('has every possible action of a wide bar in one row or behind More, also those of favorites', async () => {
    const ids = placedIn(barOf(ann, ANN, { columns: 99 })).map(({ id }) => id);
    const { uuid } = party.combatAt(ann).combatants.get(party.of(ANN)).actor;
    await ann.page.game.settings.set('cadence', 'favorites', { [uuid]: ids.slice(0, 3) });
    const row = barOf(ann, ANN, { isFolded: true, columns: 3, rows: 1 });
    await ann.page.game.settings.set('cadence', 'favorites', {});
    expect([row.favorites.length, row.places.length]).toEqual([2, 1]);
    expect(row.now.length).toBeLessThanOrEqual(1);
    expect(ids.filter((id) => !idsIn(row).includes(id))).toEqual([]);
  });

  it('has keys for the first nine actions', () => {
    const withKey = placedIn(barOf(ann, ANN)).filter(({ digit }) => digit !== null);
    expect(withKey.map(({ digit }) => digit)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].slice(0, withKey.length));
    expect(withKey.map(({ key }) => key).slice(0, 2)).toEqual(['Shift+1', 'Shift+2']);
  });

  it('leaves the GM’s decisions to a menu, which players lack', () => {
    const bar = barOf(gm, FOE);
    expect(buttonsIn(bar).map(byOf)).not.toContain('gm');
    const rulings = bar.rulings.flatMap(({ actions }) => actions);
    expect(rulings.length).toBeGreaterThan(0);
    expect(new Set(rulings.map(byOf))).toEqual(new Set(['gm']));
    expect(barOf(ann, ANN).rulings).toEqual([]);
  });

  it('finds an action by a part of its name', () => {
    const [first] = placedIn(barOf(ann, ANN));
    const found = barOf(ann, ANN, { query: first.label.slice(0, 6).toUpperCase(), more: false });
    expect(found.lists?.groups.flatMap(({ actions }) => actions).map(({ id }) => id)).toContain(first.id);
    expect(barOf(ann, ANN, { query: 'no such action' }).lists?.groups).toEqual([]);
  });
});

/** A hero with a spell, a part of the spell's tooltip beside its description, and a weapon that a click brings to hand. */
const GEAR = {
  tempo: { caster: 2, spell: 'tempoSpell', fact: /Range \d/ },
  seconds: { caster: ANN, spell: 'secondsSpell', fact: /Range \d+ m/ },
  slots: { caster: 2, spell: 'slotsSpell', fact: /Range \d+ ft|Self/ },
  clash: { caster: ANN, spell: 'clashSpell', fact: /Range \d+ m|Self|Line of sight/ },
} as const;

const actorOf = (token: number) => party.combatAt(gm).combatants.get(party.of(token)).actor;

describe.each(sampled(Object.entries(GEAR), 1))('spells and gear in %s', (ruleset, { caster, spell, fact }) => {
  beforeAll(() => open(ruleset));
  afterAll(close);

  it('are on the bar and found by name; a spell says where it acts and what it does', () => {
    const bar = barOf(gm, caster);
    const spells = new Set(
      actorOf(caster)
        .items.filter(({ type }) => type === spell)
        .map(({ id }) => id),
    );
    const itemOf = ({ command }: BarButton) => JSON.parse(command).with ?? JSON.parse(command).options?.item;
    const first = defined(
      buttonsIn(bar).find((button) => spells.has(itemOf(button))),
      'a spell',
    );
    expect(first.tooltip).toMatch(fact);
    const item = actorOf(caster).items.get(itemOf(first));
    expect(first.label).toContain(item.name);
    const plain = String(item.system.description)
      .replaceAll(/<[^>]*>/g, '')
      .trim()
      .slice(0, 12);
    expect(first.tooltip).toContain(plain);
    expect(idsIn(barOf(gm, caster, { query: item.name }))).toContain(first.id);
  });
});

describe('in Planning', core, () => {
  beforeAll(async () => {
    party = await Party.open('tempo');
    [gm, ann] = party.table.tabs;
    await party.start();
  });
  afterAll(close);

  it('there is no turn to end', () => {
    expect(barOf(ann, ANN).endTurn).toBeNull();
  });
});

describe('what is impossible for long', core, () => {
  beforeAll(() => open('energy'));
  afterAll(close);

  it('against each target is behind More, such as to finish off', () => {
    const bar = barOf(gm, BOB);
    expect([...bar.now, ...placedIn(bar)].map(({ id }) => id)).not.toContain('finish-off');
    expect(bar.lists?.barred.map(({ id }) => id)).toContain('finish-off');
  });

  it('loses its place, such as an attack with a weapon that is gone', async () => {
    const before = barOf(gm, BOB);
    expect(placedIn(before).map(({ id }) => id)).toContain('melee-attack');
    const { actor } = party.combatAt(gm).combatants.get(party.of(BOB));
    const gone = [...actor.items].flatMap(({ id, type }) => (type === 'energyWeapon' ? id : []));
    await party.done(gm, () => actor.deleteEmbeddedDocuments('Item', gone));
    const after = barOf(gm, BOB, { layout: before.layout as never });
    expect(placedIn(after).map(({ id }) => id)).not.toContain('melee-attack');
  });
});

describe('prices and weapons', core, () => {
  afterAll(close);

  it('are drawn as slots where a pool is a slot; a spent action stays in its place', async () => {
    await open('slots');
    const before = barOf(ann, ANN);
    expect(find(before, 'assist').cost).toMatchObject([{ pool: 'standard', slots: ['standard'] }]);
    await party.play({ do: 'defend', by: party.of(ANN) });
    const after = barOf(ann, ANN, { layout: before.layout as never });
    expect(after.places.map((each) => each?.id)).toEqual(before.places.map((each) => each?.id));
    expect([find(before, 'assist').barred, find(after, 'assist').barred]).toEqual([false, true]);
    expect(buttonsIn(after).map(({ label }) => label)).toContain('Stow: Longsword');
  });
});
