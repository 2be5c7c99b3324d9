import { adapterOf, requireAdapter } from '../../adapters/registry';
import { unmarkPlace } from '../../canvas/highlights';
import { documentsOf, type ExchangeDocument, isCard, openHosts } from '../../host/exchange-document';
import { text } from '../../platform/text';
import { openAsks, owedRoll, type UserAsk, whyNotSend } from '../../referee';
import { cardSystem, combatSystem } from '../../stored/systems';
import { fightOf, trackerView } from '../../views/fight';
import { iconPath, Parts } from '../../views/parts';
import { bindActionOptions, pressAction } from '../actions/action-buttons';
import { openCard, resultOn } from '../chat/card';
import { FloatingWindow } from '../ui/floating-window';
import { boxesOfTokens, boxOfToken } from '../ui/on-screen';
import type { Box } from '../ui/place';
import { AT_ONCE, Redraw } from '../ui/redraw';
import { templatePart } from '../ui/templates';
import { isViewed, scenesOf } from '../ui/viewed-scene';
import type { Context, RenderOptions } from '../ui/window-bases';
import { type AskContext, askContexts, deferPrompt, isDeferred, namesIn, recallPrompts } from './ask';
import { bindAnswerKeys } from './ask-keys';
import { bindAnswers } from './give-answer';

/** What the prompt shows: a question, what came of an answer, what somebody's fighter is called to, or that questions wait elsewhere. */
interface Shown {
  readonly kind: 'ask' | 'result' | 'call' | 'aside';
  readonly host: ExchangeDocument | null;
  /** What it is about, by which it is laid aside. */
  readonly key: string;
  readonly ruleset: string;
  readonly context: object;
  /** What it looks like, as far as it is drawn anew when that changes: a question somebody is typing an answer to is not. */
  readonly state: string;
  /** Whose tokens it is about. */
  readonly about: readonly string[];
}

const TEMPLATES = {
  ask: 'prompt/ask-prompt',
  result: 'prompt/ask-prompt-result',
  call: 'prompt/ask-prompt-call',
  aside: 'prompt/ask-prompt-aside',
} as const;

/** A click this soon after it has come or moved was meant for what lay there before, in milliseconds. */
const FRESH = 300;
/** How long the result of an answer stays. */
const MOMENT = 2500;

