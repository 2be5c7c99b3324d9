import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainText } from '../../src/foundry/platform/text';
import { removeHarmfulKeys } from '../../src/foundry/stored/harmful-keys';
import { isWithin } from '../../src/foundry/stored/validators';
import { parseResistance } from '../../src/rulesets/slots/schema';
import type { Actor } from '../headless/documents';
import { core, thorough } from '../tiers/tier';
import { ANNS, actor, HostileTable, OPENING, SCENE, token } from './hostile-table';

/** Longer than any limit. A quadratic pattern needs minutes for each of them, which the tests' time limit would end. */
const LONG = 'x'.repeat(300_000);
const BLANKS = ' '.repeat(300_000);

const nested = (levels: number): object => {
  let made = {};
  for (let level = 0; level < levels; level++) made = { inner: made };
  return made;
};

describe('a text of a user is read in linear time', core, () => {
  const MANY = 400_000;
  it.each([
    ['tags that are not closed', '<'.repeat(MANY)],
    ['links that are not closed', '@a['.repeat(MANY)],
    ['labels that are not closed', '@a[]{'.repeat(MANY)],
    ['blanks', BLANKS],
  ])('a description with %s', (_, html) => expect(plainText(html).length).toBeLessThanOrEqual(20_000));

  it.each([[BLANKS], [`x${BLANKS}x`], [' 1'.repeat(MANY)]])('a resistance of blanks', (entered) =>
    expect(() => parseResistance(entered)).not.toThrow(),
  );

  it.each<[string, readonly [string, number] | null]>([
    ['acid 5', ['acid', 5]],
    ['  cold iron   12 ', ['cold iron', 12]],
    ['acid', null],
    ['5', null],
    ['acid 1234', null],
    ['', null],
  ])('the resistance “%s” is read as before', (entered, read) => expect(parseResistance(entered)).toEqual(read));

  it.each([
    ['<p>a <b>bold</b> man, <i>tall</i>.</p>', 'a bold man, tall.'],
    ['see @UUID[Actor.x]{Mira}, @Embed[y] here', 'see Mira, here'],
    ['a@b.c and 1 &lt; 2 &amp; 3 < 4', 'a@b.c and 1 < 2 & 3 < 4'],
    ['@x[open', '@x[open'],
  ])('%s is shown as “%s”', (html, plain) => expect(plainText(html)).toBe(plain));
});

describe('JSON of a user', core, () => {
  it('is measured no further than the limit', () => {
    let read = 0;
    const endless = new Proxy(
      {},
      {
        ownKeys: () => Array.from({ length: 1000 }, (_, at) => `${at}`),
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }),
        get: () => void read++,
      },
    );
    expect(isWithin(endless, 100)).toBe(false);
    expect(read).toBeLessThan(100);
    expect(isWithin({ a: ['x'.repeat(50)] }, 100)).toBe(true);
    expect(isWithin(nested(100_000), 50_000)).toBe(false);
  });

  it('loses what is nested too deeply', () => {
    expect(() => JSON.stringify(removeHarmfulKeys(nested(100_000)))).not.toThrow();
    expect(removeHarmfulKeys(nested(20))).toEqual(nested(20));
  });
});

