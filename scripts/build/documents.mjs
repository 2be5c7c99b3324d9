/**
 * The shape in which Foundry 14 keeps documents in a compendium, as what Crucible ships shows it (`_source/pregens`, `_source/playtest`):
 * `_stats` on everything that has them, and adventures whole.
 */

/** Fields that hold embedded documents with `_stats` of their own. T14: client/documents/*.d.mts; tokens, regions and levels have none. */
const EMBEDDED = ['items', 'effects', 'pages', 'results', 'behaviors', 'combatants'];
/** Those that have embedded documents with `_stats`, and have none themselves. */
const BETWEEN = ['regions'];
/** What an adventure holds. T14: client/documents/adventure.d.mts */
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
/** What folders of a kind are for. */
const COLLECTIONS = { actors: 'Actor', items: 'Item', journal: 'JournalEntry', scenes: 'Scene', tables: 'RollTable' };

/**
 * Gives a document from a source file the shape Foundry keeps it in; in place.
 * @param type its document name
 * @param system the manifest: its id, version and least Foundry
 */
export function packed(doc, type, system) {
  if (type === 'Adventure') assemble(doc, system);
  stamp(doc, system);
}

/** No times and no user: the same sources are the same bytes. */
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
  for (const field of BETWEEN)
    for (const between of doc[field] ?? [])
      for (const inner of EMBEDDED.flatMap((name) => between[name] ?? [])) stamp(inner, system);
}

/** Puts the tokens of an adventure on its scene, and takes from its contents what only compendia and sources have. */
function assemble(adventure, system) {
  const { tokens = [] } = adventure;
  delete adventure.tokens;
  const [scene] = adventure.scenes ?? [];
  if (scene) scene.tokens = tokens.map((token) => placed(token, adventure.actors, scene));
  for (const combat of adventure.combats ?? [])
    combat.combatants = combat.combatants.map((one) => known(one, combat, scene));
  for (const field of CONTENTS)
    for (const doc of adventure[field] ?? []) {
      const folder = adventure.folders.find(({ type }) => type === COLLECTIONS[field]);
      if (field !== 'folders') doc.folder = folder?._id ?? null;
      withoutKeys(doc);
      stamp(doc, system);
    }
}

/** A token as dropping the actor on the scene would make it. */
function placed(token, actors, { initialLevel }) {
  const actor = actors.find(({ _id }) => _id === token.actorId);
  if (!actor) throw new Error(`the token ${token._id} stands for ${token.actorId}, whom the adventure does not hold`);
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

/** A combatant with the scene and the actor of its token. */
function known(combatant, combat, scene) {
  const token = scene.tokens.find(({ _id }) => _id === combatant.tokenId);
  if (!token) throw new Error(`the combatant ${combatant._id} has no token in the adventure`);
  return { ...combatant, sceneId: combat.scene, actorId: token.actorId };
}

/** The keys of the database are those of a document's own compendium. */
function withoutKeys(value) {
  if (value === null || typeof value !== 'object') return;
  delete value._key;
  for (const inner of Object.values(value)) withoutKeys(inner);
}
