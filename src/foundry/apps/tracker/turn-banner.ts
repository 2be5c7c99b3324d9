import { isRunning } from '../../host/exchange-document';
import { text } from '../../platform/text';
import { isSwitchedOn } from '../../platform/user-settings';
import { fightOf, type LoadedEncounter } from '../../views/fight';
import { mainPage } from '../../views/pages';
import { ownTurns, type Turn } from '../../views/turns';

/** Milliseconds. */
const STAYS = 3500;

const SOUND = { src: 'systems/cadence/sounds/turn.wav', volume: 0.6 };

/** Keys of the turns at the last check; null before the first, because turns that run already are not announced. */
let announced: ReadonlySet<string> | null = null;

/** A new turn starts the time again. */
let hideTimer: ReturnType<typeof setTimeout> | undefined;

/** Returns a text for the current turns of this user's fighters, for a GM those of foes too; empty without any. */
export function turnText(fight: LoadedEncounter): string {
  return turnsText(fight, ownTurns(fight));
}

/** Announces new turns of this user's fighters: a banner that ignores clicks and disappears, and a sound. */
export function announceTurns(): void {
  const fights = (game.combats?.contents ?? [])
    .filter((combat) => isRunning(combat) && (!game.user.isGM || combat === game.combat))
    .flatMap((combat) => fightOf(combat) ?? []);
  const before = announced;
  const now = fights.flatMap((fight) => ownTurns(fight).map((turn) => ({ fight, turn, key: keyOf(fight, turn) })));
  announced = new Set(now.map(({ key }) => key));
  const started = before ? now.filter(({ key }) => !before.has(key)) : [];
  const [first] = started;
  if (!first) return;
  const turns = started.flatMap(({ fight, turn }) => (fight === first.fight ? turn : []));
  if (isSwitchedOn('turnBanner')) show(turnsText(first.fight, turns));
  // API: foundry.audio.AudioHelper.play: by the volume of the channel "interface", for this client alone.
  if (isSwitchedOn('turnSound'))
    void foundry.audio.AudioHelper.play({ ...SOUND, channel: 'interface', loop: false }, false);
}

const keyOf = ({ host }: LoadedEncounter, { id, moment }: Turn): string => `${host.id} ${moment} ${id}`;

function turnsText({ viewer }: LoadedEncounter, turns: readonly Turn[]): string {
  const [first, ...others] = turns;
  if (!first) return '';
  const key = viewer.gm ? 'theirs' : first.own ? 'turn' : 'free';
  const names = new Intl.ListFormat(game.i18n.lang, { type: 'conjunction' }).format(turns.map(({ name }) => name));
  return others.length === 0 || viewer.gm
    ? text(`CADENCE.App.YourTurn.${key}`, { name: names })
    : text(`CADENCE.App.YourTurn.${key}Several`, { names });
}

function show(label: string): void {
  const page = mainPage();
  const banner = page.getElementById('cadence-turn') ?? createBanner(page);
  banner.classList.remove('cadence-turn--shown');
  const line = page.createElement('p');
  line.className = 'cadence-turn__words';
  line.textContent = label;
  banner.replaceChildren(line);
  const sidebar = page.getElementById('sidebar')?.getBoundingClientRect();
  banner.style.right = sidebar ? `${page.documentElement.clientWidth - sidebar.left}px` : '';
  // Forces a reflow, so that the animation restarts.
  void banner.offsetWidth;
  banner.classList.add('cadence-turn--shown');
  clearTimeout(hideTimer);
  hideTimer = setTimeout(() => {
    banner.classList.remove('cadence-turn--shown');
    banner.replaceChildren();
  }, STAYS);
}

/** The live region must exist before its text changes. */
function createBanner(page: Document): HTMLElement {
  const banner = page.createElement('div');
  banner.id = 'cadence-turn';
  banner.className = 'cadence cadence-turn';
  banner.setAttribute('role', 'status');
  page.body.append(banner);
  return banner;
}
