import type { Page } from 'playwright-core';
import type { Command } from '../../../src/encounter/command';
import { submit as submitTo } from './table';

/** Id of the encounter of the clash tests; a token, its actor and its combatant share one. */
export const FIGHT = 'clashCombat00000';
export const MIRA = 'clashMira0000000';
export const GNOLL = 'clashGnoll000000';
export const SWORD = 'clashSword000000';

/** A fighter with its cell on the demo's map and its items. */
interface Stage {
  readonly id: string;
  readonly name: string;
  /** The player's name; a fighter without one is the GM's foe. */
  readonly owner?: string;
  readonly at: readonly [x: number, y: number];
  readonly system?: object;
  readonly items?: readonly object[];
  readonly effects?: readonly object[];
  /** Its initiative; without one it has no turn of its own. */
  readonly initiative?: number;
}

/** Returns the source of a sword for its owner. */
export const sword = (fields: object = {}) => ({
  _id: SWORD,
  name: 'Blade',
  type: 'clashWeapon',
  system: { attackValue: 5, parryValue: 6, damage: '1d6', weaponProficiency: 2, ...fields },
});

/**
 * Puts the fighters on the map and into an encounter in its first round, in which the first has the turn. Removes the
 * fighters of earlier tests.
 */
export async function setStage(page: Page, fighters: readonly Stage[]): Promise<void> {
  await page.evaluate(
    async ({ fighters, fight }) => {
      const userOf = (name: string) => game.users.find((user) => user.name === name).id;
      await Combat.deleteDocuments(game.combats.map(({ id }) => id));
      const made = ({ id }: { id: string }) => id.startsWith('clash');
      await canvas.scene.deleteEmbeddedDocuments(
        'Token',
        canvas.scene.tokens.filter(made).map(({ id }) => id),
      );
      await Actor.deleteDocuments(game.actors.filter(made).map(({ id }) => id));
      await Actor.createDocuments(
        fighters.map(({ id, name, owner, system = {}, items = [], effects = [] }) => ({
          _id: id,
          name,
          type: 'clash',
          system,
          items,
          effects,
          ownership: { default: 0, ...(owner && { [userOf(owner)]: 3 }) },
          prototypeToken: { actorLink: true },
        })),
        { keepId: true },
      );
      const { size } = canvas.scene.grid;
      await canvas.scene.createEmbeddedDocuments(
        'Token',
        fighters.map(({ id, name, owner, at: [x, y] }) => ({
          _id: id,
          actorId: id,
          actorLink: true,
          name,
          x: x * size,
          y: y * size,
          disposition: owner ? 1 : -1,
        })),
        { keepId: true },
      );
      const clock = { round: 1, phase: 'active', turn: fighters[0].id, time: 0 };
      const states = Object.fromEntries(
        fighters.map(({ id, initiative }) => [
          id,
          { attack: 1, utility: 1, movement: 1, reaction: 1, ...(initiative !== undefined && { initiative }) },
        ]),
      );
      const system = { clock, step: 1, cursor: 1, states };
      const combat = await Combat.create(
        { _id: fight, type: 'clash', scene: canvas.scene.id, active: true, round: 1, system },
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
    { fighters, fight: FIGHT },
  );
}

/** Waits until this client has all fighters and the encounter. */
export const untilSet = (page: Page, fighters: number) =>
  page.waitForFunction(([id, size]) => game.combats.get(id)?.combatants.size === size, [FIGHT, fighters] as const);

/** Waits until an ask with that id is open, or with null until none is. */
export const untilAsked = (page: Page, ask: string | null) =>
  page.waitForFunction(
    ([id, wanted]) => {
      const { open } = game.combats.get(id).system;
      return wanted === null ? open === null : open?.asks.some((part) => part.ask.id === wanted);
    },
    [FIGHT, ask] as const,
    { timeout: 30_000 },
  );

/** Submits a command from this seat, as a macro would. */
export const submit = (page: Page, command: Command) => submitTo(page, FIGHT, command);

export const prompt = (page: Page) => page.locator('.cadence-prompt');
export const press = (page: Page, option: string) => prompt(page).locator(`[data-option="${option}"]`).click();
