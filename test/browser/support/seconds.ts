import type { Page } from 'playwright-core';

export interface SecondsFight {
  readonly combat: string;
  readonly kor: string;
  readonly brute: string;
}

interface Stand {
  readonly name: string;
  /** Top left corner in pixels; a meter is a hundred. */
  readonly x: number;
  readonly y: number;
  /** The player who owns it; null for the GM's. */
  readonly owner: string | null;
}

/**
 * Puts fighters of the seconds compendium on the ford, replaces earlier ones, and creates an encounter that has not
 * begun. The referee rolls all dice. Run by the GM.
 */
async function setTable(page: Page, stands: readonly Stand[]): Promise<{ combat: string; of: string[] }> {
  return page.evaluate(async (stands) => {
    await game.settings.set('cadence', 'dice', 'referee');
    for (const combat of [...game.combats]) await combat.delete();
    const scene = game.scenes.active;
    await scene.deleteEmbeddedDocuments(
      'Token',
      scene.tokens.map(({ id }) => id),
    );
    const pack = game.packs.get('cadence.seconds-fighters');
    const index = await pack.getIndex();
    const made = [];
    for (const { name, x, y, owner } of stands) {
      const source = (
        await pack.getDocument(index.find((entry: { name: string }) => entry.name === name)._id)
      ).toObject();
      delete source._id;
      const ownership = { default: 0, ...(owner && { [game.users.getName(owner).id]: 3 }) };
      const actor = await Actor.create({ ...source, ownership });
      const [token] = await scene.createEmbeddedDocuments('Token', [
        {
          name,
          actorId: actor.id,
          actorLink: true,
          x,
          y,
          width: 1,
          height: 1,
          disposition: owner ? 1 : -1,
          texture: { src: source.img },
        },
      ]);
      if (owner) await game.users.getName(owner).update({ character: actor.id });
      made.push({ actor, token });
    }
    const combat = await Combat.create({ type: 'seconds', scene: scene.id, active: true });
    const combatants = await combat.createEmbeddedDocuments(
      'Combatant',
      made.map(({ actor, token }) => ({
        type: 'seconds',
        actorId: actor.id,
        tokenId: token.id,
        sceneId: scene.id,
      })),
    );
    await combat.activate();
    return { combat: combat.id, of: combatants.map(({ id }) => id) };
  }, stands);
}

/**
 * Puts two fighters of the seconds compendium on the ford, eight meters apart, and creates an encounter: Kor is Ann's.
 * The referee rolls all dice. Run by the GM.
 */
export async function prepareFight(page: Page): Promise<SecondsFight> {
  const { combat, of } = await setTable(page, [
    { name: 'Kor', x: 600, y: 600, owner: 'Ann' },
    { name: 'Brute', x: 1400, y: 600, owner: null },
  ]);
  return { combat, kor: of[0], brute: of[1] };
}
