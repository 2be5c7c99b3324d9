import { isRunning } from '../../host/exchange-document';
import { text } from '../../platform/text';
import { hasTurnBanner, hasTurnSound } from '../../platform/user-settings';
import { type Fight, fightOf } from '../../views/fight';
import { mainPage } from '../../views/pages';
import { ownTurns, type Turn } from '../../views/turns';

/** How long the banner stays, in milliseconds. */
const STAYS = 3500;

const SOUND = { src: 'systems/cadence/sounds/turn.wav', volume: 0.6 };

/** Whose turns there were when this was last looked at; nobody has been told what ran already when the page was opened. */
let told: ReadonlySet<string> | null = null;

let leaving: ReturnType<typeof setTimeout> | undefined;

/** In words whose turn it is, of those this user plays, and for a game master of foes too; empty where it is nobody's of them. */
export function turnText(fight: Fight): string {
  return inWords(fight, ownTurns(fight));
}

/** Tells this user that the turn of somebody they play begins: a line across the screen that takes no clicks and goes by itself, and a sound. */
export function announceTurns(): void {
  const fights = (game.combats?.contents ?? [])
    .filter((combat) => isRunning(combat) && (!game.user.isGM || combat === game.combat))
    .flatMap((combat) => fightOf(combat) ?? []);
  const before = told;
  const now = fights.flatMap((fight) => ownTurns(fight).map((turn) => ({ fight, turn, key: keyOf(fight, turn) })));
  told = new Set(now.map(({ key }) => key));
  const begun = before ? now.filter(({ key }) => !before.has(key)) : [];
  const [first] = begun;
  if (!first) return;
  const turns = begun.flatMap(({ fight, turn }) => (fight === first.fight ? turn : []));
  if (hasTurnBanner()) show(inWords(first.fight, turns));
  // API: foundry.audio.AudioHelper.play: by the volume of the channel "interface", for this client alone.
  if (hasTurnSound()) void foundry.audio.AudioHelper.play({ ...SOUND, channel: 'interface', loop: false }, false);
}

const keyOf = ({ host }: Fight, { id, moment }: Turn): string => `${host.id} ${moment} ${id}`;

function inWords({ viewer }: Fight, turns: readonly Turn[]): string {
  const [first, ...others] = turns;
  if (!first) return '';
  const key = viewer.gm ? 'theirs' : first.own ? 'turn' : 'free';
  const names = new Intl.ListFormat(game.i18n.lang, { type: 'conjunction' }).format(turns.map(({ name }) => name));
  return others.length === 0 || viewer.gm
    ? text(`CADENCE.App.YourTurn.${key}`, { name: names })
    : text(`CADENCE.App.YourTurn.${key}Several`, { names });
}

function show(words: string): void {
  const page = mainPage();
  const banner = page.getElementById('cadence-turn') ?? made(page);
  banner.classList.remove('cadence-turn--shown');
  const line = page.createElement('p');
  line.className = 'cadence-turn__words';
  line.textContent = words;
  banner.replaceChildren(line);
  // In the middle of what the sidebar leaves of the screen.
  const sidebar = page.getElementById('sidebar')?.getBoundingClientRect();
  banner.style.right = sidebar ? `${page.documentElement.clientWidth - sidebar.left}px` : '';
  // Two banners one after the other come in anew each.
  void banner.offsetWidth;
  banner.classList.add('cadence-turn--shown');
  clearTimeout(leaving);
  leaving = setTimeout(() => {
    banner.classList.remove('cadence-turn--shown');
    banner.replaceChildren();
  }, STAYS);
}

/** The live region, which has to be there before anything is said in it. */
function made(page: Document): HTMLElement {
  const banner = page.createElement('div');
  banner.id = 'cadence-turn';
  banner.className = 'cadence cadence-turn';
  banner.setAttribute('role', 'status');
  page.body.append(banner);
  return banner;
}
