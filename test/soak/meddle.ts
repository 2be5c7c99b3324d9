import type { SettingDefinition } from '../../src/encounter/ruleset';
import type { Die } from '../../src/kernel/dice';
import type { PoolLocation } from '../../src/toolkit/define/sheet-schema';
import type { Collection, Document } from '../headless/documents';
import type { Tab } from '../headless/tab';
import { fightAt } from '../headless/world';
import { settingsOf, worth } from './settings';

const pick = <T>(all: readonly T[], die: Die): T => all[die(all.length) - 1];

/** Foundry's errors for a document that is gone or exists already, for the second of two writers. */
const GONE = /does not exist|already exists|is not a valid|lacks permission|undefined id/;

/**
 * A random change that a game master makes without the rules, in the sidebar and on the map.
 * @returns what it was, or null if nothing could be done
 */
export function meddle(tab: Tab, die: Die): string | null {
  const { game, CONFIG } = tab.page;
  const combat = fightAt(tab);
  const [scene] = game.scenes.contents;
  const deeds: readonly (() => readonly [string, () => unknown] | null)[] = [
    // Adds a token of an existing actor, and its combatant.
    () => {
      if (!combat || game.actors.size === 0 || combat.combatants.size > 7) return null;
      const actor = pick(game.actors.contents, die);
      const at = { x: 600 + die(8) * 100, y: 400 + die(8) * 100 };
      const token = { name: actor.name, actorId: actor.id, actorLink: actor.hasPlayerOwner, ...at };
      const join = async () => {
        const [made] = await scene.createEmbeddedDocuments('Token', [token]);
        const combatant = { tokenId: made.id, sceneId: scene.id, actorId: actor.id };
        await combat.createEmbeddedDocuments('Combatant', [combatant]);
      };
      return [`brings one more ${actor.name}`, join];
    },
    () => removal(combat?.combatants, 'combatant', die, 3),
    () => removal(scene.tokens, 'token', die, 3),
    () => (die(3) === 1 ? removal(game.actors, 'actor', die, 3) : null),
    () => {
      if (!combat || die(3) > 1) return null;
      const { type } = combat;
      const combatants = combat.combatants.map(({ tokenId, sceneId, actorId }) => ({ tokenId, sceneId, actorId }));
      const restart = async () => {
        await combat.delete();
        await CONFIG.Combat.documentClass.create({ type, scene: scene.id, active: true, combatants });
      };
      return ['deletes the encounter and begins another', restart];
    },
    () => {
      const actor = pick(game.actors.contents, die);
      const player = pick(
        game.users.filter(({ isGM }) => !isGM),
        die,
      );
      const others = Object.fromEntries(Object.keys(actor?.ownership ?? {}).map((id) => [id, 0]));
      const give = () => actor.update({ ownership: { ...others, default: 0, [player.id]: 3 } });
      return actor ? [`gives ${actor.name} to ${player.name}`, give] : null;
    },
    () => {
      const [key, definition] = pick<readonly [string, SettingDefinition]>(settingsOf(combat?.type ?? ''), die);
      const value = worth(definition, die);
      return [`sets ${key} to ${value}`, () => game.settings.set('cadence', key, value)];
    },
    () => {
      const fighter = combat && pick(combat.combatants.contents, die);
      const pools = combat && tab.page.adapterOf(combat.type).pools;
      const [pool, { document, path }] = pick(Object.entries<Partial<PoolLocation>>(pools ?? { none: {} }), die);
      if (!combat || document !== 'actor' || !fighter?.actor) return null;
      const max = tab.page.encounterOf(combat).fighters[fighter.id]?.pools[pool]?.max ?? 0;
      const value = Math.min(max, die(3));
      return [`writes ${pool} ${value} of ${fighter.name}`, () => fighter.actor.update({ [`system.${path}`]: value })];
    },
    () => {
      const messages = game.messages.contents.slice(-die(4));
      const ids = messages.map(({ id }) => id);
      const flush = () => CONFIG.ChatMessage.documentClass.deleteDocuments(ids);
      return ids.length > 0 ? [`deletes the last ${ids.length} messages`, flush] : null;
    },
  ];
  const deed = pick(deeds, die)();
  if (!deed) return null;
  const [what, does] = deed;
  tab.does(what, async () => {
    try {
      await does();
    } catch (error) {
      if (!GONE.test(String(error))) throw error;
    }
  });
  return what;
}

/** Removes one of them while enough are left. */
function removal<T extends Document<unknown>>(
  collection: Collection<T> | undefined,
  what: string,
  die: Die,
  left: number,
) {
  if (!collection || collection.size <= left) return null;
  const gone = pick(collection.contents, die);
  return [`deletes the ${what} ${gone.name}`, () => gone.delete()] as const;
}
