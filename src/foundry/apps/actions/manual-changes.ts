import type { Command } from '../../../encounter/command';
import { type ActiveCondition, activeConditions, defeatOf } from '../../../encounter/condition';
import { GM } from '../../../kernel/ask';
import { lookup } from '../../../kernel/lookup';
import type { Adapter } from '../../adapters/adapter';
import { plainConditionData } from '../../adapters/conditions';
import { adapterOf } from '../../adapters/registry';
import { changeConditions, conditionIdsOf, effectsOn, isFromItem, namedFighters } from '../../host/applicable-effects';
import { isTokenFighter } from '../../host/exchange-document';
import { conditionsOf } from '../../host/reader';
import { createInside, idOf, updateDocument } from '../../platform/documents';
import { notify } from '../../platform/notice';
import { localize, text } from '../../platform/text';
import { submit } from '../../referee';
import { fightOfActor, fightOutside } from '../../views/fight';
import { readAmount } from '../ui/typed-input';
import { openOptions } from './action-buttons';

/** Sets a pool manually. In a fight of the GM this is a step, so it can be rewound and has its consequences; otherwise the actor is updated. */
export async function editPool(actor: Actor.Implementation, adapter: Adapter, pool: string, to: number): Promise<void> {
  if (await submitStep(actor, adapter, { do: 'adjust', options: { pool, to } })) return;
  const home = lookup(adapter.pools, pool);
  if (home?.document === 'actor') await updateDocument(actor, { [`system.${home.path}`]: to });
}

interface GaugeInput {
  readonly typed: string;
  readonly pool: string;
  /** `value` is in points; `per` points make one of the typed unit. */
  readonly value: number;
  readonly per: number;
}

/** Sets a pool to the typed amount. Returns false and notifies the user if it is no number. */
export async function setPoolFromInput(
  actor: Actor.Implementation,
  adapter: Adapter,
  { typed, pool, value, per }: GaugeInput,
): Promise<boolean> {
  const amount = readAmount(typed, value, per);
  if (amount === null) {
    const name = localize(adapter.ruleset.id, { key: `Pool.${pool}` });
    notify('warn', text('CADENCE.Notice.amount', { typed, name, value: value / per }));
  } else await editPool(actor, adapter, pool, amount);
  return amount !== null;
}

/**
 * Returns whether a condition needs a dialog before it is added manually.
 * @param otherwise inverts the answer
 */
export function isConditionPrompted({ ruleset }: Adapter, id: string, otherwise: boolean): boolean {
  const row = Object.hasOwn(ruleset.conditions, id) ? ruleset.conditions[id] : undefined;
  return row !== undefined && (row.asks !== undefined || row.lasts !== undefined) !== otherwise;
}

/**
 * Adds a condition manually. Opens the options first if the rules need more facts, such as its source or its end.
 * @param otherwise inverts whether it asks
 */
export async function giveCondition(
  actor: Actor.Implementation,
  adapter: Adapter,
  id: string,
  otherwise = false,
): Promise<void> {
  const isPrompted = game.user.isGM && isConditionPrompted(adapter, id, otherwise);
  const fight = isPrompted ? (fightOfActor(actor) ?? fightOutside(actor)) : null;
  if (!fight) return setCondition(actor, adapter, id, true);
  const lasts = lookup(adapter.ruleset.conditions, id)?.lasts;
  const command: Command = { do: 'condition', by: GM, at: fight.id, options: { condition: id, on: true } };
  const ends: Command = { ...command, options: { ...command.options, until: lasts } };
  const isSuggested = lasts !== undefined && adapter.ruleset.whyNot(fight.encounter, ends).length === 0;
  if (!(await openOptions(fight.host, isSuggested ? ends : command))) await setCondition(actor, adapter, id, true);
}

/**
 * Adds or removes a condition. Of several instances that count by themselves, the GM is asked which one to remove.
 * @param all removes every instance instead
 */
export async function setCondition(
  actor: Actor.Implementation,
  adapter: Adapter,
  id: string,
  on: boolean,
  all = false,
): Promise<void> {
  if (!Object.hasOwn(adapter.ruleset.conditions, id) || !game.user.isGM) return;
  const change = { do: 'condition', options: { condition: id, on, ...(!on && all && { all }) } };
  if (await submitStep(actor, adapter, change, !on && needsRules(actor, id, all))) return;
  if (on) {
    await createInside(actor, 'ActiveEffect', [plainConditionData(adapter, id)]);
  } else {
    const carriers = carriersOf(actor, id);
    const { conditions } = adapter.ruleset;
    const shared = carriers.filter((effect) => conditionIdsOf(effect, conditions).length > 1);
    const alone = carriers.filter((effect) => !shared.includes(effect));
    const own = alone.filter((effect) => !isFromItem(actor, effect));
    await actor.deleteEmbeddedDocuments(
      'ActiveEffect',
      own.map((effect) => idOf(effect)),
    );
    for (const effect of shared) await updateDocument(effect, changeConditions(effect, conditions, { over: [id] }));
    for (const effect of alone) if (isFromItem(actor, effect)) await effect.update({ disabled: true });
  }
}

/** Returns the active conditions that put an actor out of the fight. */
export function defeatsOf(actor: Actor.Implementation): readonly ActiveCondition[] {
  const table = adapterOf(actor.type)?.ruleset.conditions ?? {};
  return activeConditions(table, conditionsOf(table, actor)).filter(({ id }) => lookup(table, id)?.defeat);
}

/** Gives or ends defeat by the ruleset's own conditions. */
export async function setDefeated(actor: Actor.Implementation | null, isDefeated: boolean): Promise<void> {
  const adapter = adapterOf(actor?.type);
  if (!actor || !adapter) return;
  const byGm = defeatOf(adapter.ruleset.conditions);
  const ids = isDefeated ? [byGm ?? []].flat() : defeatsOf(actor).map(({ id }) => id);
  for (const id of ids) await setCondition(actor, adapter, id, isDefeated, true);
}

/** Returns the active effects that are instances of a condition. */
export const carriersOf = (actor: Actor.Implementation, id: string): readonly ActiveEffect.Implementation[] =>
  effectsOn(actor).filter((effect) => effect.active && effect.statuses.has(id));

/**
 * Returns whether the rules remove a condition outside encounters: it involves other fighters, as a hold does, or one
 * of several instances is meant.
 */
export const needsRules = (actor: Actor.Implementation, id: string, all = false): boolean =>
  (!all && carriersOf(actor, id).length > 1) ||
  effectsOn(actor).some((effect) => effect.statuses.has(id) && namedFighters(effect).some(isTokenFighter));

/** Submits the command to the referee if the actor is in a fight; returns false otherwise. */
async function submitStep(
  actor: Actor.Implementation,
  { ruleset }: Adapter,
  change: Pick<Command, 'do' | 'options'>,
  involvesOthers = false,
): Promise<boolean> {
  const fight = game.user.isGM ? (fightOfActor(actor) ?? (involvesOthers ? fightOutside(actor) : null)) : null;
  if (!fight) return false;
  const command: Command = { ...change, by: GM, at: fight.id };
  if (!ruleset.knows(command)) return false;
  await submit(fight.host, command, { force: true });
  return true;
}
