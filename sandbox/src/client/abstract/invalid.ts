import { notify } from '../notify';

/** Told once per document: the console gets the reason, the user the name. */
export function reportInvalid(documentName: string, source: any, error: any, parent?: any) {
  const name = source?.name ? `"${source.name}" ` : '';
  const place = parent ? ` in parent ${parent.documentName} [${parent._source?._id}]` : '';
  const message = `Failed to initialize ${documentName} ${name}[${source?._id}]${place}: ${error.message}`;
  console.error(message, error);
  notify('error', message);
}
