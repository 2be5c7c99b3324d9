import type { Command } from '../encounter/command';
import { areAllies, areFoes } from '../encounter/sides';
import type { Encounter, Fighter, Place } from '../encounter/state';
import { deepEqual } from '../kernel/deep-equal';
import { gap } from '../toolkit/space/space';
import type { Judge } from './judge';
import { isBeside, routeTo } from './routes';
import { type Template, Templates } from './templates';

/** What an attempt is thought to gain before it was seen once, if its ruleset promises anything of it, or else. */
const HOPE = 0.1;
const DOUBT = 0.04;
/** The share of its promise that a command keeps. */
const LEAST = 0.01;
/** What every command costs, so that the useless ones are dropped. */
const EFFORT = 0.02;

/** The number of attempts from which it learns. */
const LESSONS = 12;

interface Seen {
  count: number;
  sum: number;
}

interface Chance {
  readonly command: Command;
  readonly score: number;
}

/**
 * Chooses at once, without looking ahead: what has gained most so far, in the fights that it has seen. Good enough to
 * play whole fights by the thousand.
 */
export class QuickAgent {
  readonly templates: Templates;
  private readonly seen = new Map<string, Seen>();
  /** Of the commands that were chosen here; ways are not learned. */
  private readonly keys = new WeakMap<Command, string>();

  constructor(private readonly judge: Judge) {
    this.templates = new Templates(judge);
  }

  /** Returns the command that promises most, or null if the fighter is done. */
  command(encounter: Encounter, fighter: Fighter): Command | null {
    const chances = this.chances(encounter, fighter, this.templates.of(encounter, fighter));
    const best = chances.find(({ command, score }) => score > 0 && this.isAllowed(encounter, command));
    return best?.command ?? this.approach(encounter, fighter, 2);
  }

  /** Returns everything worth a thought, the most promising first: allowed commands, and ways to the nearest foes. */
  options(encounter: Encounter, fighter: Fighter): readonly Command[] {
    const chances = this.chances(encounter, fighter, this.templates.read(encounter, fighter));
    const commands = chances.flatMap(({ command }) => (this.isAllowed(encounter, command) ? [command] : []));
    const ways = [1, 2, 3].flatMap((nearest) => this.approach(encounter, fighter, nearest) ?? []);
    return [...commands, ...ways.filter((way, at) => !ways.slice(0, at).some((other) => deepEqual(other, way)))];
  }

  private isAllowed = (encounter: Encounter, command: Command): boolean =>
    this.judge.ruleset.whyNot(encounter, command).length === 0;

  /** Notes what a command has gained. */
  learn(command: Command, gained: number): void {
    const key = this.keys.get(command);
    if (key === undefined) return;
    const seen = this.seen.get(key) ?? { count: 0, sum: 0 };
    seen.count++;
    seen.sum += gained;
    this.seen.set(key, seen);
  }

  /** A dozen attempts tell enough. */
  isCurious(command: Command): boolean {
    const key = this.keys.get(command);
    return key !== undefined && (this.seen.get(key)?.count ?? 0) < LESSONS;
  }

  /** Returns commands that promise something, the best first. */
  private chances(encounter: Encounter, fighter: Fighter, templates: readonly Template[]): readonly Chance[] {
    const chances: Chance[] = [];
    for (const template of templates)
      for (const command of this.aimed(encounter, fighter, template)) {
        const key = `${template.key} ${command.at}`;
        this.keys.set(command, key);
        const promise = this.judge.worth.promise(encounter, command);
        if (promise === null) continue;
        const seen = this.seen.get(key);
        const hope = template.intent === null ? 0 : promise > 0 ? HOPE : DOUBT;
        const gain = promise - EFFORT + (hope + (seen?.sum ?? 0)) / (1 + (seen?.count ?? 0));
        // A fighter goes on with what has never gained anything, if there is nothing better.
        const score = Math.max(gain, promise * LEAST);
        chances.push({ command, score: score * this.need(encounter, command, template) });
      }
    return chances.sort((a, b) => b.score - a.score);
  }

  /** Help is worth more to those who are hurt; a blow is worth more against the nearest. */
  private need({ fighters }: Encounter, { at = '' }: Command, { intent }: Template): number {
    const target = fighters[at];
    if (!target) return 1;
    return intent === 'help' ? 1 - this.judge.worth.health(target) : 1.2 - 0.4 * this.judge.worth.health(target);
  }

  private aimed(encounter: Encounter, fighter: Fighter, { command, needs, intent }: Template): readonly Command[] {
    if (needs === 'nothing') return [command];
    const { worth } = this.judge;
    const isTarget = (other: Fighter): boolean =>
      intent === 'help'
        ? other === fighter || areAllies(fighter, other)
        : areFoes(fighter, other) && !worth.isOut(other);
    const targets = Object.values(encounter.fighters).filter(isTarget);
    if (needs === 'target') return targets.map(({ id }) => ({ ...command, at: id }));
    return targets.flatMap(({ place }) => (place ? [{ ...command, path: [place] }] : []));
  }

  /** Walks toward one of the nearest foes as far as the rules allow at once. */
  private approach(encounter: Encounter, fighter: Fighter, nearest: number): Command | null {
    const { worth } = this.judge;
    const { place } = fighter;
    if (!place) return null;
    const distance = (other: Fighter): number => (other.place ? gap(encounter.ground, place, other.place) : Infinity);
    const foes = Object.values(encounter.fighters)
      .filter((other) => areFoes(fighter, other) && !worth.isOut(other) && other.place !== null)
      .sort((a, b) => distance(a) - distance(b));
    const [first] = foes;
    if (!first || distance(first) <= 0) return null;
    const goals = foes.slice(0, nearest).map((foe) => isBeside(encounter, foe));
    const way = routeTo(encounter, fighter, (at) => goals.some((isGoal) => isGoal(at)));
    return (
      farthest(way.length, (cells) => this.walk(encounter, fighter, way.slice(0, cells), false)) ??
      farthest(way.length, (cells) => this.walk(encounter, fighter, way.slice(0, cells), true))
    );
  }

  /** Returns the cheapest way to walk that path. @param spends whether it may spend what a user would be asked about */
  private walk(encounter: Encounter, { id }: Fighter, path: readonly Place[], spends: boolean): Command | null {
    const { ruleset, worth } = this.judge;
    const option = ruleset
      .moves(encounter, id, path)
      .find(
        ({ command, whyNot, needsConfirmation }) =>
          whyNot.length === 0 && (spends || !needsConfirmation) && worth.promise(encounter, command) !== null,
      );
    return option?.command ?? null;
  }
}

/** Returns the result for the most cells that have one; more cells never help. */
function farthest<T>(length: number, option: (cells: number) => T | null): T | null {
  let best: T | null = null;
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const found = option(middle);
    if (found) [best, low] = [found, middle];
    else high = middle - 1;
  }
  return best;
}
