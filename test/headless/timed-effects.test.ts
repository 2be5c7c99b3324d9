import type { Variants } from '@cadence/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import type { ActiveEffect, Document } from './documents';
import { ANN, FOE, Party } from './party';

const HANDS: Variants[] = [{}, { expiryMark: 'in-memory', refreshContext: 'whole', passedDuration: 'ends-in-combat' }];

/** A table at which time passes as the GM's tracker allows. */
class Timed {
  private constructor(readonly party: Party) {}

  static async open(ruleset: string, variants: Variants = {}): Promise<Timed> {
    const party = await Party.open(ruleset, undefined, variants);
    await party.start();
    await party.table.settle();
    return new Timed(party);
  }

  get gm() {
    return this.party.gm.page;
  }
  get combat() {
    return this.party.combat;
  }
  get time(): number {
    return this.gm.game.time.worldTime;
  }
  actorOf = (token: number) => this.combat.combatants.get(this.party.of(token)).actor;

  async settled(deed: () => unknown): Promise<void> {
    await deed();
    await this.party.table.settle();
  }
  onward = () => this.settled(() => this.party.play(this.party.onward()[0]));
  rewind = () => this.settled(() => this.party.done(this.party.gm, () => this.gm.rewindStep(this.combat)));
  redo = () => this.settled(() => this.party.done(this.party.gm, () => this.gm.redoStep(this.combat)));
  async until(isThere: () => boolean): Promise<void> {
    for (let times = 0; times < 40 && !isThere(); times++) await this.onward();
    expect(isThere()).toBe(true);
  }
  set = (key: string, value: unknown) =>
    this.settled(() => this.party.done(this.party.gm, () => this.gm.game.settings.set('cadence', key, value)));

  /** Adds an effect to a fighter as another package would. */
  async effectOn(token: number, duration: object): Promise<() => ActiveEffect> {
    const actor = this.actorOf(token);
    let made: Document;
    await this.settled(() =>
      this.party.done(this.party.gm, async () => {
        [made] = await actor.createEmbeddedDocuments('ActiveEffect', [{ name: 'Blessed', type: 'base', duration }]);
      }),
    );
    return () => this.actorOf(token).effects.get(made.id);
  }
}

describe.each(HANDS)('an effect of another package with a duration, where the sandbox has %o', (variants) => {
  let timed: Timed;
  beforeAll(async () => {
    timed = await Timed.open('slots', variants);
  });
  afterAll(() => timed?.party.table.close());

  it('ends at the start of the turn after one round, is active again after undo, and ends again', async () => {
    const whose = timed.combat.combatant?.id;
    const effect = await timed.effectOn(FOE, { value: 1, units: 'rounds' });
    expect(effect().duration.expiry).toBe('turnStart');
    expect(effect().start).toMatchObject({ combatant: whose, round: 1, turn: 0 });
    await timed.until(() => timed.combat.turn === 4);
    expect(effect().duration.expired).toBe(false);
    await timed.until(() => timed.combat.round === 2);
    expect(effect().duration.expired).toBe(true);
    await timed.rewind();
    expect(effect().duration.expired).toBe(false);
    await timed.redo();
    expect(effect().duration.expired).toBe(true);
  });

  it('stays deleted after undo where the world deletes expired effects', async () => {
    const { ActiveEffect } = timed.gm.CONFIG;
    ActiveEffect.expiryAction = 'delete';
    const effect = await timed.effectOn(FOE, { value: 0, units: 'turns', expiry: 'turnEnd' });
    await timed.onward();
    expect(effect()).toBeUndefined();
    await timed.rewind();
    expect(effect()).toBeUndefined();
    ActiveEffect.expiryAction = 'update';
  });

  it('ends with the encounter, where its duration is the encounter', async () => {
    const effect = await timed.effectOn(ANN, { expiry: 'combatEnd' });
    await timed.onward();
    expect(effect().duration.expired).toBe(false);
    await timed.party.play({ do: 'end', by: 'gm' });
    await timed.party.table.settle();
    expect(effect().duration.expired).toBe(true);
  });
});

it.each(['energy', 'tempo'])('effects end with the round in %s, where some fighters have no turn', async (ruleset) => {
  const timed = await Timed.open(ruleset);
  const begins = await timed.effectOn(ANN, { value: 1, units: 'rounds' });
  const ends = await timed.effectOn(FOE, { value: 1, units: 'rounds', expiry: 'turnEnd' });
  await timed.until(() => timed.combat.round === 2);
  expect(begins().duration.expired).toBe(true);
  await timed.until(() => timed.combat.round === 3);
  expect(ends().duration.expired).toBe(true);
  expect(timed.party.table.faults).toEqual([]);
  await timed.party.table.close();
});

