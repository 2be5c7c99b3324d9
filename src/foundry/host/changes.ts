/** Counts changes. Our documents report them in their preparation, before Foundry's hooks; all others by their hooks. */
let count = 0;

/** Number of preparations of each actor, including its items and effects. */
const prepared = new WeakMap<Actor.Implementation, number>();

/** All that draws a fight. */
const listeners = new Set<() => void>();

export const changeCount = (): number => count;

export const versionOf = (actor: Actor.Implementation): number => prepared.get(actor) ?? 0;

/** While Foundry prepares documents again that have not changed. */
let areIgnored = false;

/** Ignores what is prepared again until `countChanges` is called, at most until the end of the microtask. */
export function ignoreChanges(): void {
  areIgnored = true;
  queueMicrotask(countChanges);
}

export function countChanges(): void {
  areIgnored = false;
}

export function noteChange(): void {
  if (areIgnored) return;
  count += 1;
  for (const listener of listeners) listener();
}

export function noteActorChange(actor: Actor.Implementation | null | undefined): void {
  if (actor) prepared.set(actor, versionOf(actor) + 1);
  noteChange();
}

/** Changes come in bursts, so renderers wait for the next frame. Returns the function that stops it. */
export function onChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Hooks of documents that a fight is read from, and of users' ownership and views. */
const WORLD = [
  ...['createCombat', 'updateCombat', 'deleteCombat', 'createCombatant', 'updateCombatant', 'deleteCombatant'],
  ...['createActor', 'updateActor', 'deleteActor', 'createToken', 'updateToken', 'deleteToken'],
  // Difficult terrain.
  ...['createRegion', 'updateRegion', 'deleteRegion'],
  ...['createRegionBehavior', 'updateRegionBehavior', 'deleteRegionBehavior'],
  // Walls include doors; the scene has the darkness.
  ...['createWall', 'updateWall', 'deleteWall', 'createAmbientLight', 'updateAmbientLight', 'deleteAmbientLight'],
  ...['createScene', 'updateScene', 'deleteScene', 'canvasReady'],
  ...['createUser', 'updateUser', 'deleteUser', 'userConnected'],
  // Remaining durations of effects.
  'updateWorldTime',
  // Cards outside encounters store their exchange, and requests are messages.
  ...['createChatMessage', 'updateChatMessage', 'deleteChatMessage'],
];

const EMBEDDED = [
  'createItem',
  'updateItem',
  'deleteItem',
  'createActiveEffect',
  'updateActiveEffect',
  'deleteActiveEffect',
];

type Parented = { readonly parent?: Parented | null; readonly documentName?: string };

/**
 * Registers the hooks, before any reader does.
 * @param own our own hooks that report a change
 */
export function watchChanges(own: readonly string[]): void {
  const hooks: { on(name: string, listener: (document: Parented) => void): number } = Hooks;
  for (const hook of [...WORLD, ...own]) hooks.on(hook, noteChange);
  for (const hook of EMBEDDED)
    hooks.on(hook, (document) => {
      for (let at: Parented | null | undefined = document; at; at = at.parent)
        if (at.documentName === 'Actor') return noteActorChange(at as Actor.Implementation);
    });
  Hooks.on('targetToken', (user: User.Implementation) => {
    if (user.isSelf) noteChange();
  });
}
