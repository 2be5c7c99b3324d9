import type { Message } from '../../../encounter/view';
import type { Reason } from '../../../kernel/ask';
import { askConfirmation } from '../../platform/confirmation';
import { localize, reasonText, text } from '../../platform/text';

export const templatePath = (name: string): string => `systems/cadence/templates/${name}.hbs`;

export const PARTIALS = [
  'gauge',
  'badge',
  'price',
  'action',
  'action-group',
  'figure',
  'roll-line',
  'rolls',
  'text-line',
  'section-line',
  'step',
  'ask',
  'awaited',
  'track',
  'lane',
  'plan-card',
  'body',
  'faceoff',
  'effect-list',
  'grip',
].map((part) => templatePath(`ui/${part}`));

export const templatePart = (name: string, scrollable: string[] = []) => ({
  template: templatePath(name),
  templates: [...PARTIALS, templatePath('tracker/tracker-row'), templatePath('ui/fields')],
  scrollable,
});

export async function render(name: string, context: object): Promise<string> {
  const { loadTemplates, renderTemplate } = foundry.applications.handlebars;
  await loadTemplates(PARTIALS);
  return renderTemplate(templatePath(name), { ...context });
}

/**
 * Asks whether a command is meant in spite of reasons against it, or of what it brings about.
 * @param question about the target, in place of the usual one
 */
export async function confirmReasons(
  ruleset: string,
  reasons: readonly Reason[],
  warnings: readonly Message[] = [],
  question = '',
): Promise<boolean> {
  const lines = [
    ...reasons.map((reason) => reasonText(ruleset, reason)),
    ...warnings.map((warning) => localize(ruleset, warning)),
  ];
  return askConfirmation({
    classes: ['cadence', 'cadence-confirm'],
    window: { title: text(`CADENCE.App.Confirm.${reasons.length > 0 ? 'title' : 'warning'}`) },
    content: await render('ui/confirm', {
      reasons: lines,
      question: question || text('CADENCE.App.Confirm.question'),
      hint: question && text('CADENCE.App.Confirm.targetHint'),
    }),
    yes: { label: text('CADENCE.App.Confirm.yes') },
    no: { label: text('CADENCE.App.Confirm.no'), default: true },
    modal: true,
  });
}

export const TEMPLATES = { init: () => void foundry.applications.handlebars.loadTemplates(PARTIALS) };