it('conditions of Cadence end by its own clock', async () => {
  const timed = await Timed.open('energy');
  const { party } = timed;
  await party.play({ do: 'condition', by: 'gm', at: party.of(ANN), options: { condition: 'prone', on: true } });
  expect(party.heard(party.gm)).toBe('');
  const prone = () => timed.actorOf(ANN).effects.find(({ type }) => type === 'condition');
  expect(prone()?._source.duration).toMatchObject({ value: null, expiry: null });
  await timed.until(() => timed.combat.round === 4);
  expect(prone()?.duration.expired).toBe(false);
  await party.table.close();
});

describe('the world time', () => {
  it.each<Variants>([{ batchWorldTime: 'moves' }, { batchWorldTime: 'stays' }])(
    'advances with each round by the setting of the world, goes back with undo, and stays with 0: %o',
    async (variants) => {
      const timed = await Timed.open('energy', variants);
      const writesOf = async (deed: () => Promise<void>): Promise<number> => {
        const { writes } = timed.party.table;
        await deed();
        return timed.party.table.writes - writes;
      };
      const writes = await writesOf(timed.onward);
      expect(timed.time).toBe(5);
      await timed.rewind();
      expect(timed.time).toBe(0);
      await timed.set('energy.roundSeconds', 10);
      await timed.onward();
      expect(timed.time).toBe(10);
      await timed.set('energy.roundSeconds', 0);
      // The time is written with the step, where the server allows it.
      expect((await writesOf(timed.onward)) === writes).toBe(variants.batchWorldTime === 'moves');
      expect(timed.time).toBe(10);
      expect(timed.party.table.faults).toEqual([]);
      await timed.party.table.close();
    },
  );

  it('advances once for each of two rounds in quick succession', async () => {
    const timed = await Timed.open('energy', { batchWorldTime: 'stays' });
    await timed.onward();
    expect(timed.time).toBe(5);
    const { keepWorldTime } = timed.gm;
    await timed.settled(() => {
      keepWorldTime(5);
      keepWorldTime(5);
      keepWorldTime(-5);
    });
    expect(timed.time).toBe(10);
    expect(timed.party.table.faults).toEqual([]);
    await timed.party.table.close();
  });

  it('ends an effect that lasts some seconds, through the registry of Foundry', async () => {
    const timed = await Timed.open('energy');
    const effect = await timed.effectOn(ANN, { value: 8, units: 'seconds', expiry: null });
    await timed.onward();
    expect(effect().duration.expired).toBe(false);
    await timed.onward();
    expect(effect().duration.expired).toBe(true);
    await timed.party.table.close();
  });

  it('is computed by Foundry with the same length of a round', async () => {
    const timed = await Timed.open('seconds');
    expect(timed.combat.getTimeDelta(1, 0, 3, 2)).toBe(6);
    expect(timed.gm.CONFIG.time.roundTime).toBe(timed.gm.game.settings.get('cadence', 'tempo.roundSeconds'));
    await timed.party.table.close();
  });
});

it('notifies a region of the turns and rounds of the tokens in it', async () => {
  const timed = await Timed.open('slots');
  const { party, gm, combat } = timed;
  const scene = gm.game.scenes.contents[0];
  const { x, y } = defined(combat.combatant, 'whose turn it is').token;
  const names = ['tokenTurnStart', 'tokenTurnEnd', 'tokenRoundStart', 'tokenRoundEnd'];
  const source = '(region.heard ??= []).push([event.name, event.data.combatant.id, event.data.round]);';
  await party.done(party.gm, () =>
    scene.createEmbeddedDocuments('Region', [
      {
        name: 'Fire',
        shapes: [{ type: 'rectangle', x, y, width: 100, height: 100 }],
        behaviors: [{ type: 'executeScript', system: { events: names, source } }],
      },
    ]),
  );
  const whose = combat.combatant?.id;
  expect(party.table.faults).toEqual([]);
  await timed.until(() => combat.round === 2);
  const [region] = scene.regions;
  const heard = [
    ['tokenTurnEnd', whose, 1],
    ['tokenRoundEnd', whose, 1],
    ['tokenRoundStart', whose, 2],
    ['tokenTurnStart', whose, 2],
  ];
  expect(region.heard).toEqual(heard);
  await timed.rewind();
  await timed.redo();
  expect(region.heard).toEqual(heard);
  await party.table.close();
});
