import { escapeHTML } from '../shared/utils';

/**
 * A small part of T14: common/constants.d.mts ALLOWED_HTML_TAGS: text, lists, tables, media, and the controls of
 * cards.
 */
const TAGS = new Set(
  (
    'header main section article aside nav footer div address h1 h2 h3 h4 h5 h6 hr br p blockquote summary details span ' +
    'code pre a label abbr cite mark q small time var kbd samp dfn sub sup strong em b i u s del ins ol ul li dl dd dt menu ' +
    'table thead tbody tfoot tr th td col colgroup button fieldset legend meter progress output figure figcaption caption img'
  ).split(' '),
);
const ATTRIBUTES = new Set(
  (
    'class id title dir lang role hidden tabindex href src alt width height colspan rowspan scope start type value min max ' +
    'low high optimum open disabled name datetime for'
  ).split(' '),
);
const URLS = new Set(['href', 'src']);
/** Elements whose content is not readable text. */
const SWALLOWED = /<(script|style|template|iframe|object|noscript|svg|math)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
const TAG = /^<(\/?)([a-z][a-z0-9-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>/i;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'=<>`]+))?/g;

/**
 * Rebuilds HTML from allowed tags and attributes; drops others, and shows a stray `<` as text. Writes every tag itself
 * and copies no markup of the input.
 */
export function sanitizeHTML(html: string): string {
  let rest = html.replace(/<!--[\s\S]*?(?:-->|$)/g, '').replace(SWALLOWED, '');
  let out = '';
  while (rest) {
    const at = rest.indexOf('<');
    if (at < 0) return out + rest;
    out += rest.slice(0, at);
    rest = rest.slice(at);
    const tag = TAG.exec(rest);
    if (!tag) {
      out += '&lt;';
      rest = rest.slice(1);
      continue;
    }
    rest = rest.slice(tag[0].length);
    const name = tag[2]!.toLowerCase();
    if (!TAGS.has(name)) continue;
    out += tag[1] ? `</${name}>` : `<${name}${attributes(tag[3]!)}>`;
  }
  return out;
}

function attributes(text: string): string {
  let out = '';
  for (const [, raw, quoted] of text.matchAll(ATTRIBUTE)) {
    const name = raw!.toLowerCase();
    if (!ATTRIBUTES.has(name) && !/^(?:data|aria)-[\w.-]+$/.test(name)) continue;
    if (quoted === undefined) out += ` ${name}`;
    else {
      const value = decode(quoted.replace(/^(["'])([\s\S]*)\1$/, '$2'));
      if (!URLS.has(name) || isSafeUrl(value)) out += ` ${name}="${escapeHTML(value)}"`;
    }
  }
  return out;
}

/** Decodes entities before validation, so that `&#106;avascript:` hides nothing; the value is escaped again later. */
function decode(value: string): string {
  return value
    .replace(/&#x([0-9a-f]+);?/gi, (_, hex) => character(Number.parseInt(hex, 16)))
    .replace(/&#(\d+);?/g, (_, code) => character(Number(code)))
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&(?:colon|Tab|NewLine);/g, (entity) => (entity === '&colon;' ? ':' : ''))
    .replace(/&amp;/g, '&');
}

const character = (code: number) => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '');

function isSafeUrl(value: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip these inside a scheme
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(value.replace(/[\u0000-\u0020]/g, ''))?.[1]?.toLowerCase();
  return !scheme || ['http', 'https', 'mailto'].includes(scheme) || value.startsWith('data:image/');
}
