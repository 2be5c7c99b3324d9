import { allRulesets } from '../../adapters/registry';
import { text } from '../../platform/text';
import { isElement, mainPage } from '../../views/pages';

/**
 * Lets whatever has a rule (`data-rule`, such as `energy.Action.run`) show it as Foundry's tooltip: what it is called, what is to be said of
 * it, and the page of the quick reference. The tooltip is made when somebody points at the element or comes to it by key, before Foundry
 * reads it; a middle click locks it. T14: client/helpers/interaction/tooltip-manager.d.mts `data-tooltip-html`; crucible
 * (module/interaction.mjs) makes it at `pointerenter` too. Without it Foundry shows `data-tooltip-text`.
 */
function watchRuleTooltips(): void {
  const show = ({ target }: Event) => {
    const element = isElement(target) ? target.closest<HTMLElement>('[data-rule]') : null;
    if (element) element.dataset.tooltipHtml = tooltipOf(element);
  };
  for (const event of ['pointerover', 'focusin']) mainPage().addEventListener(event, show, { capture: true });
}

/** As text within elements of ours: what people have called their things is no HTML. */
function tooltipOf({ dataset }: HTMLElement): string {
  const page = mainPage();
  const made = (tag: string, className: string, words = '') =>
    Object.assign(page.createElement(tag), { className, textContent: words });
  const tooltip = made('section', 'cadence-rule');
  tooltip.append(made('strong', 'cadence-rule__name', dataset.label));
  for (const line of (dataset.tooltipText ?? '').split('\n').filter(Boolean))
    tooltip.append(made('p', 'cadence-rule__line', line));
  const uuid = referenceOf(dataset.rule ?? '');
  if (uuid) {
    const foot = made('footer', 'cadence-rule__foot');
    const link = made('a', 'content-link', text('CADENCE.App.Rule.page'));
    Object.assign(link.dataset, { link: '', uuid });
    foot.append(link, made('small', 'cadence-rule__hold', text('CADENCE.App.Rule.hold')));
    tooltip.append(foot);
  }
  return tooltip.outerHTML;
}

/** The page of the quick reference where a rule stands; none where its ruleset has no such page. */
function referenceOf(rule: string): string | undefined {
  const ruleset = allRulesets().find(({ id }) => rule.startsWith(`${id}.`));
  const kind = rule.slice((ruleset?.id.length ?? 0) + 1).split('.')[0];
  const { turn, actions = turn, conditions = turn } = ruleset?.reference ?? {};
  return kind === 'Action' ? actions : kind === 'Condition' ? conditions : turn;
}

export const RULE_TOOLTIPS = { ready: watchRuleTooltips };