/** What this user is asked, at the bottom of the screen. It takes no focus: somebody may be typing. */
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
      cadenceElsewhere: leadElsewhere,
    },
  };

  static override PARTS = { prompt: templatePart('prompt/ask-prompt') };

  shown: Shown | null = null;
  #fresh = 0;
  #at: Pick<DOMRect, 'x' | 'y'> = { x: 0, y: 0 };
  #drawn = '';
  #keys: AbortController | null = null;

  protected override get isAbove(): boolean {
    return true;
  }

  /** The tokens a question is about should be seen while it is answered; a counter covers nobody. */
  protected override get avoids(): readonly Box[] {
    const { host, kind, about = [] } = this.shown ?? {};
    if (kind === 'aside') return boxesOfTokens();
    return about.flatMap((fighter) => (host && fighter && boxOfToken(documentsOf(host, fighter).token)) || []);
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
    bindAnswers(this.element, () => this.shown?.host, remember);
    bindActionOptions(this.element, () => this.shown?.host);
    this.#keys = new AbortController();
    bindAnswerKeys(this.element, () => this.shown?.kind === 'ask', this.#keys.signal);
  }

  protected override async _onRender(context: Context, options: RenderOptions): Promise<void> {
    if (this.shown) {
      const { key, ruleset, kind } = this.shown;
      Object.assign(this.element.dataset, { key, ruleset, kind });
      if (this.#drawn !== key) this.#shield();
      this.#drawn = key;
    }
    await super._onRender(context, options);
  }

  override place(): void {
    super.place();
    const { x, y } = this.element.getBoundingClientRect();
    if (Math.hypot(x - this.#at.x, y - this.#at.y) > 4) this.#shield();
    this.#at = { x, y };
  }

  /** Takes no clicks for a moment. */
  #shield(): void {
    const { classList } = this.element;
    classList.add('cadence-prompt--fresh');
    clearTimeout(this.#fresh);
    this.#fresh = Number(setTimeout(() => classList.remove('cadence-prompt--fresh'), FRESH));
  }

  protected override _onClose(options: object): void {
    super._onClose(options);
    this.#keys?.abort();
    unmarkPlace();
  }

  static onLater(this: AskPrompt): void {
    if (this.shown) deferPrompt(this.shown.key);
  }

  static onNext(this: AskPrompt): void {
    const asked = allAsked();
    const at = asked.findIndex(({ here }) => here.key === this.shown?.key);
    chosen = asked[(at + 1) % asked.length]?.here.key ?? null;
    void refreshPrompt();
  }

  static onStead(this: AskPrompt): void {
    if (this.shown) inStead.add(this.shown.key);
    void refreshPrompt();
  }

  static async onAct(this: AskPrompt, event: PointerEvent, button: HTMLElement): Promise<void> {
    if (this.shown?.host) await pressAction(this.shown.host, event, button);
  }
}

let prompt: AskPrompt | null = null;
/** Of several questions the one somebody has turned to. */
let chosen: string | null = null;
/** Questions to others that the game master has said to answer for them. */
const inStead = new Set<string>();

/** Shows what this user is asked at the bottom of the screen, or takes it away. */
export const refreshPrompt = (): Promise<void> => PROMPT_REDRAW.request();

const PROMPT_REDRAW = new Redraw(async () => {
  const shown = firstAsked() ?? resultShown() ?? firstCall() ?? waitingElsewhere();
  if (!shown) {
    await prompt?.close({ animate: false });
    prompt = null;
    return;
  }
  const before = prompt?.shown;
  if (before?.state === shown.state && before.host === shown.host && prompt?.rendered) return;
  if (before?.key !== shown.key) unmarkPlace();
  prompt ??= new AskPrompt();
  prompt.shown = shown;
  await prompt.render({ force: true });
}, AT_ONCE);

/** Shows a question that was put off, or is put to somebody else, and gives it the focus. */
export async function focusAsk(key: string): Promise<void> {
  chosen = key;
  inStead.add(key);
  recallPrompts(key);
  await refreshPrompt();
  if (prompt?.shown?.key !== key) return;
  prompt.element.querySelector<HTMLElement>('.cadence-ask input, .cadence-ask button')?.focus();
}

function firstAsked(): Shown | null {
  const asked = allAsked();
  const at = Math.max(
    0,
    asked.findIndex(({ here }) => here.key === chosen),
  );
  const now = asked[at];
  const card = now && openCard(now.host);
  if (!now || !card) return null;
  const { host, here } = now;
  const parts = new Parts(requireAdapter(host.type).ruleset.id);
  const ask = askContexts(parts, card.asks, openAsks(host), host).find(({ key }) => key === here.key);
  if (!ask) return null;
  const more = asked.length > 1 ? text('CADENCE.App.Ask.more', { at: at + 1, count: asked.length }) : '';
  const elsewhere = elsewhereContext();
  const isFolded = !here.mine && !inStead.has(here.key);
  const context = {
    title: parts.localize(card.title),
    icon: iconPath(card.icon),
    who: namesIn(host)(card.by),
    more,
    elsewhere,
    isFolded,
    ask: isFolded ? folded(ask) : ask,
  };
  const state = JSON.stringify([here.key, more, elsewhere, isFolded]);
  const about = [here.by, card.by, card.at ?? ''];
  return { kind: 'ask', host: host, key: here.key, ruleset: parts.ruleset, context, state, about };
}

/** Somebody else is there to answer it. */
const folded = (ask: AskContext): AskContext => ({ ...ask, may: false });

/** What this user has answered last, and since when what came of it is shown. */
interface Answered {
  readonly host: ExchangeDocument;
  readonly here: UserAsk;
  since: number | null;
}

let answered: Answered | null = null;

function remember(host: ExchangeDocument, here: UserAsk): void {
  answered = { host, here, since: null };
}

/** What came of an answer of this user's, for a moment. */
function resultShown(): Shown | null {
  const { host, here } = answered ?? {};
  const message = here && game.messages?.get(here.card);
  if (!answered || !host || !message || cardSystem(message).undone) return null;
  const open = openAsks(host).find(({ key }) => key === here.key);
  if (open && !open.isGiven) return null;
  answered.since ??= soon();
  if (Date.now() - answered.since >= MOMENT) {
    answered = null;
    return null;
  }
  const { ruleset } = requireAdapter(host.type);
  const context = open ? { waiting: text('CADENCE.App.Ask.answered') } : resultOn(message, here.by);
  if (!context) return null;
  const state = JSON.stringify([here.key, context]);
  return { kind: 'result', host, key: `${here.key} result`, ruleset: ruleset.id, context, state, about: [here.by] };
}

/** Now; and what is shown from now on goes after a moment. */
function soon(): number {
  setTimeout(() => void refreshPrompt(), MOMENT + 20);
  return Date.now();
}

/** The first moment that has come for a fighter of this user's and was not laid aside. */
function firstCall(): Shown | null {
  for (const host of game.combats?.contents ?? []) {
    const fight = isViewed(host) ? quietFight(host) : null;
    if (!fight) continue;
    const { adapter } = fight;
    const calls = trackerView(fight).opportunities ?? [];
    const call = calls.find(({ id }) => !isDeferred(`${host.id} ${id}`));
    if (!call) continue;
    const parts = new Parts(adapter.ruleset.id);
    const context = {
      who: namesIn(host)(call.of),
      title: parts.localize(call.label),
      // What is targeted changes what the buttons say.
      actions: call.actions.map((action) => parts.action(action, whyNotSend(host, call.of))),
    };
    const key = `${host.id} ${call.id}`;
    const state = JSON.stringify([key, context]);
    return { kind: 'call', host: host, key, ruleset: parts.ruleset, context, state, about: [call.of] };
  }
  return null;
}

/** What was put off, and what is asked in another fight. */
function waitingElsewhere(): Shown | null {
  const count = openHosts()
    .filter(isViewed)
    .flatMap((host) => openAsks(host).filter(({ mine, fault, key }) => mine && !fault && isDeferred(key))).length;
  const elsewhere = elsewhereContext();
  if (count === 0 && !elsewhere) return null;
  const context = { aside: count > 0 ? text('CADENCE.App.Ask.aside', { count }) : '', elsewhere };
  const state = JSON.stringify(context);
  return { kind: 'aside', host: null, key: 'aside', ruleset: '', context, state, about: [] };
}

/** A fight in which nothing waits for an answer. */
const quietFight = (combat: Combat.Implementation) =>
  adapterOf(combat.type) && combatSystem(combat).open === null ? fightOf(combat) : null;

interface Asked {
  readonly host: ExchangeDocument;
  readonly here: UserAsk;
}

/** Questions put to this user that want their answer, in these encounters. */
const openOnes = (hosts: readonly ExchangeDocument[]): Asked[] =>
  hosts.flatMap((host) => {
    // What this client throws by itself needs no prompt.
    const own = owedRoll(host)?.key;
    // Of a broken exchange the tracker tells the game master.
    return openAsks(host)
      .filter(({ fault, key }) => !fault && key !== own && !isDeferred(key))
      .map((here) => ({ host, here }));
  });

/**
 * The questions put to this user that still want their answer, in the fight that is looked at first of all; and after them those the game
 * master may answer for a player: outside encounters, where no tracker has them, or on demand.
 */
function allAsked(): Asked[] {
  const viewed = game.combats?.viewed ?? null;
  const hosts = openHosts()
    .filter(isViewed)
    .sort((a, b) => Number(b === viewed) - Number(a === viewed));
  const open = openOnes(hosts);
  const others = open.filter(
    ({ host, here }) => here.may && !here.mine && (inStead.has(here.key) || (game.user.isGM && isCard(host))),
  );
  return [...open.filter(({ here }) => here.mine), ...others];
}

/** Questions to this user in fights that are not looked at. */
const askedElsewhere = (): Asked[] =>
  openOnes(openHosts().filter((host) => !isViewed(host))).filter(({ here }) => here.mine);

function elsewhereContext(): string {
  const count = askedElsewhere().length;
  return count > 0 ? text('CADENCE.App.Ask.elsewhere', { count }) : '';
}

/** Looks at the fight in which something else is asked. API: Scene#view, CombatTracker#viewed (T14: combat-tracker.d.mts). */
async function leadElsewhere(): Promise<void> {
  const combat = askedElsewhere()[0]?.host as Combat.Stored | undefined;
  if (!combat) return;
  const [scene] = scenesOf(combat).flatMap((id) => game.scenes?.get(id) ?? []);
  await scene?.view();
  if (ui.combat) {
    ui.combat.viewed = combat;
    await ui.combat.render();
  }
  void refreshPrompt();
}
