import type { Responder } from '../../../kernel/ask';
import { adapterOf, requireAdapter } from '../../adapters/registry';
import { unmarkPlace } from '../../canvas/highlights';
import { documentsOf, type ExchangeDocument, isCard, openHosts } from '../../host/exchange-document';
import { text } from '../../platform/text';
import { openAsks, owedRoll, type UserAsk, whyNotSend } from '../../referee';
import { cardSystem, combatSystem } from '../../stored/systems';
import { fightOf, targetNamesIn, trackerView } from '../../views/fight';
import { iconPath, Parts } from '../../views/parts';
import { bindActionOptions, pressAction } from '../actions/action-buttons';
import { knownAnswerOdds, requestAnswerOdds } from '../asks/answer-odds';
import { type AskContext, askContexts, deferPrompt, isDeferred, namesIn, recallPrompts } from '../asks/ask';
import { fighterOfPlaces } from '../asks/ask-options';
import { openCard, resultOn } from '../chat/card';
import { isOnScreen } from '../chat/notified-cards';
import { PLAYED_FOES } from '../opponent/played-foes';
import { FloatingWindow, occupiedBoxes, placeAll, screenOf } from '../ui/floating-window';
import { boxesOfTokens, boxOfToken, showTokens } from '../ui/on-screen';
import type { ScreenBox } from '../ui/place';
import { AT_ONCE, Redraw } from '../ui/redraw';
import { templatePart } from '../ui/templates';
import { isViewed, scenesOf } from '../ui/viewed-scene';
import type { Context, RenderOptions } from '../ui/window-bases';
import { bindAnswerKeys } from './ask-keys';
import { bindAnswers, placeOn } from './give-answer';

interface PromptContent {
  readonly kind: 'ask' | 'result' | 'call' | 'aside';
  readonly host: ExchangeDocument | null;
  readonly key: string;
  readonly ruleset: string;
  readonly context: object;
  /** The prompt is redrawn only when this changes, so a half-typed answer stays. */
  readonly state: string;
  /** The fighters whose tokens it should not cover. */
  readonly about: readonly string[];
  /** The fighter that would move to the places of the question. */
  readonly mover?: Responder;
}

const TEMPLATES = {
  ask: 'prompt/ask-prompt',
  result: 'prompt/ask-prompt-result',
  call: 'prompt/ask-prompt-call',
  aside: 'prompt/ask-prompt-aside',
} as const;

/** Milliseconds after it appears or moves in which a click is ignored: it was meant for what was below. */
const FRESH = 300;
/** Milliseconds for which the result of an answer stays. */
const MOMENT = 2500;

/** The questions to this user, at the bottom of the screen. It takes no focus, because the user may be typing. */
class AskPrompt extends FloatingWindow {
  static override DEFAULT_OPTIONS = {
    id: 'cadence-prompt',
    classes: ['cadence-prompt'],
    actions: {
      cadenceLater: AskPrompt.onLater,
      cadenceNext: AskPrompt.onNext,
      cadenceStead: AskPrompt.onStead,
      cadenceAct: AskPrompt.onAct,
      cadenceRecall: () => recallPrompts(),
      cadenceElsewhere: viewElsewhere,
    },
  };

  static override PARTS = { prompt: templatePart('prompt/ask-prompt') };

  shown: PromptContent | null = null;
  /** The key of the question that the user wants to see. */
  chosen: string | null = null;
  /** Keys of questions to others that the GM has chosen to answer for them. */
  readonly onBehalfOf = new Set<string>();
  lastAnswer: LastAnswer | null = null;
  #fresh = 0;
  #at: Pick<DOMRect, 'x' | 'y'> = { x: 0, y: 0 };
  #drawn = '';
  #keys: AbortController | null = null;
  #endOffer = (): void => {};

  protected override get isAbove(): boolean {
    return true;
  }

  /** A counter of questions covers no token, a result none that it is about. For a question, the map is moved. */
  protected override get avoids(): readonly ScreenBox[] {
    const { kind } = this.shown ?? {};
    if (kind === 'aside') return boxesOfTokens();
    return kind === 'result' ? this.#tokens.flatMap((token) => boxOfToken(token) ?? []) : [];
  }

