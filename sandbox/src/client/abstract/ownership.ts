import type { PermissionContext, Subject } from '../../shared/permissions';
import { game } from '../game';

interface LiveSubject extends Subject {
  document: any;
}

/** A document as the shared permission rules want it. A synthetic actor's rights come from its delta over the base actor. */
export function subjectOf(document: any): LiveSubject {
  const token = document.documentName === 'Actor' && document.parent;
  return {
    documentName: document.documentName,
    source: document._source,
    parent: document.parent && !token ? subjectOf(document.parent) : null,
    document,
  };
}

export function permissionContext(): PermissionContext {
  return {
    rolePermissions: game['settings']?.permissions?.() ?? {},
    actorOf: (subject) => actorOf((subject as LiveSubject).document)?._source,
  };
}

function actorOf(document: any): any {
  if (document.documentName === 'ActorDelta') return document.parent?.actor ?? document.parent?.baseActor;
  return document.actor ?? document.baseActor;
}
