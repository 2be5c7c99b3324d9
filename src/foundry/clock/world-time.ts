/** How long the server's word that the world's clock has moved may take, in milliseconds. */
const PATIENCE = 3000;

/** Whether this Foundry leaves the world's clock alone where `worldTime` comes in a batch; known once it has been seen. */
let isLeftAlone = false;

/** The world's time before the step that is being written. */
let before = 0;

/** Keeps in mind what time it is in the world: a step is about to be written. */
export function noteWorldTime(): void {
  before = game.time.worldTime;
}

/**
 * The server moves the world's clock by `worldTime` of an update of a Combat (hook `combatTurn`). Whether it does so in a batch too, nobody
 * outside knows: where it has not, it is moved from here.
 * @param delta by how much the step that has arrived was to move it, in seconds
 */
export function keepWorldTime(delta: number): void {
  if (!Number.isFinite(delta) || delta === 0) return;
  if (isLeftAlone) return void advance(delta);
  const then = before;
  setTimeout(() => {
    if (game.time.worldTime !== then) return;
    isLeftAlone = true;
    advance(delta);
  }, PATIENCE);
}

/** Assistants may not be allowed to; then the world's time stays. */
const advance = (delta: number): void => {
  if (game.user.can('SETTINGS_MODIFY')) void game.time.advance(delta).catch((error: unknown) => console.error(error));
};
