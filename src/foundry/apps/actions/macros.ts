import { idOf } from '../../platform/documents';
import { notify } from '../../platform/notice';
import { text } from '../../platform/text';
import { replacement } from '../../platform/v14';

interface Script {
  readonly name: string;
  readonly command: string;
  readonly img: string | null;
}

const KIND = { type: 'script', scope: 'global' } as const;

/** Creates a script that only this user, as any GM, may edit. */
export const createScript = (script: Script): Promise<Macro.Implementation | undefined> =>
  Macro.create({ ...script, ...KIND, ownership: { default: 0, [idOf(game.user)]: 3 } } as never);

/**
 * Returns this user's macro of that name with exactly this script, or undefined. A macro that a player may edit would later run their code
 * with this user's rights. A GM owns every macro, so the author counts: dnd5e, module/documents/macro.mjs. A player may name another author,
 * so the last writer and the owners count too.
 */
export const findScript = ({ name, command }: Omit<Script, 'img'>): Macro.Implementation | undefined =>
  game.macros.find(
    (macro) =>
      macro.name === name &&
      macro.command === command &&
      macro.type === KIND.type &&
      macro._source.author === game.user.id &&
      isTrusted(macro._stats.lastModifiedBy) &&
      !(game.users?.contents ?? []).some((user) => !isTrusted(user.id) && macro.testUserPermission(user, 'OWNER')),
  );

const isTrusted = (user: string | null | undefined): boolean =>
  user === game.user.id || game.users?.get(user ?? '')?.isGM === true;

/**
 * A slot names a macro by its id. A player may create a macro under the id of a deleted one, so this user's slots drop a deleted macro, and a
 * macro that another creates under an id that they already name.
 */
function watchHotbar(): void {
  Hooks.on('deleteMacro', (macro) => void clearSlots(macro));
  Hooks.on('createMacro', (macro, _options, userId) => {
    if (isTrusted(userId) || !clearSlots(macro)) return;
    notify('warn', text('CADENCE.Notice.slotTaken', { name: macro.name }));
  });
}

/** Returns whether a slot named the macro. */
function clearSlots({ id }: Macro.Implementation): boolean {
  const { hotbar } = game.user._source;
  const kept = Object.entries(hotbar).filter(([, macro]) => macro !== id);
  if (kept.length === Object.keys(hotbar).length) return false;
  void game.user.update({ hotbar: replacement(Object.fromEntries(kept)) } as never);
  return true;
}

export const HOTBAR = { init: watchHotbar };
