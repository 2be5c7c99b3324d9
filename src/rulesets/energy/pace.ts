/** E-A23: two thirds of a Speed. Metres. */
export const quickRunAt = (speed: number): number => Math.floor((2 * speed) / 3);
