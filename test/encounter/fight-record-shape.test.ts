import { describe, expect, it } from 'vitest';
import { checkFightRecord, type FightRecord, readFightRecord } from '../../src/encounter/fight-record';
import { rulesFaultIn, type ShapeFault } from '../../src/encounter/fight-record-shape';
import { defined } from '../../src/kernel/defined';
import { IDS } from '../opponent/skirmish';
import { playRecorded } from '../support/recorded-fight';
import { openedText, openSpoilt } from '../support/spoilt-record';

describe.each(IDS)('a fight record of %s', (id) => {
  it('is right as it was written', () => {
    const { record, ruleset } = playRecorded(id, 3);
    const read = readFightRecord(JSON.stringify(record), (fault) => expect(fault).toBeNull());
    expect(rulesFaultIn(ruleset, defined(read, 'a record'))).toBeNull();
  });

  it('with a value replaced, removed or renamed is refused or played', () => {
    const { faults, refused, played } = openSpoilt(id, 31, 25);
    expect(faults).toEqual([]);
    expect(Math.min(refused, played)).toBeGreaterThan(0);
  });
});

const { record: first, ruleset } = playRecorded('energy', 1, 2);
const [hero] = Object.keys(first.start.fighters);
const entry = (effect: string) =>
  `{"ask":{"kind":"apply","change":{"kind":"log","id":"x","facts":{}}},"answer":${effect}}`;

/** Returns the record's text with an effect before all others. */
function withEffect(effect: string): string {
  const copy: FightRecord = JSON.parse(JSON.stringify(first));
  const [exchange] = copy.exchanges as unknown as { entries: unknown[] }[];
  exchange?.entries.unshift('here');
  return JSON.stringify(copy).replace('"here"', entry(effect));
}

it.each([
  ['a pool of a prototype', `{"kind":"pool","of":"__proto__","pool":"hp","by":5}`, 'answer.of', 'id'],
  ['a prototype as a pool', `{"kind":"pool","of":"${hero}","pool":"__proto__","by":5}`, 'answer.pool', 'id'],
  ['a constructor that moves', `{"kind":"move","of":"constructor","to":null,"by":[]}`, 'answer.of', 'id'],
  ['a state field', `{"kind":"state","of":"${hero}","key":"__proto__","from":null,"to":{"a":1}}`, 'answer.key', 'id'],
  ['a member of an item', `{"kind":"item","of":"${hero}","item":"x","key":"__proto__","to":{}}`, 'answer.key', 'id'],
  ['a name anywhere', `{"kind":"log","id":"x","facts":{"__proto__":{"a":1}}}`, 'answer.facts.__proto__', 'id'],
  [
    'a place without numbers',
    `{"kind":"move","of":"${hero}","from":null,"to":{"x":"0"},"by":[]}`,
    'answer.to.x',
    'number',
  ],
  ['a number that is none', `{"kind":"pool","of":"${hero}","pool":"hp","by":1e999}`, 'answer.by', 'number'],
  ['another kind', `{"kind":"constructor"}`, 'answer.kind', 'choice'],
  ['a line without facts', `{"kind":"log","id":"x"}`, 'answer.facts', 'group'],
  ['null as facts', `{"kind":"outcome","outcome":{"result":"hit","facts":null}}`, 'answer.outcome.facts', 'group'],
  ['an unknown tone', `{"kind":"log","id":"x","facts":{},"tone":"loud"}`, 'answer.tone', 'choice'],
  [
    'covered points that are none',
    `{"kind":"outcome","outcome":{"result":"hit"},"covers":{"points":{"hp":"5"}}}`,
    'answer.covers.points.hp',
    'number',
  ],
  [
    'a text as conditions',
    `{"kind":"log","id":"x","facts":{},"covers":{"gains":"prone"}}`,
    'answer.covers.gains',
    'list',
  ],
  ['a move from nowhere', `{"kind":"move","of":"${hero}","to":null,"by":[]}`, 'answer.from', 'group'],
  ['no condition', `{"kind":"condition-added","of":"${hero}","condition":null}`, 'answer.condition', 'group'],
])('names where an effect has %s', (_, effect, path, reason) => {
  const faults: ShapeFault[] = [];
  expect(readFightRecord(withEffect(effect), (fault) => faults.push(fault))).toBeNull();
  expect(faults).toEqual([{ path: `exchanges[0].entries[0].${path}`, reason }]);
  expect(openedText(ruleset, withEffect(effect))).toEqual({ fate: 'refused', fault: '' });
});

it.each([
  ['options', 'group'],
  ['at', 'id'],
  ['with', 'id'],
  ['path', 'list'],
])('names where %s of a command is null', (key, reason) => {
  const copy = structuredClone(first);
  Object.assign(copy.exchanges[0]?.command ?? {}, { [key]: null });
  const faults: ShapeFault[] = [];
  expect(readFightRecord(JSON.stringify(copy), (fault) => faults.push(fault))).toBeNull();
  expect(faults).toEqual([{ path: `exchanges[0].command.${key}`, reason }]);
});

it('reads null where a document of a user may have it, so that the GM can save the fight', () => {
  const copy = structuredClone(first);
  const { conditions = [] } = copy.start.fighters[hero ?? ''] ?? {};
  conditions.push({ key: 'x', id: 'prone', until: { at: 'turn-end', n: null, of: null } as never });
  Object.assign(copy.exchanges[0]?.command ?? {}, {
    path: [{ x: 0, y: 0, width: 1, height: 1, elevation: 0, facing: 0, level: null }],
  });
  expect(readFightRecord(JSON.stringify(copy), (fault) => expect(fault).toBeNull())).not.toBeNull();
});

it('names a fighter without a place member, which is null off the map', () => {
  const { [hero ?? '']: fighter, ...fighters } = structuredClone(first.start.fighters);
  const { place: _, ...placeless } = defined(fighter, 'a hero');
  const read = (others: object) => {
    const faults: ShapeFault[] = [];
    const start = { ...first.start, fighters: { ...fighters, [hero ?? '']: others } };
    readFightRecord(JSON.stringify({ ...first, start }), (fault) => faults.push(fault));
    return faults;
  };
  expect(read(placeless)).toEqual([{ path: `start.fighters.${hero}.place`, reason: 'group' }]);
  expect(read({ ...placeless, place: null })).toEqual([]);
});

it('reports that rules differ where they cannot judge a recorded command', () => {
  const { record } = playRecorded('energy', 3, 8);
  for (const { stats } of Object.values(record.start.fighters)) Reflect.deleteProperty(stats as object, 'base');
  expect(checkFightRecord(ruleset, record)).not.toBeNull();
});

it('plays effects that the rules do not have on a copy only, and says so', () => {
  const unknown = withEffect(`{"kind":"pool","of":"${hero}","pool":"nothing","by":5}`);
  expect(openedText(ruleset, unknown)).toEqual({ fate: 'refused', fault: '' });
});

it('names options that are null, which no command has', () => {
  const copy = JSON.parse(JSON.stringify(first));
  copy.exchanges[0].command.options = null;
  const faults: ShapeFault[] = [];
  expect(readFightRecord(JSON.stringify(copy), (fault) => faults.push(fault))).toBeNull();
  expect(faults).toEqual([{ path: 'exchanges[0].command.options', reason: 'group' }]);
});
