import { isSecretRoll } from '../../../encounter/group-roll';
import type { CardView, Viewer } from '../../../encounter/view';
import { GM } from '../../../kernel/ask';
import { lookup } from '../../../kernel/lookup';
import type { Entry } from '../../../kernel/transcript';
import { adapterOf, isRulesetType, loadAdapter, requireAdapter } from '../../adapters/registry';
import { changeCount, noteChange } from '../../host/changes';
import { disguiseOf } from '../../host/disguise';
import { documentsOf, type ExchangeDocument, fighterOfKey, hostOf, isCardOfGM } from '../../host/exchange-document';
import { withoutHiddenNames } from '../../host/hidden-names';
import { viewerOf } from '../../host/reader';
import { isAware, isPrivate, isPrivy, mayOpen, secrecyOf, secrecyOn } from '../../host/secrecy';
import { tryOrReport } from '../../platform/data-problems';
import { idOf } from '../../platform/documents';
import { text } from '../../platform/text';
import { showsBareCards } from '../../platform/user-settings';
import {
  endManually,
  openAsks,
  openCardToAll,
  openFault,
  rewindableCommand,
  rewindCard,
  rewindTo,
  type UserAsk,
} from '../../referee';
import { entriesOf, stepsInForce } from '../../referee/asks/record';
import { hostOfCard } from '../../referee/play/open-card';
import { stampsIn, unsealEntries } from '../../secrets/sealed';
import { cardSystem, combatSystem, type Secrecy } from '../../stored/systems';
import { faceoffContext } from '../../views/faceoff';
import { facesOf } from '../../views/fight';
import { targetOf } from '../../views/pages';
import { iconPath, Parts } from '../../views/parts';
import { askContexts } from '../asks/ask';
import { patch } from '../ui/patch';
import { afterFirst, Redraw } from '../ui/redraw';
import { render } from '../ui/templates';
import { announceCard } from './announce-steps';
import { allegianceFor, linesContext } from './card-lines';
import { revealedEntries } from './dice-so-nice';
import { enableEffectsOf, handedOverOn } from './handed-over';
import { parseElement, type RenderHTMLOptions, renderMessageFrame } from './message-frame';

const anonymousViewer = (): Viewer => ({ gm: game.user.isGM, owns: [], targets: [] });

/** Returns the viewer of a card: dice of others are left out if the viewer is not privy to them. */
const viewerUnder = (secrecy: Secrecy | null, viewer: Viewer): Viewer =>
  secrecy && !isPrivy(secrecy) ? { ...viewer, onlyOwnDice: true } : viewer;

