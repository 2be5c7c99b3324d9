import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import { impossibleReason } from '../../src/encounter/legality';
import type { Encounter, Fighter } from '../../src/encounter/state';
import type { Odds, Viewer } from '../../src/encounter/view';
import type { Reason } from '../../src/kernel/ask';
import type { Appearance } from '../../src/toolkit/act/actions';
import { type ButtonRules, buttonsOf, groupOf } from '../../src/toolkit/views/buttons';

const IDLE = { round: 0, phase: 'idle' };
const fighter = (id: string): Fighter => ({
  id,
  name: id,
  side: id,
  player: true,
  stats: null,
  pools: {},
  conditions: [],
  state: {},
  items: [],
  place: null,
});
const encounter: Encounter = {
  ruleset: 'x',
  clock: { round: 1, phase: 'open' },
  ground: { grid: 'square', cell: 1 },
  settings: {},
  fighters: { ann: fighter('ann'), bob: fighter('bob'), cut: fighter('cut') },
};
const gm: Viewer = { gm: true, owns: [], targets: [] };
const aiming = (...targets: string[]): Viewer => ({ ...gm, targets });

const ROWS: Readonly<Record<string, Appearance>> = {
  strike: { icon: 'actions/strike', needs: 'target' },
  rest: { icon: 'actions/rest', needs: 'nothing' },
  walk: { icon: 'actions/walk', needs: 'path' },
};
const odds = (chance: number): readonly Odds[] => [{ label: { key: 'Odds.hit' }, chance, exact: true }];

function against({ do: id, at, path }: Command): readonly Reason[] {
  if (id === 'strike' && at === undefined) return [impossibleReason('no-target')];
  return id === 'walk' && !path ? [impossibleReason('no-path'), { id: 'tired' }] : [];
}

const rules = (more: Partial<ButtonRules<Encounter>> = {}) =>
  buttonsOf<Encounter>(
    { odds: { cachedFor: () => () => odds(0.25), compute: () => odds(0.75), cacheSlot: () => null }, ...more },
    {
      id: 'x',
      idle: IDLE,
      conditions: {},
      commands: {
        clock: {},
        knows: ({ do: id }) => id in ROWS,
        actionOf: (id) => ROWS[id],
        iconOf: (id) => ROWS[id]?.icon ?? `actions/${id}`,
        of: ({ clock }) => ({
          quote: (command) => ({ price: [{ pool: 'beats', amount: clock.round }], reasons: against(command) }),
        }),
      },
    },
  );
const strike: Command = { do: 'strike', by: 'ann' };

describe('a button', () => {
  it('has the label and icon of its action, or those of the variant if that has a name of its own', () => {
    const plain = rules().makerFor(encounter, gm)(strike);
    expect(plain).toMatchObject({ id: 'strike', label: { key: 'Action.strike.label' }, icon: 'actions/strike' });
    const named = rules({ nameOf: () => 'swift-strike', look: () => ({ icon: 'actions/swift' }) });
    const swift = named.makerFor(encounter, gm)(strike, { hint: { key: 'Hint' } });
    expect(swift).toMatchObject({ id: 'swift-strike', label: { key: 'Action.swift-strike.label' } });
    expect([swift.icon, swift.hint.key]).toEqual(['actions/swift', 'Hint']);
  });

  it('of a plain command has the icon of the command and needs nothing', () => {
    const button = rules().makerFor(encounter, gm)({ do: 'next-round', by: 'gm' });
    expect(button).toMatchObject({ id: 'next-round', icon: 'actions/next-round', needs: 'nothing' });
  });

  it('that needs a target has the first target that is present and not the acting fighter', () => {
    const atOf = (command: Command, viewer: Viewer) => rules().makerFor(encounter, viewer)(command).command.at;
    expect(atOf(strike, aiming('gone', 'ann', 'cut', 'bob'))).toBe('cut');
    expect(atOf(strike, aiming('ann'))).toBeUndefined();
    expect(atOf({ do: 'rest', by: 'ann' }, aiming('bob'))).toBeUndefined();
    expect(atOf({ ...strike, at: 'bob' }, aiming('cut'))).toBe('cut');
  });

  it('has odds if it is possible: cached ones on a sheet, computed ones if it is requested alone', () => {
    const { makerFor, buttonFor } = rules();
    expect(makerFor(encounter, gm)(strike).odds).toBeUndefined();
    expect(makerFor(encounter, aiming('bob'))(strike).odds).toEqual(odds(0.25));
    expect(buttonFor(encounter, strike, aiming('bob')).odds).toEqual(odds(0.75));
  });

  it('gets an affordable command on a sheet, and keeps its command while its options are being set', () => {
    const swapped = (command: Command): Command => ({ ...command, options: { swap: true } });
    const { makerFor, buttonFor } = rules({ makeAffordable: (_, command) => swapped(command) });
    expect(makerFor(encounter, gm)(strike).command).toEqual(swapped(strike));
    expect(buttonFor(encounter, strike, gm).command).toEqual(strike);
  });

  it('with a path drawn after the click does not count the missing path as a reason', () => {
    const { makerFor } = rules({ pathOptions: ['metres'] });
    const walk: Command = { do: 'walk', by: 'ann' };
    const drawn = makerFor(encounter, gm)(walk);
    expect([drawn.needs, drawn.whyNot]).toEqual(['path', [{ id: 'tired' }]]);
    expect(makerFor(encounter, gm)({ ...walk, options: { metres: 3 } }).needs).toBe('nothing');
  });

  it('outside an encounter has its price and the reason why it is disabled', () => {
    const button = rules().makerOutside(fighter('dov'), aiming('bob'))({ do: 'strike', by: 'dov' });
    expect(button.cost).toEqual([{ pool: 'beats', amount: 0 }]);
    expect(button.whyNot).toEqual([{ id: 'not-in-encounter' }]);
    expect([button.command.at, button.odds]).toEqual([undefined, undefined]);
  });
});

it('a group keeps its order, whether its buttons are enabled or not', () => {
  const button = rules().makerFor(encounter, gm);
  const commands = ['strike', 'rest', 'walk', 'next-round'].map((id) => ({ do: id, by: 'ann' }));
  const { label, actions } = groupOf(
    'actions',
    commands.map((command) => button(command)),
  );
  expect(label).toEqual({ key: 'Group.actions' });
  expect(actions.map(({ whyNot }) => whyNot.length > 0)).toContain(true);
  expect(actions.map(({ id }) => id)).toEqual(['strike', 'rest', 'walk', 'next-round']);
});
