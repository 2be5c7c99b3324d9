const ID = 'cadence-live';

/** Says something to who does not see it happen; a later word takes its place. */
export function announce(words: string): void {
  let live = document.getElementById(ID);
  if (!live) {
    live = document.createElement('p');
    live.id = ID;
    live.className = 'cadence-live';
    live.setAttribute('role', 'status');
    document.body.append(live);
  }
  live.textContent = words;
}
