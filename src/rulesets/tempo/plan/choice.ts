import type { Command } from '../../../encounter/command';
import { lookup } from '../../../toolkit/define/actions';
import { optionsOf } from '../options';
import { type AbilityItem, ACTION_IDS, isAbility, isSpell, PLAIN_IDS, type Spell, type TempoItem } from '../schema';
import type { Choice, TempoFighter } from '../state';

/** The tempo printed for each action (section 5); Magic and abilities have their own. */
export const USUAL_TEMPO: Readonly<Record<string, number>> = {
  rest: 1,
  scan: 2,
  mark: 2,
  'quick-attack': 3,
  help: 3,
  move: 4,
  guard: 4,
  'standard-attack': 5,
  inventory: 6,
  hide: 6,
  'slow-attack': 7,
  shift: 7,
};

export const ATTACKS: readonly string[] = ['quick-attack', 'standard-attack', 'slow-attack'];
export const isAttackAction = (action: string): boolean => ATTACKS.includes(action);

/** What is one of its kind in a choice, as an id of an option: the spell, the ability, or the action that means neither. */
export const idOfChoice = ({ action, item }: Choice): string => item ?? action;

export const isSameChoice = (a: Choice, b: Choice): boolean =>
  a.action === b.action && a.item === b.item && a.spell === b.spell;

/** What a command chooses: of Magic and abilities the item it names belongs to it, of others it is only what they are done with. */
export function choiceOf(command: Command): Choice {
  const { do: action, with: item } = command;
  if (action === 'magic') return { action, ...(item && { item }) };
  if (action !== 'ability') return { action };
  const { spell } = optionsOf(command);
  return { action, ...(item && { item }), ...(spell && { spell }) };
}

/** What a command that speaks of an action chooses: `{ action, with }` of a plan or an Exert. */
export const choiceIn = (command: Command): Choice => choiceOf({ ...command, do: optionsOf(command).action ?? '' });

/** A command that chooses this: its item, and its action and spell among the options. */
export const commandFor = (by: string, id: string, { action, item, spell }: Choice, options = {}): Command => ({
  do: id,
  by,
  ...(item && { with: item }),
  options: { action, ...(spell && { spell }), ...options },
});

const itemIn = (fighter: TempoFighter, id: string | undefined): TempoItem | undefined =>
  id === undefined ? undefined : fighter.items.find((item) => item.id === id);

export function abilityOf(fighter: TempoFighter, { action, item }: Choice): AbilityItem | null {
  const found = action === 'ability' ? itemIn(fighter, item) : undefined;
  return isAbility(found) ? found : null;
}

/** The spell a choice casts, of itself or through an ability that lists Magic. */
export function spellOf(fighter: TempoFighter, choice: Choice): Spell | null {
  const found = itemIn(fighter, choice.action === 'magic' ? choice.item : choice.spell);
  return isSpell(found) ? found : null;
}

/** T-18, T-A13: the action an ability lists; plain Attack is the Standard one. Null where it lists none. */
export const listedActionOf = ({ listsAction }: AbilityItem): string | null =>
  listsAction === 'attack' ? 'standard-attack' : listsAction || null;

/** Whether there is such a choice at all for this fighter. */
export function isKnownChoice(fighter: TempoFighter, choice: Choice): boolean {
  if (!ACTION_IDS.some((id) => id === choice.action)) return false;
  if (choice.action === 'magic') return spellOf(fighter, choice) !== null;
  return choice.action !== 'ability' || abilityOf(fighter, choice) !== null;
}

/** T-06, T-68, T-90, T-94, T-A13: when a choice usually happens; null where nothing says. */
export function usualTempo(fighter: TempoFighter, choice: Choice): number | null {
  if (choice.action === 'magic') return spellOf(fighter, choice)?.tempo ?? null;
  if (choice.action !== 'ability') return lookup(USUAL_TEMPO, choice.action) ?? null;
  const ability = abilityOf(fighter, choice);
  if (!ability) return null;
  const base = listedActionOf(ability);
  if (ability.tempo !== null || base === null) return ability.tempo;
  return base === 'magic' ? (spellOf(fighter, choice)?.tempo ?? null) : (lookup(USUAL_TEMPO, base) ?? null);
}

/** T-14 to T-19: what two choices are compared by. */
export function groupOf(fighter: TempoFighter, choice: Choice): string {
  const ability = abilityOf(fighter, choice);
  const base = ability && listedActionOf(ability);
  if (ability && base === null) return `ability:${ability.id}`;
  const action = base ?? choice.action;
  return isAttackAction(action) ? 'attack' : action;
}

export const tagOf = (fighter: TempoFighter, choice: Choice): 'none' | 'extra' | 'free' =>
  abilityOf(fighter, choice)?.tag ?? 'none';

/** All that can be chosen: every action, spell and ability, but for the spell an ability is used with. */
export const choicesOf = ({ items }: TempoFighter): Choice[] => [
  ...PLAIN_IDS.map((action) => ({ action })),
  ...items.filter(isSpell).map(({ id: item }) => ({ action: 'magic', item })),
  ...items.filter(isAbility).map(({ id: item }) => ({ action: 'ability', item })),
];
