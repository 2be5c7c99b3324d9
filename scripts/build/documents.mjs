/**
 * The shape of documents in a Foundry 14 compendium, as the sources Crucible ships show it (`_source/pregens`,
 * `_source/playtest`):
 * `_stats` on every document that has them, and adventures with embedded documents.
 */

/**
 * Fields that hold embedded documents with `_stats` of their own. T14: client/documents/*.d.mts; tokens, regions and
 * levels have none.
 */
const EMBEDDED = ['items', 'effects', 'pages', 'results', 'behaviors', 'combatants'];
/** Fields whose documents lack `_stats` but embed some that have them. */
const CONTAINERS = ['regions'];
/** The collections of an adventure. T14: client/documents/adventure.d.mts */
const CONTENTS = [
  'actors',
  'combats',
  'items',
  'journal',
  'scenes',
  'tables',
  'macros',
  'cards',
  'playlists',
  'folders',
];
/** The folder type of each collection. */
const COLLECTIONS = { actors: 'Actor', items: 'Item', journal: 'JournalEntry', scenes: 'Scene', tables: 'RollTable' };

/**
 * Converts a source document into Foundry's stored shape, in place.
 * @param type its document name
 * @param system the manifest: its id, version and minimum Foundry
 */
export function packed(doc, type, system) {
  if (type === 'Adventure') assemble(doc, system);
  stamp(doc, system);
}

/** Omits times and user, so that builds are reproducible. */
function stamp(doc, system) {
  const { id, version, compatibility } = system;
  doc._stats = {
    compendiumSource: null,
    duplicateSource: null,
    exportSource: null,
    ...doc._stats,
    coreVersion: compatibility.minimum,
    systemId: id,
    systemVersion: version,
    createdTime: null,
    modifiedTime: null,
    lastModifiedBy: null,
  };
  for (const field of EMBEDDED) for (const inner of doc[field] ?? []) stamp(inner, system);
  for (const field of CONTAINERS)
    for (const container of doc[field] ?? [])
      for (const inner of EMBEDDED.flatMap((name) => container[name] ?? [])) stamp(inner, system);
}

/** Puts the tokens of an adventure on its scene, and removes keys only compendia and sources have. */
function assemble(adventure, system) {
  const { tokens = [] } = adventure;
  delete adventure.tokens;
  const [scene] = adventure.scenes ?? [];
  if (scene) scene.tokens = tokens.map((token) => tokenOnScene(token, adventure.actors, scene));
  for (const combat of adventure.combats ?? [])
    combat.combatants = combat.combatants.map((one) => linkedCombatant(one, combat, scene));
  for (const field of CONTENTS)
    for (const doc of adventure[field] ?? []) {
      const folder = adventure.folders.find(({ type }) => type === COLLECTIONS[field]);
      if (field !== 'folders') doc.folder = folder?._id ?? null;
      removeKeys(doc);
      stamp(doc, system);
    }
}

/** Returns a token as Foundry creates it when an actor is dropped on the scene. */
function tokenOnScene(token, actors, { initialLevel }) {
  const actor = actors.find(({ _id }) => _id === token.actorId);
  if (!actor) throw new Error(`the actor ${token.actorId} of the token ${token._id} is not in the adventure`);
  const {
    randomImg: _random,
    appendNumber: _number,
    prependAdjective: _adjective,
    ...prototype
  } = actor.prototypeToken;
  return {
    ...structuredClone(prototype),
    ...{ elevation: 0, hidden: false, locked: false, level: initialLevel, ...token },
  };
}

/** Returns a combatant with the scene and the actor of its token. */
function linkedCombatant(combatant, combat, scene) {
  const token = scene.tokens.find(({ _id }) => _id === combatant.tokenId);
  if (!token) throw new Error(`the combatant ${combatant._id} has no token in the adventure`);
  return { ...combatant, sceneId: combat.scene, actorId: token.actorId };
}

/** Database keys belong to a compendium of the document's own. */
function removeKeys(value) {
  if (value === null || typeof value !== 'object') return;
  delete value._key;
  for (const inner of Object.values(value)) removeKeys(inner);
}
