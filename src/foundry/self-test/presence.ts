import { allRulesets } from '../adapters/registry';
import { CadenceActorSheet } from '../apps/sheets/actor-sheet';
import { CadenceItemSheet } from '../apps/sheets/item-sheet';
import { CadenceTracker } from '../apps/tracker/tracker';
import { CadenceRuler } from '../canvas/ruler';
import { CadenceActor } from '../documents/actor';
import { CadenceCombat, CadenceCombatant } from '../documents/combat';
import { CadenceEffect } from '../documents/effect';
import { CadenceItem } from '../documents/item';
import { CadenceMessage } from '../documents/message';
import { CadenceToken } from '../documents/token';
import { anyRulesetId } from './memory';
import { OVERRIDES } from './overrides';
import type { Probe, ProbePart, Untyped } from './probe';

const globals = globalThis as Untyped;

/** The part of Cadence that each class is for. */
const CLASSES: Readonly<
  Record<keyof typeof OVERRIDES, readonly [part: ProbePart, ours: Untyped, inUse: () => Untyped]>
> = {
  CadenceActor: ['numbers', CadenceActor, () => globals.CONFIG.Actor.documentClass],
  CadenceItem: ['numbers', CadenceItem, () => globals.CONFIG.Item.documentClass],
  CadenceCombat: ['encounters', CadenceCombat, () => globals.CONFIG.Combat.documentClass],
  CadenceCombatant: ['encounters', CadenceCombatant, () => globals.CONFIG.Combatant.documentClass],
  CadenceMessage: ['cards', CadenceMessage, () => globals.CONFIG.ChatMessage.documentClass],
  CadenceEffect: ['numbers', CadenceEffect, () => globals.CONFIG.ActiveEffect.documentClass],
  CadenceToken: ['map', CadenceToken, () => globals.CONFIG.Token.documentClass],
  CadenceRuler: ['map', CadenceRuler, () => globals.CONFIG.Token.rulerClass],
  CadenceTracker: ['tracker', CadenceTracker, () => globals.CONFIG.ui.combat],
  CadenceActorSheet: ['sheets', CadenceActorSheet, () => CadenceActorSheet],
  CadenceItemSheet: ['sheets', CadenceItemSheet, () => CadenceItemSheet],
};

/** Another package may extend our class, but not replace it. */
const isInUse = (ours: Untyped, used: Untyped): boolean => used === ours || used?.prototype instanceof ours;

function hasHooks(name: keyof typeof OVERRIDES): boolean {
  const [, ours] = CLASSES[name];
  const base = Object.getPrototypeOf(ours);
  const hooks = Object.getOwnPropertyNames(ours.prototype).filter((member) => member.startsWith('_'));
  return [...hooks, ...OVERRIDES[name]].every((member) => member in base.prototype || member in base);
}

/** Returns true if a method accepts our number of arguments; `length` omits optional ones. */
const acceptsArguments = (count: number, method: unknown): boolean =>
  typeof method === 'function' && method.length <= count;

/** Returns true if all named methods accept our numbers of arguments. */
function allAccept(holder: Untyped, calls: Readonly<Record<string, number>>): boolean {
  return Object.entries(calls).every(([name, count]) => acceptsArguments(count, holder?.[name]));
}

/** Methods and configuration of Foundry that we use. T14: client/ and common/, by their names. */
const CALLED: readonly Probe[] = [
  { part: 'batch', ability: 'batch', works: () => acceptsArguments(2, globals.foundry.documents.modifyBatch) },
  {
    part: 'groups',
    ability: 'groups',
    works: () => {
      const { CONFIG, Combat } = globals;
      const combat = new Combat.implementation({ type: anyRulesetId() });
      const _id = globals.foundry.utils.randomID();
      const group = new CONFIG.CombatantGroup.documentClass({ _id }, { parent: combat });
      return group.id === _id && typeof combat.groups.has === 'function';
    },
  },
  {
    part: 'requests',
    ability: 'requests',
    works: () => {
      const { game, CONFIG, CONST, ChatMessage, User } = globals;
      const declared = game.system.documentTypes.ChatMessage?.request;
      if (!declared || declared.gmOnlyFields?.length || !CONFIG.ChatMessage.dataModels.request) return false;
      // Permissions of players do not depend on the user, so an unsaved one is tested.
      const player = new User.implementation({
        _id: globals.foundry.utils.randomID(),
        name: 'player',
        role: CONST.USER_ROLES.PLAYER,
      });
      const data = { type: 'request', author: player.id };
      return new ChatMessage.implementation(data).canUserModify(player, 'create', data);
    },
  },
  { part: 'queries', works: () => allAccept(globals.User.prototype, { query: 3 }) && Boolean(globals.CONFIG.queries) },
  {
    part: 'documents',
    works: () =>
      allAccept(globals.foundry.abstract.Document.prototype, { update: 2, delete: 1, updateSource: 2, toObject: 1 }) &&
      allAccept(globals.foundry.abstract.Document.prototype, {
        createEmbeddedDocuments: 3,
        updateEmbeddedDocuments: 3,
        deleteEmbeddedDocuments: 3,
        traverseEmbeddedDocuments: 1,
      }) &&
      allAccept(globals.foundry.abstract.Document, { create: 2, canUserCreate: 1 }) &&
      allAccept(globals.game.socket, { on: 2, emit: 4 }),
  },
  {
    part: 'cards',
    works: () =>
      allAccept(globals.ChatMessage, { getSpeaker: 1, getWhisperRecipients: 1 }) &&
      allAccept(globals.foundry.dice.Roll, { fromTerms: 2 }),
  },
  {
    part: 'map',
    works: () => allAccept(globals.TokenDocument.prototype, { getOccupiedGridSpaceOffsets: 1 }),
  },
  {
    part: 'sheets',
    works: () =>
      allRulesets().every(({ id }) =>
        Object.values(globals.CONFIG.Actor.sheetClasses[id] ?? {}).some(({ cls }: Untyped) =>
          isInUse(CadenceActorSheet, cls),
        ),
      ),
  },
  {
    part: 'conditions',
    works: () =>
      globals.CONST.ACTIVE_EFFECT_SHOW_ICON?.ALWAYS !== undefined &&
      Boolean(globals.CONFIG.ActiveEffect.dataModels.condition) &&
      allAccept(globals.CONFIG.Actor.documentClass.prototype, { toggleStatusEffect: 2, allApplicableEffects: 0 }),
  },
  {
    part: 'compendia',
    works: () => [...globals.game.packs].every((pack: Untyped) => allAccept(pack, { getDocuments: 1, configure: 1 })),
  },
];

/** Tests that only need something to exist. */
export const PRESENCE: readonly Probe[] = [
  ...CALLED,
  ...(Object.keys(OVERRIDES) as (keyof typeof OVERRIDES)[]).map((name) => {
    const [part, ours, inUse] = CLASSES[name];
    return { part, works: () => hasHooks(name) && isInUse(ours, inUse()) };
  }),
];
