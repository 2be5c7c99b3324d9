import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Command } from '../../../src/encounter/command';
import { turnTo } from './sheet';
import { drag, submit } from './table';

export const FIGHT = 'slotsCombat00000';

/** Polls without a tight limit, since the machine may be busy. */
export const eventually = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 20_000 });

/** A fighter of a test; its actor, token and combatant share the id. */
export interface Hero {
  readonly id: string;
  readonly name: string;
  /** The player who owns it; without one it is the GM's. */
  readonly owner?: string;
  /** Column and row of its square. */
  readonly at: readonly [number, number];
  readonly system: Readonly<Record<string, unknown>>;
  readonly items: readonly { name: string; type: string; system: Readonly<Record<string, unknown>> }[];
}

/** Puts fighters on the demo's map and creates an encounter, the only one unless the others are kept. Run by the GM. */
export const setTheStage = (page: Page, fighters: readonly Hero[], { alone = true } = {}) =>
  page.evaluate(
    async ({ fighters, alone, fight }) => {
      const { size } = canvas.scene.grid;
      const disposition = ({ owner }: { owner?: string }) => (owner ? 1 : -1);
      const former = fighters.flatMap(({ id }) => (game.actors.get(id) ? [id] : []));
      await Actor.deleteDocuments(former);
      await Actor.createDocuments(
        fighters.map((each) => {
          const owner = game.users.find(({ name }) => name === each.owner);
          const { id, name, system, items } = each;
          return {
            _id: id,
            name,
            type: 'slots',
            system,
            items,
            ownership: { default: 0, ...(owner && { [owner.id]: 3 }) },
            prototypeToken: { actorLink: true, disposition: disposition(each) },
          };
        }),
        { keepId: true },
      );
      if (alone) for (const combat of game.combats.contents) await combat.delete();
      if (alone)
        await canvas.scene.deleteEmbeddedDocuments(
          'Token',
          canvas.scene.tokens.map(({ id }) => id),
        );
      await canvas.scene.createEmbeddedDocuments(
        'Token',
        fighters.map((each) => ({
          _id: each.id,
          actorId: each.id,
          actorLink: true,
          name: each.name,
          disposition: disposition(each),
          x: each.at[0] * size,
          y: each.at[1] * size,
        })),
        { keepId: true },
      );
      const combat = await Combat.create(
        { _id: fight, type: 'slots', scene: canvas.scene.id, active: true },
        { keepId: true },
      );
      await combat.createEmbeddedDocuments(
        'Combatant',
        fighters.map(({ id }) => ({
          _id: id,
          tokenId: id,
          sceneId: canvas.scene.id,
          actorId: id,
        })),
        { keepId: true },
      );
    },
    { fighters, alone, fight: FIGHT },
  );

/** Returns the state of the encounter in this client; places in squares. */
export const state = (page: Page) =>
  page.evaluate(
    (
      fight,
    ): {
      step: number;
      phase: string;
      turn: string | null;
      round: number;
      hp: Record<string, number>;
      at: Record<string, [number, number]>;
      state: Record<string, Record<string, unknown>>;
    } => {
      const combat = game.combats.get(fight);
      const { clock, step } = combat.system;
      const of = <T>(read: (each: PageCombatant) => T): Record<string, T> =>
        Object.fromEntries(combat.combatants.map((each) => [each.id, read(each)]));
      const { size } = canvas.scene.grid;
      return {
        step,
        turn: clock.turn,
        round: clock.round,
        phase: clock.phase,
        hp: of(({ actor }) => actor.system.hp.value - actor.system.negative.value),
        at: of(({ token }) => [token._source.x / size, token._source.y / size]),
        state: of(({ id }) => ({ ...combat.system.states[id] })),
      };
    },
    FIGHT,
  );

/** Waits until an ask with that id is open, or with null until no exchange is open. */
export const untilAsked = (page: Page, ask: string | null) =>
  page.waitForFunction(
    ([id, wanted]) => {
      const { open } = game.combats.get(id).system;
      return wanted === null ? open === null : open?.asks[0]?.ask.id === wanted;
    },
    [FIGHT, ask] as const,
    { timeout: 20_000 },
  );

export const press = (page: Page, option: string) =>
  page.locator(`.cadence-prompt [data-option="${option}"]`).first().click({ timeout: 20_000 });

/** Opens an actor's sheet at a tab. */
export async function openSheet(page: Page, actor: string, tab: string) {
  await page.evaluate(async (actor) => {
    await game.actors.get(actor).sheet.render({ force: true });
  }, actor);
  const sheet = page.locator('.cadence-sheet--actor').last();
  await turnTo(sheet, tab);
  return sheet;
}

const closeSheet = (page: Page, actor: string) =>
  page.evaluate(async (actor) => {
    await game.actors.get(actor).sheet.close();
  }, actor);

/** Presses a button of an actor's sheet, and closes the sheet, which would cover the map. */
export async function perform(page: Page, actor: string, action: string, tab = 'actions'): Promise<void> {
  const sheet = await openSheet(page, actor, tab);
  await sheet.locator(`[data-tab="${tab}"] [data-id="${action}"]`).first().click();
  await closeSheet(page, actor);
}

export const target = (page: Page, id: string) =>
  page.evaluate((id) => {
    canvas.scene.tokens.get(id).object.setTarget(true, { releaseOthers: true });
  }, id);

/** Submits a command as the GM, without the interface. */
export const word = (page: Page, command: Omit<Command, 'by'> & { by?: string }) =>
  submit(page, FIGHT, { by: 'gm', ...command });

/** Drags a token by whole squares with the mouse. @param options `drop: false` to hold it there */
export async function dragBy(page: Page, fighter: string, east: number, south: number, options?: { drop: boolean }) {
  const at = (dx: number, dy: number) =>
    page.evaluate(
      ({ fight, fighter, dx, dy }): { x: number; y: number } => {
        const token = game.combats.get(fight).combatants.get(fighter).token.object;
        const { x, y } = canvas.stage.worldTransform.apply({
          x: token.center.x + dx * canvas.scene.grid.size,
          y: token.center.y + dy * canvas.scene.grid.size,
        });
        return { x, y };
      },
      { fight: FIGHT, fighter, dx, dy },
    );
  await drag(page, async () => [await at(0, 0), await at(east, south)] as const, options);
}
