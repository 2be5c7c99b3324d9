import { afterEach, expect, it, vi } from 'vitest';
import { CONFIG } from '../../src/client/config';
import { installDeprecatedGlobals } from '../../src/client/deprecated-globals';
import { COMPATIBILITY_MODES } from '../../src/shared/constants';
import { closed, NotInSandbox } from '../../src/shared/not-in-sandbox';

class Actors {}
class ChatMessages {}
const foundry = closed('foundry', {
  documents: closed('foundry.documents', {
    collections: closed('foundry.documents.collections', { Actors, ChatMessages }),
  }),
});

const install = () => {
  const target: Record<string, unknown> = { Scenes: 'own' };
  installDeprecatedGlobals(target, foundry);
  return target;
};

afterEach(() => {
  CONFIG.compatibility.mode = COMPATIBILITY_MODES.WARNING;
  vi.restoreAllMocks();
});

// T14: client/client.d.mts
it('are the members of their namespaces, warn once and can be replaced', () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const target = install();
  expect([target['Actors'], target['Messages'], target['Actors']]).toEqual([Actors, ChatMessages, Actors]);
  expect(warned.mock.calls.map(([error]) => (error as Error).message.split('\n'))).toEqual([
    [
      'You are accessing the global "Actors" which is now namespaced under foundry.documents.collections.Actors',
      'Deprecated since Version 13',
      'Backwards-compatible support will be removed in Version 15',
    ],
    [
      'You are accessing the global "Messages" which is now namespaced under foundry.documents.collections.ChatMessages',
      'Deprecated since Version 13',
      'Backwards-compatible support will be removed in Version 15',
    ],
  ]);
  expect(target['Scenes']).toBe('own');
  target['Actors'] = 'mine';
  expect(target['Actors']).toBe('mine');
});

it('name what the sandbox lacks', () => {
  expect(() => install()['Playlists']).toThrow(NotInSandbox);
});

it('throw if the world chose so', () => {
  CONFIG.compatibility.mode = COMPATIBILITY_MODES.FAILURE;
  expect(() => install()['Actors']).toThrow('namespaced under');
});
