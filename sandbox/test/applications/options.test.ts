import { describe, expect, it } from 'vitest';
import { mergeApplicationOptions } from '../../src/client/applications/api/options';

describe('application options down the class chain', () => {
  interface Merged {
    classes: string[];
    window: object;
    document: object;
    form: { handler(): void };
  }
  const merge = (...all: object[]) => all.reduce(mergeApplicationOptions, {}) as object as Merged;

  it('concatenate arrays without duplicates', () => {
    expect(merge({ classes: ['sheet'] }, { classes: ['sheet', 'cadence'] }).classes).toEqual(['sheet', 'cadence']);
  });

  it('merge objects without mutating the base classes', () => {
    const base = { window: { frame: true, title: '' } };
    expect(merge(base, { window: { title: 'Duel' } }).window).toEqual({ frame: true, title: 'Duel' });
    expect(base.window.title).toBe('');
  });

  it('keep documents and functions unchanged', () => {
    const document = new (class Actor {})();
    const handler = () => {};
    const merged = merge({ document: null, form: {} }, { document, form: { handler } });
    expect(merged.document).toBe(document);
    expect(merged.form.handler).toBe(handler);
  });
});
