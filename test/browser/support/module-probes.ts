import type { Page } from 'playwright-core';

/** Who takes part in the fight that is shown. */
export interface Fight {
  readonly combat: string;
  readonly hero: string;
  readonly foe: string;
}

type Probe = (page: Page, fight: Fight) => Promise<string>;

/** The temporary effects that a panel shows while the hero's token is controlled. */
const effectsIn =
  (panel: string): Probe =>
  async (page, { combat, hero }) => {
    const effects = await page.evaluate(
      async ({ combat, hero }) => {
        const { token, actor } = game.combats.get(combat).combatants.find(({ name }) => name === hero);
        await actor.toggleStatusEffect(Object.keys(CONFIG.statusEffects).at(-1)!, { active: true });
        token.object.control({ releaseOthers: true });
        const applicable = [...(actor as object as PageAffected).allApplicableEffects()];
        return applicable.filter(({ isTemporary }) => isTemporary).map(({ id, name }) => ({ id, name }));
      },
      { combat, hero },
    );
    if (effects.length === 0) throw new Error('the fighter has no temporary effect');
    for (const { id, name } of effects)
      await page
        .locator(`${panel}[data-effect-id="${id}"]`)
        .waitFor({ state: 'attached', timeout: 5000 })
        .catch(() => {
          throw new Error(`"${name}" is not listed`);
        });
    return `lists ${effects.length}: ${effects.map(({ name }) => name).join(', ')}`;
  };

/** Finds out whether the main thing of a module works, by its id: resolves with what it saw, or rejects. */
export const PROBES: Readonly<Record<string, Probe>> = {
  'lib-wrapper': (page) =>
    page.evaluate(() => {
      let calls = 0;
      libWrapper.register(
        game.system.id,
        'CONFIG.Combat.documentClass.prototype.getTimeDelta',
        (wrapped, ...args) => {
          calls++;
          return wrapped(...args);
        },
        'WRAPPER',
      );
      (game as object as PageModuleGlobals).combat.getTimeDelta(0, 0, 1, 0);
      libWrapper.unregister_all(game.system.id);
      if (libWrapper.is_fallback || calls !== 1) throw new Error(`${calls} calls were wrapped`);
      return 'wraps a method of a combat';
    }),

  socketlib: (page) =>
    page.evaluate(() => {
      if (!socketlib) throw new Error('no global');
      return 'offers its API';
    }),

  healthEstimate: (page, { combat, hero, foe }) =>
    page.evaluate(
      async ({ combat, names }) => {
        const { healthEstimate } = game as object as PageModuleGlobals;
        await game.settings.set('healthEstimate', 'display', 'always');
        healthEstimate!.settings.display = 'always';
        const texts = names.map((name) => {
          const { token } = game.combats.get(combat).combatants.find((each) => each.name === name);
          token.object.renderFlags.set({ refreshState: true });
          const shown = healthEstimate!._cache[token.id];
          if (!shown?.visible || !shown.text) throw new Error(`no text over ${name}`);
          return `${name}: ${shown.text}`;
        });
        return texts.join(', ');
      },
      { combat, names: [hero, foe] },
    ),

  'visual-active-effects': effectsIn('#visual-active-effects .effect-item'),
  'dfreds-effects-panel': effectsIn('#effects-panel .effect-item'),

  'monks-tokenbar': async (page) => {
    const tokens = page.locator('#tokenbar-window .token');
    await tokens.first().waitFor({ timeout: 5000 });
    return `${await tokens.count()} tokens`;
  },

  'monks-combat-details': async (page, { combat }) => {
    await page.evaluate((combat) => game.combats.get(combat).nextTurn(), combat);
    const rows = await page.locator('#combat .cadence-row').count();
    if (rows < 2) throw new Error(`${rows} rows in the tracker`);
    return `the tracker has ${rows} rows`;
  },

  'combat-tracker-dock': async (page, { combat }) => {
    const fighters = await page.evaluate((combat) => game.combats.get(combat).combatants.size, combat);
    const portraits = page.locator('#combat-dock .combatant-portrait');
    await portraits.first().waitFor({ timeout: 5000 });
    const shown = await portraits.count();
    if (shown < fighters) throw new Error(`${shown} portraits for ${fighters} fighters`);
    return `${shown} portraits for ${fighters} fighters`;
  },

  'item-piles': async (page, { combat, hero, foe }) => {
    const moved = await page.evaluate(
      async ({ combat, hero, foe }) => {
        const { API } = (game as object as PageModuleGlobals).itempiles!;
        const fighter = (name: string) => game.combats.get(combat).combatants.find((each) => each.name === name);
        const pile = fighter(foe);
        const [thing] = await pile.actor.createEmbeddedDocuments('Item', [
          { name: 'A thing to take', type: pile.actor.items.contents[0]!.type },
        ]);
        await API.turnTokensIntoItemPiles([pile.token]);
        await API.transferItems(pile.token, fighter(hero).token, [{ _id: thing!.id, quantity: 1 }]);
        const has = (name: string) => !!fighter(name).actor.items.getName('A thing to take');
        if (has(foe) || !has(hero)) throw new Error('the item was not transferred');
        void API.renderItemPileInterface(pile.token, { inspectingTarget: fighter(hero).token });
        return 'transfers an item';
      },
      { combat, hero, foe },
    );
    await page.locator('.item-piles-app').waitFor({ timeout: 5000 });
    return `${moved}, opens a pile`;
  },

  sequencer: (page) =>
    page.evaluate(async () => {
      await new Sequence().wait(10).play();
      return 'plays a sequence without media';
    }),

  'dice-so-nice': (page) =>
    page.evaluate(async () => {
      const { dice3d } = game as object as PageModuleGlobals;
      const roll = await new Roll('1d20').evaluate();
      const shown = await Promise.race([
        dice3d!.showForRoll(roll, game.user, false),
        new Promise((resolve) => setTimeout(() => resolve('late'), 40_000)),
      ]);
      if (shown === 'late') throw new Error('a roll is not shown within 40 s');
      return `shows a roll: ${shown}`;
    }),

  'token-action-hud-core': (page) =>
    page.evaluate(() => {
      if (!(game.modules.get('token-action-hud-core') as { api?: object }).api) throw new Error('no API');
      return 'offers its API';
    }),
};
