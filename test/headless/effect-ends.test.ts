import type { Variants } from '@cadence/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import type { ActiveEffect, Actor, Combat, Document } from './documents';
import { ANN, BOB, CAL, FOE, Party } from './party';
import { OTHER, openBeside, otherId } from './second-fight';
import { COMBAT, idOf } from './world';

/** What no public source decides, the other way than by default. */
const OTHERWISE: Variants = {
  batchWorldTime: 'moves',
  expiryMark: 'in-memory',
  passedDuration: 'ends-in-combat',
  refreshContext: 'whole',
};

const isOver = (effect: () => ActiveEffect) => !effect().active;

/** A ruleset, that of the fight beside it, and how the sandbox decides. */
const FIGHTS: readonly [ruleset: string, beside: string, variants: Variants][] = [
  ['tempo', 'energy', {}],
  ['seconds', 'energy', OTHERWISE],
  ['slots', 'energy', {}],
  ['clash', 'energy', OTHERWISE],
  ['energy', 'slots', {}],
];

/** A GM at a table with up to two fights, the first of which is viewed. */
class Evening {
  private constructor(readonly party: Party) {}

  static async open(ruleset: string, variants: Variants = {}): Promise<Evening> {
    return new Evening(await Party.open(ruleset, ['Gamemaster'], variants));
  }

  get page() {
    return this.party.gm.page;
  }
  combat = (id = COMBAT): Combat => this.party.combatAt(this.party.gm, id);
  /** Returns a hero of either fight. */
  hero = (token: number, id = COMBAT): Actor =>
    this.page.game.actors.get(id === COMBAT ? idOf('Actor', token) : otherId(idOf('Actor', token)));

  async does(action: () => unknown): Promise<void> {
    await this.party.done(this.party.gm, action);
    await this.party.table.settle();
  }
  onward = async (id = COMBAT): Promise<void> => {
    await this.party.play(this.party.onward(id)[0], id);
    await this.party.table.settle();
  };
  async until(round: number, id = COMBAT): Promise<void> {
    for (let times = 0; times < 60 && this.combat(id).round < round; times++) await this.onward(id);
    expect(this.combat(id).round).toBe(round);
  }
  advance = (seconds: number) => this.does(() => this.page.game.time.advance(seconds));
  undo = (id = COMBAT) => this.does(() => this.page.rewindStep(this.combat(id)));
  redo = (id = COMBAT) => this.does(() => this.page.redoStep(this.combat(id)));
  set = (key: string, value: unknown) => this.does(() => this.page.game.settings.set('cadence', key, value));

  /** Creates an effect as another package does, and returns it as it is at each call. */
  async put(parent: Document, data: object): Promise<() => ActiveEffect> {
    const made: Document[] = [];
    await this.does(async () => {
      made.push(
        ...(await parent.createEmbeddedDocuments('ActiveEffect', [{ name: 'Blessed', type: 'base', ...data }])),
      );
    });
    const { id } = defined(made[0], 'an effect');
    // A reload replaces the documents of the window.
    const parentNow = () => (parent.uuid === `Actor.${parent.id}` ? this.page.game.actors.get(parent.id) : parent);
    return () => (parentNow() as Actor).effects.get(id);
  }
  condition = (actor: Actor, rules = this.party.rules) => {
    const id = Object.keys(rules.conditions).find((each) => !rules.conditions[each]?.ofFight);
    return this.put(actor, {
      type: 'condition',
      statuses: [id],
      system: { until: null, by: '', towards: [], data: {} },
    });
  };
}

