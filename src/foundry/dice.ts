import { type Dice, throwing } from '../kernel/dice';

/**
 * Throws dice with Foundry's own Roll, so that manual rolls and the table's random source are honored; returns every face in order.
 * @param interactive whether the thrower may be asked to enter real dice
 */
export async function throwFor(dice: Dice, interactive = true): Promise<number[]> {
  const throws = throwing(dice);
  let step = throws.next();
  while (!step.done) {
    const roll = await new Roll(`1d${step.value}`).evaluate({ allowInteractive: interactive });
    step = throws.next(roll.total!);
  }
  return [...step.value.faces];
}
