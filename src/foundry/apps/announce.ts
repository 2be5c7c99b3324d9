import { mainPage } from '../views/pages';

const ID = 'cadence-live';

/** Says something to who does not see it happen; a later word takes its place. */
export function announce(words: string): void {
  const page = mainPage();
  let live = page.getElementById(ID);
  if (!live) {
    live = page.createElement('p');
    live.id = ID;
    live.className = 'cadence-live';
    live.setAttribute('role', 'status');
    page.body.append(live);
  }
  live.textContent = words;
}
