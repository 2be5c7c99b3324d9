import { describe, expect, it } from 'vitest';
import type { DocumentData } from '../../src/shared/data';
import { canUserModify, hasPermission, type Subject } from '../../src/shared/permissions';

const ann = { _id: 'ann', name: 'Ann', role: 1 };
const assistant = { _id: 'ass', name: 'Assistant', role: 3 };
const gm = { _id: 'gm', name: 'Gamemaster', role: 4 };
const own = { ownership: { default: 0, ann: 3 } };
const foreign = { ownership: { default: 2 } };
const subject = (documentName: string, source: DocumentData, parent?: Subject): Subject => ({
  documentName,
  source,
  parent,
});
const combat = subject('Combat', { _id: 'c' });
const context = { actorOf: ({ source }: Subject) => (source.actorId === 'mira' ? own : foreign) };
const mine = subject('Combatant', { _id: 'x', actorId: 'mira' }, combat);
const other = subject('Combatant', { _id: 'y', actorId: 'gnoll' }, combat);

describe('what a player may do', () => {
  it.each([
    ['create', combat, {}, false],
    ['update', combat, { _id: 'c', round: 1, turn: 0 }, true],
    ['update', combat, { round: 1, system: {} }, false],
    ['update', combat, { combatants: [] }, false],
    ['delete', combat, {}, false],
    ['create', mine, {}, true],
    ['create', other, {}, false],
    ['update', mine, { _id: 'x', initiative: 3, system: {}, flags: {}, defeated: true }, true],
    ['update', mine, { hidden: true }, false],
    ['update', mine, { name: 'X' }, false],
    ['update', other, { system: {} }, false],
    ['delete', mine, {}, true],
    ['create', subject('CombatantGroup', {}, combat), {}, false],
    ['update', subject('CombatantGroup', own, combat), { name: 'x' }, true],
    ['create', subject('Actor', own), {}, false],
    ['update', subject('Actor', own), {}, true],
    ['update', subject('Actor', foreign), {}, false],
    ['delete', subject('Actor', own), {}, true],
    ['create', subject('Item', {}), {}, false],
    ['create', subject('Item', {}, subject('Actor', own)), {}, true],
    ['update', subject('ActiveEffect', {}, subject('Item', foreign, subject('Actor', own))), {}, true],
    ['update', subject('Item', own, subject('Actor', foreign)), {}, false],
    ['create', subject('ChatMessage', { author: 'ann' }), {}, true],
    ['create', subject('ChatMessage', { author: 'gm' }), {}, false],
    ['update', subject('ChatMessage', { author: 'ann' }), {}, true],
    ['update', subject('ChatMessage', { author: 'gm' }), {}, false],
    ['delete', subject('ChatMessage', { author: 'gm' }), {}, false],
    ['create', subject('Token', { actorId: 'mira' }, subject('Scene', {})), {}, false],
    ['update', subject('Token', { actorId: 'mira' }, subject('Scene', {})), {}, true],
    ['update', subject('Token', { actorId: 'gnoll' }, subject('Scene', {})), {}, false],
    ['delete', subject('Token', { actorId: 'mira' }, subject('Scene', {})), {}, false],
    ['update', subject('Setting', { key: 'core.time' }), {}, false],
    ['update', subject('Setting', { key: 'x.y', user: 'ann' }), {}, true],
    ['update', subject('Setting', { key: 'x.y', user: 'gm' }), {}, false],
    ['update', subject('User', { _id: 'ann', role: 1 }), { color: '#fff' }, true],
    ['update', subject('User', { _id: 'ann', role: 1 }), { role: 4 }, false],
    ['create', subject('Folder', {}), {}, false],
    ['update', subject('Scene', foreign), {}, false],
  ] as const)('%s %j with %j: %s', (action, doc, data, allowed) => {
    expect(canUserModify(ann, action, doc, data, context) === true).toBe(allowed);
    expect(canUserModify(gm, action, doc, data, context)).toBe(true);
  });

  it('refuses with Foundry\u2019s messages', () => {
    expect(canUserModify(ann, 'update', other, { system: {} }, context)).toBe(
      'User Ann lacks permission to update Combatant [y] in parent Combat [c]',
    );
    expect(canUserModify(ann, 'update', combat, { system: {} })).toBe('User Ann lacks permission to update Combat [c]');
  });
});

describe('roles and permissions', () => {
  it('use the defaults, the world setting and the user\u2019s own permissions', () => {
    expect(hasPermission(ann, 'ACTOR_CREATE')).toBe(false);
    expect(hasPermission(ann, 'ACTOR_CREATE', { ACTOR_CREATE: [1, 4] })).toBe(true);
    expect(hasPermission({ ...ann, permissions: { ACTOR_CREATE: true } }, 'ACTOR_CREATE')).toBe(true);
    expect(hasPermission(ann, 'QUERY_USER')).toBe(true);
    expect(hasPermission(assistant, 'SETTINGS_MODIFY', { SETTINGS_MODIFY: [4] })).toBe(false);
  });

  it('protect a user from users of a lower role', () => {
    const target = subject('User', { _id: 'gm', role: 4 });
    expect(canUserModify(assistant, 'update', target, { color: '#fff' })).not.toBe(true);
    expect(canUserModify(assistant, 'delete', target)).not.toBe(true);
  });

  it('allow nothing to a user without a role', () => {
    expect(canUserModify({ _id: 'n', name: 'N', role: 0 }, 'create', subject('ChatMessage', {}))).not.toBe(true);
  });
});
