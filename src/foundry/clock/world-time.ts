/** Milliseconds that the server may take to report a new world time. */
const MAX_WAIT = 3000;

/** The world time as steps move it, in this window. */
const worldTime = {
  /** True once this Foundry has ignored `worldTime` in a batch. */
  isIgnored: false,
  /** Before the step that is being written. */
  before: 0,
  /** Seconds that this client still has to add. */
  owed: 0,
  isWaiting: false,
  isMoving: false,
};

export function recordWorldTime(): void {
  worldTime.before = game.time.worldTime;
}

/**
 * Advances the world time if Foundry has not. The server applies `worldTime` of an update of a Combat (hook `combatTurn`), but it is
 * unknown whether it does so in a batch.
 * @param delta seconds of the step
 */
export function ensureWorldTime(delta: number): void {
  if (!Number.isFinite(delta) || delta === 0) return;
  worldTime.owed += delta;
  if (worldTime.isIgnored) return void advanceOwed();
  if (worldTime.isWaiting) return;
  worldTime.isWaiting = true;
  const timeBefore = worldTime.before;
  setTimeout(() => {
    worldTime.isWaiting = false;
    worldTime.isIgnored = game.time.worldTime === timeBefore;
    if (worldTime.isIgnored) void advanceOwed();
    else worldTime.owed = 0;
  }, MAX_WAIT);
}

/** Runs one at a time, because each reads the current time. Assistants may lack the permission; then the time stays. */
async function advanceOwed(): Promise<void> {
  if (worldTime.isMoving) return;
  worldTime.isMoving = true;
  while (worldTime.owed !== 0) {
    const delta = worldTime.owed;
    worldTime.owed = 0;
    if (!game.user.can('SETTINGS_MODIFY')) continue;
    await game.time.advance(delta).catch((error: unknown) => console.error(error));
  }
  worldTime.isMoving = false;
}
