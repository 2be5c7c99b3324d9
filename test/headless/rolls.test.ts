import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import { seededDie } from '../../src/kernel/rng';
import { anyAnswer } from '../support/answer';
import type { Tab } from './tab';
import { Table } from './table';
import { COMBAT, fight } from './world';

const MINE = 'soakCombatant000';

/** Packages for statistics, animations and macros read dice as Foundry stores them and know nothing of Cadence. */
describe('the dice of a card', () => {
  let table: Table;
  let gm: Tab;
  let ann: Tab;

  const combatAt = (tab: Tab) => tab.page.game.combats.get(COMBAT);
  const cardAt = (tab: Tab) => defined(tab.page.game.messages.filter(({ type }) => type === 'tempo').at(-1), 'a card');
  const facesAt = (tab: Tab) =>
    cardAt(tab).rolls.flatMap(({ dice }) => dice.flatMap(({ results }) => results.map((each) => each.result)));
  const does = async (tab: Tab, deed: () => unknown): Promise<void> => {
    tab.does('does', deed);
    await table.settle();
  };
  const rolls = async (by: string): Promise<number[]> => {
    const command = { do: 'skill-roll', by, options: { attribute: 'awr' } };
    await does(gm, () => gm.page.submit(combatAt(gm), command, { force: true }));
    for (let [asked] = gm.page.openAsks(combatAt(gm)); asked; [asked] = gm.page.openAsks(combatAt(gm))) {
      const { key, ask } = asked;
      await does(gm, () => gm.page.answer(combatAt(gm), key, anyAnswer(ask, table.die)));
    }
    return cardAt(gm).system.entries.flatMap(({ ask, answer }) =>
      ask.kind === 'dice' ? (answer as readonly number[]) : [],
    );
  };

  beforeAll(async () => {
    table = await Table.open({ seed: 1, present: ['Gamemaster', 'Ann'], world: await fight('tempo', seededDie(1)) });
    [gm, ann] = table.tabs as [Tab, Tab];
    for (const tab of table.tabs) await tab.page.game.settings.set('cadence', 'autoThrow', 'never');
    await does(gm, () => gm.page.submit(combatAt(gm), { do: 'start', by: 'gm' }));
  });
  afterAll(() => table?.close());

  it('are rolls of the message, with all faces and the total, on every client', async () => {
    const thrown = await rolls(MINE);
    expect(thrown.length).toBeGreaterThan(0);
    for (const tab of [gm, ann]) {
      expect(facesAt(tab)).toEqual(thrown);
      expect(cardAt(tab).isRoll).toBe(true);
      for (const roll of cardAt(tab).rolls) {
        expect(roll.formula).toMatch(/^\d+d\d+/);
        expect(roll.total).toBe(roll._evaluateTotal());
      }
    }
    expect(cardAt(ann).flags.core.canPopout).toBe(true);
  });

  it('are removed when their step is undone, and restored by redo', async () => {
    const before = facesAt(ann);
    const recorded = () => cardAt(ann).system.entries.filter(({ ask }) => ask.kind === 'dice').length;
    let steps = 0;
    while (recorded() > 0) {
      await does(gm, () => gm.page.rewindStep(combatAt(gm)));
      steps++;
    }
    expect(facesAt(ann)).toEqual([]);
    while (steps-- > 0) await does(gm, () => gm.page.redoStep(combatAt(gm)));
    expect(facesAt(ann)).toEqual(before);
  });

  it('of a hidden fighter are known to GMs only, including that dice were rolled', async () => {
    const combat = combatAt(gm);
    const foe = combat.combatants.find(({ id }) => !combatAt(ann).combatants.get(id).isOwner);
    await does(gm, () => foe.update({ hidden: true }));
    const thrown = await rolls(foe.id);
    expect(facesAt(gm)).toEqual(thrown);
    expect(cardAt(gm).visible).toBe(true);
    const { id } = cardAt(gm);
    expect(ann.page.game.messages.get(id)?.visible ?? false).toBe(false);
    expect(table.faults).toEqual([]);
  });
});
