import type { Command } from '../encounter/command';
import { areAllies, areFoes } from '../encounter/sides';
import type { Encounter, Fighter, FighterId, Place } from '../encounter/state';
import type { Reason } from '../kernel/ask';
import { lookup } from '../kernel/lookup';
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
/** The health from which a fighter on its feet needs no healing. */
const HALE = 0.8;
/** The share of its promise that a command keeps. */
const LEAST = 0.01;
/** What every command costs, so that the useless ones are dropped. */
const EFFORT = 0.02;
/** The least share of a turn by which a gain is divided: what is nearly free is not worth any price. */
const LEAST_SHARE = 0.2;
/** How many foes in an area make up for a friend in it, or for the fighter itself. */
const FRIENDLY_FIRE = 2;
/** The share of the best known attack from which another one is good enough not to walk on. */
const GOOD_ENOUGH = 0.8;
/** The cells between a fighter and its nearest foe from which an attack comes from afar. */
const AFAR = 2;

/** The number of attempts from which it learns. */
const LESSONS = 12;
/** The number of attempts after which an attack is compared with others. */
const TRIED = 3;
/** The best attacks for which a place is sought. */
const MOST_ATTACKS = 6;
/** Commands that come before ways. */
const MOST_BEFORE_WAYS = 12;
/** Foes that a quick choice thinks of, and targets of one command that come before others. */
const NEAREST = 3;
/** The most pairs of a command and a target whose promise is compared at once, with that many targets at least. */
const MOST_CHANCES = 2000;

/** What a command has gained so far. */
interface Seen {
  count: number;
  sum: number;
}

/** What is known of a template, against any target and against each. */
interface Lessons {
  readonly any: Seen;
  readonly aimed: Map<FighterId, Aimed>;
}

interface Aimed {
  readonly command: Command;
  /** Of this target only; absent for an area, whose places change. */
  readonly seen?: Seen;
}

interface Chance {
  readonly template: Template;
  readonly command: Command;
  /** What it is thought to gain, and the same for a whole turn of it. */
  readonly gain: number;
  readonly score: number;
  /** False for an attack that a whole turn pays for, but not the rest of one. */
  readonly isCovered: boolean;
}

/** The share of a turn that a command costs, and whether the rest of one pays for it. */
interface TurnCost {
  readonly share: number;
  readonly isCovered: boolean;
  /** Whether the rest of the turn pays only for a part of it. */
  readonly isBegun: boolean;
}

/** The attacks for which a place is sought. */
interface Attacks {
  readonly best: readonly Chance[];
  readonly any: readonly Chance[];
}

/**
 * Chooses at once, without looking ahead: what has gained most so far, in the fights that it has seen. Good enough to
 * play whole fights by the thousand.
 */
export class QuickAgent {
  readonly templates: Templates;
  private readonly lessons = new Map<Template, Lessons>();
  /** Of the commands that were chosen here, without and with their target; ways are not learned. */
  private readonly seen = new WeakMap<Command, readonly Seen[]>();
  /** Commands that the rest of the turn does not pay for: what is only begun tells nothing of its gain. */
  private readonly begun = new WeakSet<Command>();
  /** How many foes more than friends an area was placed on. */
  private readonly caught = new WeakMap<Command, number>();
  /** Fighters that can attack from afar. */
  private readonly distant = new Set<FighterId>();

  constructor(private readonly judge: Judge) {
    this.templates = new Templates(judge);
  }

  /** Returns the command that promises most, or null if the fighter is done. */
  command(encounter: Encounter, fighter: Fighter): Command | null {
    if (this.judge.worth.isAsked?.(encounter, fighter) === false) return null;
    const foes = this.foesOf(encounter, fighter);
    const friends = friendsOf(encounter, fighter).filter((friend) => this.judge.worth.health(friend) < 1);
    const chancesOf = (templates: readonly Template[], defends = false): readonly Chance[] => {
      const wanted = templates.filter((template) => template.defends === defends);
      return this.chances(encounter, fighter, wanted, foes.slice(0, NEAREST), friends);
    };
    const templates = this.templates.of(encounter, fighter);
    const known = chancesOf(templates);
    return (
      this.firstAllowed(encounter, known) ??
      this.firstAllowed(encounter, chancesOf(this.templates.moreOf(encounter, fighter))) ??
      this.way(encounter, fighter, foes, this.attacksAmong(known)) ??
      (this.isInReach(encounter, fighter, foes) ? this.firstAllowed(encounter, chancesOf(templates, true)) : null)
    );
  }

