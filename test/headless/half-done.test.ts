import { VARIANTS } from '@cadence/sandbox';
import { afterEach, describe, expect, it } from 'vitest';
import { seededDie } from '../../src/kernel/rng';
import type { Tab } from './tab';
import { Table } from './table';
import { COMBAT, fight, idOf } from './world';

const MIRA = idOf('Combatant', 0);
const ADJUST = { do: 'adjust', by: 'gm', at: MIRA, options: { pool: 'stamina', to: 2 } };
/** Every kind of batch, and for the strictest every way in which its refusal is reported. */
const [strictest] = VARIANTS.batch.values;
const WAYS = VARIANTS.batch.values
  .flatMap((batch) => VARIANTS.batchError.values.map((batchError) => ({ batch, batchError })))
  .filter(({ batch, batchError }) => batch === strictest || batchError === 'rejects');

/** A step is written completely or not at all, in every way Foundry may treat a batch that it refuses in part. */
describe.each(WAYS)('where a batch is $batch and $batchError', (variants) => {
  let table: Table;
  let [first, second] = [] as unknown as [Tab, Tab];

  async function open(more: object = {}): Promise<void> {
    const world = await fight('energy', seededDie(1));
    const present = ['Gamemaster', 'Second'] as const;
    table = await Table.open({ seed: 1, present, world, variants: { ...variants, ...more } });
    [first, second] = table.tabs as [Tab, Tab];
    for (const tab of table.tabs) await tab.page.game.settings.set('cadence', 'autoThrow', 'never');
    first.does('starts', () => first.page.submit(combatAt(first), { do: 'start', by: 'gm' }));
    await table.settle();
  }
  afterEach(async () => {
    await table.judge({ sameCompany: false });
    expect(table.faults).toEqual([]);
    await table.close();
  });

  const combatAt = (tab: Tab) => tab.page.game.combats.get(COMBAT);
  const stamina = (tab: Tab): number => tab.page.game.actors.get(idOf('Actor', 0))._source.system.stamina.value;
  const adjust = (tab: Tab) => tab.does('adjusts', () => tab.page.submit(combatAt(tab), ADJUST));
  /** Closes the first window as the server receives that batch: the claim, the step, or the claim of the undo. */
  async function leavesAt(batches: number): Promise<void> {
    const { operations } = table.world;
    const { modifyBatch } = operations;
    let received = 0;
    operations.modifyBatch = (user, requests) => {
      if (++received === batches) first.leave();
      return modifyBatch.call(operations, user, requests);
    };
    for (let [next] = table.pending(); first.isThere; [next] = table.pending())
      await (next ? table.deliver(next) : table.idle());
    operations.modifyBatch = modifyBatch;
    for (let [next] = table.pending(); next; [next] = table.pending()) await table.deliver(next);
  }
  const said = (word: string): number => table.log.filter((line) => line.includes(word)).length;

  it('writes nothing of a step if a module refuses one operation, and names the module as the cause', async () => {
    await open();
    const [before, { step, history }] = [stamina(first), combatAt(first).system];
    first.page.Hooks.on('preUpdateActor', () => false);
    adjust(first);
    await table.settle();
    expect([stamina(first), stamina(second)]).toEqual([before, before]);
    expect(Object.keys(combatAt(first).system.history)).toEqual(Object.keys(history));
    expect(combatAt(first).system.cursor).toBe(step);
    expect(said('A module prevented it')).toBe(1);
  });

  it('undoes in the next window what a closed window left half done, and reports it', async () => {
    await open();
    const before = stamina(second);
    const { operations } = table.world;
    const { modifyBatch } = operations;
    operations.modifyBatch = (user, requests) => {
      if (requests.length > 1) first.leave();
      return modifyBatch.call(operations, user, requests.slice(0, 1));
    };
    adjust(first);
    for (let [next] = table.pending(); first.isThere; [next] = table.pending())
      await (next ? table.deliver(next) : table.idle());
    operations.modifyBatch = modifyBatch;
    for (let [next] = table.pending(); next; [next] = table.pending()) await table.deliver(next);
    await table.settle();
    expect(stamina(second)).toBe(before);
    expect(said('was interrupted')).toBe(1);
    second.does('adjusts', () => second.page.submit(combatAt(second), ADJUST));
    await table.settle();
    expect(stamina(second)).toBe(2);
  });

  it.each([
    ['before it notices', 2],
    ['while it undoes the step', 3],
  ])(
    'undoes in the next window a step that lacks one document when its own window is closed %s',
    async (_, batches) => {
      await open();
      const before = stamina(second);
      const { cursor, history } = combatAt(second).system;
      const id = first.page.Hooks.on('preUpdateActor', () => false);
      adjust(first);
      await leavesAt(batches);
      await table.settle();
      if (first.isOpen) first.page.Hooks.off('preUpdateActor', id);
      expect([said('was interrupted'), stamina(second)]).toEqual([1, before]);
      second.does('adjusts', () => second.page.submit(combatAt(second), ADJUST));
      await table.settle();
      expect(said('was interrupted')).toBe(1);
      expect(stamina(second)).toBe(2);
      expect(Object.keys(combatAt(second).system.history)).toHaveLength(Object.keys(history).length + 1);
      second.does('undoes', () => second.page.rewindStep(combatAt(second)));
      await table.settle();
      expect([stamina(second), combatAt(second).system.cursor]).toEqual([before, cursor]);
    },
  );

  it('undoes a step that lacks one document when a GM connects later', async () => {
    await open();
    const before = stamina(second);
    second.leave();
    await table.settle();
    first.page.Hooks.on('preUpdateActor', () => false);
    adjust(first);
    await leavesAt(2);
    second = table.sit('Second');
    await table.settle();
    expect([said('was interrupted'), stamina(second)]).toEqual([1, before]);
    expect(Object.keys(combatAt(second).system.history)).toHaveLength(1);
  });

  it('releases a claim in its window after the referee has changed, if a module prevented the release', async () => {
    await open();
    const hooks = ['preUpdateCombat', 'preDeleteCombatantGroup'].map((hook) => ({
      hook,
      id: first.page.Hooks.on(hook, () => false),
    }));
    adjust(first);
    await table.settle();
    expect(first.page.isHalfDone(combatAt(first))).toBe(true);
    for (const { hook, id } of hooks) first.page.Hooks.off(hook, id);
    second.does('referees', () => second.page.takeReferee(combatAt(second)));
    await table.settle();
    table.sit('Ann');
    await table.settle();
    expect(second.page.isHalfDone(combatAt(second))).toBe(false);
  });

  it('keeps a step whose window was closed and whose documents were changed manually since', async () => {
    await open();
    const before = stamina(first);
    adjust(first);
    await table.settle();
    table.clock.now += 1000;
    first.leave();
    second.does('corrects', () =>
      second.page.game.actors.get(idOf('Actor', 0)).update({ 'system.stamina.value': before }),
    );
    await table.settle();
    const { cursor } = combatAt(second).system;
    second.does('ends the round', () => second.page.submit(combatAt(second), { do: 'end-round', by: 'gm' }));
    await table.settle();
    expect(said('was interrupted')).toBe(0);
    expect(Object.keys(combatAt(second).system.history)).toContain(String(cursor));
    expect(combatAt(second).system.cursor).toBeGreaterThan(cursor);
  });

  it.each(['batch', 'groups'])('writes a step completely or not at all in a Foundry without %s', async (ability) => {
    await open();
    for (const tab of [first, second]) tab.page.setAbilities({ [ability]: false });
    adjust(first);
    await table.settle();
    expect([stamina(first), stamina(second), combatAt(second).system.cursor]).toEqual([2, 2, 2]);
    const id = first.page.Hooks.on(
      'preUpdateCombat',
      (_combat: object, { system }: { readonly system?: { readonly cursor?: number } }) => system?.cursor === undefined,
    );
    first.does('ends the round', () => first.page.submit(combatAt(first), { do: 'end-round', by: 'gm' }));
    await table.settle();
    first.page.Hooks.off('preUpdateCombat', id);
    expect(combatAt(second).system.cursor).toBe(2);
    expect(said('A module prevented it')).toBe(1);
    expect([first, second].map((tab) => tab.page.isHalfDone(combatAt(tab)))).toEqual([false, false]);
  });

  it('judges a step again, or keeps it, if a document of it is deleted while the step is under way', async () => {
    await open();
    first.does('ends the round', () => first.page.submit(combatAt(first), { do: 'end-round', by: 'gm' }));
    await table.idle();
    second.does('deletes', () => combatAt(second).combatants.get(MIRA).delete());
    await table.idle();
    await table.deliver({ tab: second, direction: 'up' });
    await table.settle();
    expect(combatAt(first).combatants.has(MIRA)).toBe(false);
    expect(combatAt(first).system.cursor).toBeGreaterThan(1);
  });

  it('reports a refusal that a module keeps from being written, and ends it', async () => {
    await open();
    const ann = table.sit('Ann');
    await table.settle();
    first.page.Hooks.on('preUpdateChatMessage', () => false);
    const system = { combat: COMBAT, fighter: MIRA, moment: '', command: { do: 'no-such', by: MIRA } };
    const message = { type: 'request', system: { ...system, ask: null, answers: [], force: false } };
    ann.does('asks', () => ann.page.CONFIG.ChatMessage.documentClass.create(message));
    await table.settle();
    expect(said('could not be refused')).toBeGreaterThan(0);
    for (const id of first.page.game.messages.filter(({ type }) => type === 'request').map(({ id }) => id))
      first.does('deletes', () => first.page.game.messages.get(id).delete());
    await table.settle();
  });
});
