import { describe, expect, it } from 'vitest';
import { DataModel } from '../../src/client/abstract/data-model';
import { CONFIG } from '../../src/client/config';
import * as fields from '../../src/client/data/fields/index';
import type { StatusEffect, StatusEffects } from '../../src/client/data/status-effects';
import { game } from '../../src/client/game';
import { Hooks } from '../../src/client/hooks';
import { i18n, localizeDataModel } from '../../src/client/i18n';
import { ClientKeybindings } from '../../src/client/keybindings';

describe('Hooks', () => {
  it('stop at the first false with call, run all listeners with callAll, and survive an error', () => {
    const log: string[] = [];
    Hooks.on('a', () => void log.push('one'));
    Hooks.on('a', () => {
      throw new Error('broken');
    });
    Hooks.on('a', () => false);
    Hooks.on('a', () => void log.push('last'));
    expect(Hooks.call('a')).toBe(false);
    expect(log).toEqual(['one']);
    Hooks.callAll('a');
    expect(log).toEqual(['one', 'one', 'last']);
  });

  it('remove a listener after once or off', () => {
    let count = 0;
    Hooks.once('b', () => count++);
    const id = Hooks.on('b', () => (count += 10));
    Hooks.callAll('b');
    Hooks.off('b', id);
    Hooks.callAll('b');
    expect(count).toBe(11);
  });
});

describe('translations', () => {
  it('are read from nested files with data, and later files override earlier ones', async () => {
    const files: Record<string, object> = { core: { A: { B: 'core {x}' }, C: 'c' }, own: { A: { B: 'own {x} {y}' } } };
    await i18n.setLanguage('en', ['core', 'own'], async (path) => files[path]);
    expect(i18n.localize('A.B', { x: 1 })).toBe('own 1 {y}');
    expect([i18n.format('C'), i18n.localize('X.Y'), i18n.has('A'), i18n.has('C')]).toEqual(['c', 'X.Y', false, true]);
  });

  it('label the fields of a model by its prefixes', async () => {
    class Model extends DataModel {
      static override LOCALIZATION_PREFIXES = ['M'];
      static override defineSchema() {
        return { hp: new fields.SchemaField({ value: new fields.NumberField() }) };
      }
    }
    await i18n.setLanguage('en', ['x'], async () => ({ M: { FIELDS: { hp: { value: { label: 'Hit points' } } } } }));
    localizeDataModel(Model);
    expect(Model.schema.getField('hp.value')?.label).toBe('Hit points');
  });
});

describe('keybindings', () => {
  it('run by precedence until one consumes the key, with exactly its modifiers', () => {
    Object.assign(game, { user: { isGM: false } });
    const key = (event: object) => event as KeyboardEvent;
    const keys = new ClientKeybindings();
    const log: string[] = [];
    const bind = (action: string, more: object = {}) =>
      keys.register('x', action, { editable: [{ key: 'KeyT' }], onDown: () => void log.push(action), ...more });
    bind('later', { precedence: 2 });
    bind('gm', { restricted: true });
    bind('first', { precedence: 0 });
    bind('shifted', { editable: [{ key: 'KeyT', modifiers: ['Shift'] }], onDown: () => true });
    expect(keys.handle(key({ code: 'KeyT' }))).toBe(false);
    expect(log).toEqual(['first', 'later']);
    expect(keys.handle(key({ code: 'KeyT', shiftKey: true }))).toBe(true);
    game['ready'] = true;
    expect(() => bind('late')).toThrow('after the init hook');
    game['ready'] = false;
  });
});

describe('CONFIG.statusEffects', () => {
  it('is a record that accepts an array and refuses methods that do not work in v14', () => {
    CONFIG['statusEffects'] = [{ id: 'dazed', name: 'Dazed' }];
    const effects = CONFIG['statusEffects'] as StatusEffects & Pick<StatusEffect[], 'push' | 'splice'>;
    effects.push({ id: 'prone', name: 'Prone' });
    expect(Object.keys(effects)).toEqual(['dazed', 'prone']);
    expect(effects.find((effect) => effect.id === 'prone')?.name).toBe('Prone');
    expect(() => effects.splice(0, 1)).toThrow('record since v14');
  });
});
