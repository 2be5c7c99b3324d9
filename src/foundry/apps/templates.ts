/** Path of one of our templates as Foundry serves it. */
export const templatePath = (name: string): string => `systems/cadence/templates/${name}.hbs`;

/** The parts every view is laid out with, included by other templates under their path. */
export const PARTIALS = [
  'gauge',
  'badge',
  'price',
  'action',
  'action-group',
  'figure',
  'roll-line',
  'text-line',
  'section-line',
  'step',
  'ask',
  'track',
  'lane',
  'plan-card',
  'body',
  'faceoff',
  'effect-list',
  'grip',
].map((part) => templatePath(`parts/${part}`));

/** A template part of an application, with everything it may include. */
export const part = (name: string, scrollable: string[] = []) => ({
  template: templatePath(name),
  templates: [...PARTIALS, templatePath('apps/tracker-row'), templatePath('apps/fields')],
  scrollable,
});

/** Renders one of our templates outside an application. */
export async function render(name: string, context: object): Promise<string> {
  const { loadTemplates, renderTemplate } = foundry.applications.handlebars;
  await loadTemplates(PARTIALS);
  return renderTemplate(templatePath(name), context as Record<string, unknown>);
}
