import type { CardView, Viewer } from '../../../encounter/view';
import { GM } from '../../../kernel/ask';
import type { Entry } from '../../../kernel/transcript';
import { adapterOf, isRulesetType, loadAdapter, requireAdapter } from '../../adapters/registry';
import { noteChange } from '../../host/changes';
import { type ExchangeDocument, fighterOfKey, hostOf, isCardOfGM } from '../../host/exchange-document';
import { withoutHiddenNames } from '../../host/hidden-names';
import { viewerOf } from '../../host/reader';
import { tryOrReport } from '../../platform/data-problems';
import { idOf } from '../../platform/documents';
import { text } from '../../platform/text';
import { endManually, openAsks, openFault, rewindableCommand, rewindCard, rewindTo, type UserAsk } from '../../referee';
import { entriesOf, stepsInForce } from '../../referee/record';
import { stampsIn, unsealEntries } from '../../secrets/sealed';
import { cardSystem, combatSystem } from '../../stored/systems';
import { facesOf } from '../../views/fight';
import { targetOf } from '../../views/pages';
import { faceoffContext, iconPath, Parts } from '../../views/parts';
import { askContexts } from '../prompt/ask';
import { patch } from '../ui/patch';
import { render } from '../ui/templates';
import { announceCard } from './announce-steps';
import { allegianceFor, linesContext } from './card-lines';
import { revealedEntries } from './dice-so-nice';
import { parseElement, type RenderHTMLOptions, renderMessageFrame } from './message-frame';

const nobody = (): Viewer => ({ gm: game.user.isGM, owns: [], targets: [] });

/** What the open exchange of a combat looks like on a card, drawn from the history, so that it is there without its message too. */
export function openCard(host: ExchangeDocument): CardView | null {
  const adapter = adapterOf(host.type);
  const { open } = combatSystem(host);
  if (!adapter || !open) return null;
  return tryOrReport(() => {
    const viewer = viewerOf(host);
    const names = {
      ...Object.fromEntries((viewer.hiddenFighters ?? []).map((id) => [id, text('CADENCE.App.unseen')])),
      ...Object.fromEntries([...facesOf(host)].map(([id, { name }]) => [id, name])),
    };
    const written = entriesOf(combatSystem(host), open.exchange);
    return adapter.ruleset.views.card({
      exchange: withoutHiddenNames(host, { ...written, entries: unsealEntries(written.entries) }),
      open: withoutHiddenNames(
        host,
        openAsks(host).map(({ ask }) => ask),
      ),
      names,
      viewer,
    });
  }, host);
}

/** The host of a card's exchange: its encounter, or outside encounters the card itself. */
const hostOfCard = (message: ChatMessage.Implementation): ExchangeDocument | null =>
  hostOf(cardSystem(message).combat || message.id);

/** Names as this user may read them: of who hides from them nothing but that there is somebody. */
function namesOn(message: ChatMessage.Implementation, { hiddenFighters = [] }: Viewer): Record<string, string> {
  const names = Object.entries(cardSystem(message).names).map(([key, name]) => [fighterOfKey(key), name] as const);
  return Object.fromEntries(
    names.map(([id, name]) => [id, hiddenFighters.includes(id) ? text('CADENCE.App.unseen') : name]),
  );
}

/** What the game master may do with a card no tracker belongs to. */
function wordOf(message: ChatMessage.Implementation, host: ExchangeDocument | null) {
  const isOwn = host === message && game.user.isGM;
  return { canTakeBack: isOwn && rewindableCommand(host) !== null, fault: isOwn ? openFault(host) : null };
}

/** Cards somebody has unfolded, wherever and however often they are drawn anew. */
const unfolded = new Set<string>();

/** What a card says of what somebody has just answered; null if the card cannot be drawn. */
export function resultOn(message: ChatMessage.Implementation, by: string) {
  const context = isCardOfGM(message) ? tryOrReport(() => cardContext(message), message) : null;
  if (!context) return null;
  const { title, icon, results, effects, lastOf } = context;
  return {
    title,
    icon,
    results,
    effects: effects.slice(0, MOST_EFFECTS),
    roll: results.some(({ score }) => score) ? '' : lastOf(by),
  };
}

const MOST_EFFECTS = 3;

