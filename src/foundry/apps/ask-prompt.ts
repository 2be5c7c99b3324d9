import { type Host, openHosts } from '../host';
import { type AskHere, openAsks, owesThrow } from '../referee';
import { adapterOf } from '../registry';
import { askContexts, namesIn } from './ask';
import { openCard } from './card';
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
  const asked = firstAsked();
  const card = asked && openCard(asked.combat);
  if (!asked || !card) return removePrompt(prompt);
  const { combat, here } = asked;
  if (prompt?.dataset.key === here.key) return keepClear(prompt);

  const parts = new Parts(adapterOf(combat.type)!.ruleset.id);
  const ask = askContexts(parts, card.asks, openAsks(combat), combat).find(({ key }) => key === here.key);
  if (!ask) return removePrompt(prompt);
  const title = parts.words(card.title);
  const html = await render('apps/prompt', { title, icon: iconPath(card.icon), who: namesIn(combat)(card.by), ask });
  if (turn !== refresh) return;
  const fresh = document.createElement('section');
  fresh.id = ID;
  fresh.className = 'cadence cadence-prompt';
  fresh.dataset.key = here.key;
  fresh.dataset.ruleset = parts.ruleset;
  fresh.setAttribute('role', 'status');
  fresh.innerHTML = html;
  takeAnswers(fresh, () => combat);
  fresh.addEventListener('click', ({ target }) => {
    if (!(target as Element).closest('[data-action="cadenceLater"]')) return;
    layAside(here.key);
  });
  removePrompt(document.getElementById(ID));
  document.body.append(fresh);
  keepClear(fresh);
}

function removePrompt(prompt: HTMLElement | null): void {
  if (!prompt) return;
  prompt.remove();
  unmarkPlace();
}

/** The first question put to this user that still wants their answer, in whichever encounter. */
function firstAsked(): { combat: Host; here: AskHere } | null {
  for (const combat of openHosts()) {
    // What this client throws by itself needs no prompt.
    if (owesThrow(combat) !== null) continue;
    // Of a broken exchange the tracker tells the game master.
    const here = openAsks(combat).find(({ mine, fault, key }) => mine && !fault && !isLaidAside(key));
    if (here) return { combat, here };
  }
  return null;
}
