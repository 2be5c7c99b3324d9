/** Called on every client when a step has arrived completely. */
export const STEP_HOOK = 'cadence.step';