describe.each(FIGHTS)('a fight of %s beside one of %s', (ruleset, beside, variants) => {
  let evening: Evening;
  const lasting: (() => ActiveEffect)[] = [];
  beforeAll(async () => {
    evening = await Evening.open(ruleset, variants);
    await openBeside(evening.party, beside);
    // Three seconds, fewer than in any of the fights but one.
    await evening.set('ruleset', 'seconds');
    await evening.party.start();
    await evening.party.start(OTHER);
    const { hero, party } = evening;
    lasting.push(
      await evening.condition(hero(ANN)),
      await evening.condition(hero(ANN, OTHER), party.rulesOf(OTHER)),
      await evening.put(hero(BOB), { duration: { expiry: null } }),
      await evening.put(defined(hero(BOB).items.contents[0], 'an item'), { duration: { value: 1, units: 'rounds' } }),
    );
    expect(party.combat.round).toBe(1);
  });
  afterAll(() => evening?.party.table.close());

  const party = () => evening.party;
  const two = { value: 2, units: 'rounds' };

  it('counts two rounds in the fight of the bearer only, and again after an undo', async () => {
    const { hero } = evening;
    const here = await evening.put(hero(ANN), { duration: two });
    const there = await evening.put(hero(ANN, OTHER), { duration: two });
    const foe = party().combat.combatants.get(party().of(FOE)).actor;
    const silent = await evening.put(foe, { duration: { ...two, expiry: null } });
    expect([here().start, there().start]).toMatchObject([
      { combat: evening.combat() },
      { combat: evening.combat(OTHER) },
    ]);
    await evening.advance(3600);
    expect([here, there, silent].map(isOver)).toEqual([false, false, false]);

    await evening.until(2, OTHER);
    expect(isOver(there)).toBe(false);
    while (!isOver(there)) await evening.onward(OTHER);
    expect(evening.combat(OTHER).round).toBe(3);
    await evening.undo(OTHER);
    expect(isOver(there)).toBe(false);
    await evening.redo(OTHER);
    expect([here, there, silent].map(isOver)).toEqual([false, true, false]);

    await evening.until(2);
    expect([here, silent].map(isOver)).toEqual([false, false]);
    while (!isOver(here)) await evening.onward();
    expect(evening.combat().round).toBe(3);
    expect(isOver(silent)).toBe(true);
    await evening.undo();
    expect(isOver(here)).toBe(false);
    await evening.redo();
    expect(isOver(here)).toBe(true);
    expect(evening.party.table.faults).toEqual([]);
  });

  it('lets hours and rests pass, and ends what ends with it', async () => {
    const { hero } = evening;
    const hour = await evening.put(hero(BOB), { duration: { value: 1, units: 'hours', expiry: null } });
    const fight = await evening.put(hero(CAL, OTHER), { duration: { expiry: 'combatEnd' } });
    await evening.advance(1800);
    expect(isOver(hour)).toBe(false);
    await evening.advance(8 * 3600);
    expect([hour, fight].map(isOver)).toEqual([true, false]);
    await evening.party.play({ do: 'end', by: 'gm' });
    await evening.party.table.settle();
    expect(isOver(fight)).toBe(false);
    await evening.party.play({ do: 'end', by: 'gm' }, OTHER);
    await evening.party.table.settle();
    expect(isOver(fight)).toBe(true);
    await evening.advance(8 * 3600);
    expect(lasting.map((effect) => [effect().active, effect()._source.duration])).toMatchObject(
      lasting.map(() => [true, { expired: false }]),
    );
    expect(evening.party.table.faults).toEqual([]);
  });
});