/** Returns the card view of a combat's open exchange, or null. Built from the history, so it needs no chat message. */
export function openCard(host: ExchangeDocument): CardView | null {
  const adapter = adapterOf(host.type);
  const { open } = combatSystem(host);
  if (!adapter || !open) return null;
  return tryOrReport(() => {
    const viewer = viewerUnder(secrecyOf(host, open.exchange), viewerOf(host));
    const card = game.messages?.get(open.card);
    const names = {
      // Of items, too.
      ...(card && namesOn(card, host, viewer)),
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

function namesOn(
  message: ChatMessage.Implementation,
  host: ExchangeDocument | null,
  { hiddenFighters = [] }: Viewer,
): Record<string, string> {
  const { names, disguises } = cardSystem(message);
  return Object.fromEntries(
    Object.entries(names).map(([key, name]) => {
      const id = fighterOfKey(key);
      if (hiddenFighters.includes(id)) return [id, text('CADENCE.App.unseen')];
      if (game.user.isGM) return [id, name];
      const fighter = documentsOf(host, id);
      // What bore the disguise is gone, so the fighter was never revealed.
      const isGone = !fighter.token && (!fighter.combatant || Boolean(fighter.combatant.tokenId));
      return [id, (isGone ? lookup(disguises, key) : disguiseOf(fighter)?.name) ?? name];
    }),
  );
}

function gmControlsOf(message: ChatMessage.Implementation, host: ExchangeDocument | null) {
  const isOwn = host === message && game.user.isGM;
  return { canTakeBack: isOwn && rewindableCommand(host) !== null, fault: isOwn ? openFault(host) : null };
}

interface Opened {
  /** Its details are open. */
  readonly isUnfolded?: boolean;
  /** It is open although its fight is over. */
  readonly isReopened?: boolean;
}

/** What this user has opened of cards, by their ids: a card may be drawn in several places, and again. */
const opened = new Map<string, Opened>();

const setOpened = (message: ChatMessage.Implementation, change: Opened): unknown =>
  opened.set(idOf(message), { ...opened.get(idOf(message)), ...change });

/** Returns what a card shows about an answer just given; null if the card cannot be rendered. */
export function resultOn(message: ChatMessage.Implementation, by: string) {
  const secrecy = secrecyOn(message);
  if (isPrivate(secrecy) && !isPrivy(secrecy)) return null;
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
  const { version, command, entries: written, undone, resolvedManually } = cardSystem(message);
  const adapter = requireAdapter(message.type);
  const host = hostOfCard(message);
  const secrecy = secrecyOn(message);
  const viewer = viewerUnder(secrecy, host ? viewerOf(host) : anonymousViewer());
  const names = namesOn(message, host, viewer);
  // Of a private exchange, users who may know that it exists see who began what, and may have to answer.
  const isUntold = isPrivate(secrecy) && !isPrivy(secrecy);
  const all = isUntold ? [] : written;
  const withoutHidden = <T>(of: T): T => (host ? withoutHiddenNames(host, of) : of);
  const viewOf = (entries: readonly Entry[], open: readonly UserAsk[]) =>
    adapter.ruleset.views.card({
      exchange: withoutHidden({ version, command, entries: unsealEntries(entries) }),
      open: withoutHidden(open.map(({ ask }) => ask)),
      names,
      viewer,
    });
  const redraw = (): void => {
    void refreshCard(message);
    // The prompt shows this result too.
    noteChange();
  };
  const entries = isUntold ? all : revealedEntries(message, () => viewOf(all, []).lines, redraw);
  const asks =
    host && !undone && entries.length === all.length ? openAsks(host).filter(({ card }) => card === message.id) : [];
  const parts = new Parts(adapter.ruleset.id);
  const allegiance = allegianceFor(host, viewer.owns);
  const { view, lines } = withoutBroken(entries, (subset) => {
    const drawn = viewOf(subset, asks);
    return { view: drawn, lines: linesContext(parts, drawn, names, allegiance) };
  });
  const face = (fighter: string | null) =>
    fighter === null
      ? null
      : { name: fighter === GM ? text('CADENCE.App.gamemaster') : (lookup(names, fighter) ?? '') };
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
    // A card without results, such as the end of a turn, is only as high as its line.
    isSlim: lines.results.length + lines.lines.length === 0 && !lines.table && asks.length === 0,
    // Nothing but its heading; the fight record lists it. A secret card says from whom it is kept.
    isBare:
      secrecy === null &&
      cardSystem(message).combat !== '' &&
      asks.length === 0 &&
      view.isBare === true &&
      !showsBareCards(),
    isFoes: isFoes(host, command.by) && secrecy === null && asks.length === 0,
    isUnfolded: opened.get(message.id ?? '')?.isUnfolded === true,
    past: isOfPast(message) ? { isOpen: opened.get(idOf(message))?.isReopened === true } : null,
    asks: host ? askContexts(parts, view.asks, asks, host) : [],
    undone,
    resolvedManually,
    secrecy: secrecy && secrecyContext(secrecy, isSecretRoll(command)),
    handedOver: host && !undone && !isUntold ? handedOverOn(host, idOf(message)) : [],
    gm: game.user.isGM,
    ...gmControlsOf(message, host),
  };
}

/** Returns true for a hostile fighter in an encounter whom no player plays. */
function isFoes(host: ExchangeDocument | null, by: string): boolean {
  const { combatant, token } = documentsOf(host, by);
  return combatant?.hasPlayerOwner === false && token?.disposition === CONST.TOKEN_DISPOSITIONS.HOSTILE;
}

/** Returns true for a card of an encounter that is gone: one line, until it is opened. */
const isOfPast = (message: ChatMessage.Implementation): boolean =>
  cardSystem(message).combat !== '' && hostOfCard(message) === null;

/** Returns from whom the card is kept, and whether this user may open it to all. */
function secrecyContext(secrecy: Secrecy, isSealed: boolean) {
  const { mode, by, isShared } = secrecy;
  const name = game.users?.get(by)?.name ?? text('CADENCE.App.unseen');
  const kept = isShared ? 'shared' : mode === 'gm' && game.users?.get(by)?.isGM ? 'gms' : mode;
  return {
    said: text(`CADENCE.App.Card.secrecy.${kept}`, { name }),
    mayOpen: !isSealed && mayOpen(secrecy, game.user),
  };
}

/**
 * Renders a card. If that fails, renders it again without the entries that fail on their own.
 * @throws if that fails too
 */
function withoutBroken<T>(entries: readonly Entry[], draw: (entries: readonly Entry[]) => T): T {
  try {
    return draw(entries);
  } catch (error) {
    const intact = entries.filter((entry) => isDrawn(() => draw([entry])));
    if (intact.length === entries.length) throw error;
    console.warn('Cadence | lines of a card cannot be drawn', error);
    return draw(intact);
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

interface DrawnCard {
  readonly places: readonly CardPlace[];
  /** What it shows until the next change: Foundry's log and its notification of a card each ask for it. */
  readonly current?: { readonly at: number; readonly html: Promise<string> } | undefined;
}

/** Where each card is shown, and what it shows there. */
const drawnCards = new WeakMap<ChatMessage.Implementation, DrawnCard>();

const setDrawn = (message: ChatMessage.Implementation, change: Partial<DrawnCard>): unknown =>
  drawnCards.set(message, { places: [], ...drawnCards.get(message), ...change });

interface CardPlace {
  readonly html: WeakRef<HTMLElement>;
  /** Whether it was ever connected. If it was and no longer is, it was removed. */
  placed: boolean;
  shown: Promise<string> | null;
}

export async function frameCard(message: ChatMessage.Implementation, options: RenderHTMLOptions): Promise<HTMLElement> {
  const html = await renderMessageFrame(message, options, '<article class="cadence cadence-card"></article>');
  bindClicks(message, html);
  const place: CardPlace = { html: new WeakRef(html), placed: false, shown: null };
  setDrawn(message, { places: [...currentPlaces(message), place] });
  await afterFirst();
  await drawCard(message);
  return html;
}

/** Returns the HTML of a card, or a notice if it cannot be rendered or was not written by a GM. */
export async function cardHTML(message: ChatMessage.Implementation): Promise<string> {
  if (!isCardOfGM(message)) return render('chat/card-broken', { isForged: true });
  const secrecy = secrecyOn(message);
  // Foundry renders a message that its user may not see when another package updates it (core issue 14429).
  if (isPrivate(secrecy) && !isAware(secrecy)) return render('chat/card-broken', { isPrivate: true });
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

/** The GM's buttons on a card that belongs to no tracker. The card's menu has them too. */
const BUTTONS: Readonly<Record<string, (host: ExchangeDocument, button: HTMLElement) => Promise<void>>> = {
  cadenceTakeBack: rewindCard,
  cadenceSettle: endManually,
  cadenceSwitchOn: (_host, { dataset }) => enableEffectsOf(dataset.item),
};

function bindClicks(message: ChatMessage.Implementation, html: HTMLElement): void {
  html.addEventListener('click', (event) => {
    const button = targetOf(event)?.closest<HTMLElement>('.cadence-card [data-action]');
    if (button?.dataset.action === 'cadenceReopen') reopen(message);
    if (button?.dataset.action === 'cadenceOpen' && event.detail <= 1) void openCardToAll(message);
    const command = lookup(BUTTONS, button?.dataset.action ?? '');
    // A forged card may name any encounter.
    const host = command && isCardOfGM(message) ? hostOfCard(message) : null;
    if (command && button && host && event.detail <= 1) void command(host, button).then(() => refreshCard(message));
  });
  html.addEventListener('keydown', (event) => {
    if ((event.key !== 'Enter' && event.key !== ' ') || !targetOf(event)?.matches('[data-action="cadenceReopen"]'))
      return;
    event.preventDefault();
    reopen(message);
  });
  // `toggle` does not bubble.
  html.addEventListener(
    'toggle',
    (event) => {
      const details = targetOf(event);
      if (!details?.matches('.cadence-card__more')) return;
      setOpened(message, { isUnfolded: details.hasAttribute('open') });
    },
    true,
  );
}

function reopen(message: ChatMessage.Implementation): void {
  setOpened(message, { isReopened: !opened.get(idOf(message))?.isReopened });
  void refreshCard(message);
}

/**
 * Redraws the cards that are shown, for what changes how they look: a setting, or the end of their encounter.
 * @param combat the id of the encounter; by default all
 */
export function refreshCards(combat?: string): void {
  for (const message of game.messages?.contents ?? [])
    if (isCardOfGM(message) && (combat === undefined || cardSystem(message).combat === combat))
      void refreshCard(message);
}

export function refreshSealedCards(): void {
  for (const message of game.messages?.contents ?? [])
    if (isCardOfGM(message) && stampsIn(cardSystem(message).entries).length > 0) void refreshCard(message);
}

/**
 * Redraws a card in all places that show it. Updating the message through Foundry would keep its notification on the screen for good (core issue
 * 12290).
 */
export async function refreshCard(message: ChatMessage.Implementation): Promise<void> {
  setDrawn(message, { current: undefined });
  if (currentPlaces(message).length > 0) await CARDS.request(message);
}

const CARDS = new Redraw<ChatMessage.Implementation>(async (messages) => {
  await afterFirst();
  await Promise.all([...new Set(messages)].map(drawCard));
});

async function drawCard(message: ChatMessage.Implementation): Promise<void> {
  const at = changeCount();
  const known = drawnCards.get(message)?.current;
  const html = known?.at === at ? known.html : cardHTML(message);
  setDrawn(message, { current: { at, html } });
  const card = await html;
  // A newer one is on its way.
  if ((drawnCards.get(message)?.current?.html ?? html) !== html) return;
  for (const place of currentPlaces(message)) {
    const element = place.html.deref();
    const present = element?.querySelector<HTMLElement>('.cadence-card');
    if (!element || !present || place.shown === html) continue;
    place.shown = html;
    patch(present, parseElement(card));
    for (const look of ['bare', 'foes'])
      element.classList.toggle(`cadence-message--${look}`, present.classList.contains(`cadence-card--${look}`));
  }
}

function currentPlaces(message: ChatMessage.Implementation): readonly CardPlace[] {
  const places = (drawnCards.get(message)?.places ?? []).filter((place) => {
    const html = place.html.deref();
    if (!html || (place.placed && !html.isConnected)) return false;
    place.placed ||= html.isConnected;
    return true;
  });
  setDrawn(message, { places });
  return places;
}

/** API: ContextMenu.Entry of 14. */
interface MenuEntry {
  readonly label: string;
  readonly icon: string;
  visible(target: HTMLElement): boolean;
  onClick(event: Event, target: HTMLElement): void;
}

function extendCardMenu(): void {
  Hooks.on('getChatMessageContextOptions', (_app, entries) => {
    entries.push(
      entry('CADENCE.App.Card.takeBack', 'fa-solid fa-rotate-left', ownOf(rewindableCommand), rewindCard),
      entry('CADENCE.App.Card.rewind', 'fa-solid fa-clock-rotate-left', beforeCard, ({ host, step }) =>
        rewindTo(host, step),
      ),
      entry('CADENCE.App.Fault.resolveManually', 'fa-solid fa-hand', ownOf(openFault), endManually),
      entry('CADENCE.App.Card.open', 'fa-solid fa-eye', secretCard, openCardToAll, () => true),
    );
  });
}

type OfCard<T> = (message: ChatMessage.Implementation) => T | null;

const ownOf =
  (has: (host: ExchangeDocument) => unknown): OfCard<ExchangeDocument> =>
  (message) => {
    const host = hostOf(message.id);
    return host && has(host) !== null ? host : null;
  };

/** The first step of a card in its encounter that can still be undone. */
function beforeCard(
  message: ChatMessage.Implementation,
): { readonly host: ExchangeDocument; readonly step: number } | null {
  const host = isRulesetType(message.type) ? hostOf(cardSystem(message).combat) : null;
  const step = host && stepsInForce(combatSystem(host)).find(({ step }) => step.card === message.id)?.number;
  return host && step !== undefined && step !== null ? { host, step } : null;
}

/** The card, if this user may open it to all. Foundry's own entry is for the author of the message, who is the referee. */
function secretCard(message: ChatMessage.Implementation): ChatMessage.Implementation | null {
  const secrecy = secrecyOn(message);
  return secrecy && !isSecretRoll(cardSystem(message).command) && mayOpen(secrecy, game.user) ? message : null;
}

function entry<T>(
  label: string,
  icon: string,
  of: OfCard<T>,
  command: (of: T) => unknown,
  mayUse = () => game.user.isGM,
): MenuEntry {
  const cardAt = ({ dataset }: HTMLElement) => {
    const message = mayUse() ? game.messages?.get(dataset.messageId ?? '') : null;
    return message ? of(message) : null;
  };
  return {
    label,
    icon,
    visible: (target) => cardAt(target) !== null,
    onClick: (_event, target) => {
      const found = cardAt(target);
      if (found !== null) void command(found);
    },
  };
}

export const CARD_MENU = {
  init: () => {
    extendCardMenu();
    Hooks.on('deleteCombat', (combat: Combat.Implementation) => refreshCards(idOf(combat)));
  },
};