describe('what a player stores in their own documents', thorough, () => {
  let hostile: HostileTable;
  beforeAll(async () => {
    hostile = await HostileTable.open('slots');
  }, OPENING);
  afterAll(() => hostile?.table.close());

  const onActor = (changes: object) =>
    hostile.writes({ type: 'Actor', action: 'update', operation: { updates: [{ _id: actor(0), ...changes }] } });
  const inActor = { parentUuid: `Actor.${actor(0)}` };

  /** Returns what every window has of the player's actor. */
  const everywhere = <T>(look: (system: Record<string, any>) => T): T[] =>
    hostile.table.tabs.map(({ page }) => look(page.game.actors.get(actor(0)).system));

  /** The fighter takes part in every window. */
  const expectAlive = () => {
    for (const { page } of hostile.table.tabs) {
      const combat = page.game.combats.get(hostile.combat.id);
      expect(Object.keys(page.encounterOf(combat).fighters)).toContain(ANNS);
      expect(page.windows.trackerContext(page.windows.fightOf(combat))).toBeTruthy();
    }
    expect(hostile.table.faults).toEqual([]);
  };

  /** An open window refuses an invalid update, as Foundry does; one that opens later reads what is stored. */
  const reopen = async () => {
    hostile.table.faults.length = 0;
    for (const tab of hostile.table.tabs) tab.reload();
    await hostile.table.settle();
  };

  it('is cut where a text or list is too long, and counts as far as it is valid', async () => {
    const many = Array.from({ length: 5000 }, (_, at) => `w${at}`);
    const moreResistances = [BLANKS, 'acid 5', `${LONG} 5`, `x${BLANKS}x`, ' 1'.repeat(150_000)];
    const { error } = await onActor({ system: { moreResistances, weaknesses: [...many, LONG], biography: LONG } });
    expect(error).toBeUndefined();
    hostile.table.faults.length = 0;
    expectAlive();
    await reopen();
    expect(everywhere(({ moreResistances: all }) => [...all])).toEqual([['acid 5'], ['acid 5'], ['acid 5']]);
    expect(everywhere(({ weaknesses }) => [...weaknesses])).toEqual(Array(3).fill(many.slice(0, 100)));
    expect(everywhere(({ biography }) => biography.length)).toEqual([200_000, 200_000, 200_000]);
    expectAlive();
    await onActor({ system: { moreResistances: [], weaknesses: [], biography: '' } });
  });

  it('is cut in a token’s delta, which Foundry does not validate', async () => {
    const items = [{ _id: 'limitsItem000000', name: LONG, type: 'slotsWeapon', system: { damageType: LONG } }];
    const delta = { system: { moreResistances: [BLANKS, 'heat 3'], more: nested(1000) }, items };
    const operation = { updates: [{ _id: token(3), delta }], parentUuid: `Scene.${SCENE}` };
    const { error } = await hostile.writes({ type: 'Token', action: 'update', operation }, hostile.gm);
    expect(error).toBeUndefined();
    await reopen();
    for (const { page } of hostile.table.tabs) {
      const own = page.game.scenes.get(SCENE).tokens.get(token(3)).actor as Actor;
      expect([...(own.system.moreResistances as Iterable<string>)]).toEqual(['heat 3']);
      const fighter = page.fighterAlone(page.adapterOf('slots'), own);
      expect(fighter?.items.map(({ name }) => name.length)).toContain(201);
      expect(own.items.get('limitsItem000000').system.damageType).toHaveLength(1000);
    }
    expectAlive();
  });

  it('is cut in names that rules and windows read', async () => {
    await onActor({ name: LONG });
    const operation = { updates: [{ _id: token(0), name: LONG }], parentUuid: `Scene.${SCENE}` };
    const { error } = await hostile.writes({ type: 'Token', action: 'update', operation });
    expect(error).toBeUndefined();
    await reopen();
    for (const { page } of hostile.table.tabs) {
      const { fighters } = page.encounterOf(page.game.combats.get(hostile.combat.id));
      expect(fighters[ANNS].name).toHaveLength(201);
    }
    expectAlive();
    await onActor({ name: 'Mira' });
  });

  it('has no effect as a change with an endless key or value', async () => {
    const change = (key: string, value: unknown) => ({ key, value, type: 'override', phase: 'initial', priority: 1 });
    const changes = [
      change(`system.new.${'a.'.repeat(50_000)}a`, '1'),
      change('system.weaknesses', LONG),
      change('system.biography', LONG),
    ];
    const data = [{ _id: 'limitsEffect0000', name: LONG, type: 'base', system: { changes } }];
    const { error } = await hostile.writes({
      type: 'ActiveEffect',
      action: 'create',
      operation: { data, keepId: true, ...inActor },
    });
    expect(error).toBeUndefined();
    expect(everywhere((system) => [system['new'], [...system['weaknesses']], system['biography']])).toEqual(
      Array(3).fill([undefined, [], '']),
    );
    hostile.table.faults.length = 0;
    await hostile.writes({
      type: 'ActiveEffect',
      action: 'delete',
      operation: { ids: ['limitsEffect0000'], ...inActor },
    });
    expectAlive();
  });

  it('counts no further than the limits of items and conditions', async () => {
    const gear = Array.from({ length: 1010 }, (_, at) => ({ name: `gear ${at}`, type: 'slotsGear' }));
    await hostile.writes({ type: 'Item', action: 'create', operation: { data: gear, ...inActor } });
    const effects = Array.from({ length: 210 }, () => ({ name: 'x', type: 'base', statuses: ['prone'] }));
    await hostile.writes({ type: 'ActiveEffect', action: 'create', operation: { data: effects, ...inActor } });
    const { fighters } = hostile.gm.page.encounterOf(hostile.combat);
    expect([fighters[ANNS].items.length, fighters[ANNS].conditions.length]).toEqual([1000, 200]);
  });

  it('is refused where a player writes into fields of a combatant', async () => {
    const system = { stamp: LONG, ready: LONG, orders: { [LONG]: 'pass', dodge: LONG } };
    await hostile.writes({
      type: 'Combatant',
      action: 'update',
      operation: { updates: [{ _id: ANNS, system }], parentUuid: `Combat.${hostile.combat.id}` },
    });
    hostile.table.faults.length = 0;
    const { stamp, ready, orders } = hostile.gm.page.game.combats.get(hostile.combat.id).combatants.get(ANNS).system;
    expect(JSON.stringify([stamp, ready, orders]).length).toBeLessThan(2000);
  });
});
