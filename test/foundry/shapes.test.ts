import { describe, expect, it } from 'vitest';
import {
  isBoundRolls,
  isCommand,
  isEntry,
  isOpenExchange,
  isStep,
  isStoredState,
} from '../../src/foundry/stored/shapes';

const say = { kind: 'log', id: 'round', facts: { round: 1 } };
const hit = { kind: 'outcome', of: 'mira', outcome: { result: 'hit', success: true, facts: { weapon: 'Axe' } } };
const COVERS = { of: 'gnoll', points: { hp: -4 }, gains: ['prone'], loses: [], moves: true, lines: ['saved'] };
const entry = { ask: { kind: 'apply', change: say }, answer: say };
const asked = { kind: 'dice', id: 'attack', by: 'mira', dice: { count: 1, sides: 20 } };
const command = { do: 'start', by: 'gm' };
const step = { exchange: 1, card: 'card', command, version: 1, entries: [entry], user: 'gm' };
const open = { exchange: 1, card: 'card', asks: [{ key: '1.1', ask: asked }] };

/** Replaces Foundry's `_del`. */
class ForcedDeletion {}

describe('the shape of the referee’s stored data', () => {
  it.each<[string, (value: unknown) => boolean, unknown, boolean]>([
    ['a step', isStep, step, true],
    ['a step without a command', isStep, { ...step, command: {} }, false],
    ['a step with entries that are none', isStep, { ...step, entries: [7] }, false],
    ['a roll', isEntry, { ask: asked, answer: [12], user: 'ann' }, true],
    ['a roll without dice', isEntry, { ask: { ...asked, dice: 'd20' }, answer: [12] }, false],
    ['a kind of ask every object has', isEntry, { ask: { ...asked, kind: 'constructor' }, answer: [] }, false],
    ['a change without an effect', isEntry, { ...entry, answer: null }, true],
    ['an effect of no kind', isEntry, { ...entry, answer: { kind: 'toString' } }, false],
    ['the outcome of an attack', isEntry, { ask: { kind: 'apply', change: hit }, answer: hit }, true],
    ['an outcome without a result', isEntry, { ...entry, answer: { kind: 'outcome', outcome: {} } }, false],
    ['a sentence that covers', isEntry, { ...entry, answer: { ...say, tone: 'harm', covers: COVERS } }, true],
    ['a sentence of an unknown tone', isEntry, { ...entry, answer: { ...say, tone: 'loud' } }, false],
    ['covered points that are none', isEntry, { ...entry, answer: { ...hit, covers: { points: null } } }, false],
    ['a text as covered conditions', isEntry, { ...entry, answer: { ...hit, covers: { gains: 'prone' } } }, false],
    ['a child of an exchange', isEntry, { ask: { kind: 'section', command }, answer: null }, true],
    ['the end of a child', isEntry, { ask: { kind: 'section', command: null }, answer: null }, true],
    ['an open exchange', isOpenExchange, open, true],
    ['an open exchange without a responder', isOpenExchange, { ...open, asks: [{ key: '1.1', ask: {} }] }, false],
    ['a failed exchange', isOpenExchange, { ...open, fault: { id: 'replay-failed', data: { detail: 'so' } } }, true],
    [
      'a command with a path',
      isCommand,
      { ...command, path: [{ x: 1, y: 2, width: 1, height: 1, elevation: 0 }] },
      true,
    ],
    ['a command with an invalid path', isCommand, { ...command, path: [null] }, false],
    ['bound dice', isBoundRolls, { attack: { moment: 'r1', faces: [3] } }, true],
    ['bound dice that are released', isBoundRolls, { attack: new ForcedDeletion() }, true],
    ['a state', isStoredState, { energy: 3, posture: 'kneeling', helpless: true }, true],
    ['a state with lists and objects', isStoredState, { suppressed: ['prone'], spot: { x: 1, y: [2] } }, true],
    ['a state with a function', isStoredState, { energy: () => 3 }, false],
  ])('%s: %#', (_, fits, value, isFitting) => {
    expect(fits(value)).toBe(isFitting);
  });
});
