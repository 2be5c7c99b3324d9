/** Called on every client when a step has arrived whole: what goes on by itself waits for it. */
export const STEP_HOOK = 'cadence.step';
