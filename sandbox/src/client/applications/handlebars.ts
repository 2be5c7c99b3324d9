import Handlebars from 'handlebars';
import { HELPERS } from './handlebars-helpers';

const pending = new Map<string, Promise<HandlebarsTemplateDelegate>>();
const aliases = new Map<string, string>();

export { Handlebars };

/** T13: client/applications/handlebars.d.mts */
export function initialize(): void {
  Handlebars.registerHelper(HELPERS);
}

/** Fetches and caches a template. Registers it as a partial under its path and alias. */
export function getTemplate(path: string, id?: string): Promise<HandlebarsTemplateDelegate> {
  if (id) aliases.set(id, path);
  const wanted = aliases.get(path) ?? path;
  let loading = pending.get(wanted);
  if (!loading) {
    loading = fetchTemplate(wanted);
    // Do not cache a failed fetch: the next render retries.
    loading.catch(() => pending.delete(wanted));
    pending.set(wanted, loading);
  }
  if (!id) return loading;
  return loading.then((template) => {
    Handlebars.registerPartial(id, template);
    return template;
  });
}

async function fetchTemplate(path: string): Promise<HandlebarsTemplateDelegate> {
  const response = await fetch(`/${path.replace(/^\//, '')}`);
  if (!response.ok)
    throw new Error(`Template "${path}" could not be loaded: ${response.status} ${response.statusText}`);
  const template = Handlebars.compile(await response.text(), { preventIndent: true });
  Handlebars.registerPartial(path, template);
  return template;
}

/** Loads templates. The keys of a record become aliases for partials. */
export async function loadTemplates(paths: string[] | Record<string, string>): Promise<HandlebarsTemplateDelegate[]> {
  if (Array.isArray(paths)) return Promise.all(paths.map((path) => getTemplate(path)));
  return Promise.all(Object.entries(paths).map(([alias, path]) => getTemplate(path, alias)));
}

/** Renders a template. Allows prototype access, because documents have getters. */
export async function renderTemplate(path: string, data: object = {}): Promise<string> {
  const template = await getTemplate(path);
  return template(data, { allowProtoMethodsByDefault: true, allowProtoPropertiesByDefault: true });
}
