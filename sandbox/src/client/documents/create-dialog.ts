import type { DocumentData } from '../../shared/data';
import { escapeHTML } from '../../shared/html';
import type { Document, DocumentStatics } from '../abstract/document';
import type { OperationOptions } from '../abstract/operations';
import { documentConfig } from '../config';
import { localize } from '../i18n';

export interface CreateDialogOptions {
  types?: string[];
  [option: string]: unknown;
}

/** Asks for name and type of a new document. T14: client/documents/abstract/client-document.d.mts createDialog */
export async function createDialog(
  cls: DocumentStatics,
  data: DocumentData,
  operation: OperationOptions,
  options: CreateDialogOptions,
): Promise<Document | null | undefined> {
  const { DialogV2 } = globalThis.foundry.applications.api;
  const { types, ...config } = options;
  const offered = (types ?? cls.TYPES).filter((type) => type !== 'base' || cls.TYPES.length === 1);
  const type = localize(cls.metadata.label);
  const entries = offered
    .map(
      (id) => `<option value="${escapeHTML(id)}">${escapeHTML(localize(`TYPES.${cls.documentName}.${id}`))}</option>`,
    )
    .join('');
  const select =
    cls.hasTypeData && offered.length > 0
      ? `<div class="form-group"><label>${escapeHTML(localize('DOCUMENT.FIELDS.type.label'))}</label><select name="type">${entries}</select></div>`
      : '';
  // I#13760: each subtype may have a hint in the dialog.
  const hints = offered.flatMap((id) => {
    const key = documentConfig(cls.documentName)?.typeHints?.[id] ?? `TYPES.HINTS.${cls.documentName}.${id}`;
    const hint = localize(key);
    const label = localize(`TYPES.${cls.documentName}.${id}`);
    return hint === key ? [] : [`<li><strong>${escapeHTML(label)}</strong> ${escapeHTML(hint)}</li>`];
  });
  const told = hints.length > 0 ? `<ul class="hint">${hints.join('')}</ul>` : '';
  const content = `<div class="form-group"><label>${escapeHTML(localize('DOCUMENT.FIELDS.name.label'))}</label>
    <input type="text" name="name" autofocus placeholder="${escapeHTML(cls.defaultName({ type: offered[0], parent: operation.parent }))}"></div>${select}${told}`;
  const title = localize('DOCUMENT.Create', { type });
  const answer = await DialogV2.input({
    window: { title },
    content,
    ok: { label: title },
    rejectClose: false,
    ...config,
  });
  if (!answer) return null;
  const chosen: DocumentData = { ...data, ...answer };
  chosen.name = String(answer.name ?? '').trim() || cls.defaultName({ type: chosen.type, parent: operation.parent });
  return cls.implementation.create(chosen, { renderSheet: true, ...operation });
}
