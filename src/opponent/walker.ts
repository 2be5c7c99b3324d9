import type { Command } from '../encounter/command';
import { areAllies } from '../encounter/sides';
import type { Encounter, Fighter, Place } from '../encounter/state';
import type { Judge } from './judge';
import { isBeside, isFlanking, isUnseen, isUnthreatened } from './places';
import { firstStep, isSurrounded, routeTo } from './routes';
import type { Template } from './templates';

/** Foes that are approached at once, and that are thought of. */
const APPROACHED = 2;
const NEAREST = 3;

/** Where a way ends, and where it leads at least. */
type Goal = [fits: (place: Place) => boolean, toward: Place | null];

/** Finds ways that are worth walking. */
export class Walker {
  /** @param foes those on their feet, the nearest first */
  constructor(
    private readonly judge: Judge,
    private readonly encounter: Encounter,
    private readonly fighter: Fighter,
    private readonly foes: readonly Fighter[],
  ) {}

  /**
   * Returns a way toward one of the nearest foes, if none is beside the fighter. It ends where the fighter can attack, and
   * before foes get a chance to strike, or leads on if it begins there.
   * @param fallen friends that the fighter could heal, who come first
   * @param isThere whether it can attack from where it stands
   * @param canShootFrom from where it can attack some foe without coming near any, if it cannot attack the one it wants
   */
  approach(
    fallen: readonly Fighter[] = [],
    isThere = false,
    canAttackFrom: (place: Place) => boolean = () => false,
    canShootFrom: (place: Place) => boolean = () => false,
  ): Command | null {
    const { encounter, fighter, foes } = this;
    const isNear = foes.some((foe) => fighter.place && isBeside(encounter, foe)(fighter.place));
    const goals = isNear ? [] : [...fallen, ...(isThere ? [] : foes.slice(0, APPROACHED))];
    const step = goals.length > 0 ? firstStep(encounter, fighter) : null;
    if (!step || !this.walk([step], true)) return null;
    for (const goal of goals) {
      const found = isSurrounded(encounter, goal, fighter) ? null : this.walkTo(isBeside(encounter, goal), goal.place);
      if (!found) continue;
      const command = fallen.includes(goal) ? found : this.until(found, canAttackFrom, canShootFrom);
      return command && (this.untilProvoking(command) ?? command);
    }
    return null;
  }

  /** Returns the part of a way to its first place that fits, or else that will do, or all of it; null to stay. */
  private until(way: Command, fits: (place: Place) => boolean, willDo: (place: Place) => boolean): Command | null {
    const { path = [] } = way;
    const { place } = this.fighter;
    const [places, end] = [path.slice(0, -1), path.at(-1)];
    let at = places.findIndex(fits);
    if (at < 0 && !(end && fits(end))) {
      if (place && willDo(place)) return null;
      at = places.findIndex(willDo);
    }
    return (at < 0 ? null : this.walk(path.slice(0, at + 1), true)) ?? way;
  }

  /** Returns a way out of the reach of foes that gives none a chance to strike, to a place that fits. */
  retreat(fits: (place: Place) => boolean): Command | null {
    const { judge, encounter, foes } = this;
    const way = this.walkTo(isUnthreatened(judge, encounter, foes), null, false);
    const end = way?.path?.at(-1);
    if (!way || !end || !isUnthreatened(judge, encounter, foes)(end) || !fits(end)) return null;
    return judge.ruleset.threat.provokedBy(encounter, way).length > 0 ? null : way;
  }

  /** Returns the part of a way before it gives foes a chance to strike; null if it gives none, or at once. */
  private untilProvoking(way: Command): Command | null {
    const { path = [] } = way;
    const isProvoking = (part: readonly Place[]): boolean =>
      this.judge.ruleset.threat.provokedBy(this.encounter, { ...way, path: part }).length > 0;
    if (!isProvoking(path)) return null;
    return farthest(path.length - 1, (cells) => {
      const part = path.slice(0, cells);
      return isProvoking(part) ? null : this.walk(part, true);
    });
  }

  /** Yields attacks at the end of a way, such as a charge. */
  *charges(templates: readonly Template[]): Generator<Command> {
    const running = templates.filter(({ needs }) => needs === 'path');
    if (running.length === 0) return;
    for (const foe of this.foes.slice(0, NEAREST)) {
      const path = this.route(isBeside(this.encounter, foe), foe.place);
      const commands = running.map(({ command }) => ({ ...command, at: foe.id, path }));
      if (path.length > 0) yield* commands.filter((command) => this.isSensible(command));
    }
  }

  /** Yields ways to each of the nearest foes, behind one that an ally fights, out of reach, and out of sight; null where there is none. */
  *ways(): Generator<Command | null> {
    const { judge, encounter, fighter, foes } = this;
    const nearest = foes.slice(0, NEAREST);
    const friends = Object.values(encounter.fighters).filter(
      (other) => other !== fighter && areAllies(fighter, other) && !judge.worth.isOut(other),
    );
    const goals: Goal[] = [
      ...nearest.map((foe): Goal => [isBeside(encounter, foe), foe.place]),
      ...nearest.map((foe): Goal => [isFlanking(encounter, foe, friends), foe.place]),
      [isUnthreatened(judge, encounter, foes), null],
      [isUnseen(encounter, foes), null],
    ];
    for (const [fits, toward] of goals) yield this.walkTo(fits, toward);
  }

  private isSensible(command: Command): boolean {
    const { ruleset, worth } = this.judge;
    return worth.promise(this.encounter, command) !== null && ruleset.whyNot(this.encounter, command).length === 0;
  }

  private route(fits: (place: Place) => boolean, toward: Place | null): readonly Place[] {
    const isPassable = (other: Fighter): boolean => areAllies(this.fighter, other) || this.judge.worth.isOut(other);
    return routeTo(this.encounter, this.fighter, { fits, toward, isPassable });
  }

  /** Walks toward a place that fits as far as the rules allow at once. */
  private walkTo(fits: (place: Place) => boolean, toward: Place | null = null, spends = true): Command | null {
    const way = this.route(fits, toward);
    return (
      farthest(way.length, (cells) => this.walk(way.slice(0, cells), false)) ??
      (spends ? farthest(way.length, (cells) => this.walk(way.slice(0, cells), true)) : null)
    );
  }

  /** Returns the cheapest way to walk that path. @param spends whether it may spend what a user would be asked about */
  private walk(path: readonly Place[], spends: boolean): Command | null {
    const { ruleset, worth } = this.judge;
    const option = ruleset
      .moves(this.encounter, this.fighter.id, path)
      .find(
        ({ command, whyNot, needsConfirmation }) =>
          whyNot.length === 0 && (spends || !needsConfirmation) && worth.promise(this.encounter, command) !== null,
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
