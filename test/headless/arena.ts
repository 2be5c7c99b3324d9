import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Encounter, Fighter, FighterId } from '../../src/encounter/state';
import { defined } from '../../src/kernel/defined';
import { type Judge, loadJudge } from '../../src/opponent/judge';
import { estimateChance, measureThreat, withOnly } from '../../src/opponent/measure-threat';
import { QuickAgent } from '../../src/opponent/quick-agent';
import { readThreatRating, type ThreatRating } from '../../src/opponent/threat-rating';
import { type AddedFighter, arenaWorld } from './demo-world';
import type { Combatant } from './documents';
import { Evening } from './evening';
import type { WorldSource } from './world';

/** Returns true for a fighter with a linked token; mounts have none. */
export const isHero = (combatant: Combatant | undefined): boolean => combatant?.token.actorLink === true;

/** The prepared heroes of a ruleset, and every fighter of its compendium beside them. */
export class Arena {
  private constructor(
    readonly judge: Judge,
    private readonly encounter: Encounter,
    /** Of the prepared fight. */
    private readonly party: readonly Fighter[],
    private readonly heroesOfParty: readonly FighterId[],
    private readonly added: readonly AddedFighter[],
    private readonly seed: number,
  ) {}

  /** @param sources fighters in place of those of the compendium, by file */
  static async open(ruleset: string, seed: number, sources?: ReadonlyMap<string, WorldSource>): Promise<Arena> {
    const { world, added } = await arenaWorld(ruleset, sources);
    const evening = await Evening.open(ruleset, seed, world);
    const judge = defined(await loadJudge(evening.rules), 'a worth');
    const encounter = structuredClone(evening.encounter) as Encounter;
    const isAdded = new Set(added.map(({ combatant }) => combatant));
    const party = Object.values(encounter.fighters).filter(({ id, side }) => side === 'heroes' && !isAdded.has(id));
    const heroes = party.flatMap(({ id }) => (isHero(evening.combat.combatants.get(id)) ? id : []));
    await evening.table.close();
    return new Arena(judge, encounter, party, heroes, added, seed);
  }

  get heroes(): readonly AddedFighter[] {
    return this.added.filter(({ isFoe }) => !isFoe);
  }

  get foes(): readonly AddedFighter[] {
    return this.added.filter(({ isFoe }) => isFoe);
  }

  /** Returns the fight of the prepared heroes, with who stands by them, against one foe. */
  fightAgainst({ combatant }: Pick<AddedFighter, 'combatant'>): Encounter {
    return withOnly(
      this.encounter,
      Object.fromEntries([...this.party.map(({ id }) => id), combatant].map((id) => [id, 1])),
    );
  }

  /** Returns the threat of a foe to the prepared heroes. @param fights the most for each number of fighters */
  threatOf({ combatant }: AddedFighter, fights?: number): ThreatRating {
    const { judge, encounter, heroesOfParty: heroes, seed } = this;
    const others = this.party.flatMap(({ id }) => (heroes.includes(id) ? [] : id));
    const question = { encounter, foe: combatant, heroes, others, seed, ...(fights && { fights }) };
    return lastOf(measureThreat(judge, question));
  }

  /** Returns a hero's chance against a foe. */
  chanceOf(hero: AddedFighter, foe: AddedFighter): number {
    const duel = withOnly(this.encounter, { [hero.combatant]: 1, [foe.combatant]: 1 });
    const side = defined(duel.fighters[hero.combatant], hero.name).side;
    return lastOf(estimateChance(this.judge, duel, { quickAgent: new QuickAgent(this.judge), side, seed: this.seed }));
  }
}

function lastOf<T>(run: Generator<unknown, T>): T {
  let step = run.next();
  while (!step.done) step = run.next();
  return step.value;
}

/** Returns what is stored with a fighter of a compendium. */
export const storedThreat = (file: string): ThreatRating | null =>
  readThreatRating(parse(readFileSync(file, 'utf8')).flags?.cadence?.threat);

const FLAGS = /^flags: \{ cadence: \{ (.*) \} \}$/m;

/** Writes the threat into the line of the flags. */
export function storeThreat(file: string, { value, heroes }: ThreatRating): void {
  const source = readFileSync(file, 'utf8');
  const threat = `threat: { value: ${value}, heroes: ${heroes} }`;
  const others = FLAGS.exec(source)?.[1]?.replace(/(?:, )?threat: \{[^}]*\}/, '') ?? '';
  const line = `flags: { cadence: { ${[others, threat].filter(Boolean).join(', ')} } }`;
  const written = FLAGS.test(source) ? source.replace(FLAGS, line) : source.replace(/^system:$/m, `${line}\nsystem:`);
  writeFileSync(file, written);
  if (storedThreat(file)?.value !== value) throw new Error(`${file}: its flags cannot be written`);
}
