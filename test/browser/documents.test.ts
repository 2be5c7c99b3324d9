import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BRUTE, COMBAT, GNOLL, KOR, MIRA, startEncounter, state } from './support/fight';
import { inGame, openTable, type Seat, type Table } from './support/table';

const fighter = fc.constantFrom(MIRA, KOR, GNOLL, BRUTE);

/** Commands as a game master's own hand gives them; what the rules refuse is refused, and that is a step less. */
const command = fc.oneof(
  fc.record({ do: fc.constantFrom('defend', 'catch-breath'), by: fighter }),
  fc.record({ do: fc.constantFrom('melee-attack', 'unarmed-attack'), by: fighter, at: fighter }),
  fc.record({ do: fc.constant('end-round'), by: fc.constant('gm') }),
  fc.record({
    do: fc.constant('adjust'),
    by: fc.constant('gm'),
    at: fighter,
    options: fc.record({ pool: fc.constantFrom('energy', 'aura', 'stamina'), to: fc.integer({ min: 0, max: 4 }) }),
  }),
  fc.record({
    do: fc.constant('condition'),
    by: fc.constant('gm'),
    at: fighter,
    options: fc.record({ condition: fc.constantFrom('dazed', 'prone', 'slowed'), on: fc.boolean() }),
  }),
);

/** Everything of the fight that is stored, without what only counts or dates. */
const SNAPSHOT = `(() => {
  const combat = game.combats.get('${COMBAT}');
  const { clock } = combat.system.toObject();
  return ({
    clock, round: combat.round,
    fighters: combat.combatants.map(({ id, system, actor, token }) => ({
      id, book: system.toObject().book, 
      // A pool never touched is stored as nothing and means full; both say the same.
      pools: ['aura', 'stamina', 'surges'].map((pool) => actor.system[pool].value),
      effects: actor.effects.map((effect) => [effect.id, [...effect.statuses], effect.system.toObject?.().until]).sort(),
      items: actor.items.map((item) => [item.id, item.system.toObject()]),
      place: [token.x, token.y, token.rotation],
    })),
  });
})()`;

describe('the documents of a fight', () => {
  let table: Table;
  let gm: Seat;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
    await startEncounter(gm.page);
    // Everybody's dice are thrown here, so that no step waits for a person.
    await inGame(
      gm.page,
      `await game.settings.set('cadence', 'dice', 'referee'); await game.settings.set('cadence', 'gmStrictness', 'off');`,
    );
  });
  afterAll(() => table?.close());

  const press = async (action: string) => {
    const { step } = await state(gm.page);
    await inGame(gm.page, `ui.sidebar.changeTab('combat', 'primary')`);
    await gm.page.locator(`#combat [data-action="${action}"]`).first().click();
    await expect.poll(async () => (await state(gm.page)).step).toBe(step + 1);
  };

  it('are after any sequence of steps rewound what they were, and redone what they had become', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 6 }), async (commands) => {
        const before = await inGame<unknown>(gm.page, `return ${SNAPSHOT}`);
        const first = (await state(gm.page)).step;
        for (const each of commands) {
          await inGame(
            gm.page,
            `await game.combats.get('${COMBAT}').submit(${JSON.stringify(each)}, { force: true });`,
          );
          // Whoever is offered to cut in passes.
          await inGame(
            gm.page,
            `const combat = game.combats.get('${COMBAT}');
             for (let [part] = combat.openAsks; part; [part] = combat.openAsks) await combat.answer(part.key, [-1]);`,
          );
        }
        const after = await inGame<unknown>(gm.page, `return ${SNAPSHOT}`);
        const steps = (await state(gm.page)).step - first;
        for (let back = 0; back < steps; back++) await press('cadenceRewind');
        await expect.poll(() => inGame<unknown>(gm.page, `return ${SNAPSHOT}`)).toEqual(before);
        for (let again = 0; again < steps; again++) await press('cadenceRedo');
        await expect.poll(() => inGame<unknown>(gm.page, `return ${SNAPSHOT}`)).toEqual(after);
      }),
      { numRuns: 6, endOnFailure: true },
    );
  });
});
