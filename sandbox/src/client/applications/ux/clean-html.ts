const FORBIDDEN = 'script, iframe, object, embed, link, meta, base, frame, frameset';
const URLS = new Set(['href', 'src', 'action', 'formaction', 'xlink:href']);

/** Returns HTML without scripts, frames, event attributes and `javascript:` addresses. API: foundry.utils.cleanHTML */
export function cleanHTML(raw: string): string {
  // A template's content belongs to an inert document, so cleaning loads and runs nothing.
  const holder = document.createElement('template');
  holder.innerHTML = raw;
  for (const element of holder.content.querySelectorAll(FORBIDDEN)) element.remove();
  for (const element of holder.content.querySelectorAll('*')) {
    for (const { name, value } of [...element.attributes]) {
      const scripted =
        URLS.has(name.toLowerCase()) &&
        /^(?:(?:javascript|vbscript):|data:text\/html)/i.test(value.replace(/[^\x21-\x7e]/g, ''));
      if (name.toLowerCase().startsWith('on') || name === 'srcdoc' || scripted) element.removeAttribute(name);
    }
  }
  return holder.innerHTML;
}
