import { joinFight } from '../join';
import { adapterOf } from '../registry';
import { reported } from '../report';
import { barShown, showBar } from '../settings';
import { pressAction, takeOptions } from './act-button';
import { actorOfBar, barContext } from './bar-context';
import { fightOfActor } from './fight';
import { foretell, forgetOdds } from './foretell';
import { recall } from './laid-aside';
import { render } from './templates';

const ID = 'cadence-bar';
/** What was drawn last, so that a step which changes nothing here leaves hover and focus alone. */
let drawn = '';
/** Whether what cannot be done now is shown too. */
let all = false;
/** Only the newest of overlapping refreshes may draw. */
let refresh = 0;

/** Draws the action bar above the hotbar, or takes it away where nobody of this user's is in a fight. */
export async function refreshBar(): Promise<void> {
  const turn = ++refresh;
  const how = barShown();
  const actor = how === 'off' ? null : actorOfBar();
  const seen = actor && adapterOf(actor.type) ? reported(() => barContext(actor), actor) : null;
  if (!seen) return removeBar();
  const { reckon, ...context } = seen;
  if (reckon) foretell(refreshBar, reckon.fight, reckon.commands, () => void refreshBar());
  else forgetOdds(refreshBar);
  const shown = { ...context, folded: how === 'folded', all };
  const state = JSON.stringify(shown);
  if (state === drawn && document.getElementById(ID)) return;
  const html = await render('apps/bar', shown);
  if (turn !== refresh) return;
  drawn = state;
  const bar = document.getElementById(ID) ?? place();
  const focused = bar.contains(document.activeElement) ? (document.activeElement as HTMLElement).dataset.id : undefined;
  bar.dataset.ruleset = context.ruleset;
  bar.innerHTML = html;
  rove(bar, focused);
}

function removeBar(): void {
  drawn = '';
  forgetOdds(refreshBar);
  document.getElementById(ID)?.remove();
}

/** Above the hotbar, in the column that Foundry keeps between its other parts. */
function place(): HTMLElement {
  const bar = document.createElement('section');
  bar.id = ID;
  bar.className = 'cadence cadence-bar';
  bar.addEventListener('click', (event) => void press(event));
  bar.addEventListener('keydown', step);
  takeOptions(bar, hostHere);
  // A bar that is taken away has no height any more, which is told as well.
  new ResizeObserver(() => makeRoom(bar)).observe(bar);
  const hotbar = document.getElementById('ui-bottom');
  if (hotbar) hotbar.before(bar);
  else document.body.append(bar);
  return bar;
}

const hostHere = () => {
  const actor = actorOfBar();
  return actor ? (fightOfActor(actor)?.combat ?? null) : null;
};

async function press(event: MouseEvent): Promise<void> {
  const button = (event.target as Element).closest<HTMLElement>('[data-action]');
  if (!button) return;
  const { action } = button.dataset;
  if (action === 'cadenceAct') await pressAction(hostHere(), event, button);
  if (action === 'cadenceFold') await showBar(barShown() === 'folded' ? 'open' : 'folded');
  if (action === 'cadenceAll') {
    all = !all;
    await refreshBar();
  }
  if (action === 'cadenceSheet') await actorOfBar()?.sheet?.render({ force: true } as never);
  if (action === 'cadenceAsked') recall();
  const actor = actorOfBar();
  if (action === 'cadenceJoin' && actor) await joinFight(actor);
}

const buttonsOf = (bar: Element): HTMLElement[] =>
  [...bar.querySelectorAll<HTMLElement>('.cadence-bar__groups button')].filter((button) => button.checkVisibility());

/** One stop for the Tab key, as in any toolbar: the arrow keys go on from there. */
function rove(bar: HTMLElement, focused: string | undefined): void {
  const buttons = buttonsOf(bar);
  const current = buttons.find(({ dataset }) => dataset.id === focused);
  for (const button of buttons) button.tabIndex = button === (current ?? buttons[0]) ? 0 : -1;
  if (focused !== undefined)
    (current ?? bar.querySelector<HTMLElement>(`[data-id="${CSS.escape(focused)}"]`))?.focus({ preventScroll: true });
}

const WAYS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

function step(event: KeyboardEvent): void {
  const bar = event.currentTarget as HTMLElement;
  const buttons = buttonsOf(bar);
  const at = buttons.indexOf(event.target as HTMLElement);
  const to = at < 0 ? undefined : buttons[WAYS[event.key]?.(at, buttons.length) ?? -1];
  if (!to) return;
  // The arrow keys move tokens otherwise.
  event.preventDefault();
  event.stopPropagation();
  for (const button of buttons) button.tabIndex = button === to ? 0 : -1;
  to.focus();
}

/** Tells the prompt and new messages how high the bar is, so that they stand above. */
function makeRoom(bar: HTMLElement): void {
  const { style } = document.body;
  if (bar.isConnected) style.setProperty('--cadence-bar', `${bar.offsetHeight}px`);
  else style.removeProperty('--cadence-bar');
}
