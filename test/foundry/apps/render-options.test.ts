import { describe, expect, it } from 'vitest';
import { asRenderOptions, withDataOf } from '../../../src/foundry/apps/ui/render-options';

describe('render options', () => {
  it.each([
    ['nothing', [], {}],
    ['options', [{ parts: ['cadence'] }], { parts: ['cadence'] }],
    ['force', [true], { force: true }],
    ['force and a context', [false, { renderContext: 'updateActor' }], { force: false, renderContext: 'updateActor' }],
  ])('are read from %s', (_, given, options) => {
    expect(asRenderOptions(...(given as Parameters<typeof asRenderOptions>))).toEqual(options);
  });

  it('do not change the context that was passed', () => {
    const context = { renderContext: 'updateActor' };
    asRenderOptions(true, context);
    expect(context).toEqual({ renderContext: 'updateActor' });
  });

  it.each([
    ['of the viewed document', [{ _id: 'a' }, { _id: 'b' }], true],
    ['of others only', [{ _id: 'a' }], false],
    ['of none', [], false],
  ])('keep render data %s only with an entry of it', (_, renderData, isKept) => {
    const options = { renderContext: 'updateCombat', renderData };
    expect(withDataOf('b', options)).toEqual(isKept ? options : {});
  });

  it('keep data that is no list', () => {
    const options = { renderData: { turn: 1 } };
    expect(withDataOf('b', options)).toBe(options);
  });
});
