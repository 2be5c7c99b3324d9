import { allRulesets } from '../../adapters/registry';
import { wasBound } from '../../platform/bound';
import { text } from '../../platform/text';
import { isElement, mainPage } from '../../views/pages';

/**
 * Shows the rule of elements with `data-rule`, such as `energy.Action.run`, as Foundry's tooltip, with a link to the quick reference.
 * The HTML is built on hover or focus, before Foundry reads it; a middle click locks the tooltip.
 * T14: client/helpers/interaction/tooltip-manager.d.mts `data-tooltip-html`; crucible (module/interaction.mjs) builds it at `pointerenter`
 * too.
 * Without it Foundry shows `data-tooltip-text`.
 */
function watchRuleTooltips(): void {
  watchPage(mainPage());
  // API v14: the hook of a detached window, which has a document of its own.
  const hooks: { on(name: string, onOpen: (id: string, opened: Window) => void): unknown } = Hooks;
  hooks.on('openDetachedWindow', (_id, opened) => {
    watchPage(opened.document);
    // The browser may replace the document of a window that was just opened.
    setTimeout(() => watchPage(opened.document));
  });
}

function watchPage(page: Document): void {
  if (wasBound(page, watchPage)) return;
  for (const event of ['pointerover', 'focusin']) page.addEventListener(event, writeTooltip, { capture: true });
  page.addEventListener('focusin', showFocused);
  page.addEventListener('focusout', hideFocused);
}

/** Watches the element that was pointed at or focused last. */
let redrawn: MutationObserver | null = null;
/** What the tooltip is built from, and the tooltip. */
const TOLD = ['data-rule', 'data-label', 'data-tooltip-text', 'data-tooltip-html'];

function writeTooltip({ target }: Event): void {
  const element = isElement(target) ? target.closest<HTMLElement>('[data-rule]') : null;
  if (!element) return;
  writeTooltipOf(element);
  // A redraw removes what no template writes, and a pointer that rests on the element is not reported again.
  redrawn ??= new MutationObserver(([change]) => isElement(change?.target) && writeTooltipOf(change.target));
  redrawn.disconnect();
  redrawn.observe(element, { attributeFilter: TOLD });
}

function writeTooltipOf(element: HTMLElement): void {
  const html = element.dataset.rule === undefined ? undefined : tooltipOf(element);
  if (element.dataset.tooltipHtml === html) return;
  if (html === undefined) delete element.dataset.tooltipHtml;
  else element.dataset.tooltipHtml = html;
}

/** Foundry shows tooltips for the pointer only. T14: client/helpers/interaction/tooltip-manager.d.mts `activate` */
function showFocused({ target }: Event): void {
  if (!isElement(target) || !target.matches(':focus-visible') || !target.closest('.cadence')) return;
  const element = target.closest<HTMLElement>('[data-tooltip], [data-tooltip-text], [data-tooltip-html]');
  if (element) game.tooltip.activate(element);
}

function hideFocused({ target }: Event): void {
  if (isElement(target) && game.tooltip.element?.contains(target)) game.tooltip.deactivate();
}

/** Built from text nodes, because names entered by users are no HTML. */
function tooltipOf({ dataset }: HTMLElement): string {
  const page = mainPage();
  const createElement = (tag: string, className: string, content = '') =>
    Object.assign(page.createElement(tag), { className, textContent: content });
  const tooltip = createElement('section', 'cadence-rule');
  tooltip.append(createElement('strong', 'cadence-rule__name', dataset.label));
  for (const line of (dataset.tooltipText ?? '').split('\n').filter(Boolean))
    tooltip.append(createElement('p', 'cadence-rule__line', line));
  const uuid = referenceOf(dataset.rule ?? '');
  if (uuid) {
    const foot = createElement('footer', 'cadence-rule__foot');
    const link = createElement('a', 'content-link', text('CADENCE.App.Rule.page'));
    Object.assign(link.dataset, { link: '', uuid });
    foot.append(link, createElement('small', 'cadence-rule__hold', text('CADENCE.App.Rule.hold')));
    tooltip.append(foot);
  }
  return tooltip.outerHTML;
}

function referenceOf(rule: string): string | undefined {
  const ruleset = allRulesets().find(({ id }) => rule.startsWith(`${id}.`));
  const kind = rule.slice((ruleset?.id.length ?? 0) + 1).split('.')[0];
  const { turn, actions = turn, conditions = turn } = ruleset?.reference ?? {};
  return kind === 'Action' ? actions : kind === 'Condition' ? conditions : turn;
}

export const RULE_TOOLTIPS = { ready: watchRuleTooltips };
