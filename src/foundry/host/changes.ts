/**
 * What this client has heard of the world, counted: everything a fight is read from comes by here before anybody looks at it. Documents of
 * ours say so while they are prepared, which is before Foundry tells anybody that they have changed; whatever is no document of ours, by the
 * hook of its update.
 */
let now = 0;

/** How often each actor has been prepared: with its items, and with the effects that apply to it. */
const prepared = new WeakMap<Actor.Implementation, number>();

const listeners = new Set<() => void>();

/** A number that is another one after any change. */
export const changeCount = (): number => now;

/** A number that is another one after any change of the actor, its items or its effects. */
export const versionOf = (actor: Actor.Implementation): number => prepared.get(actor) ?? 0;

/** Something has changed that a fight may be read from. */
export function noteChange(): void {
  now += 1;
  for (const heard of listeners) heard();
}

export function noteActorChange(actor: Actor.Implementation | null | undefined): void {
  if (actor) prepared.set(actor, versionOf(actor) + 1);
  noteChange();
}

/** Calls at every change, many times at once; who draws by it waits for the next frame. */
export function onChange(heard: () => void): void {
  listeners.add(heard);
}

/** Hooks of what else a fight is read from, and what users own or look at. */
const WORLD = [
  ...['createCombat', 'updateCombat', 'deleteCombat', 'createCombatant', 'updateCombatant', 'deleteCombatant'],
  ...['createActor', 'updateActor', 'deleteActor', 'createToken', 'updateToken', 'deleteToken'],
  // Ground that is hard to walk on.
  ...['createRegion', 'updateRegion', 'deleteRegion'],
  ...['createRegionBehavior', 'updateRegionBehavior', 'deleteRegionBehavior'],
  // What stands in the way, and how bright it is: doors are walls, and the darkness is the scene's.
  ...['createWall', 'updateWall', 'deleteWall', 'createAmbientLight', 'updateAmbientLight', 'deleteAmbientLight'],
  ...['createScene', 'updateScene', 'deleteScene', 'canvasReady'],
  // Who owns whom, and who is there.
  ...['createUser', 'updateUser', 'deleteUser', 'userConnected'],
  // How long effects still last.
  'updateWorldTime',
  // Exchanges outside encounters are kept by their cards, and requests wait as messages.
  ...['createChatMessage', 'updateChatMessage', 'deleteChatMessage'],
];

const BORNE = [
  'createItem',
  'updateItem',
  'deleteItem',
  'createActiveEffect',
  'updateActiveEffect',
  'deleteActiveEffect',
];

type Parented = { readonly parent?: Parented | null; readonly documentName?: string };

/** Begins to listen, before anybody who reads. @param own hooks of ours that tell of a change */
export function watchChanges(own: readonly string[]): void {
  const hooks: { on(name: string, heard: (document: Parented) => void): number } = Hooks;
  for (const hook of [...WORLD, ...own]) hooks.on(hook, noteChange);
  for (const hook of BORNE)
    hooks.on(hook, (document) => {
      for (let at: Parented | null | undefined = document; at; at = at.parent)
        if (at.documentName === 'Actor') return noteActorChange(at as Actor.Implementation);
    });
  Hooks.on('targetToken', (user: User.Implementation) => {
    if (user.isSelf) noteChange();
  });
}
