import { text } from '../platform/text';

/** The sides of a die, and the signs of `notation` after them. */
const SIGNS = /d(\d{1,4})(\*?)([▲▼]?)(\d{0,4})/;

/** Returns what the signs in a notation mean, such as `1d10*▼`; empty if it has none. */
export function diceHint(notation: string): string {
  const [, sides = '', explodes = '', kept = '', of = ''] = SIGNS.exec(notation) ?? [];
  const count = Number(of || 2);
  const lines = [
    ...(explodes ? [text('CADENCE.App.Ask.dice.explode', { sides })] : []),
    ...(kept === '▲' ? [text('CADENCE.App.Ask.dice.highest', { count })] : []),
    ...(kept === '▼' ? [text('CADENCE.App.Ask.dice.lowest', { count })] : []),
  ];
  return lines.join('\n');
}
