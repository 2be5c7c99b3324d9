import type { Command } from '../../../src/encounter/command';
import { seconds } from '../../../src/rulesets/seconds';
import { vocabularyOf } from '../../support/rules';

export * from '../../support/rules';
export const { fighter, item, encounter, play, begun, reasons } = vocabularyOf(seconds, (turn) => ({
  round: 1,
  phase: 'turn',
  turn,
}));

export const weapon = (id: string, fields?: object) => item('weapon', id, fields);
export const gear = (id: string, fields?: object) => item('gear', id, fields);

/** The price on a button, in seconds. */
export function price(on: ReturnType<typeof encounter>, command: Command): number {
  const { cost } = seconds.views.action(on, command, { gm: true, owns: [], targets: [] });
  return cost.find(({ pool }) => pool === 'seconds')?.amount ?? 0;
}
