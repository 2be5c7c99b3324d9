import { openAsk, owesThrow } from '../referee';
import { adapterOf } from '../registry';
import { askContext, askedName, giveAnswer } from './ask';
import { openCard } from './card';
import { iconPath, Parts } from './parts';
import { render } from './templates';

const ID = 'cadence-prompt';
/** Key of the ask laid aside by its reader; the next one shows again. */
let laidAside: string | null = null;
/** Only the newest of overlapping refreshes may draw. */
let refresh = 0;

/** Shows what this user is asked at the bottom of the screen, or takes it away. Takes no focus: somebody may be typing. */
export async function refreshPrompt(): Promise<void> {
  const turn = ++refresh;
  const combat = askingCombat();
  const prompt = document.getElementById(ID);
  if (!combat) return prompt?.remove();
  const open = openAsk(combat)!;
  const view = openCard(combat);
  if (open.key === laidAside || !view?.ask) return prompt?.remove();
  if (prompt?.dataset.key === open.key) return;

  const ruleset = adapterOf(combat.type)!.ruleset.id;
  const parts = new Parts(ruleset);
  const html = await render('apps/prompt', {
    title: parts.words(view.title),
    icon: iconPath(view.icon),
    who: askedName(combat, open.ask),
    ask: askContext(parts, view.ask, open, ''),
  });
  if (turn !== refresh) return;
  const fresh = document.createElement('section');
  fresh.id = ID;
  fresh.className = 'cadence cadence-prompt';
  fresh.dataset.key = open.key;
  fresh.dataset.ruleset = ruleset;
  fresh.setAttribute('role', 'status');
  fresh.innerHTML = html;
  fresh.addEventListener('click', (event) => onClick(combat, open.key, event));
  document.getElementById(ID)?.remove();
  document.body.append(fresh);
}

function onClick(combat: Combat.Implementation, key: string, event: Event): void {
  const button = (event.target as HTMLElement).closest<HTMLElement>('[data-action]');
  if (button?.dataset.action === 'cadenceAnswer') void giveAnswer(combat, button);
  if (button?.dataset.action === 'cadenceLater') {
    laidAside = key;
    void refreshPrompt();
  }
}

/** The first encounter in which this user is asked something. */
function askingCombat(): Combat.Implementation | null {
  return game.combats?.find((combat) => isAsking(combat)) ?? null;
}

/** What this client throws by itself needs no prompt, and of a broken exchange the tracker tells the game master. */
function isAsking(combat: Combat.Implementation): boolean {
  const open = adapterOf(combat.type) && openAsk(combat);
  return open?.mine === true && open.fault === null && owesThrow(combat) === null;
}
