import type { Variants } from '@cadence/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deepEqual } from '../../src/kernel/deep-equal';
import { defined } from '../../src/kernel/defined';
import { isKeyed } from '../support/record';
import type { Actor, DataField, Document, Item } from './documents';
import { ANN, FOE, GAMES, Party } from './party';
import type { Tab } from './tab';

/** Foundry's default for each variant, and one set with the opposite. */
const TABLES: [string, Variants][] = [
  ...Object.keys(GAMES).map((ruleset): [string, Variants] => [ruleset, {}]),
  ['energy', { effectValue: 'cleaned', effectFinal: 'before-derived' }],
];

describe.each(TABLES)('an active effect in %s, %o', (ruleset, variants) => {
  let party: Party;
  let gm: Tab;

  beforeAll(async () => {
    party = await Party.open(ruleset, ['Gamemaster', 'Ann'], variants);
    gm = party.gm;
    await party.start();
  });
  afterAll(() => party?.table.close());

  const actorOf = (token: number) => party.combat.combatants.get(party.of(token)).actor;
  const condition = (): string => Object.keys(party.rules.conditions)[0];

  describe('of a condition draws its icon on the token', () => {
    const shown = () => actorOf(ANN).temporaryEffects.filter(({ statuses }) => statuses.has(condition()));
    const given: [string, (id: string, on: boolean) => Promise<void>][] = [
      [
        'given in a step',
        (id, on) => party.play({ do: 'condition', by: 'gm', at: party.of(ANN), options: { condition: id, on } }),
      ],
      ['toggled on the token, as Foundry does it', (id, on) => party.done(gm, () => toggle(id, on))],
      ['put there by a macro', (id, on) => party.done(gm, () => byMacro(id, on))],
    ];
    // Outside a running fight this is Foundry's own toggle.
    const toggle = (id: string, active: boolean) => {
      const core = Object.getPrototypeOf(Object.getPrototypeOf(actorOf(ANN)));
      return core.toggleStatusEffect.call(actorOf(ANN), id, { active });
    };
    const byMacro = async (id: string, on: boolean) => {
      const { documentClass } = gm.page.CONFIG.ActiveEffect;
      const ids = shown().map(({ id: key }) => key);
      if (!on) return actorOf(ANN).deleteEmbeddedDocuments('ActiveEffect', ids);
      return documentClass.create((await documentClass.fromStatusEffect(id)).toObject(), { parent: actorOf(ANN) });
    };

    it.each(given)('%s', async (_, give) => {
      await give(condition(), true);
      expect(shown()).toHaveLength(1);
      await give(condition(), false);
      expect(shown()).toEqual([]);
    });

    it.each(given)('%s, and Foundry’s own toggle removes it', async (_, give) => {
      await give(condition(), true);
      await party.done(gm, () => toggle(condition(), false));
      expect(shown()).toEqual([]);
    });
  });

  describe('changes what the rules read', () => {
    const adapter = () => gm.page.adapterOf(ruleset);
    /** Returns the fighter of an actor with other effects, in memory. */
    const fighterWith = (effects: object[], items: object[] = [], actor = actorOf(ANN)) => {
      const clone = actor.clone({ effects, items, system: actor.system.toObject() }, { keepId: true });
      return plain(gm.page.fighterAlone(adapter(), clone));
    };
    const effectOf = (changes: readonly (readonly [key: string, change: object])[], more: object = {}) => ({
      _id: 'testEffect000000',
      name: 'Test',
      ...more,
      system: { changes: changes.map(([key, change]) => ({ key: `system.${key}`, type: 'add', ...change })) },
    });
    const effect = (key: string, change: object, more: object = {}) => effectOf([[key, change]], more);
    const poolPaths = () => new Set(Object.values(adapter().pools).map(({ path }) => path));
    const actorNumbers = () => numbersOf(adapter().models.Actor[ruleset].schema.fields, poolPaths());

    it('in every number of an actor that is no pool, while it is active', () => {
      const plainFighter = fighterWith([]);
      const { system } = actorOf(ANN).clone({}, { keepId: true });
      const unmoved: string[] = [];
      let lendable = 0;
      const bare = fighterWith([], [{ _id: 'testRing00000000', name: 'Ring', type: itemTypes()[0] }]);
      for (const [path, field] of actorNumbers()) {
        const change = changeFor(field, valueAt(system, path));
        const moved = fighterWith([effect(path, change)]);
        if (deepEqual(moved.stats, plainFighter.stats) && deepEqual(moved.pools, plainFighter.pools))
          unmoved.push(path);
        if (lendable++ % 4 > 0) continue;
        const lent = fighterWith(
          [],
          [{ _id: 'testRing00000000', name: 'Ring', type: itemTypes()[0], effects: [effect(path, change)] }],
        );
        expect(deepEqual(lent.stats, bare.stats) && deepEqual(lent.pools, bare.pools), `${path} lent by an item`).toBe(
          unmoved.includes(path),
        );
      }
      expect(unmoved).toEqual([]);
      const all = actorNumbers().map(([path, field]) => [path, changeFor(field, valueAt(system, path))] as const);
      for (const more of [
        { disabled: true },
        { duration: { value: 1, units: 'seconds', expired: true }, start: { time: -60 } },
      ])
        expect(fighterWith([effectOf(all, more)]), JSON.stringify(more)).toEqual(plainFighter);
      expect(fighterWith([])).toEqual(plainFighter);
    });

    const itemTypes = (): string[] => Object.keys(adapter().models.Item);

    it('while its item is in hand, worn or carried, and says why it does not', () => {
      const [[path, field]] = actorNumbers();
      const change = effect(path, changeFor(field, valueAt(actorOf(ANN).system, path)));
      const read = (type: string, system: object, effects: object[]) => {
        const ring = { _id: 'testRing00000000', name: 'Ring', type, system, effects };
        const { stats, pools } = fighterWith([], [ring]);
        return { stats, pools };
      };
      const isCounted = (type: string, system: object) =>
        !deepEqual(read(type, system, [change]), read(type, system, []));
      const lastsOn = (type: string, system: object) => {
        const actor = actorOf(ANN).clone({ effects: [], items: [{ name: 'Ring', type, system, effects: [change] }] });
        return gm.page.windows.effectsContext(actor, true).list.map(({ lasts }) => lasts);
      };
      const types = itemTypes().filter((type) => 'equipped' in adapter().models.Item[type].schema.fields);
      expect(types).not.toEqual([]);
      for (const type of types) {
        const away = { equipped: false, effectsApply: 'equipped' };
        expect(isCounted(type, { ...away, equipped: true }), `${type} in hand`).toBe(true);
        expect(isCounted(type, away), `${type} stowed`).toBe(false);
        expect(lastsOn(type, away)).toEqual(['Only while in hand or worn']);
        expect(isCounted(type, { ...away, effectsApply: 'carried' }), `${type} carried`).toBe(true);
        if (!('dropped' in adapter().models.Item[type].schema.fields)) continue;
        const lying = { equipped: true, dropped: true };
        expect(isCounted(type, lying), `${type} on the ground`).toBe(false);
        expect(lastsOn(type, lying)).toEqual(['Not while it lies on the ground']);
      }
    });

    it('in every number of an item that no step writes, while it is active', () => {
      for (const type of itemTypes()) {
        const bare = { _id: 'testThing0000000', name: 'Thing', type };
        const before = fighterWith([], [bare]).items[0];
        for (const [path, field] of numbersOf(
          adapter().models.Item[type].schema.fields,
          new Set(adapter().writtenItemFields),
        )) {
          const change = changeFor(field, valueAt(before, path));
          const own = effect(path, change, { transfer: false });
          expect(fighterWith([], [{ ...bare, effects: [own] }]).items[0], `${type} ${path}`).not.toEqual(before);
          const off = { ...own, disabled: true };
          expect(fighterWith([], [{ ...bare, effects: [off] }]).items[0], `${type} ${path} off`).toEqual(before);
        }
      }
    });

    it('but in none that steps write, since that would store it permanently', () => {
      for (const [id, { document, path }] of Object.entries(adapter().pools)) {
        if (document !== 'actor') continue;
        const { pools } = fighterWith([]);
        for (const phase of ['initial', 'final']) {
          const clone = actorOf(ANN).clone({ effects: [effect(path, { value: 3, phase })] }, { keepId: true });
          expect(gm.page.fighterAlone(adapter(), clone).pools[id], `${path} ${phase}`).toEqual(pools[id]);
          expect(valueAt(clone.system, path), `${path} ${phase}, shown`).toBe(pools[id].value);
        }
      }
    });

    it('in maxima that the rules derive, once, in either phase', () => {
      const { pools } = fighterWith([]);
      for (const [id, { document, path }] of Object.entries(adapter().pools)) {
        if (document !== 'actor') continue;
        const [max, maximum] = [pools[id].max, path.replace(/value$/, 'max')];
        const changed = (...changes: object[]) => {
          const effects = changes.map((change, at) => ({ ...effect(maximum, change), _id: `testEffect00000${at}` }));
          const clone = actorOf(ANN).clone({ effects }, { keepId: true });
          const fighter = gm.page.fighterAlone(adapter(), clone);
          expect(valueAt(clone.system, maximum), `${path} as bars show it`).toBe(fighter.pools[id].max);
          expect(valueAt(clone.system, path)).toBe(fighter.pools[id].value);
          return fighter.pools[id].max;
        };
        expect(changed({ value: 4, phase: 'initial' }), `${path} initial`).toBe(max + 4);
        expect(changed({ value: 4, phase: 'final' }), `${path} final`).toBe(max + 4);
        expect(changed({ type: 'multiply', value: 2, phase: 'final' }, { value: 3 })).toBe((max + 3) * 2);
        expect(changed({ type: 'override', value: 'nonsense' })).toBe(max);
        expect(changed({ type: 'override', value: 1500 }), `${path} beyond what rules derive`).toBe(1500);
        expect(changed({ type: 'override', value: 1_000_000 }), `${path} beyond any pool`).toBe(9999);
      }
    });

    it('in figures of a sheet that are maxima, with its name as a term', () => {
      const figureOf = (id: string, actor: Actor) => {
        const { abilities, defenses, skills, numbers } = gm.page.windows.actorContext(actor, adapter());
        return [...abilities, ...defenses, ...skills, ...numbers].find((figure) => figure.id === `${id}Max`);
      };
      let found = 0;
      for (const [id, { document, path }] of Object.entries(adapter().pools)) {
        const before = figureOf(id, actorOf(ANN));
        if (document !== 'actor' || !before) continue;
        found += 1;
        const effects = [effect(path.replace(/value$/, 'max'), { value: 4 })];
        const after = figureOf(id, actorOf(ANN).clone({ effects }, { keepId: true }));
        expect(Number(after?.value), id).toBe(Number(before.value) + 4);
        expect(after?.terms.at(-1)).toEqual({ label: 'Effects', value: '+4' });
      }
      expect(found > 0).toBe(['energy', 'clash'].includes(ruleset));
    });

    it('by its full amount in an empty number, and not where empty means never', () => {
      for (const [path, takenFor] of Object.entries(adapter().whenEmpty ?? {})) {
        const clone = (effects: object[]) =>
          actorOf(ANN).clone({ effects, [`system.${path}`]: null }, { keepId: true });
        const now = (...effects: object[]) => takenFor(gm.page.fighterAlone(adapter(), clone(effects)));
        const empty = now();
        expect(clone([]).system._source).toBeDefined();
        expect(now(effect(path, { value: 2 })), path).toBe(empty + 2);
        expect(now(effect(path, { type: 'multiply', value: 2, phase: 'final' })), path).toBe(empty * 2);
        expect(now(effect(path, { type: 'override', value: 7 })), path).toBe(7);
      }
    });

    it('within the limits of its field, and never by a value that is no number', () => {
      // All numbers at once: each change is judged by itself.
      const changing = (change: object, which = actorNumbers()) =>
        fighterWith([effectOf(which.map(([path]) => [path, change]))]);
      for (const value of ['nonsense', null, {}, '@nothing.at.all'])
        expect(() => changing({ type: 'override', value }), String(value)).not.toThrow();
      for (const value of [40, -40.5]) expect(changing({ value }), String(value)).not.toBeNull();
      const never = actorNumbers().filter(([, field]) => !field.nullable);
      expect(changing({ type: 'override', value: 'nonsense' }, never)).toEqual(fighterWith([]));
    });
  });

  describe('is listed on the sheet', () => {
    const listed = (bearer: Actor | Item, editable = true) => gm.page.windows.effectsContext(bearer, editable).list;

    it('with those of the actor’s items, and without listing conditions twice', () => {
      const id = condition();
      const type = Object.keys(gm.page.adapterOf(ruleset).models.Item)[0];
      const [own, hidden] = [{ name: 'Blessing' }, { name: 'Condition', statuses: [id] }];
      const mixed = { name: 'Poison', statuses: [id], system: { changes: [{ key: 'system.nothing', value: 1 }] } };
      const timed = { name: 'Haste', duration: { value: 6, units: 'seconds' }, disabled: true };
      const lent = [
        { name: 'Glow' },
        { name: 'Curse', statuses: [id] },
        { name: 'Lifted', statuses: [id], disabled: true },
      ];
      const actor = actorOf(ANN).clone(
        {
          effects: [own, hidden, mixed, timed],
          items: [{ name: 'Ring', type, effects: [...lent, { name: 'Edge', transfer: false }] }],
        },
        { keepId: true },
      );
      const shown = listed(actor);
      expect(shown.map(({ name }) => name)).toEqual(['Blessing', 'Poison', 'Haste', 'Glow', 'Lifted']);
      expect(shown.map(({ from }) => from)).toEqual(['', '', '', 'Ring', 'Ring']);
      expect(shown.map(({ on }) => on)).toEqual([true, true, false, true, false]);
      expect(shown.map(({ deletable }) => deletable)).toEqual([true, true, true, false, false]);
      expect(shown.map(({ lasts }) => /^Until removed$/.test(lasts))).toEqual([true, true, false, true, true]);
      const [ring] = actor.items.contents;
      expect(listed(ring).map(({ name }) => name)).toEqual(['Glow', 'Curse', 'Lifted', 'Edge']);
      expect(listed(actor, false).some(({ editable, deletable }) => editable || deletable)).toBe(false);
    });

    it('with its changes, in the terms of the sheet', () => {
      const { Actor: models } = gm.page.adapterOf(ruleset).models;
      const [path, field] = defined(
        numbersOf(models[ruleset].schema.fields, new Set()).find(([each]) => !/value$/.test(each)),
        'a number',
      );
      const change = { key: `system.${path}`, type: 'add', value: 2 };
      const actor = actorOf(ANN).clone(
        { effects: [{ name: 'Blessing', system: { changes: [change] } }] },
        { keepId: true },
      );
      const [said] = listed(actor)[0].changes;
      expect(said).toContain(gm.page.game.i18n.localize(field.label));
      expect(said).toMatch(/: \+2$/);
    });

    it('with changes whose keys name what every object inherits', () => {
      const keys = ['__proto__.x', 'toString.x', 'constructor', 'hasOwnProperty.call'].flatMap((key) => [
        `system.${key}`,
        `system.${Object.keys(gm.page.adapterOf(ruleset).models.Actor[ruleset].schema.fields)[0]}.${key}`,
      ]);
      const changes = keys.map((key) => ({ key, type: 'add', value: 2 }));
      const actor = actorOf(ANN).clone({ effects: [{ name: 'Curse', system: { changes } }] }, { keepId: true });
      expect(listed(actor)[0].changes).toEqual(keys.map((key) => expect.stringContaining(key)));
      // Each is reported to the console of the GM.
      for (const fault of party.table.faults.splice(0)) expect(fault).toContain('an effect cannot change');
    });
  });

  describe('in the middle of an encounter', () => {
    const changes = (key: string, value: number) => ({
      name: 'Blessing',
      system: { changes: [{ key: `system.${key}`, type: 'add', value }] },
    });
    const fighterAt = (token: number) => party.encounter.fighters[party.of(token)];

    it('counts from its creation until its deletion, during an open ask', async () => {
      const { pools } = gm.page.adapterOf(ruleset);
      const [pool, { path }] = defined(
        Object.entries(pools).find(([, { document }]) => document === 'actor'),
        'a pool of the actor',
      );
      const max = () => fighterAt(ANN).pools[pool].max;
      const before = max();
      await party.untilAsked(party.of(ANN));
      const [effect] = await created(ANN, [changes(path.replace(/value$/, 'max'), 5)]);
      expect(max()).toBe(before + 5);
      expect(party.combat.system.open?.fault).toBeUndefined();
      await party.answerAll();
      expect(party.combat.system.open).toBeNull();
      expect(max()).toBe(before + 5);
      await party.done(gm, () => gm.page.rewindStep(party.combat));
      await party.done(gm, () => gm.page.redoStep(party.combat));
      await party.answerAll();
      await party.done(gm, () => effect.delete());
      expect(max()).toBe(before);
      expect(party.table.faults).toEqual([]);
    });

    it('lends a condition, which a step disables when it removes it and undo enables again', async () => {
      const id = defined(
        Object.keys(party.rules.conditions).find((each) => !actorOf(ANN).statuses.has(each)),
        'a condition',
      );
      const has = () => fighterAt(ANN).conditions.some((borne) => borne.id === id);
      const setTo = (on: boolean) =>
        party.play({ do: 'condition', by: 'gm', at: party.of(ANN), options: { condition: id, on } });
      const type = Object.keys(gm.page.adapterOf(ruleset).models.Item)[0];
      const cursed = { name: 'Cursed thing', type, effects: [{ name: 'Curse', statuses: [id] }] };
      let item: Item;
      await party.done(gm, async () => {
        [item] = await actorOf(ANN).createEmbeddedDocuments('Item', [cursed]);
      });
      const curse = () => actorOf(ANN).items.get(item.id).effects.contents[0];
      expect(has()).toBe(true);
      await setTo(false);
      expect([has(), curse().disabled]).toEqual([false, true]);
      await party.done(gm, () => gm.page.rewindStep(party.combat));
      expect([has(), curse().disabled]).toEqual([true, false]);
      expect(actorOf(ANN).effects.filter(({ statuses }) => statuses.has(id))).toEqual([]);
      await party.done(gm, () => item.delete());
      expect(has()).toBe(false);
    });

    async function created(token: number, data: object[]): Promise<Document[]> {
      let made: Document[] = [];
      await party.done(gm, async () => {
        made = await actorOf(token).createEmbeddedDocuments('ActiveEffect', data);
      });
      return made;
    }
  });
});