  private isInReach(encounter: Encounter, { place }: Fighter, foes: readonly Fighter[]): boolean {
    const { threat } = this.judge.ruleset;
    return place !== null && foes.some(({ id }) => threat.reaches(encounter, id, place));
  }

  /** Returns a way out of reach, or one toward foes that ends where the fighter can attack; null if it stands well. */
  private way(encounter: Encounter, fighter: Fighter, foes: readonly Fighter[], attacks: Attacks): Command | null {
    const { place } = fighter;
    if (!place) return null;
    const walker = new Walker(this.judge, encounter, fighter, foes);
    const canAttackFrom = (from: Place, those = attacks.best): boolean => {
      const moved = from === place ? encounter : withPlace(encounter, fighter, from);
      return those.some(({ command }) => this.isPossible(moved, command));
    };
    const isFar = (from: Place): boolean =>
      foes.every((foe) => foe.place && gap(encounter.ground, from, foe.place) > AFAR * encounter.ground.cell);
    const canShootFrom = (from: Place): boolean => isFar(from) && canAttackFrom(from, attacks.any);
    const isThere = canAttackFrom(place);
    if (isThere && isFar(place)) this.distant.add(fighter.id);
    const isPressed = this.distant.has(fighter.id) && this.isInReach(encounter, fighter, foes);
    const back = isPressed ? walker.retreat((from) => canAttackFrom(from)) : null;
    const fallen = this.patientsOf(encounter, fighter);
    return back ?? walker.approach(fallen, isThere, (from) => canAttackFrom(from), canShootFrom);
  }

  private isPossible(encounter: Encounter, command: Command): boolean {
    return this.judge.worth.isPossible?.(encounter, command) ?? this.whyNot(encounter, command).length === 0;
  }

  /** Returns the attacks among these that are about as good as the best one that was tried, and the same ones at any target. */
  private attacksAmong(chances: readonly Chance[]): Attacks {
    const attacks = chances.filter(({ template, gain }) => gain > 0 && (template.intent === 'harm' || template.isArea));
    const isTried = ({ template }: Chance): boolean => this.lessonsOf(template).any.count >= TRIED;
    const most = Math.max(0, ...attacks.filter(isTried).map(({ gain }) => gain));
    const best = attacks.filter(({ gain }) => gain >= GOOD_ENOUGH * most).slice(0, MOST_ATTACKS);
    const templates = new Set(best.map(({ template }) => template));
    return { best, any: attacks.filter(({ template }) => templates.has(template)) };
  }

