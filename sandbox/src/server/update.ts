import type { DocumentData, StoredDocument } from '../shared/data';
import { ForcedReplacement } from '../shared/operators';
import { isGM, refusal, type Subject } from '../shared/permissions';
import { isEmpty } from '../shared/utils';
import type { DocumentOperation, DocumentOperationRequest } from '../shared/wire';
import { type Container, containerOf, subjectOf } from './container';
import { checkCoreFields, knownFields } from './core-fields';
import { assertMay, type Environment, hasStats, stats } from './environment';
import { applyChange, differences } from './merge';
import { passwordFields, publicUser } from './passwords';
import { received } from './source';

/** Updates documents in the transaction. Returns the real differences, with `_id` and `_stats`. */
export function update(env: Environment, { type, operation }: DocumentOperationRequest): DocumentData[] {
  const container = containerOf(env, type, operation.parentUuid);
  return (operation.updates ?? []).map((raw) => updateOne(env, type, container, received(raw), operation));
}

function updateOne(
  env: Environment,
  type: string,
  container: Container,
  change: DocumentData,
  operation: DocumentOperation,
): DocumentData {
  const { _id: id, _stats, ...sent } = change;
  const recursive = operation.recursive !== false;
  const before = container.get(id);
  if (!before) throw new Error(`${type} "${id}" does not exist!`);
  const isDelta = container.parent?.documentName === 'Token' && type !== 'Token';
  const subject = { documentName: isDelta ? 'ActorDelta' : type, source: before, parent: subjectOf(container.parent) };
  assertMay(env, 'update', subject, sent);

  const data = knownFields(
    type,
    type === 'User' && 'password' in sent ? { ...sent, ...passwordFields(sent['password']) } : sent,
  );
  check(env, isDelta ? 'Actor' : type, before, data, subject, recursive);
  const changed = operation.diff === false ? data : differences(type, before, data, recursive);
  if (isEmpty(changed)) return { _id: id };
  // An update of a delta may omit the id.
  const source = container.edit(id ?? before._id);
  applyChange(env, isDelta ? 'ActorDelta' : type, source, changed, recursive);
  const result: DocumentData = { ...changed, _id: id };
  if (hasStats(subject.documentName)) {
    const written = stats(env, source._stats, false);
    source._stats = written;
    const { modifiedTime, lastModifiedBy, coreVersion, systemId, systemVersion } = written;
    result._stats = { coreVersion, systemId, systemVersion, modifiedTime, lastModifiedBy };
  }
  return type === 'User' ? publicUser(result) : result;
}

function check(
  env: Environment,
  type: string,
  before: StoredDocument,
  data: DocumentData,
  subject: Subject,
  recursive: boolean,
): void {
  const subtype = data.type ?? before.type ?? typeOfBase(env, subject) ?? 'base';
  env.subtypes.check(type, subtype);
  // T14 `_updateDiff`: another type requires other data.
  const retyped =
    'type' in data && before.type !== undefined && data.type !== before.type && subject.documentName === type;
  if (retyped && type !== 'Folder' && type !== 'Macro' && recursive && !(data.system instanceof ForcedReplacement)) {
    throw new Error(`${type} "${before._id}": the type may only be changed together with a replaced system object`);
  }
  checkCoreFields(type, { ...data, _id: before._id });
  const reserved = [before.type ?? subtype, subtype].some((name) => env.subtypes.gmOnly(type, name, data, recursive));
  if (reserved && !isGM(env.user)) throw new Error(refusal(env.user, 'update', subject));
  env.subtypes.sanitize(type, subtype, data);
}

/** A delta rarely has its own type; the base actor's applies. */
function typeOfBase({ tx }: Environment, { documentName, parent }: Subject): string | undefined {
  return documentName === 'ActorDelta'
    ? tx.peek('actors', parent?.source['actorId'] as string | null | undefined)?.type
    : undefined;
}
