import { describe, expect, it } from 'vitest';
import { DataModel } from '../../src/client/abstract/data-model';
import * as fields from '../../src/client/data/fields/index';
import type { Data } from '../../src/shared/data';
import { _del, _replace } from '../../src/shared/operators';

const counter = (initial = 0, more = {}) =>
  new fields.NumberField({ required: true, nullable: false, integer: true, initial, ...more });

interface Pool {
  value: number;
  max: number;
}

class Fighter extends DataModel {
  declare hp: Pool;
  declare zone: string;
  declare bonus: number;

  static override defineSchema() {
    return {
      name: new fields.StringField({ required: true, blank: false, initial: 'nobody' }),
      hp: new fields.SchemaField({ value: counter(5, { min: 0 }), max: counter(5) }),
      zone: new fields.StringField({ required: true, initial: 'torso', choices: ['torso', 'head'] }),
      tags: new fields.SetField(new fields.StringField()),
      list: new fields.ArrayField(counter()),
      history: new fields.TypedObjectField(new fields.SchemaField({ step: counter(), by: new fields.StringField() })),
      free: new fields.ObjectField(),
      bonus: new fields.NumberField({ required: true, nullable: false, initial: 2, persisted: false }),
    };
  }

  static override migrateData(source: Data) {
    if ('title' in source) {
      source.name = source.title;
      delete source.title;
    }
    return super.migrateData(source);
  }

  static override validateJoint({ hp }: { hp: Pool }) {
    if (hp.value > hp.max) throw new Error('more hit points than there are');
  }
}
const fighter = (data: object = {}) => new Fighter(data);

describe('construction', () => {
  it('migrates, completes, casts and clamps data', () => {
    const made = fighter({ title: 'Mira', hp: { value: '-3' }, list: ['1', 2.4], unknown: 1 });
    expect(made.toObject()).toEqual({
      name: 'Mira',
      hp: { value: 0, max: 5 },
      zone: 'torso',
      tags: [],
      list: [1, 2],
      history: {},
      free: {},
    });
  });

  it('resets unpersisted fields at each preparation and does not store them', () => {
    const made = fighter();
    made.bonus = 9;
    made.reset();
    expect(made.bonus).toBe(2);
    expect('bonus' in made.toObject()).toBe(false);
    expect(made.updateSource({ bonus: 7 })).toEqual({});
  });

  it('refuses an invalid value with its field, and falls back on load', () => {
    expect(() => fighter({ zone: 'tail' })).toThrow('zone: tail is not a valid choice');
    expect(Fighter.fromSource({ zone: 'tail', hp: { value: 'many' } })).toMatchObject({
      zone: 'torso',
      hp: { value: 5 },
    });
  });
});

describe('updateSource', () => {
  it('returns only the differences', () => {
    const made = fighter({ name: 'Mira' });
    expect(made.updateSource({ name: 'Mira', 'hp.value': 3 })).toEqual({ hp: { value: 3 } });
    expect(made.hp.value).toBe(3);
  });

  it('validates without writing on a dry run', () => {
    const made = fighter();
    expect(made.updateSource({ 'hp.value': 3 }, { dryRun: true })).toEqual({ hp: { value: 3 } });
    expect(made.toObject()).toMatchObject({ hp: { value: 5 } });
  });

  it('applies nothing if a part is invalid', () => {
    const made = fighter();
    expect(() => made.updateSource({ name: 'Kor', zone: 'tail' })).toThrow('not a valid choice');
    expect(() => made.updateSource({ name: 'Kor', 'hp.value': 6 })).toThrow('more hit points');
    expect(made.toObject()).toMatchObject({ name: 'nobody', hp: { value: 5 } });
  });

  it('cleans submitted changes in place', () => {
    const changes = { name: 7, hp: { value: '4' } };
    expect(fighter().validate({ changes, clean: true })).toBe(true);
    expect(changes).toEqual({ name: '7', hp: { value: 4 } });
  });

  it('adds, changes and deletes entries of a record', () => {
    const made = fighter({ history: { a1: { step: 1 }, a2: { step: 2 } } });
    expect(made.updateSource({ history: { a1: _del, a2: { by: 'Ann' }, a3: { step: 3 } } })).toEqual({
      history: { a1: _del, a2: { by: 'Ann' }, a3: { step: 3 } },
    });
    expect(made.toObject().history).toEqual({ a2: { step: 2, by: 'Ann' }, a3: { step: 3 } });
    expect(made.updateSource({ 'history.a1': _del })).toEqual({});
    expect(made.updateSource({ 'history.-=a2': null })).toEqual({ history: { a2: _del } });
  });

  it('merges free objects, replaces with _replace or without recursion, replaces arrays as a whole', () => {
    const made = fighter({ free: { a: { b: 1, c: 2 } }, list: [1, 2] });
    made.updateSource({ free: { a: { b: 5 } }, list: [3] });
    expect(made.toObject()).toMatchObject({ free: { a: { b: 5, c: 2 } }, list: [3] });
    made.updateSource({ free: _replace({ d: 1 }) });
    expect(made.toObject().free).toEqual({ d: 1 });
    made.updateSource({ free: { e: 2 } }, { recursive: false });
    expect(made.toObject().free).toEqual({ e: 2 });
  });

  it('resets a deleted declared field to its initial value', () => {
    const made = fighter({ zone: 'head' });
    made.updateSource({ zone: _del });
    expect(made.zone).toBe('torso');
  });
});

describe('fields', () => {
  it('treat null and undefined as Foundry does', () => {
    expect(new fields.NumberField().clean(null)).toBeNull();
    expect(counter(4).clean(undefined)).toBe(4);
    expect(new fields.StringField({ choices: ['a'] }).blank).toBe(false);
    expect(new fields.StringField().clean(undefined)).toBeUndefined();
  });

  it('select the schema of a typed schema by its type', () => {
    const field = new fields.TypedSchemaField({
      hit: { type: new fields.StringField(), damage: counter(1) },
      miss: { type: new fields.StringField() },
    });
    expect(field.clean({ type: 'hit' })).toEqual({ type: 'hit', damage: 1 });
    expect(field.validate({ type: 'other' })?.message).toContain('other is not a valid type');
  });

  it('apply changes of effects by the type of the current value', () => {
    const change = (type: string, value: unknown) => ({ type, value, key: 'x', phase: 'initial', priority: null });
    const model = new Fighter();
    expect(counter().applyChange(5, model, change('add', '2'))).toBe(7);
    expect(counter().applyChange(5, model, change('subtract', 2))).toBe(3);
    expect(counter().applyChange(5, model, change('upgrade', 4))).toBe(5);
    const set = new fields.SetField(new fields.StringField());
    expect(set.applyChange(new Set(['a']), model, change('add', 'b'))).toEqual(new Set(['a', 'b']));
  });
});

describe('fields', () => {
  it('begin as null or blank if they hold a UUID', () => {
    const initial = (options: fields.FieldOptions) => new fields.DocumentUUIDField(options).clean(undefined);
    expect([initial({}), initial({ blank: true, nullable: false })]).toEqual([null, '']);
  });

  it('cast a list to a text', () => {
    expect(new fields.StringField().clean(['character'])).toBe('character');
  });
});
