import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import { core, sampled } from '../tiers/tier';
import type { BarButton, ShownBar } from './hands';
import { ANN, FOE, GAMES, Party } from './party';
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

const barOf = (tab: Tab, token: number, chosen = '', query = ''): ShownBar => {
  const { actor } = party.combatAt(tab).combatants.get(party.of(token));
  return defined(tab.hands.windows.barContext(actor, chosen, query), 'a bar');
};
const buttonsIn = ({ groups }: ShownBar): readonly BarButton[] => groups.flatMap(({ actions }) => actions);
const byOf = ({ command }: BarButton): string => JSON.parse(command).by;
const find = (bar: ShownBar, id: string) =>
  defined(
    buttonsIn(bar).find((button) => button.id === id),
    id,
  );

describe.each(sampled(Object.keys(GAMES), 1, 1))('the bar in %s', (ruleset) => {
  beforeAll(() => open(ruleset));
  afterAll(close);

  it('has the end of the turn in a fixed place, not among the others', () => {
    const { endTurn, ...bar } = barOf(ann, ANN);
    expect(JSON.parse(defined(endTurn, 'an end').command).do).toBe(ruleset === 'energy' ? 'wait' : 'end-turn');
    expect(buttonsIn({ ...bar, endTurn }).map(({ command }) => command)).not.toContain(endTurn?.command);
    expect(barOf(gm, FOE).endTurn).not.toBeNull();
  });

  it('has a tab for each group, in which unavailable actions keep their place', () => {
    const bar = barOf(gm, FOE);
    const ids = bar.groups.map(({ id }) => id);
    expect(bar.tabs.map(({ id }) => id)).toEqual(['all', ...ids, 'barred']);
    expect(bar.tabs.filter(({ on }) => on).map(({ id }) => id)).toEqual(['all']);
    expect(bar.groups.filter(({ hidden }) => hidden)).toEqual([]);
    expect(buttonsIn(bar).some(({ barred }) => barred)).toBe(true);
    const one = barOf(gm, FOE, ids[0]);
    expect(one.groups.filter(({ hidden }) => !hidden).map(({ id }) => id)).toEqual([ids[0]]);
    const barred = defined(barOf(gm, FOE, 'barred').barred, 'the unavailable');
    expect(barred.map(({ id }) => id)).toEqual(buttonsIn(bar).flatMap(({ barred, id }) => (barred ? [id] : [])));
  });

  it('has unique ids, and keys for the first nine actions', () => {
    const all = buttonsIn(barOf(ann, ANN));
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const withKey = all.filter(({ digit }) => digit !== null);
    expect(withKey.map(({ digit }) => digit)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
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

  it('finds an action by a part of its name, and names what it found', () => {
    const [first] = buttonsIn(barOf(ann, ANN));
    const found = barOf(ann, ANN, 'barred', first.label.slice(0, 6).toUpperCase());
    expect(buttonsIn(found).map(({ id }) => id)).toContain(first.id);
    expect([found.words, found.tabs[0].on]).toEqual([true, true]);
    expect(barOf(ann, ANN, '', 'no such action').groups).toEqual([]);
  });
});

/** A hero with a spell, a part of the spell's tooltip beside its description, and a weapon that a click brings to hand. */
const GEAR = {
  tempo: { caster: 2, spell: 'tempoSpell', fact: /Range \d/ },
  seconds: { caster: ANN, spell: 'secondsSpell', fact: /Range \d+ m/ },
  slots: { caster: 2, spell: 'slotsSpell', fact: /Range \d+ ft|Self/ },
  clash: { caster: ANN, spell: 'clashSpell', fact: /Range \d+ m|Self|Line of sight/ },
} as const;

describe.each(sampled(Object.entries(GEAR), 1))('spells and gear in %s', (ruleset, { caster, spell, fact }) => {
  beforeAll(() => open(ruleset));
  afterAll(close);

  it('are on the bar and found by name; a spell says where it acts and what it does', () => {
    const bar = barOf(gm, caster);
    const group = defined(
      bar.groups.find(({ id }) => id === `item-${spell}`),
      'spells',
    );
    const [first] = group.actions;
    expect(first.tooltip).toMatch(fact);
    const { actor } = party.combatAt(gm).combatants.get(party.of(caster));
    const item = actor.items.get(JSON.parse(first.command).with ?? JSON.parse(first.command).options?.item);
    expect(first.label).toContain(item.name);
    const plain = String(item.system.description)
      .replaceAll(/<[^>]*>/g, '')
      .trim()
      .slice(0, 12);
    expect(first.tooltip).toContain(plain);
    expect(buttonsIn(barOf(gm, caster, '', item.name)).map(({ id }) => id)).toContain(first.id);
  });
});

describe('prices and weapons', core, () => {
  afterAll(close);

  it('are drawn as slots where a pool is a slot; a spent action stays in its place', async () => {
    await open('slots');
    const before = barOf(ann, ANN);
    expect(find(before, 'assist').cost).toMatchObject([{ pool: 'standard', slots: ['standard'] }]);
    await party.play({ do: 'defend', by: party.of(ANN) });
    const after = barOf(ann, ANN);
    expect(buttonsIn(after).map(({ id }) => id)).toEqual(buttonsIn(before).map(({ id }) => id));
    expect([find(before, 'assist').barred, find(after, 'assist').barred]).toEqual([false, true]);
    const hands = defined(
      after.groups.find(({ id }) => id === 'hands'),
      'the hands',
    );
    expect(hands.actions.map(({ label }) => label)).toContain('Stow: Longsword');
  });
});
