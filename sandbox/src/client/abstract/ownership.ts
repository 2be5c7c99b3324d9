import type { DocumentData } from '../../shared/data';
import type { PermissionContext, Subject } from '../../shared/permissions';
import type { Actor } from '../documents/actor';
import { game } from '../game';
import type { Document } from './document';

interface LiveSubject extends Subject {
  document: Document;
}

/**
 * Returns the subject for the shared permission rules. A synthetic actor has its delta's ownership over that of the
 * base actor.
 */
export function subjectOf(document: Document): LiveSubject {
  const isOfToken = document.documentName === 'Actor' && document.parent;
  return {
    documentName: document.documentName,
    source: document._source,
    parent: document.parent && !isOfToken ? subjectOf(document.parent) : null,
    document,
  };
}

export function permissionContext(): PermissionContext {
  return {
    rolePermissions: game['settings']?.permissions?.() ?? {},
    actorOf: (subject) => actorSourceOf((subject as LiveSubject).document),
  };
}

/** A token, delta or combatant, which refers to an actor. */
type Bearer = Document & { actor?: Actor | null; baseActor?: Actor | null };

function actorSourceOf(document: Document): DocumentData | undefined {
  const bearer: Bearer | null = document.documentName === 'ActorDelta' ? document.parent : document;
  return (bearer?.actor ?? bearer?.baseActor)?._source;
}
