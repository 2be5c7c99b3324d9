import type { Command } from '../encounter/command';
import type { Intent } from '../encounter/intent';
import { NO_TARGET } from '../encounter/legality';
import type { Encounter, Fighter, FighterId } from '../encounter/state';
import type { ActionButton } from '../encounter/view';
import { isDropped } from '../toolkit/define/item';
import type { Judge } from './judge';

/** A command that a fighter may give, without its target. */
export interface Template {
  readonly key: string;
  readonly command: Command;
  readonly needs: ActionButton['needs'];
  readonly intent: Intent | null;
  /** Whether it heals its target, or its fighter without one. */
  readonly heals: boolean;
  /** Whether it only prevents what foes in reach would do. */
  readonly defends: boolean;
  /** Whether it harms everyone in an area. */
  readonly isArea: boolean;
}

/** How often a fighter's buttons are read again because none of those known is allowed. */
const MOST_READ_AGAIN = 6;

/** The most commands of a fighter that are thought of. Prepared heroes have at most sixty; users can write any number of items. */
const MOST_TEMPLATES = 150;

const MASTER = { gm: true, owns: [], targets: [] };

/** What fighters can do, read from their buttons once; views are expensive. */
export class Templates {
  private readonly known = new Map<FighterId, Template[]>();
  /** The things in hands and on the ground that a fighter's buttons were read with. */
  private readonly readWith = new Map<FighterId, Set<string>>();

  private readonly readAgain = new Map<FighterId, number>();

  constructor(private readonly judge: Judge) {}

  of(encounter: Encounter, fighter: Fighter): readonly Template[] {
    const known = this.known.get(fighter.id);
    const isRead = this.readWith.get(fighter.id)?.has(gearKeyOf(encounter, fighter));
    return known && isRead ? known : this.read(encounter, fighter);
  }

  /** Returns what the buttons show only now, such as a price that is paid in another way; asked often, nothing. */
  moreOf(encounter: Encounter, fighter: Fighter): readonly Template[] {
    const times = this.readAgain.get(fighter.id) ?? 0;
    if (times >= MOST_READ_AGAIN) return [];
    this.readAgain.set(fighter.id, times + 1);
    const known = this.known.get(fighter.id)?.length ?? 0;
    return this.read(encounter, fighter).slice(known);
  }

  /** Reads the buttons again and adds what is new. */
  read(encounter: Encounter, fighter: Fighter): readonly Template[] {
    const { ruleset, worth } = this.judge;
    const templates = this.known.get(fighter.id) ?? [];
    const keys = new Set(templates.map(({ key }) => key));
    const another = Object.keys(encounter.fighters).find((id) => id !== fighter.id);
    const buttons = byTurns(buttonsOf(this.judge, encounter, fighter), MOST_TEMPLATES);
    for (const { command: seen, needs: required, whyNot } of buttons) {
      if (templates.length >= MOST_TEMPLATES) break;
      const { at, ...command } = seen;
      // Help without a target is shown as help for oneself.
      const aimed = at === undefined || at === fighter.id ? command : seen;
      const key = JSON.stringify(aimed);
      if (seen.by !== fighter.id || keys.has(key)) continue;
      // What answers others is offered by them.
      if (ruleset.interrupts(aimed) === 'reaction') continue;
      keys.add(key);
      // What may have a target can be refused without one.
      const lacksTarget = whyNot.some(({ id }) => id === NO_TARGET);
      const needs = required === 'nothing' && lacksTarget ? 'target' : required;
      const isAimed = needs === 'target' || needs === 'path';
      const intent = ruleset.intentOf(encounter, isAimed && another ? { ...command, at: another } : aimed);
      // Ways to walk are searched for on their own.
      if (needs !== 'path' || intent === 'harm')
        templates.push({
          ...{ key, command: aimed, needs, intent },
          heals: worth.heals?.(encounter, aimed) === true,
          defends: worth.defends?.(encounter, aimed) === true,
          isArea: (worth.harmed?.(encounter, aimed) ?? null) !== null,
        });
    }
    this.known.set(fighter.id, templates);
    const readWith = this.readWith.get(fighter.id) ?? new Set();
    this.readWith.set(fighter.id, readWith.add(gearKeyOf(encounter, fighter)));
    return templates;
  }
}

/**
 * Returns the commands in their order if they are few. Otherwise the first of each action comes first, then the second of
 * each, so that many items with one action do not hide the others.
 */
export function byTurns<T extends { readonly command: Pick<Command, 'do'> }>(
  all: readonly T[],
  few: number,
): readonly T[] {
  if (all.length <= few) return all;
  const counts = new Map<string, number>();
  const ranked = all.map((each) => {
    const nth = counts.get(each.command.do) ?? 0;
    counts.set(each.command.do, nth + 1);
    return { each, nth };
  });
  return ranked.sort((a, b) => a.nth - b.nth).map(({ each }) => each);
}

/** Buttons come with new items, and with things on the ground. */
function gearKeyOf({ fighters }: Encounter, { items }: Fighter): string {
  let key = String(items.length);
  for (const { items: carried } of Object.values(fighters))
    for (const item of carried) if (isDropped(item)) key += ` ${item.id}`;
  return key;
}

function buttonsOf({ ruleset: { views } }: Judge, encounter: Encounter, fighter: Fighter): readonly ActionButton[] {
  const { groups, itemActions } = views.sheet(encounter, fighter, MASTER);
  return [
    ...views.rowActions(encounter, fighter, MASTER),
    ...groups.flatMap(({ actions }) => actions),
    ...Object.values(itemActions).flat(),
  ];
}
