import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Command } from '../../src/encounter/command';
import { cloneEncounter } from '../../src/encounter/forecast';
import { type Encounter, fighterOf } from '../../src/encounter/state';
import { GM } from '../../src/kernel/ask';
import { defined } from '../../src/kernel/defined';
import { seededDie } from '../../src/kernel/rng';
import { type Agent, Fight } from '../../src/opponent/fight';
import { Board } from '../../src/opponent/play';
import { QuickAgent } from '../../src/opponent/quick-agent';
import { makeQuickAnswerer } from '../../src/opponent/quick-answers';
import { isTemperament } from '../../src/opponent/temperament';
import { Arena, storedThreat } from './arena';
import { DEMOS } from './demo-world';

/** The most commands of a fight, as in a forecast. */
const MOST_COMMANDS = 800;
/** A weak foe may fall before its first turn, and an agent tries everything only in several fights. */
const MOST_FIGHTS = 8;
const LEAST_FOES = 16;
/** A foe of every weight, from a nuisance to a boss. */
const BANDS = [
  [5, 12],
  [13, 26],
  [27, 50],
  [51, 90],
  [91, 125],
  [126, 250],
] as const;
const CASTERS: Readonly<Record<string, readonly string[]>> = {
  tempo: ['fen-witch', 'ash-singer'],
  seconds: ['fen-witch', 'tomb-cantor'],
  slots: ['hedge-witch', 'pale-whisperer'],
  clash: ['storm-caller', 'tomb-cantor'],
};
/** What only a boss does, by the name of its item. */
const BOSSES = [
  { ruleset: 'tempo', foe: 'tally-knight', item: 'Paid in full' },
  { ruleset: 'seconds', foe: 'hourwarden', item: 'Turned glass' },
  { ruleset: 'slots', foe: 'drowned-abbess', item: 'Rising water' },
  { ruleset: 'clash', foe: 'hart-of-the-wold', item: 'Toss' },
  { ruleset: 'energy', foe: 'rime-mother', item: 'Winter breath' },
] as const;

const fileOf = (ruleset: string, foe: string): string => `packs/${ruleset}/fighters/${foe}.yml`;
const foesOf = (ruleset: string) =>
  readdirSync(`packs/${ruleset}/fighters`).flatMap((name) => {
    const file = `packs/${ruleset}/fighters/${name}`;
    const source = parse(readFileSync(file, 'utf8'));
    return source.prototypeToken?.disposition === -1 ? [{ file, source }] : [];
  });

/** What a foe did in fights against the prepared heroes, which it fights alone. */
interface Deeds {
  readonly fights: number;
  /** The commands that were refused; there must be none. */
  readonly refused: readonly Command[];
  readonly attacks: number;
  /** The names of the items that it used. */
  readonly used: ReadonlySet<string>;
  readonly unfinished: number;
}

/** Plays fights until the foe has done what is asked for. */
function play(arena: Arena, file: string, isEnough: (deeds: Deeds) => boolean): Deeds {
  const { judge } = arena;
  const { ruleset, worth } = judge;
  const foe = defined(
    arena.foes.find((each) => each.file === file),
    file,
  );
  const start = arena.fightAgainst(foe);
  const quick = new QuickAgent(judge);
  const used = new Set<string>();
  const refused: Command[] = [];
  let [fights, attacks, unfinished] = [0, 0, 0];
  const agent: Agent = {
    command(encounter, fighter) {
      const command = quick.command(encounter, fighter);
      if (command && fighter.id === foe.combatant) note(encounter, command);
      return command;
    },
    isCurious: (command) => quick.isCurious(command),
    learn: (command, gained) => quick.learn(command, gained),
  };
  function note(encounter: Encounter, command: Command): void {
    if (ruleset.whyNot(encounter, command).length > 0) refused.push(command);
    if (ruleset.intentOf(encounter, command) === 'harm' || worth.harmed?.(encounter, command)) attacks++;
    const { with: id } = ruleset.withItem(encounter, command);
    const item = fighterOf(encounter, command.by).items.find((each) => each.id === id);
    if (item) used.add(item.name);
  }
  const deeds = (): Deeds => ({ fights, refused, attacks, used, unfinished });
  while (fights < MOST_FIGHTS && (fights === 0 || !isEnough(deeds()))) {
    const board = new Board(ruleset, cloneEncounter(start));
    const die = seededDie(++fights);
    const fight = new Fight(judge, board, () => agent, makeQuickAnswerer(judge, board.encounter, die), die);
    fight.play({ do: defined(ruleset.clockCommands[0], 'a start'), by: GM });
    for (let n = 0; n < MOST_COMMANDS && !fight.isOver && fight.next(); n++);
    if (!fight.isOver) unfinished++;
  }
  return deeds();
}

describe.each(Object.keys(DEMOS))('the foes of %s', (id) => {
  const foes = foesOf(id);
  let arena: Arena;
  beforeAll(async () => {
    arena = await Arena.open(id, 1);
  });

  it('are at least sixteen, of every weight', () => {
    expect(foes.length).toBeGreaterThanOrEqual(LEAST_FOES);
    const threats = foes.map(({ file }) => defined(storedThreat(file), file).value);
    const isThere = ([low, high]: readonly [number, number]): boolean =>
      threats.some((threat) => threat >= low && threat <= high);
    expect(BANDS.filter((band) => !isThere(band))).toEqual([]);
  });

  it.each(foes.map(({ file }) => file))('%s has one health, attacks, is refused nothing, and falls or wins', (file) => {
    const { combatant } = defined(
      arena.foes.find((each) => each.file === file),
      file,
    );
    const fighter = fighterOf(arena.fightAgainst({ combatant }), combatant);
    expect([arena.judge.worth.health(fighter), arena.judge.worth.isOut(fighter)]).toEqual([1, false]);
    const { source } = defined(
      foes.find((each) => each.file === file),
      file,
    );
    expect(isTemperament(source.flags.cadence.temperament)).toBe(true);
    expect(source.system.biography).toMatch(/^<p>.+<\/p><p><em>At the table\.<\/em> .+<\/p>$/);
    const { refused, attacks, unfinished } = play(arena, file, (deeds) => deeds.attacks > 0);
    expect({ refused, isAttacking: attacks > 0, unfinished }).toEqual({
      refused: [],
      isAttacking: true,
      unfinished: 0,
    });
  });

  it.each(CASTERS[id] ?? [])('%s casts its spells', (foe) => {
    const { source } = defined(
      foes.find(({ file }) => file === fileOf(id, foe)),
      foe,
    );
    const spells: string[] = source.items.flatMap(({ type, name }: any) => (type === `${id}Spell` ? [name] : []));
    expect(spells.length).toBeGreaterThan(1);
    const { used } = play(arena, fileOf(id, foe), (deeds) => spells.some((name) => deeds.used.has(name)));
    expect(spells.filter((name) => used.has(name))).not.toEqual([]);
  });

  it.each(BOSSES.filter(({ ruleset }) => ruleset === id))('$foe does what only a boss does: $item', ({ foe, item }) => {
    const { used } = play(arena, fileOf(id, foe), (deeds) => deeds.used.has(item));
    expect([...used]).toContain(item);
  });
});
