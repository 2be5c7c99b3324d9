import type { Command } from '../../../encounter/command';
import { lookup } from '../../../kernel/lookup';
import { ACTIONS as ROWS } from '../actions';
import { optionsOf } from '../options';
import { type Ability, isAbility, isSpell, type Spell, type TempoItem } from '../schema';
import type { Choice, TempoFighter } from '../state';

export const isAttackAction = (action: string): boolean => lookup(ROWS, action)?.speed !== undefined;

/** Actions without a spell or an ability. */
export const PLAIN_IDS: readonly string[] = Object.keys(ROWS).filter((id) => tempoOf(id) !== null);

/** T-06: null for Magic and abilities, which have their own. */
function tempoOf(action: string): number | null {
  const tempo = lookup(ROWS, action)?.tempo;
  return typeof tempo === 'number' ? tempo : null;
}

/** An ability that lists Magic is planned before its spell is named, so it is the same with any spell. */
export const isSameChoice = (a: Choice, b: Choice): boolean =>
  a.action === b.action && a.item === b.item && (a.spell === b.spell || a.spell === undefined || b.spell === undefined);

/** Returns the choice of a command; `with` counts only for Magic and abilities. */
export function choiceOf(command: Command): Choice {
  const { do: action, with: item } = command;
  if (action === 'magic') return { action, ...(item && { item }) };
  if (action !== 'ability') return { action };
  const { spell } = optionsOf(command);
  return { action, ...(item && { item }), ...(spell && { spell }) };
}

/** Returns the choice that a plan or an Exert names in its options. */
export const choiceIn = (command: Command): Choice => choiceOf({ ...command, do: optionsOf(command).action ?? '' });

/** Returns a command with the choice in its options. */
export const commandFor = (by: string, id: string, { action, item, spell }: Choice, options = {}): Command => ({
  do: id,
  by,
  ...(item && { with: item }),
  options: { action, ...(spell && { spell }), ...options },
});

const itemIn = (fighter: TempoFighter, id: string | undefined): TempoItem | undefined =>
  fighter.items.find((item) => item.id === id);

export function abilityOf(fighter: TempoFighter, { action, item }: Choice): Ability | null {
  const found = action === 'ability' ? itemIn(fighter, item) : undefined;
  return isAbility(found) ? found : null;
}

/** Returns the spell that is cast, directly or through an ability that lists Magic. */
export function spellOf(fighter: TempoFighter, choice: Choice): Spell | null {
  const found = itemIn(fighter, choice.action === 'magic' ? choice.item : choice.spell);
  return isSpell(found) ? found : null;
}

/** T-18, T-A13: returns the listed action or null; plain Attack means the Standard Attack. */
export const listedActionOf = ({ listsAction }: Ability): string | null =>
  listsAction === 'attack' ? 'standard-attack' : listsAction || null;

/** Returns true if this fighter has the choice. */
export function isKnownChoice(fighter: TempoFighter, choice: Choice): boolean {
  if (choice.action === 'magic') return spellOf(fighter, choice) !== null;
  if (choice.action === 'ability') return abilityOf(fighter, choice) !== null;
  return lookup(ROWS, choice.action) !== undefined;
}

/** T-06, T-68, T-90, T-94, T-A13: returns the default number; null if undefined. */
export function usualTempo(fighter: TempoFighter, choice: Choice): number | null {
  if (choice.action === 'magic') return spellOf(fighter, choice)?.tempo ?? null;
  if (choice.action !== 'ability') return tempoOf(choice.action);
  const ability = abilityOf(fighter, choice);
  if (!ability) return null;
  const base = listedActionOf(ability);
  if (ability.tempo !== null || base === null) return ability.tempo;
  return base === 'magic' ? (spellOf(fighter, choice)?.tempo ?? null) : tempoOf(base);
}

/** T-14 to T-19: returns the group for the uniqueness check. */
export function groupOf(fighter: TempoFighter, choice: Choice): string {
  const ability = abilityOf(fighter, choice);
  const base = ability && listedActionOf(ability);
  if (ability && base === null) return `ability:${ability.id}`;
  const action = base ?? choice.action;
  return isAttackAction(action) ? 'attack' : action;
}

export const tagOf = (fighter: TempoFighter, choice: Choice): 'none' | 'extra' | 'free' =>
  abilityOf(fighter, choice)?.tag ?? 'none';

/** Returns a choice with each spell that it may name: those of an ability that lists Magic. */
export function castingsOf(fighter: TempoFighter, choice: Choice): readonly Choice[] {
  const ability = abilityOf(fighter, choice);
  if (!ability || listedActionOf(ability) !== 'magic') return [choice];
  return fighter.items.filter(isSpell).map(({ id: spell }) => ({ ...choice, spell }));
}

/** Returns a choice as it can be planned: with each spell, if only the spell has a number (T-A13). */
export const plansFor = (fighter: TempoFighter, choice: Choice): readonly Choice[] =>
  usualTempo(fighter, choice) === null ? castingsOf(fighter, choice) : [choice];

/** Returns all choices, without the spell that an ability casts. */
export const choicesOf = ({ items }: TempoFighter): Choice[] => [
  ...PLAIN_IDS.map((action) => ({ action })),
  ...items.filter(isSpell).map(({ id: item }) => ({ action: 'magic', item })),
  ...items.filter(isAbility).map(({ id: item }) => ({ action: 'ability', item })),
];
