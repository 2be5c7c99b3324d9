import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ruleset } from '../../src/encounter/ruleset';
import { deepEqual } from '../../src/kernel/deep-equal';
import { RULESETS } from '../../src/rulesets';
import { SCHEMA as CLASH } from '../../src/rulesets/clash/schema';
import { SCHEMA as ENERGY } from '../../src/rulesets/energy/schema';
import { SCHEMA as SECONDS } from '../../src/rulesets/seconds/schema';
import { SCHEMA as SLOTS } from '../../src/rulesets/slots/schema';
import { SCHEMA as TEMPO } from '../../src/rulesets/tempo/schema';
import type { Field } from '../../src/toolkit/define/schema';
import { leavesOf, type SheetSchema } from '../../src/toolkit/define/sheet-schema';
import type { Keyed } from '../support/record';
import { sampled } from '../tiers/tier';
import type { Actor } from './documents';
import type { Tab } from './tab';
import { Table } from './table';
import { nothing } from './world';

const SCHEMAS: Readonly<Record<string, SheetSchema>> = {
  energy: ENERGY,
  clash: CLASH,
  slots: SLOTS,
  seconds: SECONDS,
  tempo: TEMPO,
};

it('every ruleset declares the fields it stores', () => {
  expect(Object.keys(SCHEMAS).sort()).toEqual(Object.keys(RULESETS).sort());
});

/** Values a form may hold: numbers, trimmed texts, switches, lists. */
const entered = (field: Field): fc.Arbitrary<unknown> => {
  const { is } = field;
  const text = fc.constantFrom('', 'fire', '2d6', '99d999', '100d6', 'd8', 'acid 5', 'SA INT vs WIL', '3.5 1 0', '7');
  const number = fc.oneof(
    fc.integer({ min: -1600, max: 1600 }),
    fc.double({ min: -50, max: 50 }),
    fc.constantFrom(-10_000, 9999, 10_000, 0.1, Number.NaN, Number.POSITIVE_INFINITY),
  );
  const id = fc.constantFrom(...(is.kind === 'choice' ? is.ids : ['conc']));
  const within = is.kind === 'list' ? entered(is.of) : text;
  return fc.oneof(
    ...[number, text, id, fc.boolean(), fc.constant(null)],
    fc.array(fc.oneof(number, text), { maxLength: 4 }),
    fc.array(within, { maxLength: 4 }),
  );
};

describe.each(sampled(Object.entries(SCHEMAS)))('an entry on a sheet of %s', (id, schema) => {
  let table: Table;
  let gm: Tab;
  beforeAll(async () => {
    table = await Table.open({ seed: 1, present: ['Gamemaster'], world: nothing });
    gm = table.tabs[0];
  });
  afterAll(() => table?.close());

  const places: readonly Place[] = [
    ...leavesOf(schema.actor).map(([path, field]): Place => ({ type: null, path, field })),
    ...Object.entries(schema.items).flatMap(([type, fields]) =>
      leavesOf(fields).map(([path, field]): Place => ({ type, path, field })),
    ),
  ].filter(({ field }) => !field.unlisted);

  it.each(places.map((place): [string, Place] => [`${place.type ?? 'actor'} ${place.path}`, place]))(
    '%s: is stored where the rules accept it, and refused with their reason otherwise',
    (_, place) => {
      const { page } = gm;
      const system = { ...(place.type && { items: [{ _id: THING, name: 'Thing', type: place.type }] }) };
      const actor = new page.CONFIG.Actor.documentClass({ name: 'New', type: id, ...system });
      const model = (place.type ? actor.items.get(THING) : actor).system;
      const dataField = model.schema.getField(place.path);
      fc.assert(
        fc.property(entered(place.field), (value) => {
          const unfit = refusalOf(page.adapterOf(id).ruleset, place, value);
          const input = {
            type: 'text',
            value: String(value),
            validity: {},
            setCustomValidity() {},
            getAttribute: () => null,
          };
          const said: string = page.windows.whyUnfit(input, dataField, value);
          expect([said === '', unfit === null], `${JSON.stringify(value)}: ${said}`).toEqual([!unfit, !said]);
          if (unfit) expect(heard(unfit, actor).slice(-said.length)).toBe(said);
          // Foundry's cleaned value, and whether it refuses to store it.
          const cleaned = dataField.clean(structuredClone(value));
          const isStored = dataField.validate(cleaned) === undefined;
          if (isStored) {
            const kept = dataField.toObject(dataField.initialize(cleaned, model));
            expect(refusalOf(page.adapterOf(id).ruleset, place, kept), JSON.stringify(kept)).toBeNull();
          }
          if (!unfit && typeof value === 'number') expect([isStored, deepEqual(cleaned, value)]).toEqual([true, true]);
        }),
        { numRuns: 20, examples: bounds(place.field) },
      );
    },
  );

  let times = 0;
  /** The message that the GM reads where the rules cannot use what is stored. */
  function heard(error: unknown, actor: Actor): string {
    const { system, items } = actor;
    const before = table.log.length;
    const uuid = `Actor.${times++}`;
    const document = { name: 'New', uuid, system, items };
    gm.page.windows.reported(() => {
      throw error;
    }, document);
    gm.page.windows.forgetTroubles(uuid);
    return table.log.slice(before).join('\n');
  }
});

/** The extreme numbers a field accepts, and those beyond. */
const bounds = ({ is }: Field): [number][] =>
  is.kind === 'number' ? [[is.min - 1], [is.min], [is.max], [is.max + 1]] : [];

interface Place {
  readonly type: string | null;
  readonly path: string;
  readonly field: Field;
}

const THING = 'schemaThing00000';

/** Returns the reason why the rules refuse a value, or null. */
function refusalOf(ruleset: Pick<Ruleset, 'fighter'>, { type, path }: Place, value: unknown): unknown {
  const fields = path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as Keyed;
  try {
    ruleset.fighter(
      {
        id: 'one',
        name: 'One',
        side: 'heroes',
        player: true,
        pools: {},
        conditions: [],
        state: {},
        place: null,
        base: type ? {} : fields,
        items: type ? [{ id: THING, name: 'Thing', type, ...fields }] : [],
      },
      {},
    );
    return null;
  } catch (error) {
    return error;
  }
}
