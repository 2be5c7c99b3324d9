import { adapterOf, knownAdapter } from '../adapters/registry';
import { unmarkPlace } from '../canvas/highlights';
import { type Host, isCard, openHosts } from '../host/host';
import { text } from '../platform/text';
import { type AskHere, openAsks, owesThrow, whyNotSend } from '../referee';
import { combatSystem } from '../stored/systems';
import { fightOf, trackerView } from '../views/fight';
import { iconPath, Parts } from '../views/parts';
import { pressAction, takeOptions } from './action-buttons';
import { type AskContext, askContexts, isLaidAside, layAside, namesIn, recall } from './ask';
import { openCard } from './card';
import { Floating } from './floating';
import { takeAnswers } from './give-answer';
import { oneAfterAnother } from './redraw';
import type { Context, RenderOptions } from './sheet-bases';
import { part } from './templates';

/** What the prompt shows: a question, what somebody's fighter is called to, or that questions were put off. */
interface Shown {
  readonly kind: 'ask' | 'call' | 'aside';
  readonly host: Host | null;
  /** What it is about, by which it is laid aside. */
  readonly key: string;
  readonly ruleset: string;
  readonly context: object;
  /** What it looks like, as far as it is drawn anew when that changes: a question somebody is typing an answer to is not. */
  readonly state: string;
}

const TEMPLATES = { ask: 'apps/prompt', call: 'apps/prompt-call', aside: 'apps/prompt-aside' } as const;

/** What this user is asked, at the bottom of the screen. It takes no focus: somebody may be typing. */
class AskPrompt extends Floating {
  static override DEFAULT_OPTIONS = {
    id: 'cadence-prompt',
    classes: ['cadence-prompt'],
    actions: {
      cadenceLater: AskPrompt.onLater,
      cadenceNext: AskPrompt.onNext,
      cadenceStead: AskPrompt.onStead,
      cadenceAct: AskPrompt.onAct,
      cadenceRecall: recall,
    },
  };

  static override PARTS = { prompt: part('apps/prompt') };

  shown: Shown | null = null;

  protected override get isAbove(): boolean {
    return true;
  }

  protected override _configureRenderParts() {
    return { prompt: part(TEMPLATES[this.shown?.kind ?? 'ask']) };
  }

  protected override async _prepareContext(options: RenderOptions): Promise<Context> {
    const context = await super._prepareContext(options);
    return Object.assign(context, this.shown?.context);
  }

  protected override async _onFirstRender(context: Context, options: RenderOptions): Promise<void> {
    await super._onFirstRender(context, options);
    this.element.setAttribute('role', 'status');
    takeAnswers(this.element, () => this.shown?.host);
    takeOptions(this.element, () => this.shown?.host);
  }

  protected override async _onRender(context: Context, options: RenderOptions): Promise<void> {
    if (this.shown) Object.assign(this.element.dataset, { key: this.shown.key, ruleset: this.shown.ruleset });
    await super._onRender(context, options);
  }

  protected override _onClose(options: object): void {
    super._onClose(options);
    unmarkPlace();
  }

  static onLater(this: AskPrompt): void {
    if (this.shown) layAside(this.shown.key);
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
export const refreshPrompt = oneAfterAnother(async () => {
  const shown = firstAsked() ?? firstCall() ?? putOff();
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
});

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
  const parts = new Parts(knownAdapter(host.type).ruleset.id);
  const ask = askContexts(parts, card.asks, openAsks(host), host).find(({ key }) => key === here.key);
  if (!ask) return null;
  const more = asked.length > 1 ? text('CADENCE.App.Ask.more', { at: at + 1, count: asked.length }) : '';
  const isFolded = !here.mine && !inStead.has(here.key);
  const context = {
    title: parts.localize(card.title),
    icon: iconPath(card.icon),
    who: namesIn(host)(card.by),
    ...{ more, isFolded, ask: isFolded ? folded(ask) : ask },
  };
  const state = JSON.stringify([here.key, more, isFolded]);
  return { kind: 'ask', host: host, key: here.key, ruleset: parts.ruleset, context, state };
}

/** Somebody else is there to answer it. */
const folded = (ask: AskContext): AskContext => ({ ...ask, may: false });

/** The first moment that has come for a fighter of this user's and was not laid aside. */
function firstCall(): Shown | null {
  for (const host of game.combats?.contents ?? []) {
    const fight = quietFight(host);
    if (!fight) continue;
    const { adapter } = fight;
    const calls = trackerView(fight).calls ?? [];
    const call = calls.find(({ id }) => !isLaidAside(`${host.id} ${id}`));
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
    return { kind: 'call', host: host, key, ruleset: parts.ruleset, context, state };
  }
  return null;
}

/** What was put off outside encounters: no tracker has it. */
function putOff(): Shown | null {
  const count = openHosts()
    .filter(isCard)
    .flatMap((host) => openAsks(host).filter(({ mine, fault, key }) => mine && !fault && isLaidAside(key))).length;
  if (count === 0) return null;
  return { kind: 'aside', host: null, key: 'aside', ruleset: '', context: { count }, state: `aside ${count}` };
}

/** A fight in which nothing waits for an answer. */
const quietFight = (combat: Combat.Implementation) =>
  adapterOf(combat.type) && combatSystem(combat).open === null ? fightOf(combat) : null;

interface Asked {
  readonly host: Host;
  readonly here: AskHere;
}

/**
 * The questions put to this user that still want their answer, in whichever encounter; and after them those the game master may answer
 * for a player, where no tracker has them.
 */
function allAsked(): Asked[] {
  const open = openHosts().flatMap((host) => {
    // What this client throws by itself needs no prompt.
    const own = owesThrow(host)?.key;
    // Of a broken exchange the tracker tells the game master.
    return openAsks(host)
      .filter(({ fault, key }) => !fault && key !== own && !isLaidAside(key))
      .map((here) => ({ host, here }));
  });
  const others = open.filter(({ host, here }) => game.user.isGM && isCard(host) && here.may && !here.mine);
  return [...open.filter(({ here }) => here.mine), ...others];
}
