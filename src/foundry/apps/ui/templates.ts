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
  'answer',
  'awaited',
  'track',
  'lane',
  'plan-card',
  'body',
  'faceoff',
  'effect-list',
  'grip',
].map((part) => templatePath(`ui/${part}`));

const ROWS = ['tracker-row', 'tracker-kind'].map((row) => templatePath(`tracker/${row}`));

export const templatePart = (name: string, scrollable: string[] = []) => ({
  template: templatePath(name),
  templates: [...PARTIALS, ...ROWS, templatePath('ui/fields')],
  scrollable,
});

export async function render(name: string, context: object): Promise<string> {
  const { loadTemplates, renderTemplate } = foundry.applications.handlebars;
  await loadTemplates(PARTIALS);
  return renderTemplate(templatePath(name), { ...context });
}

export const TEMPLATES = { init: () => void foundry.applications.handlebars.loadTemplates(PARTIALS) };
