import { mainPage } from '../../views/pages';

/** A sheet is a form, which would submit controls of a text with its own fields. Templates are not looked into. */
const CONTROLS = 'form, input, button, select, textarea, option, optgroup, datalist, output, template';

/** Attributes by which a form finds its fields, and Foundry's windows and ours find actions, parts and what they act on. */
const ATTRIBUTES: ReadonlySet<string> = new Set(
  (
    'name form formaction for popovertarget commandfor contenteditable accesskey ' +
    'data-edit data-action data-application-part data-tab data-group data-command data-needs data-options ' +
    'data-ask data-answer data-item data-item-id data-effect data-condition data-pool data-preview data-lane'
  ).split(' '),
);

/**
 * Returns formatted text without what acts in a window that shows it: a player may write a button of ours into a description, which a GM
 * would press with a GM's rights. C13: common/constants.mjs `ALLOWED_HTML_TAGS` and `ALLOWED_HTML_ATTRIBUTES` keep controls and `data-*`.
 */
export function withoutControls(html: string): string {
  if (!html.includes('<')) return html;
  const holder = mainPage().createElement('template');
  holder.innerHTML = html;
  let isChanged = false;
  for (const element of holder.content.querySelectorAll('*')) {
    // Foundry's inputs are elements of its own, such as `prose-mirror`.
    const isControl = element.matches(CONTROLS) || (element.localName.includes('-') && element.hasAttribute('name'));
    for (const name of element.getAttributeNames()) {
      if (!ATTRIBUTES.has(name.toLowerCase())) continue;
      element.removeAttribute(name);
      isChanged = true;
    }
    if (!isControl) continue;
    element.replaceWith(...element.childNodes);
    isChanged = true;
  }
  return isChanged ? holder.innerHTML : html;
}
