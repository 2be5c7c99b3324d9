import { checkFightRecord, type FightRecord, readFightRecord, unwatchableIn } from '../../src/encounter/fight-record';
import { rulesFaultIn, type ShapeFault } from '../../src/encounter/fight-record-shape';
import { scenarioTextOf } from '../../src/encounter/fight-scenario';
import { summarizeFight, waitTimesIn } from '../../src/encounter/fight-summary';
import type { Ruleset } from '../../src/encounter/ruleset';
import { seededDie } from '../../src/kernel/rng';
import { playRecorded } from './recorded-fight';

/** What a file may have in place of any value. As JSON, so that `__proto__` is a member. */
const HOSTILE: readonly string[] = [
  ...['null', 'true', '-1', '0.5', '1e9', '-1e300', '1e999', '""', '"x"', '[]', '{}', '[null]', '[[]]'],
  ...['"__proto__"', '"constructor"', '"toString"', '"hasOwnProperty"', '"gm"', '999999', '-999999'],
  ...['{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}', '{"toString":null}'],
  ...['{"length":-1}', '{"length":1e9}', `"${'x'.repeat(30_000)}"`, `${'['.repeat(5000)}${']'.repeat(5000)}`],
];

type Place = readonly (string | number)[];

function placesIn(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [at];
  const inner = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [at, ...inner.flatMap(([key, each]) => placesIn(each, [...at, key]))];
}

/** Places with the same names on the way to them; most are in the entries of exchanges. */
const kindOf = (place: Place): string => place.map((key) => (typeof key === 'number' ? '#' : key)).join('.');

const MARK = '"spoilt value"';

/** Returns the text of the record with one value replaced, removed, or with a hostile name beside it. */
export function spoiltText(record: FightRecord, die: (sides: number) => number): { text: string; what: string } {
  const copy = structuredClone(record);
  const all = placesIn(copy);
  const kinds = [...new Set(all.map(kindOf))];
  const kind = kinds[die(kinds.length) - 1];
  const places = all.filter((place) => kindOf(place) === kind);
  const place = places[die(places.length) - 1] ?? [];
  const last = place.at(-1);
  const holder = place.slice(0, -1).reduce((found: unknown, key) => (found as Record<string, unknown>)[key], copy);
  const way =
    last === undefined ? 'replace' : (['replace', 'replace', 'replace', 'remove', 'rename'] as const)[die(5) - 1];
  const value = HOSTILE[die(HOSTILE.length) - 1] ?? 'null';
  const what = `${way} ${place.join('.')} ${value.slice(0, 60)}`;
  if (last === undefined) return { text: value, what };
  const held = holder as Record<string, unknown>;
  if (way === 'remove') {
    if (Array.isArray(holder)) holder.splice(Number(last), 1);
    else delete held[last];
    return { text: JSON.stringify(copy), what };
  }
  if (way === 'rename' && !Array.isArray(holder)) {
    const entries = Object.entries(held).map(
      ([key, each]) => `${JSON.stringify(key === last ? '__proto__' : key)}:${JSON.stringify(each)}`,
    );
    held['spoilt'] = MARK;
    const whole = JSON.stringify(copy);
    // The holder is written again, because an assignment would set its prototype.
    return { text: whole.replace(JSON.stringify(held), () => `{${entries.join(',')}}`), what };
  }
  held[last] = MARK;
  return { text: JSON.stringify(copy).replace(JSON.stringify(MARK), () => value), what };
}

const PROTOTYPES = [Object.prototype, Array.prototype, String.prototype, Number.prototype, Function.prototype];
const pictureOf = (prototype: object): string => Reflect.ownKeys(prototype).map(String).join();

/** The longest time to open a file. Milliseconds. */
const LONGEST = 5000;

/** A record that differs from the rules may be impossible to export; the window then says so. */
function exported(ruleset: Ruleset, record: FightRecord, isAnonymous: boolean): void {
  try {
    scenarioTextOf(ruleset, record, { isAnonymous });
  } catch (error) {
    if (!checkFightRecord(ruleset, record)) throw error;
  }
}

/** Does with a file what the window of fight records does. Returns what happens to it, or what is wrong with that. */
export function openedText(
  ruleset: Ruleset,
  text: string,
): { readonly fate: 'refused' | 'played'; readonly fault: string } {
  const before = PROTOTYPES.map(pictureOf);
  const began = performance.now();
  let fate: 'refused' | 'played' = 'refused';
  let fault = '';
  try {
    let found: ShapeFault | null = null;
    const record = readFightRecord(text, (each) => {
      found = each;
    });
    if (record && !rulesFaultIn(ruleset, record) && !unwatchableIn(ruleset, record)) {
      fate = 'played';
      if (found) fault = 'a faulty record was returned';
      checkFightRecord(ruleset, record);
      summarizeFight(Object.keys(record.start.fighters), record.exchanges);
      waitTimesIn(record);
      for (const isAnonymous of [true, false]) exported(ruleset, record, isAnonymous);
    }
  } catch (error) {
    fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
  const took = performance.now() - began;
  if (took > LONGEST) fault ||= `takes ${took.toFixed(0)} ms`;
  if (PROTOTYPES.map(pictureOf).join() !== before.join()) fault = `changes a prototype; ${fault}`;
  for (const prototype of PROTOTYPES)
    for (const key of ['polluted', 'value', 'place', 'conditions']) Reflect.deleteProperty(prototype, key);
  return { fate, fault };
}

interface Spoilt {
  readonly faults: readonly string[];
  readonly refused: number;
  readonly played: number;
}

/** Opens a number of spoilt files of one fight. */
export function openSpoilt(id: string, seed: number, files: number): Spoilt {
  const { record: whole, ruleset } = playRecorded(id, seed, 6);
  const record: FightRecord = JSON.parse(JSON.stringify(whole));
  const die = seededDie(seed);
  const faults: string[] = [];
  const fates = { refused: 0, played: 0 };
  for (let file = 0; file < files; file++) {
    const { text, what } = spoiltText(record, die);
    const { fate, fault } = openedText(ruleset, text);
    fates[fate]++;
    if (fault) faults.push(`a fight record of ${id}, ${what}: ${fault}`);
  }
  return { faults, ...fates };
}
