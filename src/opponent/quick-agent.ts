import type { Command } from '../encounter/command';
import { areAllies, areFoes } from '../encounter/sides';
import type { Encounter, Fighter, FighterId } from '../encounter/state';
import type { Reason } from '../kernel/ask';
import { gap } from '../toolkit/space/space';
import type { Judge } from './judge';
import { type Template, Templates } from './templates';
import { Walker } from './walker';

/** What an attempt is thought to gain before it was seen once, if its ruleset promises anything of it, or else. */
const HOPE = 0.1;
const DOUBT = 0.04;
/** What healing is thought to gain for someone with no health left, and for the fallen. */
const HEALING = 0.4;
const RESCUE = 0.8;
/** The share of its promise that a command keeps. */
const LEAST = 0.01;
/** What every command costs, so that the useless ones are dropped. */
const EFFORT = 0.02;

/** The number of attempts from which it learns. */
const LESSONS = 12;
/** Commands that come before ways. */
const MOST_BEFORE_WAYS = 12;
/** Foes that a quick choice thinks of, and targets of one command that come before others. */
const NEAREST = 3;
/** The most pairs of a command and a target whose promise is compared at once, with that many targets at least. */
const MOST_CHANCES = 2000;

interface Seen {
  count: number;
  sum: number;
}
const NOTHING_SEEN: Readonly<Seen> = { count: 0, sum: 0 };

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
  /** Of the commands that were chosen here, without and with their target; ways are not learned. */
  private readonly keys = new WeakMap<Command, readonly string[]>();
  private readonly commands = new Map<Template, Map<FighterId, Command>>();

  constructor(private readonly judge: Judge) {
    this.templates = new Templates(judge);
  }

  /** Returns the command that promises most, or null if the fighter is done. */
  command(encounter: Encounter, fighter: Fighter): Command | null {
    if (this.judge.worth.isAsked?.(encounter, fighter) === false) return null;
    const foes = this.foesOf(encounter, fighter);
    const best = (templates: readonly Template[]): Command | null =>
      this.firstAllowed(encounter, this.chances(encounter, fighter, templates, foes.slice(0, NEAREST)));
    return (
      best(this.templates.of(encounter, fighter)) ??
      best(this.templates.moreOf(encounter, fighter)) ??
      new Walker(this.judge, encounter, fighter, foes).approach(this.patientsOf(encounter, fighter))
    );
  }

  /**
   * Yields everything worth a thought: the most promising commands, each at a few targets, then attacks at the end of a
   * way and ways to better places, then the other commands. Several may be the same.
   */
  *options(encounter: Encounter, fighter: Fighter): Generator<Command> {
    const foes = this.foesOf(encounter, fighter);
    const templates = this.templates.read(encounter, fighter);
    const later: Command[] = [];
    const counts = new Map<Template, number>();
    let yielded = 0;
    for (const { command, template } of this.chances(encounter, fighter, templates, foes)) {
      if (this.whyNot(encounter, command).length > 0) continue;
      const count = counts.get(template) ?? 0;
      counts.set(template, count + 1);
      if (count >= NEAREST || yielded >= MOST_BEFORE_WAYS) later.push(command);
      else {
        yielded++;
        yield command;
      }
    }
    const walker = new Walker(this.judge, encounter, fighter, foes);
    yield* walker.charges(templates);
    yield* walker.ways();
    yield* later;
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
      // What is refused without a target is refused for all of them.
      const general = template.needs === 'target' ? this.whyNot(encounter, template.command) : [];
      if (reasons.some(({ id }) => general.some((other) => other.id === id))) hopeless.add(template);
    }
    return null;
  }

  /** Notes what a command has gained. */
  learn(command: Command, gained: number): void {
    for (const key of this.keys.get(command) ?? []) {
      const seen = this.seen.get(key) ?? { count: 0, sum: 0 };
      seen.count++;
      seen.sum += gained;
      this.seen.set(key, seen);
    }
  }

  /** A dozen attempts tell enough. */
  isCurious(command: Command): boolean {
    const key = this.keys.get(command)?.at(-1);
    return key !== undefined && (this.seen.get(key)?.count ?? 0) < LESSONS;
  }

  /** Returns what a command gains on average: against this target, else against any, else as hoped. */
  private gainOf(command: Command, hope: number): number {
    let gain = hope;
    for (const key of this.keys.get(command) ?? []) {
      const { count, sum } = this.seen.get(key) ?? NOTHING_SEEN;
      gain = (gain + sum) / (1 + count);
    }
    return gain;
  }

  /** Returns commands that promise something, the best first. @param foes those who may be targets, the nearest first */
  private chances(
    encounter: Encounter,
    fighter: Fighter,
    templates: readonly Template[],
    foes: readonly Fighter[],
  ): readonly Chance[] {
    const friends = Object.values(encounter.fighters).filter((other) => other === fighter || areAllies(fighter, other));
    const most = Math.max(NEAREST, Math.floor(MOST_CHANCES / Math.max(1, templates.length)));
    const [helped, harmed] = [friends.slice(0, most), foes.slice(0, most)];
    if (friends.length > most && !helped.includes(fighter)) helped[0] = fighter;
    const chances: Chance[] = [];
    for (const template of templates)
      for (const command of this.aimed(template, template.intent === 'help' || template.heals ? helped : harmed)) {
        const promise = this.judge.worth.promise(encounter, command);
        if (promise === null) continue;
        const hope = this.hopeOf(encounter, command, template, promise);
        const gain = promise - EFFORT + this.gainOf(command, hope);
        // A fighter goes on with what has never gained anything, if there is nothing better.
        const score = Math.max(gain, promise * LEAST);
        chances.push({ template, command, score: score * this.need(encounter, command, template) });
      }
    return chances.sort((a, b) => b.score - a.score);
  }

  /** Returns what an attempt is thought to gain: help for the fallen has them fight again. */
  private hopeOf({ fighters }: Encounter, { by, at = by }: Command, template: Template, promise: number): number {
    const { intent, heals } = template;
    const healed = heals && fighters[at];
    if (healed) return this.judge.worth.isOut(healed) ? RESCUE : HEALING;
    if (intent === null) return 0;
    return promise > 0 ? HOPE : DOUBT;
  }

  /** Help is worth more to those who are hurt; a blow is worth more against the nearest. */
  private need({ fighters }: Encounter, { by, at = '' }: Command, { intent, heals }: Template): number {
    const target = fighters[heals && at === '' ? by : at];
    if (!target) return 1;
    return intent === 'help' || heals
      ? 1 - this.judge.worth.health(target)
      : 1.2 - 0.4 * this.judge.worth.health(target);
  }

  private aimed(template: Template, targets: readonly Fighter[]): readonly Command[] {
    const { command, needs } = template;
    switch (needs) {
      case 'nothing':
        return [
          this.commandAt(template, '', () => command),
          // What heals its fighter may be given to another.
          ...(template.heals ? targets : []).flatMap(({ id }) =>
            id === command.by ? [] : [this.commandAt(template, id, () => ({ ...command, at: id }))],
          ),
        ];
      case 'target':
        return targets.map(({ id }) => this.commandAt(template, id, () => ({ ...command, at: id })));
      case 'area':
        return targets.flatMap(({ place }) => {
          if (!place) return [];
          const aimed = { ...command, path: [place] };
          this.keys.set(aimed, [template.key]);
          return [aimed];
        });
      case 'path':
        return [];
    }
  }

  private commandAt(template: Template, id: FighterId, make: () => Command): Command {
    const commands = this.commands.get(template) ?? new Map<FighterId, Command>();
    this.commands.set(template, commands);
    const known = commands.get(id);
    if (known) return known;
    const command = make();
    commands.set(id, command);
    this.keys.set(command, [template.key, `${template.key} ${id}`]);
    return command;
  }

  /** Returns the fallen friends that a fighter has something to heal with. */
  private patientsOf(encounter: Encounter, fighter: Fighter): readonly Fighter[] {
    const fallen = Object.values(encounter.fighters).filter(
      (other) => other !== fighter && areAllies(fighter, other) && this.judge.worth.isOut(other),
    );
    return fallen.length > 0 && this.templates.of(encounter, fighter).some(({ heals }) => heals) ? fallen : [];
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
}
