import type { CardView, Viewer } from '../../encounter/view';
import { GM } from '../../kernel/ask';
import { cardSystem, combatSystem } from '../documents/systems';
import { fighterOfKey, type Host, hostOf } from '../host';
import { viewerOf } from '../reader';
import { endByHand, openAsks, openFault, rewindable, takeBack } from '../referee';
import { entriesOf } from '../referee/history';
import { adapterOf } from '../registry';
import { reported } from '../report';
import { stampsIn, unsealed } from '../secrets/sealed';
import { text } from '../text';
import { askContexts } from './ask';
import { keepCaret } from './drafts';
import { faceoffContext } from './face-off';
import { entriesLying } from './falling-dice';
import { facesOf } from './fight';
import { takeAnswers } from './give-answer';
import { iconPath, Parts } from './parts';
import { keepPromptClear } from './prompt-place';
import { render } from './templates';

const nobody = (): Viewer => ({ gm: game.user!.isGM, owns: [], targets: [] });

/** What the open exchange of a combat looks like on a card, drawn from the history, so that it is there without its message too. */
export function openCard(combat: Host): CardView | null {
  const adapter = adapterOf(combat.type);
  const { open } = combatSystem(combat);
  if (!adapter || !open) return null;
  const names = Object.fromEntries([...facesOf(combat)].map(([id, { name }]) => [id, name]));
  return reported(() => {
    const written = entriesOf(combatSystem(combat), open.exchange);
    return adapter.ruleset.views.card({
      exchange: { ...written, entries: unsealed(written.entries) },
      open: openAsks(combat).map(({ ask }) => ask),
      names,
      viewer: viewerOf(combat),
    });
  }, combat);
}

/** The host of a card's exchange: its encounter, or outside encounters the card itself. */
const hostOfCard = (message: ChatMessage.Implementation): Host | null =>
  hostOf(cardSystem(message).combat || message.id);

/** Names as this user may read them: of who hides from them nothing but that there is somebody. */
function namesOn(message: ChatMessage.Implementation, { unseen = [] }: Viewer): Record<string, string> {
  const names = Object.entries(cardSystem(message).names).map(([key, name]) => [fighterOfKey(key), name] as const);
  return Object.fromEntries(names.map(([id, name]) => [id, unseen.includes(id) ? text('CADENCE.App.unseen') : name]));
}

/** What the game master may do with a card no tracker belongs to. */
function wordOf(message: ChatMessage.Implementation, host: Host | null) {
  const isOwn = host === message && game.user!.isGM;
  return { canTakeBack: isOwn && rewindable(host) !== null, fault: isOwn ? openFault(host) : null };
}

function cardContext(message: ChatMessage.Implementation) {
  const { version, command, entries: all, undone, byHand } = cardSystem(message);
  const adapter = adapterOf(message.type)!;
  const combat = hostOfCard(message);
  const viewer = combat ? viewerOf(combat) : nobody();
  const names = namesOn(message, viewer);
  const entries = entriesLying(message, () => refreshCard(message));
  const asks =
    combat && !undone && entries.length === all.length
      ? openAsks(combat).filter(({ card }) => card === message.id)
      : [];
  const view = adapter.ruleset.views.card({
    exchange: { version, command, entries: unsealed(entries) },
    open: asks.map(({ ask }) => ask),
    names,
    viewer,
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
    faceoff: view.faceoff ? faceoffContext(parts, view.faceoff, names) : null,
    lines: view.lines.filter((line) => line !== view.outcome).map((line) => parts.line(line, names)),
    outcome: view.outcome && parts.text(view.outcome),
    asks: combat ? askContexts(parts, view.asks, asks, combat) : [],
    undone,
    byHand,
    ...wordOf(message, combat),
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
    const html = await render('apps/card', cardContext(message));
    keepCaret(content, () => {
      content.innerHTML = html;
    });
  } catch (error) {
    console.error(`Cadence | card ${message.id} cannot be drawn`, error);
    content.innerHTML = await render('apps/card-broken', {});
  }
  html.classList.add('cadence-message');
  takeAnswers(content, () => hostOfCard(message));
  const onClick = (action: string, does: (host: Host) => Promise<void>) =>
    content.querySelector(`[data-action="${action}"]`)?.addEventListener('click', () => {
      const host = hostOfCard(message);
      if (host) void does(host);
    });
  onClick('cadenceTakeBack', takeBack);
  onClick('cadenceSettle', endByHand);
}

/** Draws the cards anew on which something stands that this client may only now know. */
export function refreshSealedCards(): void {
  for (const message of game.messages?.contents ?? [])
    if (adapterOf(message.type) && stampsIn(cardSystem(message).entries).length > 0) refreshCard(message);
}

/** Draws a message's card anew wherever it is shown, when the ask on it has come or gone. */
export function refreshCard(message: ChatMessage.Implementation): void {
  const selector = `[data-message-id="${message.id}"]`;
  // Messages are shown in the log, as notifications, and in windows of their own.
  for (const html of document.querySelectorAll<HTMLElement>(selector))
    void fillCard(message, html).then(keepPromptClear);
}
