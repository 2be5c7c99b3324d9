import { notInSandbox } from '../../../shared/not-in-sandbox';
import type { Document } from '../../abstract/document';
import { documentConfig } from '../../config';
import type { DragData } from '../../documents/client-document';
import { cleanHTML } from './clean-html';
import { wrapped } from './enriched-content';

const UUID_LINK = /@UUID\[([^\]#]+)(?:#([^\]]+))?](?:{([^}]+)})?/g;
const INLINE_ROLL = /\[\[(?:\/(r|roll|gmr|br)\s)?([^\]]+?)]](?:{([^}]+)})?/g;

/** T13: TextEditor.EnrichmentOptions */
export interface EnrichmentOptions {
  secrets?: boolean;
  links?: boolean;
  rolls?: boolean;
  custom?: boolean;
  rollData?: object | (() => object | Promise<object>);
  relativeTo?: Document;
}

interface TruncationOptions {
  maxLength?: number;
  splitWords?: boolean;
  suffix?: string;
}

export type Enricher = {
  id?: string;
  pattern: RegExp;
  enricher: (match: RegExpMatchArray, options: EnrichmentOptions) => Promise<HTMLElement | null>;
  replaceParent?: boolean;
  onRender?: (element: HTMLElement) => void;
};

function anchor(classes: string, icon: string, label: string, dataset: Record<string, string>): HTMLElement {
  const a = document.createElement('a');
  a.className = classes;
  Object.assign(a.dataset, dataset);
  const i = document.createElement('i');
  i.className = icon;
  i.setAttribute('inert', '');
  a.append(i, document.createTextNode(label));
  return a;
}

async function contentLink([, uuid = '', , label]: RegExpMatchArray, options: EnrichmentOptions): Promise<HTMLElement> {
  const doc = await fromUuid(uuid, { relative: options.relativeTo }).catch(() => null);
  if (!doc) return anchor('content-link broken', 'fa-solid fa-link-slash', label ?? uuid, { uuid });
  const icon = documentConfig(doc.documentName)?.sidebarIcon ?? 'fa-solid fa-link';
  const link = anchor('content-link', icon, label ?? doc.name, {
    uuid,
    link: '',
    id: doc.id ?? '',
    type: doc.documentName,
  });
  link.draggable = true;
  link.dataset.tooltip = doc.name;
  return link;
}

async function inlineRoll(
  [, command, formula = '', label]: RegExpMatchArray,
  options: EnrichmentOptions,
): Promise<HTMLElement> {
  const rollData = typeof options.rollData === 'function' ? await options.rollData() : (options.rollData ?? {});
  if (command) {
    return anchor('inline-roll roll', 'fa-solid fa-dice-d20', label ?? formula, { mode: 'roll', formula });
  }
  const roll = await new Roll(formula, rollData).evaluate({ allowInteractive: false });
  return anchor(
    'inline-roll inline-result',
    'fa-solid fa-dice-d20',
    label ? `${label} ${roll.total}` : `${roll.total}`,
    {
      tooltip: roll.formula,
    },
  );
}

function textNodes(root: Node): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) found.push(walker.currentNode as Text);
  return found;
}

/** Enrichment and drag data. T13: client/applications/ux/text-editor.d.mts */
export class TextEditor {
  static get implementation(): typeof TextEditor {
    return CONFIG?.ux?.TextEditor ?? TextEditor;
  }

  static create = notInSandbox('TextEditor.create');

  /** Sanitizes HTML and replaces links, inline rolls and matches of `CONFIG.TextEditor.enrichers`. */
  static async enrichHTML(content: string, options: EnrichmentOptions = {}): Promise<string> {
    if (!content?.length) return '';
    const holder = document.createElement('div');
    holder.innerHTML = cleanHTML(String(content));
    if (!options.secrets)
      for (const secret of holder.querySelectorAll('section.secret:not(.revealed)')) secret.remove();
    const { links = true, rolls = true, custom = true } = options;
    const enrichers: Enricher[] = [];
    if (links) enrichers.push({ pattern: UUID_LINK, enricher: contentLink });
    if (rolls) enrichers.push({ pattern: INLINE_ROLL, enricher: inlineRoll });
    if (custom) enrichers.push(...(CONFIG.TextEditor?.enrichers ?? []));
    for (const enricher of enrichers) await TextEditor.#apply(holder, enricher, options);
    return holder.innerHTML;
  }

  static async #apply(root: HTMLElement, config: Enricher, options: EnrichmentOptions): Promise<void> {
    const { pattern, enricher, replaceParent } = config;
    for (const node of textNodes(root)) {
      const matches = [...node.data.matchAll(pattern)];
      for (const match of matches.reverse()) {
        const made = await enricher(match, options);
        if (!made) continue;
        const element = wrapped(made, config);
        if (replaceParent && node.parentElement && node.parentElement !== root) {
          node.parentElement.replaceWith(element);
          break;
        }
        const range = document.createRange();
        range.setStart(node, match.index!);
        range.setEnd(node, match.index! + match[0].length);
        range.deleteContents();
        range.insertNode(element);
      }
    }
  }

  /** Returns the JSON of a drag, or an empty object. */
  static getDragEventData(event: DragEvent): DragData {
    try {
      return JSON.parse(event.dataTransfer!.getData('text/plain'));
    } catch {
      return {};
    }
  }

  static truncateText(
    text: string,
    { maxLength = 50, splitWords = true, suffix = '…' }: TruncationOptions = {},
  ): string {
    if (text.length <= maxLength) return text;
    const short = text.slice(0, maxLength);
    return (splitWords ? short : short.slice(0, Math.max(short.lastIndexOf(' '), 0))) + suffix;
  }

  static decodeHTML(html: string): string {
    const area = document.createElement('textarea');
    area.innerHTML = html;
    return area.value;
  }

  /** Makes content links on the page open and drag their documents. */
  static activateListeners(): void {
    document.addEventListener('click', async (event) => {
      const link = (event.target as HTMLElement).closest?.<HTMLElement>('a.content-link[data-uuid]');
      const roll = (event.target as HTMLElement).closest?.<HTMLElement>('a.inline-roll[data-mode]');
      if (link) {
        event.preventDefault();
        await (await fromUuid(link.dataset.uuid!))?._onClickDocumentLink(event);
      } else if (roll) {
        event.preventDefault();
        const actor = canvas?.tokens?.controlled?.[0]?.actor ?? game.user.character;
        const made = await new Roll(roll.dataset.formula!, actor?.getRollData() ?? {}).evaluate();
        await made.toMessage();
      }
    });
    document.addEventListener('dragstart', (event) => {
      const link = (event.target as HTMLElement).closest?.<HTMLElement>('a.content-link[data-uuid]');
      if (!link) return;
      const { uuid, type } = link.dataset;
      event.dataTransfer!.setData('text/plain', JSON.stringify({ uuid, type }));
    });
  }
}
