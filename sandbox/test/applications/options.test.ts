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

  it('concatenates arrays without doubles', () => {
    expect(merge({ classes: ['sheet'] }, { classes: ['sheet', 'cadence'] }).classes).toEqual(['sheet', 'cadence']);
  });

  it('merges objects and leaves the classes above untouched', () => {
    const base = { window: { frame: true, title: '' } };
    expect(merge(base, { window: { title: 'Duel' } }).window).toEqual({ frame: true, title: 'Duel' });
    expect(base.window.title).toBe('');
  });

  it('hands documents and functions through as they are', () => {
    const document = new (class Actor {})();
    const handler = () => {};
    const merged = merge({ document: null, form: {} }, { document, form: { handler } });
    expect(merged.document).toBe(document);
    expect(merged.form.handler).toBe(handler);
  });
});