describe('the numbers of items that steps write', () => {
  let party: Party;
  beforeAll(async () => {
    party = await Party.open('seconds', ['Gamemaster']);
    await party.start();
  });
  afterAll(() => party?.table.close());

  it('are the stored ones, without the changes of active effects', async () => {
    const { gm } = party;
    const [actor, fighter] = [party.combat.combatants.get(party.of(ANN)).actor, party.of(ANN)];
    const change = (key: string, value: unknown) => ({ key: `system.${key}`, type: 'add', value });
    const effects = [
      { name: 'More', transfer: false, system: { changes: [change('quantity', 2), change('timeCost', 1)] } },
    ];
    const data = { name: 'Potion', type: 'secondsGear', system: { potion: true, quantity: 3, held: true }, effects };
    await party.done(gm, () => actor.createEmbeddedDocuments('Item', [data]));
    const potion = actor.items.getName('Potion');
    const gear = () => party.encounter.fighters[fighter].items.find(({ id }) => id === potion.id);
    expect([potion.system.quantity, gear()?.quantity]).toEqual([5, 3]);
    expect(gear()?.timeCost).toBe(potion._source.system.timeCost + 1);
    const { encounter } = party;
    const quantity = encounter.fighters[fighter].items.find(({ id }) => id === potion.id)?.quantity;
    const [operation] = gm.page.windows.operationsFor(
      party.combat,
      gm.page.adapterOf('seconds'),
      encounter,
      [{ kind: 'item', of: fighter, item: potion.id, key: 'quantity', from: 3, to: 3 }],
      {},
    );
    expect(operation.updates).toEqual([{ _id: potion.id, 'system.quantity': quantity }]);
    // The item is transferred as stored, with what steps have written.
    const other = party.of(FOE);
    encounter.fighters[other].items.push({ ...defined(gear(), 'the potion'), id: 'handedPotion0000' });
    const handed = gm.page.windows.operationsFor(
      party.combat,
      gm.page.adapterOf('seconds'),
      encounter,
      [
        {
          kind: 'item-transferred',
          of: fighter,
          item: potion.id,
          to: other,
          newItem: 'handedPotion0000',
          index: 0,
          newIndex: 0,
        },
      ],
      {},
    );
    const system = handed.find(({ action }) => action === 'create')?.data[0]?.system;
    expect([system?.quantity, system?.timeCost]).toEqual([3, potion._source.system.timeCost]);
  });
});