describe('a fight of slots, where each fighter has a turn in each round', () => {
  let evening: Evening;
  beforeAll(async () => {
    evening = await Evening.open('slots');
    await evening.set('ruleset', 'slots');
  });
  afterAll(() => evening?.party.table.close());

  it('leaves conditions alone where worlds have stored that they ended, and where core tracks them', async () => {
    const condition = await evening.condition(evening.hero(ANN));
    const brief = await evening.put(evening.hero(ANN), { duration: { expiry: 'roundEnd', expired: true } });
    await evening.does(() => condition().update({ 'duration.expired': true }));
    expect([condition, brief].map((effect) => [effect()._source.duration.expired, effect().active])).toEqual([
      [true, true],
      [true, false],
    ]);
    evening.party.gm.reload();
    await evening.party.table.settle();
    expect([condition, brief].map(isOver)).toEqual([false, true]);
    const [status] = condition().statuses;
    expect(evening.hero(ANN).statuses.has(String(status))).toBe(true);
    await evening.does(() => condition().update({ 'duration.expired': false }));
    Object.defineProperty(condition(), 'isExpiryTrackable', { value: true });
    await evening.advance(60);
    expect(condition()._source.duration.expired).toBe(false);
  });

  it('counts no time outside of encounters if a round has no seconds', async () => {
    await evening.set('slots.roundSeconds', 0);
    const rounds = await evening.put(evening.hero(ANN), { duration: { value: 2, units: 'rounds', expiry: null } });
    const turns = await evening.put(evening.hero(ANN), { duration: { value: 2, units: 'turns', expiry: null } });
    await evening.advance(600);
    expect([rounds, turns].map((effect) => [isOver(effect), effect().duration.remaining])).toEqual([
      [false, 2],
      [false, 2],
    ]);
    await evening.set('slots.roundSeconds', 6);
    await evening.advance(12);
    expect([rounds, turns].map(isOver)).toEqual([true, true]);
  });

  it('counts the time before the encounter, and in it the rounds', async () => {
    const long = await evening.put(evening.hero(ANN), { duration: { value: 10, units: 'rounds' } });
    await evening.advance(24);
    expect(long().duration.remaining).toBe(24 + 12);
    await evening.party.start();
    await evening.party.table.settle();
    await evening.advance(7200);
    expect([long().duration.remaining, long().duration.label]).toEqual([6, '6 rounds']);
    await evening.until(2);
    expect(long().duration.remaining).toBe(5);
    evening.party.gm.reload();
    await evening.party.table.settle();
    expect(long().duration).toMatchObject({ remaining: 5, units: 'rounds' });
  });

  it('ends an effect with the turn in which it began, and gives the real combat to effects', async () => {
    const { party } = evening;
    const combats: (Combat | undefined)[] = [];
    const { registry } = evening.page.CONFIG.ActiveEffect.documentClass;
    const { refresh } = registry;
    registry.refresh = (event: string, context: { readonly combat?: Combat } = {}) => {
      if (event !== 'updateWorldTime') combats.push(context.combat);
      return refresh.call(registry, event, context);
    };
    await evening.onward();
    const of = String(party.combat.combatant?.id);
    const bearer = party.tokenOf(of) === BOB ? ANN : BOB;
    const end = await evening.put(evening.hero(bearer), { duration: { value: 1, units: 'rounds', expiry: 'turnEnd' } });
    const start = await evening.put(evening.hero(bearer), { duration: { value: 1, units: 'rounds' } });
    expect(start().start).toMatchObject({ combatant: of, round: 2 });
    while (party.combat.round < 3 || party.combat.combatant?.id !== of) {
      expect([start, end].map(isOver)).toEqual([false, false]);
      await evening.onward();
    }
    expect([start, end].map(isOver)).toEqual([true, false]);
    await evening.undo();
    expect([start, end].map(isOver)).toEqual([false, false]);
    await evening.redo();
    await evening.onward();
    expect([start, end].map(isOver)).toEqual([true, true]);
    expect(combats.length).toBeGreaterThan(0);
    expect(combats.filter((combat) => combat !== party.combat)).toHaveLength(0);
  });

  it('ends an effect although the fighter in whose turn it began has none any more', async () => {
    const { party } = evening;
    const of = String(party.combat.combatant?.id);
    const { round } = party.combat;
    const bearer = party.tokenOf(of) === BOB ? ANN : BOB;
    const start = await evening.put(evening.hero(bearer), { duration: { value: 1, units: 'rounds' } });
    await evening.does(() => party.combat.combatants.get(of).update({ defeated: true }));
    await party.answerAll();
    await evening.until(round + 3);
    expect(isOver(start)).toBe(true);
  });

  it('gives back what ended by world time, once an undo has set it back', async () => {
    const effect = await evening.put(evening.hero(CAL), { duration: { value: 5, units: 'seconds', expiry: null } });
    const { round } = evening.party.combat;
    await evening.until(round + 1);
    expect(isOver(effect)).toBe(true);
    await evening.undo();
    expect(isOver(effect)).toBe(false);
    await evening.redo();
    expect(isOver(effect)).toBe(true);
    expect(evening.party.table.faults).toEqual([]);
  });
});
