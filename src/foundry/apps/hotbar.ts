import { documentAt } from '../platform/documents';
import { notice } from '../platform/notice';
import { text } from '../platform/text';
import { isRecord } from '../stored/shapes';
import { ACTION_DRAG, isUsable, type NamedAction, readNamedAction } from './named-action';

/** A macro in the making. */
interface Made {
  readonly named: NamedAction;
  readonly name: string;
  readonly img: string;
}

/**
 * An action, or an item that can be used, dropped on the hotbar becomes a macro of that action. Whatever else is dropped is left to
 * Foundry. T14: client/hooks.d.mts `hotbarDrop`, where returning false takes over; dnd5e registers it at `ready` too, so that modules may be first.
 */
export function takeHotbarDrops(): void {
  Hooks.on('hotbarDrop', (_hotbar: unknown, data: unknown, slot: number) => dropOnHotbar(data, slot) === null);
}

/** Null where it is nothing of ours. */
export function dropOnHotbar(data: unknown, slot: number): Promise<void> | null {
  const made = macroOf(data);
  return made && assign(made, slot);
}

function macroOf(data: unknown): Made | null {
  if (!isRecord(data)) return null;
  if (data.type === ACTION_DRAG) {
    const named = readNamedAction(data.named);
    return named && { named, name: String(data.label ?? named.do ?? named.item), img: String(data.img ?? '') };
  }
  const item = data.type === 'Item' ? itemAt(data.uuid) : null;
  if (!item?.actor || !isUsable(item)) return null;
  return { named: { ruleset: item.actor.type, item: item.name }, name: item.name, img: item.img ?? '' };
}

/** One that is at hand: what lies in a compendium nobody carries. */
function itemAt(uuid: unknown): Item.Implementation | null {
  const found = typeof uuid === 'string' ? documentAt(uuid) : null;
  return found instanceof Item ? found : null;
}

/** Puts the macro into a slot: one that is there already, rather than a second of the same. */
async function assign({ named, name, img }: Made, slot: number): Promise<void> {
  const command = `await game.system.api.act(${JSON.stringify(named)});`;
  const same = game.macros.find((macro) => macro.isOwner && macro.name === name && macro.command === command);
  if (!same && !game.user.can('MACRO_SCRIPT')) {
    notice('warn', text('CADENCE.Notice.named.noMacro'));
    return;
  }
  const macro =
    same ?? (await Macro.create({ name, command, type: 'script', scope: 'global', img: img || null } as never));
  if (macro) await game.user.assignHotbarMacro(macro as never, slot);
}
