/** How long the server's word that the world's clock has moved may take, in milliseconds. */
const PATIENCE = 3000;

/** Whether this Foundry leaves the world's clock alone where `worldTime` comes in a batch; known once it has been seen. */
let isLeftAlone = false;

/** The world's time before the step that is being written. */
let before = 0;

/** Keeps in mind what time it is in the world: a step is about to be written. */
export function recordWorldTime(): void {
  before = game.time.worldTime;
}

/** By how many seconds it is still to be moved from here. */
let owed = 0;

let isWaiting = false;
let isMoving = false;

/**
 * The server moves the world's clock by `worldTime` of an update of a Combat (hook `combatTurn`). Whether it does so in a batch too, nobody
 * outside knows: where it has not, it is moved from here.
 * @param delta by how much the step that has arrived was to move it, in seconds
 */
export function ensureWorldTime(delta: number): void {
  if (!Number.isFinite(delta) || delta === 0) return;
  owed += delta;
  if (isLeftAlone) return void moveByWhatIsOwed();
  if (isWaiting) return;
  isWaiting = true;
  const then = before;
  setTimeout(() => {
    isWaiting = false;
    isLeftAlone = game.time.worldTime === then;
    if (isLeftAlone) void moveByWhatIsOwed();
    else owed = 0;
  }, PATIENCE);
}

/** Each reads what time it is, so one waits for the other. Assistants may not be allowed to; then the world's time stays. */
async function moveByWhatIsOwed(): Promise<void> {
  if (isMoving) return;
  isMoving = true;
  while (owed !== 0) {
    const delta = owed;
    owed = 0;
    if (!game.user.can('SETTINGS_MODIFY')) continue;
    await game.time.advance(delta).catch((error: unknown) => console.error(error));
  }
  isMoving = false;
}