const plain = (value: unknown) => JSON.parse(JSON.stringify(value));
const valueAt = (data: object, path: string): unknown =>
  path.split('.').reduce<unknown>((at, key) => (isKeyed(at) ? at[key] : undefined), data);

/** Returns every number below a schema by its path, including lists of numbers, without the given paths. */
function numbersOf(fields: Record<string, DataField>, without: ReadonlySet<string>, base = ''): [string, DataField][] {
  return Object.entries(fields).flatMap(([name, field]): [string, DataField][] => {
    const path = base ? `${base}.${name}` : name;
    if (field.fields) return numbersOf(field.fields, without, path);
    const isNumber = 'integer' in field || (field.element && 'integer' in field.element);
    return isNumber && !without.has(path) ? [[path, field]] : [];
  });
}

/** Returns a change of the field to another valid value. */
function changeFor(field: DataField, value: unknown): object {
  if (field.element) return { type: 'override', value: [2, 3, 4] };
  const { min = -1000, max = 1000 } = field;
  if (value === null) return { type: 'override', value: Math.max(min, 3) };
  if (typeof value !== 'number') throw new TypeError(`no number: ${value}`);
  const other = value + 1 <= max ? value + 1 : Math.max(min, value - 1);
  return { type: 'add', value: other - value };
}
