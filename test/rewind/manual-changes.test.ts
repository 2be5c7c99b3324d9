import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import { defined } from '../../src/kernel/defined';
import type { Table } from '../headless/table';
import { readScenario } from '../support/scenario/scenario';
import { restored, snapshot } from './snapshot';
import { openStage, Staging } from './stage';

/** Four fighters in a field, with a script to append. */
const field = (script: string) => `
ruleset: energy
rules: [E-20]
title: The GM undoes steps
clock: { round: 1, phase: open }
fighters:
  mira:
    side: heroes
    player: true
    overrides: { meleeAV: 20 }
    items: [{ type: weapon, name: axe, damage: 1d6, reach: 0 }]
    place: [4, 4]
    facing: s
  gnoll: { side: foes, conditions: [blinded], place: [8, 4] }
  brute: { side: foes, overrides: { evasion: 1 }, place: [4, 5], facing: n }
  kor: { side: heroes, place: [12, 12] }
script:
${script}
`;

/** The value of `src/foundry/referee/store/commit.ts`, which cannot be imported without Foundry. */
const KEPT_STEPS = 100;

const BLOW = '  - { do: mira melee brute with axe, dice: [15, 1, 4] }';

describe('an undo', () => {
  let table: Table;
  let staging: Staging;

  beforeAll(async () => {
    table = await openStage();
  });
  afterEach(async () => {
    expect(table.faults.splice(0)).toEqual([]);
    await staging.end();
  });
  afterAll(() => table?.close());

  /**
   * Plays a script.
   * @param before manual changes to the documents beforehand
   */
  async function played(text: string, before: () => Promise<unknown> = async () => undefined): Promise<void> {
    const scenario = readScenario(text, 'inline.yaml');
    staging = await Staging.begin(table, scenario, {});
    await staging.does(before);
    for (const step of scenario.script) await staging.play(step, () => undefined);
  }

  const combatantOf = (name: string) => staging.combat.combatants.get(staging.cast.names.idOf(name));
  const actorOf = (name: string) => combatantOf(name).actor;
  const storedStateOf = (name: string) => staging.combat._source.system.states[combatantOf(name).id];
  const manually = (deed: () => Promise<unknown>) => staging.does(deed);
  const command = (given: Command) => manually(() => staging.page.submit(staging.combat, given, { force: true }));

  /** What the game master is notified of during a move. */
  async function told(move: () => Promise<void>): Promise<string> {
    const { length } = table.log;
    await move();
    return table.log.slice(length).join('\n');
  }

  it('leaves a full pool unwritten that had never been written', async () => {
    await played(field(BLOW));
    const wounded = actorOf('brute')._source.system.aura.value;
    expect(wounded).toBeTypeOf('number');
    expect(storedStateOf('gnoll').energy).toBe(5);
    await staging.rewind();
    expect(actorOf('brute')._source.system.aura.value).toBeNull();
    expect(storedStateOf('gnoll')).toEqual({});
    await staging.redo();
    expect(actorOf('brute')._source.system.aura.value).toBe(wounded);
    expect(storedStateOf('gnoll').energy).toBe(5);
  });

  it('restores a condition at its place among the others, as the rules read them', async () => {
    await played(field(BLOW));
    const ids = () => {
      const { fighters } = staging.page.encounterOf(staging.combat);
      return fighters[combatantOf('gnoll').id].conditions.map(({ id }: { id: string }) => id);
    };
    const give = (condition: string, on: boolean) =>
      command({ do: 'condition', by: 'gm', at: combatantOf('gnoll').id, options: { condition, on } });
    for (const condition of ['prone', 'exposed', 'defending']) await give(condition, true);
    const before = ids();
    expect(before).toEqual(['blinded', 'prone', 'exposed', 'defending']);
    for (const condition of before) {
      await give(condition, false);
      expect(ids()).toEqual(before.filter((each: string) => each !== condition));
      await staging.rewind();
      expect(ids()).toEqual(before);
    }
  });

  it('for an unlinked token changes neither its actor nor another token of that actor', async () => {
    await played(field(BLOW));
    const name = defined(
      ['gnoll', 'brute'].find((each) => !combatantOf(each).token.actorLink),
      'a name',
    );
    const base = () => JSON.stringify(staging.page.game.actors.get(combatantOf(name).actorId)._source.system);
    const before = base();
    const at = staging.cast.names.idOf(name);
    await command({ do: 'adjust', by: 'gm', at, options: { pool: 'aura', to: 3 } });
    expect(actorOf(name)._source.system.aura.value).toBe(3);
    await staging.rewind();
    expect(actorOf(name)._source.system.aura.value).not.toBe(3);
    expect(base()).toBe(before);
  });

  it('restores a condition with manual changes made to it', async () => {
    const own = {
      name: 'Sand in the eyes',
      duration: { value: 3, units: 'rounds' },
      flags: { other: { of: 'a module' } },
    };
    const [effect] = ['blinded'].map((id) => () => actorOf('gnoll').effects.find((each) => each.statuses.has(id)));
    await played(field('  - { do: gm condition gnoll condition=blinded on=false }'), () => effect().update(own));
    expect(effect()).toBeUndefined();
    await staging.rewind();
    expect(effect()._source).toMatchObject(own);
    await staging.redo();
    expect(effect()).toBeUndefined();
    await staging.rewind();
    expect(effect()._source).toMatchObject(own);
  });

  it('adds the amount back to a pool that was changed manually, and reports a limit', async () => {
    await played(field(BLOW));
    const { value } = actorOf('brute')._source.system.aura;
    await manually(() => actorOf('brute').update({ system: { aura: { value: value - 5 } } }));
    expect(await told(() => staging.rewind())).toBe('');
    expect(actorOf('brute')._source.system.aura.value).toBeGreaterThan(value - 5);
    await staging.redo();
    expect(actorOf('brute')._source.system.aura.value).toBe(value - 5);
    await manually(() => actorOf('brute').update({ system: { aura: { value: value + 3 } } }));
    expect(await told(() => staging.rewind())).toMatch(/a value at its limit/);
  });

  it('leaves tokens and conditions that were changed manually since, and reports it', async () => {
    await played(field('  - { do: kor defend }\n  - { do: kor run 1s }'));
    const { token } = combatantOf('kor');
    await manually(() => token.update({ x: 300, y: 300 }, { cadence: { step: 0 } }));
    expect(await told(() => staging.rewind())).toMatch(/a token that has moved since/);
    expect(token).toMatchObject({ x: 300, y: 300 });
    const effects = actorOf('kor').effects.map(({ id }) => id);
    expect(effects).toHaveLength(1);
    await manually(() => actorOf('kor').deleteEmbeddedDocuments('ActiveEffect', effects));
    expect(await told(() => staging.rewind())).toMatch(/was already removed/);
    expect(staging.combat.system.cursor).toBe(0);
  });

  it('undoes the rest if a fighter is gone, reports it, and redoes the rest', async () => {
    await played(field(`${BLOW}\n  - { do: kor run 1n }`));
    await manually(() => combatantOf('brute').delete());
    expect(await told(() => staging.rewind())).toBe('');
    expect(await told(() => staging.rewind())).toMatch(/has left the encounter/);
    expect(staging.combat.system).toMatchObject({ cursor: 0, open: null });
    expect(await told(() => staging.redo())).toMatch(/has left the encounter/);
    expect(staging.combat.system).toMatchObject({ cursor: 1, open: null });
  });

  it('strikes cards through instead of deleting them, and redo restores them', async () => {
    await played(field(BLOW));
    const [card] = staging.page.game.messages.contents;
    const { parts } = structuredClone(card._source.system);
    await staging.rewind();
    expect(card.system.undone).toBe(true);
    expect(staging.page.game.messages.has(card.id)).toBe(true);
    await staging.redo();
    expect(card._source.system).toMatchObject({ undone: false, parts });
  });

  it('goes back a hundred steps, which is all that is stored', async () => {
    await played(field(BLOW));
    const at = staging.cast.names.idOf('gnoll');
    for (let step = 0; step < KEPT_STEPS + 1; step++)
      await command({ do: 'adjust', by: 'gm', at, options: { pool: 'aura', to: 1 + (step % 2) } });
    const { step, history } = staging.combat.system;
    expect(Object.keys(history)).toHaveLength(KEPT_STEPS);
    expect(Math.min(...Object.keys(history).map(Number))).toBe(step - KEPT_STEPS + 1);
    expect(JSON.stringify(history).length).toBeLessThan(KEPT_STEPS * 1000);
  });

  it('restores dice that were bound before the step', async () => {
    await played(field(BLOW));
    const bound = { [staging.cast.names.idOf('mira')]: { evasion: { moment: 'r1', faces: [3] } } };
    const left = () => Object.values<object>(staging.combat.system.boundDice).flatMap((asks) => Object.keys(asks));
    await manually(() => staging.combat.update({ system: { boundDice: bound } }));
    await command({ do: 'end-round', by: 'gm' });
    expect(left()).toEqual([]);
    await staging.rewind();
    expect(staging.combat.system.boundDice).toEqual(bound);
    await staging.redo();
    expect(left()).toEqual([]);
  });

  it('does not restart the automatic count, and neither does redo', async () => {
    await played(`
ruleset: tempo
rules: [T-04]
title: The count goes by itself
settings: { count: automatic }
fighters:
  ugo: { side: heroes, player: true }
script:
  - { do: gm start }
`);
    await command({ do: 'count', by: 'gm' });
    await table.settle();
    const went = staging.combat.system.cursor;
    expect(went).toBeGreaterThan(2);
    const after = snapshot(staging.page);
    for (let back = 1; back <= 2; back++) {
      await staging.rewind();
      await table.settle();
      expect(staging.combat.system.cursor).toBe(went - back);
    }
    for (let again = 1; again <= 2; again++) {
      await staging.redo();
      await table.settle();
      expect(staging.combat.system.cursor).toBe(went - 2 + again);
    }
    expect(restored(after, snapshot(staging.page))).toEqual([]);
  });

  it('leaves plans as they are: a plan is no step', async () => {
    await played(`
ruleset: tempo
rules: [T-06]
title: A plan before the count
fighters:
  ugo: { side: heroes, player: true }
script:
  - { do: gm start }
  - { do: ugo plan action=mark slot=1 }
`);
    const state = () => staging.page.encounterOf(staging.combat).fighters[staging.cast.names.idOf('ugo')].state;
    const { stamp } = combatantOf('ugo').system;
    expect(stamp).not.toBe('');
    expect(state()).toMatchObject({ 'plan-1': { action: 'mark' } });
    await command({ do: 'count', by: 'gm' });
    // A new plan for the undone step: redo must not bring back the old one.
    await staging.rewind();
    await command({ do: 'plan', by: staging.cast.names.idOf('ugo'), options: { action: 'rest', slot: 1 } });
    await staging.redo();
    expect(staging.combat.system.open).toBeNull();
    await staging.rewind();
    expect(combatantOf('ugo').system.stamp).not.toBe(stamp);
    expect(state()).toMatchObject({ 'plan-1': { action: 'rest' } });
  });
});
