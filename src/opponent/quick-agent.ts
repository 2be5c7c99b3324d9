import type { Command } from '../encounter/command';
import { areAllies, areFoes } from '../encounter/sides';
import type { Encounter, Fighter, FighterId, Place } from '../encounter/state';
import type { Reason } from '../kernel/ask';
import { deepEqual } from '../kernel/deep-equal';
import { gap } from '../toolkit/space/space';
import type { Judge } from './judge';
import { isBeside, isFlanking, isUnseen, isUnthreatened } from './places';
import { firstStep, isSurrounded, routeTo } from './routes';
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
/** Foes that a quick choice thinks of. */
const NEAREST = 3;

interface Seen {
  count: number;
  sum: number;
}

interface Chance {
  readonly template: Template;
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
  private readonly commands = new Map<Template, Map<FighterId, Command>>();

  constructor(private readonly judge: Judge) {
    this.templates = new Templates(judge);
  }

  /** Returns the command that promises most, or null if the fighter is done. */
  command(encounter: Encounter, fighter: Fighter): Command | null {
    const foes = this.foesOf(encounter, fighter);
    const templates = this.templates.of(encounter, fighter);
    const chances = this.chances(encounter, fighter, templates, foes.slice(0, NEAREST));
    return this.firstAllowed(encounter, chances) ?? this.approach(encounter, fighter, foes);
  }

  /** Returns everything worth a thought, the most promising first: allowed commands, and ways to better places. */
  options(encounter: Encounter, fighter: Fighter): readonly Command[] {
    const foes = this.foesOf(encounter, fighter);
    const templates = this.templates.read(encounter, fighter);
    const chances = this.chances(encounter, fighter, templates, foes).map(({ command }) => command);
    const commands = chances.filter((command) => this.whyNot(encounter, command).length === 0);
    const found = [
      ...commands,
      ...this.charges(encounter, fighter, templates, foes),
      ...this.ways(encounter, fighter, foes),
    ];
    return found.filter((one, at) => !one.path || !found.slice(0, at).some((other) => deepEqual(other, one)));
  }

  private whyNot(encounter: Encounter, command: Command): readonly Reason[] {
    return this.judge.ruleset.whyNot(encounter, command);
  }

  private firstAllowed(encounter: Encounter, chances: readonly Chance[]): Command | null {
    const hopeless = new Set<Template>();
    for (const { template, command, score } of chances) {
      if (score <= 0) return null;
      if (hopeless.has(template)) continue;
      const reasons = this.whyNot(encounter, command);
      if (reasons.length === 0) return command;
      // What is refused whoever the target is, is refused for all of them.
      const general = template.needs === 'target' ? this.whyNot(encounter, template.command) : [];
      if (reasons.some(({ id }) => general.some((other) => other.id === id))) hopeless.add(template);
    }
    return null;
  }

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

  /** Returns commands that promise something, the best first. @param foes those who may be targets */
  private chances(
    encounter: Encounter,
    fighter: Fighter,
    templates: readonly Template[],
    foes: readonly Fighter[],
  ): readonly Chance[] {
    const friends = Object.values(encounter.fighters).filter((other) => other === fighter || areAllies(fighter, other));
    const chances: Chance[] = [];
    for (const template of templates)
      for (const command of this.aimed(template, template.intent === 'help' ? friends : foes)) {
        const promise = this.judge.worth.promise(encounter, command);
        if (promise === null) continue;
        const seen = this.seen.get(this.keys.get(command) ?? '');
        const hope = template.intent === null ? 0 : promise > 0 ? HOPE : DOUBT;
        const gain = promise - EFFORT + (hope + (seen?.sum ?? 0)) / (1 + (seen?.count ?? 0));
        // A fighter goes on with what has never gained anything, if there is nothing better.
        const score = Math.max(gain, promise * LEAST);
        chances.push({ template, command, score: score * this.need(encounter, command, template) });
      }
    return chances.sort((a, b) => b.score - a.score);
  }

  /** Help is worth more to those who are hurt; a blow is worth more against the nearest. */
  private need({ fighters }: Encounter, { at = '' }: Command, { intent }: Template): number {
    const target = fighters[at];
    if (!target) return 1;
    return intent === 'help' ? 1 - this.judge.worth.health(target) : 1.2 - 0.4 * this.judge.worth.health(target);
  }

