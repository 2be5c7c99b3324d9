import type { Command } from '../../../encounter/command';
import { GM } from '../../../kernel/ask';
import type { Adapter } from '../../adapters/adapter';
import { plainConditionData } from '../../adapters/conditions';
import { effectsOn, isFromItem, namedFighters } from '../../host/applicable-effects';
import { isTokenFighter } from '../../host/exchange-document';
import { createInside, idOf, updateDocument } from '../../platform/documents';
import { notify } from '../../platform/notice';
import { localize, text } from '../../platform/text';
import { submit } from '../../referee';
import { fightOfActor, fightOutside } from '../../views/fight';
import { readAmount } from '../ui/typed-input';
import { openOptions } from './action-buttons';

/**
 * Sets a pool by hand. In a fight the game master's hand is a step like any other, so it can be rewound and has its consequences;
 * elsewhere, and by its owner, the actor is simply edited.
 */
export async function editPool(actor: Actor.Implementation, adapter: Adapter, pool: string, to: number): Promise<void> {
  if (await asStep(actor, adapter, { do: 'adjust', options: { pool, to } })) return;
  const home = adapter.pools[pool];
  if (home?.document === 'actor') await updateDocument(actor, { [`system.${home.path}`]: to });
}

/** What stands in a gauge that can be edited. */
interface Typed {
  readonly typed: string;
  readonly pool: string;
  /** Points there are now, and how many make one of what is typed. */
  readonly value: number;
  readonly per: number;
}

/** Sets a pool to what was typed into its gauge. @returns false where that is no number, which is said */
export async function setPoolFromInput(
  actor: Actor.Implementation,
  adapter: Adapter,
  { typed, pool, value, per }: Typed,
): Promise<boolean> {
  const amount = readAmount(typed, value, per);
  if (amount === null) {
    const name = localize(adapter.ruleset.id, { key: `Pool.${pool}` });
    notify('warn', text('CADENCE.Notice.amount', { typed, name, value: value / per }));
  } else await editPool(actor, adapter, pool, amount);
  return amount !== null;
}

/**
 * Whether a condition is asked about before it is given by hand.
 * @param otherwise whether it is the other way round than usual
 */
export function isConditionPrompted({ ruleset }: Adapter, id: string, otherwise: boolean): boolean {
  const row = Object.hasOwn(ruleset.conditions, id) ? ruleset.conditions[id] : undefined;
  return row !== undefined && (row.asks !== undefined || row.lasts !== undefined) !== otherwise;
}

/**
 * Gives a condition by hand. Where the rules need to know more of it (who brings it about, when it ends), the game master is asked
 * first, as far as there is something to say.
 * @param otherwise whether it is given plainly where it would be asked about, and asked about where it would not
 */
export async function giveCondition(
  actor: Actor.Implementation,
  adapter: Adapter,
  id: string,
  otherwise = false,
): Promise<void> {
  const isWanted = game.user.isGM && isConditionPrompted(adapter, id, otherwise);
  const fight = isWanted ? (fightOfActor(actor) ?? fightOutside(actor)) : null;
  if (!fight) return setCondition(actor, adapter, id, true);
  const lasts = adapter.ruleset.conditions[id]?.lasts;
  const command: Command = { do: 'condition', by: GM, at: fight.id, options: { condition: id, on: true } };
  const ends: Command = { ...command, options: { ...command.options, until: lasts } };
  const isSuggested = lasts !== undefined && adapter.ruleset.whyNot(fight.encounter, ends).length === 0;
  if (!(await openOptions(fight.host, isSuggested ? ends : command))) await setCondition(actor, adapter, id, true);
}

/** Gives a condition by hand, or takes it off. */
export async function setCondition(
  actor: Actor.Implementation,
  adapter: Adapter,
  id: string,
  on: boolean,
): Promise<void> {
  if (!Object.hasOwn(adapter.ruleset.conditions, id) || !game.user.isGM) return;
  const wish = { do: 'condition', options: { condition: id, on } };
  if (await asStep(actor, adapter, wish, !on && isShared(actor, id))) return;
  if (on) {
    await createInside(actor, 'ActiveEffect', [plainConditionData(adapter, id)]);
  } else {
    const bearing = effectsOn(actor).filter((effect) => effect.active && effect.statuses.has(id));
    const own = bearing.filter((effect) => !isFromItem(actor, effect));
    await actor.deleteEmbeddedDocuments(
      'ActiveEffect',
      own.map((effect) => idOf(effect)),
    );
    for (const effect of bearing) if (isFromItem(actor, effect)) await effect.update({ disabled: true });
  }
}

/** Whether others have to do with a condition that somebody bears outside encounters: with a hold, both. */
export const isShared = (actor: Actor.Implementation, id: string): boolean =>
  effectsOn(actor).some((effect) => effect.statuses.has(id) && namedFighters(effect).some(isTokenFighter));

/** Whether it was given to the referee. */
async function asStep(
  actor: Actor.Implementation,
  { ruleset }: Adapter,
  wish: Pick<Command, 'do' | 'options'>,
  isOfOthers = false,
): Promise<boolean> {
  const fight = game.user.isGM ? (fightOfActor(actor) ?? (isOfOthers ? fightOutside(actor) : null)) : null;
  if (!fight) return false;
  const command: Command = { ...wish, by: GM, at: fight.id };
  if (!ruleset.knows(command)) return false;
  await submit(fight.host, command, { force: true });
  return true;
}