function cardContext(message: ChatMessage.Implementation) {
  const { version, command, entries: all, undone, byHand } = cardSystem(message);
  const adapter = requireAdapter(message.type);
  const host = hostOfCard(message);
  const viewer = host ? viewerOf(host) : nobody();
  const names = namesOn(message, viewer);
  const seen = <T>(of: T): T => (host ? withoutHiddenNames(host, of) : of);
  const draw = (entries: readonly Entry[], open: readonly UserAsk[]) =>
    adapter.ruleset.views.card({
      exchange: seen({ version, command, entries: unsealEntries(entries) }),
      open: seen(open.map(({ ask }) => ask)),
      names,
      viewer,
    });
  const entries = revealedEntries(
    message,
    () => draw(all, []).lines,
    () => {
      void refreshCard(message);
      // The prompt tells what they have come to, too.
      noteChange();
    },
  );
  const asks =
    host && !undone && entries.length === all.length ? openAsks(host).filter(({ card }) => card === message.id) : [];
  const parts = new Parts(adapter.ruleset.id);
  const luck = allegianceFor(host, viewer.owns);
  const { view, lines } = withoutBroken(entries, (some) => {
    const drawn = draw(some, asks);
    return { view: drawn, lines: linesContext(parts, drawn, names, luck) };
  });
  const face = (fighter: string | null) =>
    fighter === null ? null : { name: fighter === GM ? text('CADENCE.App.gamemaster') : (names[fighter] ?? '') };
  return {
    ruleset: adapter.ruleset.id,
    title: parts.localize(view.title),
    tool: view.with,
    icon: iconPath(view.icon),
    by: face(view.by),
    at: view.at === view.by ? null : face(view.at),
    faceoff: view.faceoff ? faceoffContext(parts, view.faceoff, names) : null,
    ...lines,
    sentences: view.lines.flatMap((line) => (line.kind === 'text' ? parts.localize(line.message) : [])),
    // That a turn is over is worth no more than its line.
    isSlim: lines.results.length + lines.lines.length === 0 && !lines.table && asks.length === 0,
    isUnfolded: unfolded.has(message.id ?? ''),
    asks: host ? askContexts(parts, view.asks, asks, host) : [],
    undone,
    byHand,
    ...wordOf(message, host),
  };
}

/**
 * Draws a card, without the entries that cannot be drawn by themselves if all of them together cannot.
 * @throws if the card cannot be drawn without them either
 */
function withoutBroken<T>(entries: readonly Entry[], draw: (entries: readonly Entry[]) => T): T {
  try {
    return draw(entries);
  } catch (error) {
    const whole = entries.filter((entry) => isDrawn(() => draw([entry])));
    if (whole.length === entries.length) throw error;
    console.warn('Cadence | lines of a card cannot be drawn', error);
    return draw(whole);
  }
}

function isDrawn(draw: () => unknown): boolean {
  try {
    draw();
    return true;
  } catch {
    return false;
  }
}

/** Wherever a message is shown, in whichever window: the log, notifications, and what people have opened or torn off. */
const shown = new WeakMap<ChatMessage.Implementation, Shown[]>();

/** Only the newest of overlapping drawings of a card counts. */
const turns = new WeakMap<ChatMessage.Implementation, number>();

interface Shown {
  readonly html: WeakRef<HTMLElement>;
  /** It has been in a page: where it is no longer, it has been taken away. */
  placed: boolean;
}

/** The message of an exchange, as it stands in the log. */
export async function frameCard(message: ChatMessage.Implementation, options: RenderHTMLOptions): Promise<HTMLElement> {
  const html = await renderMessageFrame(message, options, '<article class="cadence cadence-card"></article>');
  takeClicks(message, html);
  shown.set(message, [...standing(message), { html: new WeakRef(html), placed: false }]);
  await refreshCard(message);
  return html;
}

/** What is read of an exchange. A card that cannot be drawn, or that no game master wrote, says so. */
export async function cardHTML(message: ChatMessage.Implementation): Promise<string> {
  if (!isCardOfGM(message)) return render('chat/card-broken', { isForged: true });
  try {
    await loadAdapter(message.type);
    const context = cardContext(message);
    announceCard(message, context);
    return await render('chat/card', context);
  } catch (error) {
    console.error(`Cadence | card ${message.id} cannot be drawn: ${error}`, error);
    return render('chat/card-broken', {});
  }
}

/** The game master's buttons of a card that no tracker belongs to; its menu has them too. */
const BUTTONS: Readonly<Record<string, (host: ExchangeDocument) => Promise<void>>> = {
  cadenceTakeBack: rewindCard,
  cadenceSettle: endManually,
};

