import type { DocumentData } from '../../shared/data';
import { messageOf } from '../../shared/errors';
import { notify } from '../notify';
import type { Document } from './document';

/** Reports an invalid document once: the reason on the console, the name as a notification. */
export function reportInvalid(documentName: string, source: DocumentData, error: unknown, parent?: Document) {
  const name = source?.name ? `"${source.name}" ` : '';
  const place = parent ? ` in parent ${parent.documentName} [${parent._source?._id}]` : '';
  const message = `Failed to initialize ${documentName} ${name}[${source?._id}]${place}: ${messageOf(error)}`;
  console.error(message, error);
  notify('error', message);
}
