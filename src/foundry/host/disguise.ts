import { lookup } from '../../kernel/lookup';
import { SYSTEM_ID } from '../platform/settings';
import { shortName, text } from '../platform/text';
import { isRecord } from '../stored/validators';

/** What players see instead of a fighter's name and portrait until a GM reveals it. */
interface Disguise {
  readonly name: string;
  /** Empty for an unknown face. */
  readonly img: string;
}

/** The flag of a token, or of a combatant without one. */
export const DISGUISE = 'disguise';

interface Bearers {
  readonly combatant: Combatant.Implementation | null;
  readonly token: TokenDocument.Implementation | null;
  readonly actor: Actor.Implementation | null;
}

/**
 * Returns the disguise of a fighter, or null. A fighter whom a player owns has none: its owner could write one that confuses others.
 * The flag is read first, because reading the actor would build that of an unlinked token.
 */
export function disguiseOf(fighter: Omit<Bearers, 'actor'> & Partial<Bearers>): Disguise | null {
  const disguise = flagOf(fighter.token) ?? flagOf(fighter.combatant);
  if (!disguise) return null;
  const actor = fighter.actor ?? fighter.token?.actor ?? fighter.combatant?.actor;
  return actor?.hasPlayerOwner ? null : disguise;
}

/** Returns the disguise in which a user sees a fighter. */
export const disguiseFor = (user: User.Implementation, fighter: Parameters<typeof disguiseOf>[0]): Disguise | null =>
  user.isGM ? null : disguiseOf(fighter);

function flagOf(document: { readonly flags?: object } | null): Disguise | null {
  const own = lookup(document?.flags as Readonly<Record<string, unknown>> | undefined, SYSTEM_ID);
  const found = isRecord(own) ? lookup(own, DISGUISE) : null;
  if (!isRecord(found)) return null;
  const { name, img } = found;
  const hasName = typeof name === 'string' && name.trim() !== '';
  return {
    name: hasName ? shortName(name) : text('CADENCE.App.Disguise.unknown'),
    img: typeof img === 'string' ? img : '',
  };
}