/** Once for an element: what is in it is patched. */
function takeClicks(message: ChatMessage.Implementation, html: HTMLElement): void {
  html.addEventListener('click', (event) => {
    const does = BUTTONS[targetOf(event)?.closest<HTMLElement>('[data-action]')?.dataset.action ?? ''];
    const host = does && hostOfCard(message);
    if (host) void does(host);
  });
  // It does not bubble.
  html.addEventListener(
    'toggle',
    (event) => {
      const details = targetOf(event);
      if (!details?.matches('.cadence-card__more')) return;
      if (details.hasAttribute('open')) unfolded.add(idOf(message));
      else unfolded.delete(idOf(message));
    },
    true,
  );
}

/** Draws the cards anew on which something stands that this client may only now know. */
export function refreshSealedCards(): void {
  for (const message of game.messages?.contents ?? [])
    if (isCardOfGM(message) && stampsIn(cardSystem(message).entries).length > 0) void refreshCard(message);
}

/**
 * Draws a message's card anew wherever it is shown, when the ask on it has come or gone. Foundry's own update of a message would make a
 * notification of it stay for good (core issue 12290).
 */
export async function refreshCard(message: ChatMessage.Implementation): Promise<void> {
  if (standing(message).length === 0) return;
  const turn = (turns.get(message) ?? 0) + 1;
  turns.set(message, turn);
  const card = await cardHTML(message);
  // What is known may have changed meanwhile, and somebody draws that.
  if (turns.get(message) !== turn) return;
  for (const { html } of standing(message)) {
    const element = html.deref();
    const present = element?.querySelector<HTMLElement>('.cadence-card');
    if (present) patch(present, parseElement(card));
  }
}

/** The elements a message is shown in, without those that have been taken away. */
function standing(message: ChatMessage.Implementation): Shown[] {
  const places = (shown.get(message) ?? []).filter((place) => {
    const html = place.html.deref();
    if (!html || (place.placed && !html.isConnected)) return false;
    place.placed ||= html.isConnected;
    return true;
  });
  shown.set(message, places);
  return places;
}

/** An entry of a menu of Foundry. API: ContextMenu.Entry of 14. */
interface MenuEntry {
  readonly label: string;
  readonly icon: string;
  visible(target: HTMLElement): boolean;
  onClick(event: Event, target: HTMLElement): void;
}

/** Puts what the game master may do with a card into the menu of its message. */
function extendCardMenu(): void {
  Hooks.on('getChatMessageContextOptions', (_app, entries) => {
    entries.push(
      entry('CADENCE.App.Card.takeBack', 'fa-solid fa-rotate-left', ownOf(rewindableCommand), rewindCard),
      entry('CADENCE.App.Card.rewind', 'fa-solid fa-clock-rotate-left', beforeCard, ({ host, step }) =>
        rewindTo(host, step),
      ),
      entry('CADENCE.App.Fault.byHand', 'fa-solid fa-hand', ownOf(openFault), endManually),
    );
  });
}

type OfCard<T> = (message: ChatMessage.Implementation) => T | null;

/** The card where it keeps its exchange itself, and there is something of the kind. */
const ownOf =
  (has: (host: ExchangeDocument) => unknown): OfCard<ExchangeDocument> =>
  (message) => {
    const host = hostOf(message.id);
    return host && has(host) !== null ? host : null;
  };

/** The first step of a card in its encounter, as far as it can still be taken back. */
function beforeCard(
  message: ChatMessage.Implementation,
): { readonly host: ExchangeDocument; readonly step: number } | null {
  const host = isRulesetType(message.type) ? hostOf(cardSystem(message).combat) : null;
  const step = host && stepsInForce(combatSystem(host)).find(({ step }) => step.card === message.id)?.number;
  return host && step !== undefined && step !== null ? { host, step } : null;
}

function entry<T>(label: string, icon: string, of: OfCard<T>, does: (of: T) => unknown): MenuEntry {
  const cardAt = ({ dataset }: HTMLElement) => {
    const message = game.user.isGM ? game.messages?.get(dataset.messageId ?? '') : null;
    return message ? of(message) : null;
  };
  return {
    label,
    icon,
    visible: (target) => cardAt(target) !== null,
    onClick: (_event, target) => {
      const found = cardAt(target);
      if (found !== null) void does(found);
    },
  };
}

export const CARD_MENU = { init: extendCardMenu };
