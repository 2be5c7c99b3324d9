import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  canShowDice,
  DICE_TIMEOUT,
  isRolling,
  markShown,
  rollsIn,
  showDice,
  showDiceOnce,
} from '../../src/foundry/apps/chat/dice-so-nice';
import { type DieFace, termsOf } from '../../src/foundry/platform/dice';
import { d20, dice } from '../../src/kernel/dice';

const toAll = { whisper: null, blind: false, speaker: {} };
const ann = { id: 'ann' };
const me = { id: 'me' };

class Die {
  _evaluated = false;
  constructor(readonly data: object) {}
}

/** Sets Foundry's globals, with or without the module. */
function seat(showForRoll?: (...args: unknown[]) => Promise<unknown>): void {
  const users = new Map([['ann', ann]]);
  vi.stubGlobal('game', { users, user: me, ...(showForRoll && { dice3d: { showForRoll } }) });
  vi.stubGlobal('foundry', { dice: { terms: { Die } } });
  vi.stubGlobal('Roll', { fromTerms: (terms: unknown[]) => ({ terms }) });
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('rolls of a transcript', () => {
  it('are found in their order, alone and where several users roll at once', () => {
    const roll = (by: string) => ({ kind: 'dice', id: `roll-${by}`, by, dice: d20 }) as const;
    const choice = { kind: 'choice', id: 'way', by: 'kor', options: [{ id: 'high', whyNot: [] }] } as const;
    const found = rollsIn([
      { ask: { kind: 'apply', change: {} }, answer: null },
      { ask: roll('mira'), answer: [17], user: 'ann' },
      { ask: { kind: 'section', command: null }, answer: null },
      { ask: { kind: 'all', id: 'both', asks: [roll('mira'), choice, roll('kor')] }, answer: [[3], ['high'], [9]] },
    ]);
    expect(found.map(({ at, faces, user }) => [at, faces, user])).toEqual([
      ['1', [17], 'ann'],
      ['3.0', [3], undefined],
      ['3.2', [9], undefined],
    ]);
  });
});

describe('faces as Foundry stores them', () => {
  it.each([
    ['2d6', dice(2, 6), [3, 6], ['3', '6']],
    ['an exploding ten', { ...dice(1, 10), explode: true }, [10, 10, 4], ['10!', '10!', '4']],
    ['the higher of two', { ...d20, keep: 'high' as const }, [4, 17], ['(4)', '17']],
    ['the lower of two', { ...d20, keep: 'low' as const }, [4, 17], ['4', '(17)']],
    ['two alike', { ...d20, keep: 'low' as const }, [9, 9], ['9', '(9)']],
    [
      'pairs at each explosion',
      { ...dice(1, 10), keep: 'high' as const, explode: true },
      [10, 3, 2, 8],
      ['10!', '(3)', '(2)', '8'],
    ],
    [
      'two dice of which each is the higher',
      { ...dice(2, 6), keep: 'high' as const },
      [4, 2, 1, 5],
      ['4', '(2)', '(1)', '5'],
    ],
  ])('%s', (_, thrown, faces, marked) => {
    const mark = ({ result, discarded, exploded, active }: DieFace) => {
      expect(active).toBe(!discarded);
      return discarded ? `(${result})` : `${result}${exploded ? '!' : ''}`;
    };
    expect(termsOf(thrown, faces).flat().map(mark)).toEqual(marked);
  });
});

describe('3D dice', () => {
  it('fall with the recorded faces and the user’s colors, for those who may see them, on this client', async () => {
    const showForRoll = vi.fn(async () => true);
    seat(showForRoll);
    await showDice(d20, [17], 'ann', { whisper: ['me'], blind: true, speaker: { alias: 'Kor' } });
    const [roll, ...rest] = showForRoll.mock.calls[0] as unknown as [{ terms: Die[] }, ...unknown[]];
    expect(rest).toEqual([ann, false, ['me'], true, null, { alias: 'Kor' }]);
    expect(roll.terms[0]?.data).toEqual({
      number: 1,
      faces: 20,
      modifiers: [],
      results: [{ result: 17, active: true }],
    });
    expect(roll.terms[0]?._evaluated).toBe(true);
  });

  it('are not shown without the module, and nothing waits for them', async () => {
    seat();
    expect(canShowDice()).toBe(false);
    await showDice(d20, [17], 'ann', toAll);
  });

  it('delay a line by at most four seconds', async () => {
    seat(() => new Promise(() => {}));
    let over = false;
    void showDice(d20, [17], 'ann', toAll).then(() => {
      over = true;
    });
    await vi.advanceTimersByTimeAsync(DICE_TIMEOUT - 1);
    expect(over).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(over).toBe(true);
  });

  it('cause no failure if the module throws', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    seat(async () => {
      throw new Error('no WebGL');
    });
    await showDice(d20, [17], 'gone', toAll);
    await showDice(d20, [99], 'ann', toAll);
    expect(warned).toHaveBeenCalledTimes(2);
    warned.mockRestore();
  });
});

describe('a line', () => {
  it('is hidden while its dice fall, once', async () => {
    let land = () => {};
    const show = vi.fn(
      () =>
        new Promise<void>((resolve) => {
          land = resolve;
        }),
    );
    const first = showDiceOnce('card.1', show);
    expect(isRolling('card.1')).toBe(true);
    expect(showDiceOnce('card.1', show)).toBe(first);
    land();
    await first;
    expect(isRolling('card.1')).toBe(false);
    await showDiceOnce('card.1', show);
    expect(show).toHaveBeenCalledTimes(1);
  });

  it('of an old card is shown at once', async () => {
    const show = vi.fn(async () => {});
    markShown('card.2');
    await showDiceOnce('card.2', show);
    expect(show).not.toHaveBeenCalled();
    expect(isRolling('card.2')).toBe(false);
  });
});
