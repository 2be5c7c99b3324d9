import type { CardView, Viewer } from '../../encounter/view';
import { GM } from '../../kernel/ask';
import { cardSystem, combatSystem } from '../documents/systems';
import { viewerOf } from '../reader';
import { openAsk } from '../referee';
import { entriesOf } from '../referee/history';
import { adapterOf } from '../registry';
import { text } from '../text';
import { askContext, askedName, giveAnswer } from './ask';
import { facesOf } from './fight';
import { iconPath, Parts } from './parts';
import { reported } from './report';
import { render } from './templates';

const nobody = (): Viewer => ({ gm: game.user!.isGM, owns: [], targets: [] });

/** What the open exchange of a combat looks like on a card, drawn from the history, so that it is there without its message too. */
export function openCard(combat: Combat.Implementation): CardView | null {
  const adapter = adapterOf(combat.type);
  const { open } = combatSystem(combat);
  const waiting = openAsk(combat);
  if (!adapter || !open || !waiting) return null;
  const names = Object.fromEntries([...facesOf(combat)].map(([id, { name }]) => [id, name]));
  return reported(() => {
    const exchange = entriesOf(combatSystem(combat), open.exchange);
    return adapter.ruleset.views.card({ exchange, open: waiting.ask, names, viewer: viewerOf(combat) });
  }, combat);
}

function cardContext(message: ChatMessage.Implementation) {
  const { combat: id, version, command, entries, names, undone, byHand } = cardSystem(message);
  const adapter = adapterOf(message.type)!;
  const combat = game.combats!.get(id);
  const waiting = combat && !undone ? openAsk(combat) : null;
  const open = waiting?.card === message.id ? waiting : null;
  const view = adapter.ruleset.views.card({
    exchange: { version, command, entries },
    open: open?.ask ?? null,
    names,
    viewer: combat ? viewerOf(combat) : nobody(),
  });
  const parts = new Parts(adapter.ruleset.id);
  const face = (fighter: string | null) =>
    fighter === null ? null : { name: fighter === GM ? text('CADENCE.App.gamemaster') : (names[fighter] ?? '') };
  return {
    ruleset: adapter.ruleset.id,
    title: parts.words(view.title),
    icon: iconPath(view.icon),
    by: face(view.by),
    at: view.at === view.by ? null : face(view.at),
    lines: view.lines.filter((line) => line !== view.outcome).map((line) => parts.line(line, names)),
    outcome: view.outcome && parts.text(view.outcome),
    ask: open && view.ask && combat ? askContext(parts, view.ask, open, askedName(combat, open.ask)) : null,
    undone,
    byHand,
  };
}

/**
 * Draws an exchange into a message's `.message-content`. Safe to repeat: it replaces what it drew before. A record that cannot be
 * drawn says so and leaves the log whole.
 */
export async function fillCard(message: ChatMessage.Implementation, html: HTMLElement): Promise<void> {
  const content = html.querySelector<HTMLElement>('.message-content');
  if (!content || !adapterOf(message.type)) return;
  try {
    content.innerHTML = await render('apps/card', cardContext(message));
  } catch (error) {
    console.error(`Cadence | card ${message.id} cannot be drawn`, error);
    content.innerHTML = await render('apps/card-broken', {});
  }
  html.classList.add('cadence-message');
  for (const button of content.querySelectorAll<HTMLElement>('[data-ask]'))
    button.addEventListener('click', () => {
      const combat = game.combats!.get(cardSystem(message).combat);
      if (combat) void giveAnswer(combat, button);
    });
}

/** Draws a message's card anew wherever it is shown, when the ask on it has come or gone. */
export function refreshCard(message: ChatMessage.Implementation): void {
  const selector = `[data-message-id="${message.id}"]`;
  // Messages are shown in the log, as notifications, and in windows of their own.
  for (const html of document.querySelectorAll<HTMLElement>(selector)) void fillCard(message, html);
}
