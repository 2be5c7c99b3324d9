/** Scrolls the row of the running turn and its cell on the track into view. */
export function showCurrent(root: HTMLElement, fighter: string | null): void {
  const row = fighter === null ? null : root.querySelector(`.cadence-row[data-combatant-id="${CSS.escape(fighter)}"]`);
  const cell = root.querySelector('.cadence-track__cell--now');
  for (const part of [cell, row]) part?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
