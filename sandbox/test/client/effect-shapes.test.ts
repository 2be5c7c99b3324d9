import { afterEach, expect, it, vi } from 'vitest';
import type { EffectChange } from '../../src/client/data/fields/change';
import { documentsNamespace } from '../../src/client/documents/index';

const { ActiveEffect } = documentsNamespace;
type OldChange = EffectChange & { mode: number };
const effect = (data: object) => new ActiveEffect({ name: 'Blessed', ...data });

afterEach(() => vi.restoreAllMocks());

// T14: common/documents/active-effect.d.mts `migrateData`, `shimData`; SR5, src/unittests/sr5.ActiveEffect.spec.ts
it('has changes of v13 in the shape of v14, with values read as JSON', () => {
  const changes = [{ key: 'system.hp', mode: 5, value: '3' }];
  const system = {
    changes: [
      { key: 'system.hp', type: 'upgrade', value: '0' },
      { key: 'name', value: 'plain' },
    ],
  };
  expect(effect({ changes }).changes).toMatchObject([{ type: 'override', value: 3 }]);
  expect(effect({ system }).changes).toMatchObject([
    { type: 'upgrade', value: 0 },
    { type: 'add', value: 'plain' },
  ]);
});

it('has the mode of v13, the effect and the default priority at each prepared change', () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const made = effect({ system: { changes: [{ key: 'system.hp', type: 'upgrade', value: 2 }] } });
  made.prepareBaseData();
  const [change] = made.changes as (OldChange & { effect: object })[];
  expect([change!.mode, change!.priority, change!.effect]).toEqual([4, 40, made]);
  change!.mode = 3;
  expect(change!.type).toBe('downgrade');
  expect(made.toObject().system).toEqual({
    changes: [{ key: 'system.hp', type: 'upgrade', value: 2, phase: 'initial', priority: null }],
  });
});

it('lists the registered types and phases', () => {
  expect(Object.keys(ActiveEffect.CHANGE_TYPES)).toContain('multiply');
  expect(Object.keys(ActiveEffect.CHANGE_PHASES)).toEqual(['initial', 'final']);
});
