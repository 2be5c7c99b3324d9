export type Tally = Record<string, number>;

export function count(tally: Tally, what: string, times = 1): void {
  if (times > 0) tally[what] = (tally[what] ?? 0) + times;
}

export function add(tally: Tally, more: Tally): void {
  for (const [what, times] of Object.entries(more)) count(tally, what, times);
}

/** One line for each group, which is the part before the colon: `played: clash 12, energy 13`. */
export function linesOf(tally: Tally): string[] {
  const groups = new Map<string, string[]>();
  for (const [what, times] of Object.entries(tally).sort(([a], [b]) => a.localeCompare(b))) {
    const [group, name] = what.split(': ') as [string, string];
    groups.set(group, [...(groups.get(group) ?? []), `${name} ${times}`]);
  }
  return [...groups].map(([group, names]) => `${group}: ${names.join(', ')}`);
}