  get #tokens(): readonly TokenDocument.Implementation[] {
    const { host, about = [] } = this.shown ?? {};
    return about.flatMap((fighter) => (host && fighter && documentsOf(host, fighter).token) || []);
  }

  protected override _configureRenderParts() {
    return { prompt: templatePart(TEMPLATES[this.shown?.kind ?? 'ask']) };
  }

  protected override async _prepareContext(options: RenderOptions): Promise<Context> {
    const context = await super._prepareContext(options);
    return Object.assign(context, this.shown?.context);
  }

  protected override async _onFirstRender(context: Context, options: RenderOptions): Promise<void> {
    await super._onFirstRender(context, options);
    this.element.setAttribute('role', 'status');
    bindAnswers(
      this.element,
      () => this.shown?.host,
      (host, userAsk) => {
        this.lastAnswer = { host, userAsk, since: null };
      },
    );
    bindActionOptions(this.element, () => this.shown?.host);
    this.#keys = new AbortController();
    bindAnswerKeys(this.element, () => this.shown?.kind === 'ask', this.#keys.signal);
  }

  protected override async _onRender(context: Context, options: RenderOptions): Promise<void> {
    const { key = '', ruleset, kind } = this.shown ?? {};
    const isNew = this.#drawn !== key;
    Object.assign(this.element.dataset, { key, ruleset, kind });
    if (isNew) this.#shield();
    this.#drawn = key;
    await super._onRender(context, options);
    this.#offerPlaces();
    const page = this.element.ownerDocument;
    if (isNew && (kind === 'ask' || kind === 'call'))
      void showTokens(this.#tokens, occupiedBoxes(page), screenOf(page)).then(placeAll);
  }

  #offerPlaces(): void {
    this.#endOffer();
    this.#endOffer = () => {};
    const { host, mover, key } = this.shown ?? {};
    const buttons = this.element.querySelectorAll<HTMLElement>('[data-place]:not([aria-disabled="true"])');
    if (!host || mover === undefined || buttons.length === 0) return;
    const offered = [...buttons].map((button) => ({ place: placeOn(button), choose: () => this.#press(button) }));
    void import('./places-on-map').then(({ offerPlaces }) => {
      if (this.rendered && this.shown?.key === key && buttons[0]?.isConnected)
        this.#endOffer = offerPlaces(host, mover, offered);
    });
  }

  #press(button: HTMLElement): void {
    if (!this.element.classList.contains('cadence-prompt--fresh')) button.click();
  }

  override place(): void {
    super.place();
    const { x, y } = this.element.getBoundingClientRect();
    if (Math.hypot(x - this.#at.x, y - this.#at.y) > 4) this.#shield();
    this.#at = { x, y };
  }

  #shield(): void {
    const { classList } = this.element;
    classList.add('cadence-prompt--fresh');
    clearTimeout(this.#fresh);
    this.#fresh = Number(setTimeout(() => classList.remove('cadence-prompt--fresh'), FRESH));
  }

  protected override _onClose(options: object): void {
    super._onClose(options);
    this.#keys?.abort();
    this.#endOffer();
    unmarkPlace();
    this.shown = null;
    this.#drawn = '';
    this.#at = { x: 0, y: 0 };
  }

  static onLater(this: AskPrompt): void {
    if (this.shown) deferPrompt(this.shown.key);
  }

  static onNext(this: AskPrompt): void {
    const asked = answerableQuestions(this);
    const at = asked.findIndex(({ userAsk }) => userAsk.key === this.shown?.key);
    this.chosen = asked[(at + 1) % asked.length]?.userAsk.key ?? null;
    void refreshPrompt();
  }

  static onStead(this: AskPrompt): void {
    if (this.shown) this.onBehalfOf.add(this.shown.key);
    void refreshPrompt();
  }

  static async onAct(this: AskPrompt, event: PointerEvent, button: HTMLElement): Promise<void> {
    if (this.shown?.host) await pressAction(this.shown.host, event, button);
  }
}

/** Made when it is first needed, and kept. */
let thePrompt: AskPrompt | null = null;

/** The only one; it is closed and rendered again. */
function promptWindow(): AskPrompt {
  thePrompt ??= new AskPrompt();
  return thePrompt;
}

/** Shows the questions to this user at the bottom of the screen, or closes the prompt. */
export const refreshPrompt = (): Promise<void> => PROMPT_REDRAW.request();

const PROMPT_REDRAW = new Redraw(async () => {
  const prompt = promptWindow();
  const shown = questionContent(prompt) ?? resultContent(prompt) ?? opportunityContent() ?? deferredContent();
  if (!shown) {
    await prompt.close({ animate: false });
    return;
  }
  const before = prompt.shown;
  if (before?.state === shown.state && before.host === shown.host && prompt.rendered) return;
  if (before?.key !== shown.key) unmarkPlace();
  prompt.shown = shown;
  await prompt.render({ force: true });
}, AT_ONCE);

/** Shows and focuses a question, even if it was deferred or belongs to another user. */
export async function focusAsk(key: string): Promise<void> {
  const prompt = promptWindow();
  prompt.chosen = key;
  prompt.onBehalfOf.add(key);
  recallPrompts(key);
  await refreshPrompt();
  if (prompt.shown?.key !== key || !prompt.rendered) return;
  prompt.element.querySelector<HTMLElement>('.cadence-ask input, .cadence-ask button')?.focus();
}

function questionContent(prompt: AskPrompt): PromptContent | null {
  const { chosen, onBehalfOf } = prompt;
  const asked = answerableQuestions(prompt);
  const at = Math.max(
    0,
    asked.findIndex(({ userAsk }) => userAsk.key === chosen),
  );
  const now = asked[at];
  const card = now && openCard(now.host);
  if (!now || !card) return null;
  const { host, userAsk } = now;
  const parts = new Parts(requireAdapter(host.type).ruleset.id).withNames(targetNamesIn(host));
  requestAnswerOdds(host, userAsk, () => void refreshPrompt());
  const ask = askContexts(parts, card.asks, openAsks(host), host).find(({ key }) => key === userAsk.key);
  if (!ask) return null;
  const more = asked.length > 1 ? text('CADENCE.App.Ask.more', { at: at + 1, count: asked.length }) : '';
  const elsewhere = elsewhereContext();
  const isFolded = !userAsk.isMine && !onBehalfOf.has(userAsk.key);
  const title = parts.localize(card.title);
  const mover = fighterOfPlaces(userAsk.ask, userAsk.by);
  const isOfPlaces = ask.places && !ask.isOfArea;
  const onMap = isOfPlaces && isOnViewedGrid(host, mover);
  const context = {
    title,
    tool: card.with && !title.includes(card.with) ? card.with : '',
    icon: iconPath(card.icon),
    who: namesIn(host)(card.by),
    aim: parts.aimBeside(title, card.at ?? undefined, card.by),
    more,
    elsewhere,
    isFolded,
    ask: { ...(isFolded ? folded(ask) : ask), onMap },
  };
  const state = JSON.stringify([
    userAsk.key,
    more,
    elsewhere,
    isFolded,
    knownAnswerOdds(host, userAsk.key),
    ask.paused,
    ask.clock?.stopped,
    onMap,
  ]);
  const about = [userAsk.by, card.by, card.at ?? ''];
  const key = userAsk.key;
  return { kind: 'ask', host, key, ruleset: parts.ruleset, context, state, about, ...(onMap && { mover }) };
}

function isOnViewedGrid(host: ExchangeDocument, by: Responder): boolean {
  const { token } = documentsOf(host, by);
  return canvas?.ready === true && token?.parent === canvas.scene && canvas.grid?.isGridless === false;
}

/** Another user is present to answer it. */
const folded = (ask: AskContext): AskContext => ({ ...ask, mayAnswer: false });

interface LastAnswer {
  readonly host: ExchangeDocument;
  readonly userAsk: UserAsk;
  since: number | null;
}

function resultContent(prompt: AskPrompt): PromptContent | null {
  const { lastAnswer } = prompt;
  const { host, userAsk } = lastAnswer ?? {};
  const message = userAsk && game.messages?.get(userAsk.card);
  if (!lastAnswer || !host || !message || cardSystem(message).undone) return null;
  const open = openAsks(host).find(({ key }) => key === userAsk.key);
  if (open && !open.isAnswered) return null;
  lastAnswer.since ??= startExpiry();
  if (Date.now() - lastAnswer.since >= MOMENT) {
    prompt.lastAnswer = null;
    return null;
  }
  const { ruleset } = requireAdapter(host.type);
  // The card says it too.
  if (!open && isOnScreen(message)) return null;
  const context = open ? { waiting: text('CADENCE.App.Ask.answered') } : resultOn(message, userAsk.by);
  if (!context) return null;
  const state = JSON.stringify([userAsk.key, context]);
  return {
    kind: 'result',
    host,
    key: `${userAsk.key} result`,
    ruleset: ruleset.id,
    context,
    state,
    about: [userAsk.by],
  };
}

function startExpiry(): number {
  setTimeout(() => void refreshPrompt(), MOMENT + 20);
  return Date.now();
}

function opportunityContent(): PromptContent | null {
  for (const host of game.combats?.contents ?? []) {
    const fight = isViewed(host) ? quietFight(host) : null;
    if (!fight) continue;
    const { adapter } = fight;
    const calls = trackerView(fight).opportunities ?? [];
    const call = calls.find(({ id }) => !isDeferred(`${host.id} ${id}`));
    if (!call) continue;
    const parts = new Parts(adapter.ruleset.id).withNames(targetNamesIn(host));
    const context = {
      who: namesIn(host)(call.of),
      title: parts.localize(call.label),
      actions: call.actions.map((action) => parts.action(action, whyNotSend(host, call.of))),
    };
    const key = `${host.id} ${call.id}`;
    const state = JSON.stringify([key, context]);
    return { kind: 'call', host: host, key, ruleset: parts.ruleset, context, state, about: [call.of] };
  }
  return null;
}

function deferredContent(): PromptContent | null {
  const count = openHosts()
    .filter(isViewed)
    .flatMap((host) => openAsks(host).filter(({ isMine, fault, key }) => isMine && !fault && isDeferred(key))).length;
  const elsewhere = elsewhereContext();
  if (count === 0 && !elsewhere) return null;
  const context = { aside: count > 0 ? text('CADENCE.App.Ask.deferred', { count }) : '', elsewhere };
  const state = JSON.stringify(context);
  return { kind: 'aside', host: null, key: 'aside', ruleset: '', context, state, about: [] };
}

const quietFight = (combat: Combat.Implementation) =>
  adapterOf(combat.type) && combatSystem(combat).open === null ? fightOf(combat) : null;

interface OpenQuestion {
  readonly host: ExchangeDocument;
  readonly userAsk: UserAsk;
}

const openQuestions = (hosts: readonly ExchangeDocument[]): OpenQuestion[] =>
  hosts.flatMap((host) => {
    const own = owedRoll(host)?.key;
    // A broken exchange is shown to the GM in the tracker.
    return openAsks(host)
      .filter(({ fault, key }) => !fault && key !== own && !isDeferred(key))
      .filter((asked) => !PLAYED_FOES.get(host.id)?.isAnswering(asked))
      .map((userAsk) => ({ host, userAsk }));
  });

/** The open questions to this user, those of the viewed fight first; then those the GM may answer for a player. */
function answerableQuestions({ onBehalfOf }: AskPrompt): OpenQuestion[] {
  const viewed = game.combats?.viewed ?? null;
  const hosts = openHosts()
    .filter(isViewed)
    .sort((a, b) => Number(b === viewed) - Number(a === viewed));
  const open = openQuestions(hosts);
  const others = open.filter(
    ({ host, userAsk }) =>
      userAsk.mayAnswer && !userAsk.isMine && (onBehalfOf.has(userAsk.key) || (game.user.isGM && isCard(host))),
  );
  return [...open.filter(({ userAsk }) => userAsk.isMine), ...others];
}

const questionsElsewhere = (): OpenQuestion[] =>
  openQuestions(openHosts().filter((host) => !isViewed(host))).filter(({ userAsk }) => userAsk.isMine);

function elsewhereContext(): string {
  const count = questionsElsewhere().length;
  return count > 0 ? text('CADENCE.App.Ask.elsewhere', { count }) : '';
}

/** Views the fight with the first question elsewhere. API: Scene#view, CombatTracker#viewed (T14: combat-tracker.d.mts). */
async function viewElsewhere(): Promise<void> {
  const combat = questionsElsewhere()[0]?.host as Combat.Stored | undefined;
  if (!combat) return;
  const [scene] = scenesOf(combat).flatMap((id) => game.scenes?.get(id) ?? []);
  await scene?.view();
  if (ui.combat) {
    ui.combat.viewed = combat;
    await ui.combat.render();
  }
  void refreshPrompt();
}
