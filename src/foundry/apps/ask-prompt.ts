import { combatSystem } from '../documents/systems';
import { type Host, openHosts } from '../host';
import { type AskHere, openAsks, owesThrow, whyNotSend } from '../referee';
import { adapterOf } from '../registry';
import { text } from '../text';
import { pressAction, takeOptions } from './act-button';
import { askContexts, namesIn } from './ask';
import { openCard } from './card';
import { fightOf } from './fight';
import { takeAnswers } from './give-answer';
import { isLaidAside, layAside } from './laid-aside';
import { iconPath, Parts } from './parts';
import { unmarkPlace } from './place-mark';
import { keepClear } from './prompt-place';
import { render } from './templates';

const ID = 'cadence-prompt';
/** Only the newest of overlapping refreshes may draw. */
let refresh = 0;

/** Shows what this user is asked at the bottom of the screen, or takes it away. Takes no focus: somebody may be typing. */
export async function refreshPrompt(): Promise<void> {
  const turn = ++refresh;
  const prompt = document.getElementById(ID);
  const [asked, ...others] = allAsked();
  const card = asked && openCard(asked.combat);
  if (!asked || !card) return showCall(turn, prompt);
  const { combat, here } = asked;
  const more = others.length > 0 ? text('CADENCE.App.Ask.more', { count: others.length }) : '';
  if (prompt?.dataset.key === here.key && prompt.dataset.more === more) return keepClear(prompt);

  const parts = new Parts(adapterOf(combat.type)!.ruleset.id);
  const ask = askContexts(parts, card.asks, openAsks(combat), combat).find(({ key }) => key === here.key);
  if (!ask) return removePrompt(prompt);
  const title = parts.words(card.title);
  const html = await render('apps/prompt', {
    title,
    icon: iconPath(card.icon),
    who: namesIn(combat)(card.by),
    more,
    ask,
  });
  if (turn !== refresh) return;
  const fresh = show(html, here.key, parts.ruleset);
  fresh.dataset.more = more;
  takeAnswers(fresh, () => combat);
}

/** Puts a prompt in place of the one that is shown. @param key what it is about, by which it is laid aside */
function show(html: string, key: string, ruleset: string): HTMLElement {
  const fresh = document.createElement('section');
  fresh.id = ID;
  fresh.className = 'cadence cadence-prompt';
  fresh.dataset.key = key;
  fresh.dataset.ruleset = ruleset;
  fresh.setAttribute('role', 'status');
  fresh.innerHTML = html;
  fresh.addEventListener('click', ({ target }) => {
    if ((target as Element).closest('[data-action="cadenceLater"]')) layAside(key);
  });
  removePrompt(document.getElementById(ID));
  document.body.append(fresh);
  keepClear(fresh);
  return fresh;
}

/** Shows what one of this user's fighters is called to, where nothing is asked. */
async function showCall(turn: number, prompt: HTMLElement | null): Promise<void> {
  const called = firstCall();
  if (!called) return removePrompt(prompt);
  const { combat, ruleset, key, ...context } = called;
  const html = await render('apps/prompt-call', context);
  if (turn !== refresh) return;
  if (prompt?.dataset.key === key && prompt.dataset.html === html) return keepClear(prompt);
  const fresh = show(html, key, ruleset);
  // What is targeted changes what the buttons say.
  fresh.dataset.html = html;
  takeOptions(fresh, () => combat);
  fresh.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-action="cadenceAct"]');
    if (button) void pressAction(combat, event, button);
  });
}

/** The first moment that has come for a fighter of this user's and was not laid aside. */
function firstCall() {
  for (const combat of game.combats?.contents ?? []) {
    const fight = quietFight(combat);
    if (!fight) continue;
    const { adapter, encounter, viewer } = fight;
    const calls = adapter.ruleset.views.tracker(encounter, viewer).calls ?? [];
    const call = calls.find(({ id }) => !isLaidAside(`${combat.id} ${id}`));
    if (!call) continue;
    const parts = new Parts(adapter.ruleset.id);
    const actions = call.actions.map((action) => parts.action(action, whyNotSend(combat, call.of)));
    const key = `${combat.id} ${call.id}`;
    return {
      combat,
      ruleset: parts.ruleset,
      key,
      who: namesIn(combat)(call.of),
      title: parts.words(call.label),
      actions,
    };
  }
  return null;
}

/** A fight in which nothing waits for an answer. */
const quietFight = (combat: Combat.Implementation) =>
  adapterOf(combat.type) && combatSystem(combat).open === null ? fightOf(combat) : null;

function removePrompt(prompt: HTMLElement | null): void {
  if (!prompt) return;
  prompt.remove();
  unmarkPlace();
}

/** The questions put to this user that still want their answer, in whichever encounter; shown one after the other. */
function allAsked(): { combat: Host; here: AskHere }[] {
  return openHosts().flatMap((combat) => {
    // What this client throws by itself needs no prompt.
    const own = owesThrow(combat)?.key;
    // Of a broken exchange the tracker tells the game master.
    return openAsks(combat)
      .filter(({ mine, fault, key }) => mine && !fault && key !== own && !isLaidAside(key))
      .map((here) => ({ combat, here }));
  });
}