  private aimed(template: Template, targets: readonly Fighter[]): readonly Command[] {
    const { command, needs } = template;
    switch (needs) {
      case 'nothing':
        return [this.commandAt(template, '', () => command)];
      case 'target':
        return targets.map(({ id }) => this.commandAt(template, id, () => ({ ...command, at: id })));
      case 'area':
        return targets.flatMap(({ place }) => {
          if (!place) return [];
          const aimed = { ...command, path: [place] };
          this.keys.set(aimed, template.key);
          return [aimed];
        });
      case 'path':
        return [];
    }
  }

  private commandAt(template: Template, id: FighterId, make: () => Command): Command {
    const commands = this.commands.get(template) ?? new Map<FighterId, Command>();
    this.commands.set(template, commands);
    const command = commands.get(id) ?? make();
    commands.set(id, command);
    this.keys.set(command, `${template.key} ${id}`);
    return command;
  }

  /** Returns the foes on their feet, the nearest first. */
  private foesOf({ fighters, ground }: Encounter, fighter: Fighter): readonly Fighter[] {
    const { place } = fighter;
    const distances = new Map<Fighter, number>();
    for (const other of Object.values(fighters))
      if (areFoes(fighter, other) && !this.judge.worth.isOut(other))
        distances.set(other, place && other.place ? gap(ground, place, other.place) : Number.POSITIVE_INFINITY);
    return [...distances.keys()].sort((a, b) => (distances.get(a) ?? 0) - (distances.get(b) ?? 0));
  }

  /** Walks toward one of the two nearest foes, if none is beside the fighter. */
  private approach(encounter: Encounter, fighter: Fighter, foes: readonly Fighter[]): Command | null {
    const isThere = foes.some((foe) => fighter.place && isBeside(encounter, foe)(fighter.place));
    const step = isThere ? null : firstStep(encounter, fighter);
    if (!step || !this.walk(encounter, fighter, [step], true)) return null;
    for (const foe of foes.slice(0, 2)) {
      if (isSurrounded(encounter, foe, fighter)) continue;
      const command = this.walkTo(encounter, fighter, isBeside(encounter, foe), foe.place);
      if (command) return command;
    }
    return null;
  }

  /** Returns attacks at the end of a way, such as a charge. */
  private charges(
    encounter: Encounter,
    fighter: Fighter,
    templates: readonly Template[],
    foes: readonly Fighter[],
  ): readonly Command[] {
    const running = templates.filter(({ needs }) => needs === 'path');
    if (running.length === 0) return [];
    return foes.slice(0, NEAREST).flatMap((foe) => {
      const path = this.route(encounter, fighter, isBeside(encounter, foe), foe.place);
      const commands = running.map(({ command }) => ({ ...command, at: foe.id, path }));
      return commands.filter((command) => path.length > 0 && this.isSensible(encounter, command));
    });
  }

  private isSensible(encounter: Encounter, command: Command): boolean {
    return this.judge.worth.promise(encounter, command) !== null && this.whyNot(encounter, command).length === 0;
  }

  /** Returns ways to each of the nearest foes, behind one that an ally fights, out of reach, and out of sight. */
  private ways(encounter: Encounter, fighter: Fighter, foes: readonly Fighter[]): readonly Command[] {
    const nearest = foes.slice(0, NEAREST);
    const friends = Object.values(encounter.fighters).filter(
      (other) => other !== fighter && areAllies(fighter, other) && !this.judge.worth.isOut(other),
    );
    const ways = [
      ...nearest.map((foe) => this.walkTo(encounter, fighter, isBeside(encounter, foe), foe.place)),
      ...nearest.map((foe) => this.walkTo(encounter, fighter, isFlanking(encounter, foe, friends), foe.place)),
      this.walkTo(encounter, fighter, isUnthreatened(this.judge, encounter, foes)),
      this.walkTo(encounter, fighter, isUnseen(encounter, foes)),
    ];
    return ways.flatMap((way) => way ?? []);
  }

  private route(
    encounter: Encounter,
    fighter: Fighter,
    fits: (place: Place) => boolean,
    toward: Place | null,
  ): readonly Place[] {
    const isPassable = (other: Fighter): boolean => areAllies(fighter, other) || this.judge.worth.isOut(other);
    return routeTo(encounter, fighter, { fits, toward, isPassable });
  }

  /** Walks toward a place that fits as far as the rules allow at once. */
  private walkTo(
    encounter: Encounter,
    fighter: Fighter,
    fits: (place: Place) => boolean,
    toward: Place | null = null,
  ): Command | null {
    const way = this.route(encounter, fighter, fits, toward);
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
  let best = length > 0 ? option(length) : null;
  if (best) return best;
  let [low, high] = [0, length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const found = option(middle);
    if (found) [best, low] = [found, middle];
    else high = middle - 1;
  }
  return best;
}