  /**
   * Yields everything worth a thought: the most promising commands, each at a few targets, then attacks at the end of a
   * way and ways to better places, then the other commands. Several may be the same. Yields null for what came to
   * nothing, so that others can get their turn.
   */
  *options(encounter: Encounter, fighter: Fighter): Generator<Command | null> {
    const foes = this.foesOf(encounter, fighter);
    const templates = this.templates.read(encounter, fighter);
    const later: Command[] = [];
    const counts = new Map<Template, number>();
    let yielded = 0;
    const friends = friendsOf(encounter, fighter);
    for (const { command, template, isCovered } of this.chances(encounter, fighter, templates, foes, friends)) {
      const isRefused = !isCovered || this.whyNot(encounter, command).length > 0;
      if (isRefused || !this.isPossible(encounter, command)) {
        yield null;
        continue;
      }
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
    const general = new Map<Template, readonly Reason[]>();
    const hopeless = new Set<Template>();
    for (const { template, command, score, isCovered } of chances) {
      if (score <= 0) return null;
      if (!isCovered || hopeless.has(template)) continue;
      const reasons = this.whyNot(encounter, command);
      if (reasons.length === 0 && !this.isPossible(encounter, command)) continue;
      if (reasons.length === 0) return command;
      if (template.needs !== 'target') continue;
      // What is refused without a target is refused for all of them.
      const always = general.get(template) ?? this.whyNot(encounter, template.command);
      general.set(template, always);
      if (reasons.some(({ id }) => always.some((other) => other.id === id))) hopeless.add(template);
    }
    return null;
  }

  /** Notes what a command has gained. */
  learn(command: Command, all: number): void {
    if (this.begun.has(command)) return;
    const gained = all / (this.caught.get(command) ?? 1);
    for (const seen of this.seen.get(command) ?? []) {
      seen.count++;
      seen.sum += gained;
    }
  }

  /** A dozen attempts tell enough. */
  isCurious(command: Command): boolean {
    const seen = this.seen.get(command)?.at(-1);
    return seen !== undefined && seen.count < LESSONS;
  }

  /**
   * Returns commands that promise something, the best first.
   * @param foes those who may be targets of harm, the nearest first
   * @param friends those who may be targets of help, the fighter included
   */
  private chances(
    encounter: Encounter,
    fighter: Fighter,
    templates: readonly Template[],
    foes: readonly Fighter[],
    friends: readonly Fighter[],
  ): readonly Chance[] {
    const most = Math.max(NEAREST, Math.floor(MOST_CHANCES / Math.max(1, templates.length)));
    const [helped, harmed] = [friends.slice(0, most), foes.slice(0, most)];
    if (friends.includes(fighter) && !helped.includes(fighter)) helped[0] = fighter;
    const chances: Chance[] = [];
    for (const template of templates) {
      const { any } = this.lessonsOf(template);
      const targets = template.intent === 'help' || template.heals ? helped : harmed;
      let cost: TurnCost | undefined;
      for (const { command, seen } of this.aimed(encounter, template, targets)) {
        cost ??= this.costOf(encounter, fighter, template);
        const { share, isCovered, isBegun } = cost;
        const promise = this.judge.worth.promise(encounter, command);
        if (promise === null) continue;
        if (isBegun) this.begun.add(command);
        else this.begun.delete(command);
        const caught = template.isArea ? this.caughtBy(encounter, fighter, command) : 1;
        if (caught <= 0) continue;
        // What costs more is hoped to gain more.
        const hope = this.hopeOf(encounter, command, template, promise) * (template.heals ? 1 : share);
        const hoped = promise - EFFORT + gainOf(seen, gainOf(any, hope));
        const need = this.need(encounter, command, template) * caught;
        // A fighter goes on with what has never gained anything, if there is nothing better.
        const gain = (template.defends ? hoped : Math.max(hoped, promise * LEAST)) * need;
        chances.push({ template, command, gain, score: gain / share, isCovered });
      }
    }
    return chances.sort((a, b) => b.score - a.score);
  }

  /**
   * Returns the share of a turn that a command costs, and whether the rest of the turn pays for an attack that a whole one
   * pays for. What is paid from other pools instead counts like what it replaces.
   */
  private costOf(encounter: Encounter, { pools }: Fighter, { command, intent }: Template): TurnCost {
    const { turnPool, priceOf } = this.judge.worth;
    const pool = turnPool === undefined ? undefined : lookup(pools, turnPool);
    if (!pool || !priceOf || pool.max <= 0) return { share: 1, isCovered: true, isBegun: false };
    let [amount, all] = [0, 0];
    for (const price of priceOf(encounter, command)) {
      all += price.amount;
      if (price.pool === turnPool) amount += price.amount;
    }
    const share = Math.min(1, Math.max(LEAST_SHARE, all / pool.max));
    const isBegun = amount > pool.value;
    return {
      share,
      isBegun,
      isCovered: intent !== 'harm' || !isBegun || (amount > pool.max && 2 * pool.value >= pool.max),
    };
  }

  /** Returns how many foes more than friends the area of a command would harm. */
  private caughtBy(encounter: Encounter, fighter: Fighter, command: Command): number {
    let count = 0;
    for (const other of this.judge.worth.harmed?.(encounter, command) ?? [])
      if (other === fighter || areAllies(fighter, other)) count -= FRIENDLY_FIRE;
      else if (areFoes(fighter, other) && !this.judge.worth.isOut(other)) count++;
    this.caught.set(command, count);
    return count;
  }

  /** Returns what an attempt is thought to gain: help for the fallen has them fight again. */
  private hopeOf({ fighters }: Encounter, { by, at = by }: Command, template: Template, promise: number): number {
    const { intent, heals, isArea } = template;
    const healed = heals && fighters[at];
    if (healed) return this.judge.worth.isOut(healed) ? RESCUE : HEALING;
    if (intent === null && !isArea) return 0;
    return promise > 0 ? HOPE : DOUBT;
  }

  /** Help is worth more to those who are hurt; a blow is worth more against the nearest. */
  private need({ fighters }: Encounter, { by, at = '' }: Command, { intent, heals }: Template): number {
    const { worth } = this.judge;
    const target = fighters[heals && at === '' ? by : at];
    if (!target) return 1;
    const health = worth.health(target);
    if (intent !== 'help' && !heals) return 1.2 - 0.4 * health;
    // Only healing helps the fallen, and a scratch needs none.
    const isUseless = heals ? health > HALE && !worth.isOut(target) : worth.isOut(target);
    return isUseless ? 0 : 1 - health;
  }

  private aimed(encounter: Encounter, template: Template, targets: readonly Fighter[]): readonly Aimed[] {
    const { command, needs } = template;
    const { any } = this.lessonsOf(template);
    const atTarget = ({ id }: Fighter): Aimed => this.aimedAt(template, id, () => ({ ...command, at: id }));
    switch (needs) {
      case 'nothing':
        return [
          this.aimedAt(template, '', () => command),
          // What heals its fighter may be given to another, if it then heals that one.
          ...(template.heals ? targets : []).flatMap((target) => {
            const aimed = target.id === command.by ? null : atTarget(target);
            return aimed && this.judge.worth.heals?.(encounter, aimed.command) ? [aimed] : [];
          }),
        ];
      case 'target':
        return targets.map(atTarget);
      case 'area':
        return targets.flatMap(({ place }) => {
          if (!place) return [];
          const aimed = { ...command, path: [place] };
          this.seen.set(aimed, [any]);
          return [{ command: aimed }];
        });
      case 'path':
        return [];
    }
  }

  private lessonsOf(template: Template): Lessons {
    const known = this.lessons.get(template);
    if (known) return known;
    const lessons: Lessons = { any: { count: 0, sum: 0 }, aimed: new Map() };
    this.lessons.set(template, lessons);
    return lessons;
  }

  private aimedAt(template: Template, id: FighterId, make: () => Command): Aimed {
    const { any, aimed } = this.lessonsOf(template);
    const known = aimed.get(id);
    if (known) return known;
    const [command, seen] = [make(), { count: 0, sum: 0 }];
    aimed.set(id, { command, seen });
    this.seen.set(command, [any, seen]);
    return { command, seen };
  }

  /** Returns the fallen friends that a fighter has something to heal with. */
  private patientsOf(encounter: Encounter, fighter: Fighter): readonly Fighter[] {
    const fallen = Object.values(encounter.fighters).filter(
      (other) => other !== fighter && areAllies(fighter, other) && this.judge.worth.isOut(other),
    );
    const healing = fallen.length > 0 ? this.templates.of(encounter, fighter).filter(({ heals }) => heals) : [];
    return fallen.filter(({ id, place }) => {
      const beside = place && withPlace(encounter, fighter, place);
      return beside && healing.some(({ command }) => this.isPossible(beside, { ...command, at: id }));
    });
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

/** Returns the average gain, with what was thought before as one more attempt. */
const gainOf = (seen: Seen | undefined, hope: number): number => (seen ? (hope + seen.sum) / (1 + seen.count) : hope);

const friendsOf = ({ fighters }: Encounter, fighter: Fighter): readonly Fighter[] =>
  Object.values(fighters).filter((other) => other === fighter || areAllies(fighter, other));

const withPlace = (encounter: Encounter, fighter: Fighter, place: Place): Encounter => ({
  ...encounter,
  fighters: { ...encounter.fighters, [fighter.id]: { ...fighter, place } },
});
