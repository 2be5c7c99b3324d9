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

const table = globalThis as Untyped;

/** Which part of Cadence each of our classes is for. */
const CLASSES: Readonly<
  Record<keyof typeof OVERRIDES, readonly [part: ProbePart, ours: Untyped, inUse: () => Untyped]>
> = {
  CadenceActor: ['numbers', CadenceActor, () => table.CONFIG.Actor.documentClass],
  CadenceItem: ['numbers', CadenceItem, () => table.CONFIG.Item.documentClass],
  CadenceCombat: ['encounters', CadenceCombat, () => table.CONFIG.Combat.documentClass],
  CadenceCombatant: ['encounters', CadenceCombatant, () => table.CONFIG.Combatant.documentClass],
  CadenceMessage: ['cards', CadenceMessage, () => table.CONFIG.ChatMessage.documentClass],
  CadenceEffect: ['numbers', CadenceEffect, () => table.CONFIG.ActiveEffect.documentClass],
  CadenceToken: ['map', CadenceToken, () => table.CONFIG.Token.documentClass],
  CadenceRuler: ['map', CadenceRuler, () => table.CONFIG.Token.rulerClass],
  CadenceTracker: ['tracker', CadenceTracker, () => table.CONFIG.ui.combat],
  CadenceActorSheet: ['sheets', CadenceActorSheet, () => CadenceActorSheet],
  CadenceItemSheet: ['sheets', CadenceItemSheet, () => CadenceItemSheet],
};

/** Another package may extend our class; one that stands in its place leaves us nothing. */
const isInUse = (ours: Untyped, used: Untyped): boolean => used === ours || used?.prototype instanceof ours;

function hasHooks(name: keyof typeof OVERRIDES): boolean {
  const [, ours] = CLASSES[name];
  const base = Object.getPrototypeOf(ours);
  const hooks = Object.getOwnPropertyNames(ours.prototype).filter((member) => member.startsWith('_'));
  return [...hooks, ...OVERRIDES[name]].every((member) => member in base.prototype || member in base);
}

/** Whether something can be called with as many arguments as we give it: it may know of more that it does not ask for. */
const takes = (given: number, method: unknown): boolean => typeof method === 'function' && method.length <= given;

/** Whatever of a kind is called, with the most arguments we give it. */
function allTake(holder: Untyped, calls: Readonly<Record<string, number>>): boolean {
  return Object.entries(calls).every(([name, given]) => takes(given, holder?.[name]));
}

/** Methods of Foundry's that we call, and what of its configuration we read and write. T14: client/ and common/, by their names. */
const CALLED: readonly Probe[] = [
  { part: 'batch', ability: 'batch', works: () => takes(2, table.foundry.documents.modifyBatch) },
  {
    part: 'groups',
    ability: 'groups',
    works: () => {
      const { CONFIG, Combat } = table;
      const combat = new Combat.implementation({ type: anyRulesetId() });
      const _id = table.foundry.utils.randomID();
      const group = new CONFIG.CombatantGroup.documentClass({ _id }, { parent: combat });
      return group.id === _id && typeof combat.groups.has === 'function';
    },
  },
  {
    part: 'requests',
    ability: 'requests',
    works: () => {
      const { game, CONFIG, CONST, ChatMessage, User } = table;
      const declared = game.system.documentTypes.ChatMessage?.request;
      if (!declared || declared.gmOnlyFields?.length || !CONFIG.ChatMessage.dataModels.request) return false;
      // What a player is let do depends on no one person, so somebody is made up who is nobody.
      const player = new User.implementation({
        _id: table.foundry.utils.randomID(),
        name: 'player',
        role: CONST.USER_ROLES.PLAYER,
      });
      const data = { type: 'request', author: player.id };
      return new ChatMessage.implementation(data).canUserModify(player, 'create', data);
    },
  },
  { part: 'queries', works: () => allTake(table.User.prototype, { query: 3 }) && Boolean(table.CONFIG.queries) },
  {
    part: 'documents',
    works: () =>
      allTake(table.foundry.abstract.Document.prototype, { update: 2, delete: 1, updateSource: 2, toObject: 1 }) &&
      allTake(table.foundry.abstract.Document.prototype, {
        createEmbeddedDocuments: 3,
        updateEmbeddedDocuments: 3,
        deleteEmbeddedDocuments: 3,
        traverseEmbeddedDocuments: 1,
      }) &&
      allTake(table.foundry.abstract.Document, { create: 2, canUserCreate: 1 }) &&
      allTake(table.game.socket, { on: 2, emit: 4 }),
  },
  {
    part: 'cards',
    works: () =>
      allTake(table.ChatMessage, { getSpeaker: 1, getWhisperRecipients: 1 }) &&
      allTake(table.foundry.dice.Roll, { fromTerms: 2 }),
  },
  {
    part: 'map',
    works: () => allTake(table.TokenDocument.prototype, { getOccupiedGridSpaceOffsets: 1 }),
  },
  {
    part: 'sheets',
    works: () =>
      allRulesets().every(({ id }) =>
        Object.values(table.CONFIG.Actor.sheetClasses[id] ?? {}).some(({ cls }: Untyped) =>
          isInUse(CadenceActorSheet, cls),
        ),
      ),
  },
  {
    part: 'conditions',
    works: () =>
      table.CONST.ACTIVE_EFFECT_SHOW_ICON?.ALWAYS !== undefined &&
      Boolean(table.CONFIG.ActiveEffect.dataModels.condition) &&
      allTake(table.CONFIG.Actor.documentClass.prototype, { toggleStatusEffect: 2, allApplicableEffects: 0 }),
  },
  {
    part: 'compendia',
    works: () => [...table.game.packs].every((pack: Untyped) => allTake(pack, { getDocuments: 1, configure: 1 })),
  },
];

/** Everything that has only to be there. */
export const PRESENCE: readonly Probe[] = [
  ...CALLED,
  ...(Object.keys(OVERRIDES) as (keyof typeof OVERRIDES)[]).map((name) => {
    const [part, ours, inUse] = CLASSES[name];
    return { part, works: () => hasHooks(name) && isInUse(ours, inUse()) };
  }),
];
