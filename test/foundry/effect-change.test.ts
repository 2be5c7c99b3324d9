import { expect, it } from 'vitest';
import { applyEffectChange } from '../../src/foundry/platform/v14';

const change = { key: 'system.hp.max', type: 'add', value: 2, phase: 'initial', priority: null };

it.each([
  [undefined, [change]],
  [true, [change]],
  [false, []],
])('a change is applied unless its effect says that it should not be: %s', (says, wanted) => {
  const applied: object[] = [];
  class Effect {
    static applyChange(_target: object, { effect: _effect, ...rest }: { effect: object }) {
      applied.push(rest);
    }
  }
  const effect = Object.assign(new Effect(), says !== undefined && { shouldApplyChange: () => says });
  applyEffectChange({} as never, effect as never, change, {});
  expect(applied).toEqual(wanted);
});
