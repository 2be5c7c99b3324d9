/** Milliseconds that the server may take to report a new world time. */
const MAX_WAIT = 3000;

/** True once this Foundry has ignored `worldTime` in a batch. */
let isTimeIgnored = false;

/** World time before the step that is being written. */
let before = 0;

export function recordWorldTime(): void {
  before = game.time.worldTime;
}

/** Seconds that this client still has to add. */
let owed = 0;

let isWaiting = false;
let isMoving = false;

/**
 * Advances the world time if Foundry has not. The server applies `worldTime` of an update of a Combat (hook `combatTurn`), but it is
 * unknown whether it does so in a batch.
 * @param delta seconds of the step
 */
export function ensureWorldTime(delta: number): void {
  if (!Number.isFinite(delta) || delta === 0) return;
  owed += delta;
  if (isTimeIgnored) return void advanceOwed();
  if (isWaiting) return;
  isWaiting = true;
  const timeBefore = before;
  setTimeout(() => {
    isWaiting = false;
    isTimeIgnored = game.time.worldTime === timeBefore;
    if (isTimeIgnored) void advanceOwed();
    else owed = 0;
  }, MAX_WAIT);
}

/** Runs one at a time, because each reads the current time. Assistants may lack the permission; then the time stays. */
async function advanceOwed(): Promise<void> {
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
