import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import type { ThreatRating } from '../../src/opponent/threat-rating';
import type { Actor } from './documents';
import type { Globals } from './game-page';
import { ANN, BOB, CAL, FOE, LAST, Party } from './party';

let party: Party;
afterEach(() => party.table.close());

/** Its fights are the shortest. */
const RULESET = 'seconds';
const HEROES = { value: expect.any(Number), heroes: 3 };

const windows = () => party.gm.page.windows;
const fight = () => windows().fightOf(party.combat);
const tokenActor = (token: number): Actor => party.combat.combatants.get(party.of(token)).actor;
const baseActor = (): Actor => defined(party.gm.page.game.actors.get(tokenActor(FOE).id), 'the actor of both foes');
const threatOf = (actor: Actor) => actor.flags.cadence?.threat as ThreatRating | undefined;
const told = async () => windows().threatContext(await windows().loadFightThreats(fight()))?.text;
const buttonText = async (): Promise<string> =>
  windows().measureContext(await windows().loadFightThreats(fight()), windows().measurementOf(party.combat)).label;
const forget = (actor: Actor) =>
  party.done(party.gm, () => actor.update({ flags: { cadence: { threat: { value: 'none' } } } }));

async function start(roster = {}) {
  const measurement = defined(await windows().startMeasurement(fight(), roster), 'a measurement');
  return {
    measurement,
    async end(): Promise<void> {
      for (let turns = 0; turns < 200 && measurement.isRunning; turns++) await party.table.settle();
      expect(measurement.isRunning).toBe(false);
    },
  };
}

async function open(breaks?: (globals: Globals) => void): Promise<void> {
  party = await Party.open(RULESET, ['Gamemaster', 'Ann'], {}, breaks);
  await forget(baseActor());
}

describe('foes without a threat', () => {
  beforeEach(() => open());

  it('are measured once for each actor, which keeps the number for all of its tokens', async () => {
    expect(await told()).toBe('Not measured: 2');
    expect(await buttonText()).toBe('Measure');
    const { measurement, end } = await start();
    expect(measurement.foes.map(({ name }) => name)).toEqual([baseActor().name]);
    expect(await windows().startMeasurement(fight())).toBeNull();
    const { progress } = windows().measureContext(await windows().loadFightThreats(fight()), measurement);
    expect(progress?.label).toBe(`${baseActor().name}: 0 fights`);
    await end();
    expect(measurement.fights).toBeGreaterThan(5);
    expect(windows().measurementOf(party.combat)).toBeNull();
    const threat = threatOf(baseActor());
    expect(threat).toEqual(HEROES);
    expect([FOE, LAST].map((token) => threatOf(tokenActor(token)))).toEqual([threat, threat]);
    expect(await told()).toContain(`Threat ${2 * (threat?.value ?? 0)} of 100: `);
    expect(await buttonText()).toBe('Measure again');
    expect(party.table.faults).toEqual([]);
  });

  it('are measured again against those who take part', async () => {
    await (await start()).end();
    expect(threatOf(baseActor())?.heroes).toBe(3);
    await (await start({ [party.of(CAL)]: 0 })).end();
    expect(threatOf(baseActor())?.heroes).toBe(2);
    expect(await told()).toMatch(/^Threat \d+ of 150: /);
  });

  it('have it on a token with a value of its own, too', async () => {
    await forget(tokenActor(LAST));
    await (await start()).end();
    expect(threatOf(tokenActor(LAST))).toEqual(threatOf(baseActor()));
  });

  it('are measured as their actor in the world, from the start of a fight', async () => {
    await party.start();
    const { foes } = defined(await windows().startMeasurement(fight()), 'a measurement');
    windows().measurementOf(party.combat)?.stop();
    const { clock, fighters } = defined(foes[0], 'a foe').question.encounter;
    expect(clock).toEqual(party.rules.idle);
    expect(party.encounter.clock).not.toEqual(clock);
    await party.done(party.gm, () => party.gm.page.setDefeated(tokenActor(FOE), true));
    await party.done(party.gm, () => party.gm.page.setDefeated(tokenActor(BOB), true));
    await party.done(party.gm, () => tokenActor(LAST).update({ system: { hp: { value: 1 } } }));
    expect(party.encounter.fighters[party.of(LAST)]?.pools.hp?.value).toBe(1);
    const later = defined(await windows().startMeasurement(fight()), 'a measurement');
    windows().measurementOf(party.combat)?.stop();
    const { question } = defined(later.foes[0], 'a foe');
    expect([question.foe, question.heroes]).toEqual([party.of(LAST), [party.of(ANN), party.of(CAL)]]);
    expect(question.encounter.fighters[party.of(LAST)]).toEqual(fighters[party.of(LAST)]);
  });

  it('stay without one if it is cancelled', async () => {
    const { measurement, end } = await start();
    await party.table.idle();
    measurement.stop();
    await end();
    expect(windows().measurementOf(party.combat)).toBeNull();
    expect(await told()).toBe('Not measured: 2');
  });

  it('are not measured without heroes, or for players', async () => {
    const all = Object.fromEntries([ANN, BOB, CAL].map((token) => [party.of(token), 0]));
    expect(await windows().startMeasurement(fight(), all)).toBeNull();
    const ann = party.table.tabOf('Ann');
    const seen = ann.page.windows.fightOf(party.combatAt(ann));
    expect(await ann.page.windows.startMeasurement(seen)).toBeNull();
  });

  it('may be gone when they are measured', async () => {
    const { end } = await start();
    const { name } = baseActor();
    await party.done(party.gm, () => baseActor().delete());
    await end();
    expect(party.heard(party.gm)).toContain(`${name} was deleted while its threat was measured.`);
    expect(party.table.faults).toEqual([]);
  });
});

it('a threat that a module refuses to store is reported', async () => {
  let refuses = false;
  await open(({ Hooks }) => Hooks.on('preUpdateActor', () => !refuses));
  const { end } = await start();
  refuses = true;
  await end();
  expect(party.heard(party.gm)).toContain(`The threat of ${baseActor().name} could not be stored.`);
  expect(threatOf(baseActor())).toMatchObject({ value: 'none' });
});
