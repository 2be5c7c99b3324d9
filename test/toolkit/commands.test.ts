import { describe, expect, it } from 'vitest';
import { adjustPool } from '../../src/encounter/change';
import type { Command } from '../../src/encounter/command';
import { impossibleReason } from '../../src/encounter/legality';
import type { Encounter, Fighter } from '../../src/encounter/state';
import { type ActionContext, type Game, type Row, reasonsAgainst, rowsOf } from '../../src/toolkit/act/actions';
import { defineCommands } from '../../src/toolkit/act/commands';
import { fighterCommand, manualCommands } from '../../src/toolkit/combat/manual';

const fighter = (id: string): Fighter => ({
  id,
  name: id,
  side: id,
  player: true,
  stats: null,
  conditions: [],
  state: {},
  items: [],
  place: null,
  pools: { hp: { value: 3, max: 5 } },
});
const encounter: Encounter = {
  ruleset: 'test',
  clock: { round: 1, phase: 'open' },
  settings: {},
  ground: { grid: 'square', cell: 1 },
  fighters: { ann: fighter('ann'), bob: fighter('bob') },
};

interface Sample extends Game {
  readonly row: Row<Sample>;
  readonly declared: void;
}

const { targeted, targetedAtAny, requiring } = rowsOf<Sample>();
const lent = requiring<ActionContext & { readonly by: string }>({
  find: (act) => (typeof act.command.options?.by === 'string' ? { by: act.command.options.by, ...act } : null),
  whyNot: () => [impossibleReason('nothing-lent')],
});

const told: string[] = [];
const strike = targeted({
  icon: 'actions/strike',
  whyNotFirst: ({ fighter: { id } }) => (id === 'bob' ? [{ id: 'tired' }] : []),
  whyNot: ({ target }) => (target.id === 'ann' ? [{ id: 'too-strong' }] : []),
  *play({ target }) {
    told.push(`strikes ${target.name}`);
    yield* adjustPool(target.id, 'hp', -1);
  },
});
const help = targetedAtAny({ icon: 'actions/help', *play() {} });
const borrow = lent({ icon: 'actions/borrow', needs: 'nothing', *play() {} });

const COMMANDS = defineCommands<Sample>({
  clock: { start: { *play() {} } },
  plain: {
    ...manualCommands<Sample>({ conditions: { down: { implies: [], tone: 'harm', icon: 'down' } } }),
    name: fighterCommand<Sample>({ *play() {} }),
    rest: { of: 'both', *play() {} },
    own: { of: 'fighter', *play() {} },
    relay: { play: (_, __, { playChild }) => playChild({ do: 'strike', by: 'ann', at: 'bob' }) },
  },
  actions: { strike, help, borrow },
  actOf: (looked) => looked,
  whyNot: (action, act) => reasonsAgainst(action, act),
  prices: (_, { command }) => [{ pool: 'hp', amount: Number(command.options?.dear ?? 1) }],
  cutsIn: (_, { do: id }) => id === 'help',
});
const against = (command: Command): string[] =>
  COMMANDS.of(encounter)
    .whyNot(command)
    .map(({ id }) => id);

describe('action definitions with a requirement', () => {
  it.each`
    command                                                | why
    ${{ do: 'strike', by: 'ann', at: 'bob' }}              | ${[]}
    ${{ do: 'strike', by: 'ann' }}                         | ${['no-target']}
    ${{ do: 'strike', by: 'ann', at: 'cut' }}              | ${['target-gone']}
    ${{ do: 'strike', by: 'ann', at: 'constructor' }}      | ${['target-gone']}
    ${{ do: 'strike', by: 'ann', at: 'ann' }}              | ${['own-self']}
    ${{ do: 'strike', by: 'bob' }}                         | ${['tired', 'no-target']}
    ${{ do: 'strike', by: 'bob', at: 'ann' }}              | ${['tired', 'too-strong']}
    ${{ do: 'help', by: 'ann', at: 'ann' }}                | ${[]}
    ${{ do: 'borrow', by: 'ann' }}                         | ${['nothing-lent']}
    ${{ do: 'borrow', by: 'ann', options: { by: 'bob' } }} | ${[]}
  `('$command: $why', ({ command, why }) => {
    expect(against(command)).toEqual(why);
  });
  it('receive what they require, and cannot be played without it', () => {
    const blow = COMMANDS.play(encounter, { do: 'strike', by: 'ann', at: 'bob' });
    expect(blow.next().value).toMatchObject({ kind: 'apply', change: { of: 'bob', pool: 'hp', by: -1 } });
    expect(told).toEqual(['strikes bob']);
    expect(() => COMMANDS.play(encounter, { do: 'strike', by: 'ann' }).next()).toThrow('impossible');
  });
});

describe('the commands of a ruleset', () => {
  it.each`
    command                                                                            | why
    ${{ do: 'start', by: 'ann' }}                                                      | ${['gm-only']}
    ${{ do: 'start', by: 'gm' }}                                                       | ${[]}
    ${{ do: 'rest', by: 'ann' }}                                                       | ${[]}
    ${{ do: 'rest', by: 'gm' }}                                                        | ${[]}
    ${{ do: 'rest', by: 'cut' }}                                                       | ${['no-fighter']}
    ${{ do: 'own', by: 'gm' }}                                                         | ${['no-fighter']}
    ${{ do: 'name', by: 'gm', at: 'cut' }}                                             | ${['no-fighter']}
    ${{ do: 'dance', by: 'ann' }}                                                      | ${['unknown-action']}
    ${{ do: 'toString', by: 'ann' }}                                                   | ${['unknown-action']}
    ${{ do: 'strike', by: 'cut', at: 'ann' }}                                          | ${['no-fighter']}
    ${{ do: 'strike', by: 'constructor', at: 'ann' }}                                  | ${['no-fighter']}
    ${{ do: 'adjust', by: 'gm', at: 'bob', options: { pool: 'mana', to: 1 } }}         | ${['no-pool']}
    ${{ do: 'adjust', by: 'gm', at: 'bob', options: { pool: 'hp', to: 1.5 } }}         | ${['no-number']}
    ${{ do: 'condition', by: 'gm', at: 'bob', options: { condition: 'x', on: true } }} | ${['no-condition']}
    ${{ do: 'condition', by: 'gm', at: 'bob', options: { condition: 'down' } }}        | ${['no-mark']}
    ${{ do: 'place', by: 'gm', at: 'bob' }}                                            | ${['no-path']}
  `('$command: $why', ({ command, why }) => {
    expect(against(command)).toEqual(why);
  });
  it('interrupt as the game master’s at any time, except the clock; as a fighter’s if the ruleset allows it', () => {
    const asked = ['start', 'adjust', 'rest', 'strike', 'help'].map((id) => COMMANDS.interrupts({ do: id, by: 'ann' }));
    expect(asked).toEqual([null, 'master', null, null, 'reaction']);
  });
  it('are played in a section when they interrupt', () => {
    const rest: Command = { do: 'rest', by: 'gm' };
    const step = COMMANDS.play(encounter, rest, COMMANDS.play(encounter, rest)).next();
    expect(step.value).toMatchObject({ kind: 'section' });
    expect(COMMANDS.play(encounter, { do: 'rest', by: 'gm' }).next().done).toBe(true);
  });
  it('compare ways: possible ones first, then the cheaper ones', () => {
    const way = (at: string | undefined, dear: number): Command => ({
      do: 'strike',
      by: 'ann',
      options: { dear },
      ...(at && { at }),
    });
    const ways = [way(undefined, 1), way('bob', 3), way(undefined, 2), way('bob', 2)];
    const weigh = (price: readonly { readonly amount: number }[]) => price.reduce((sum, { amount }) => sum + amount, 0);
    const costs = COMMANDS.of(encounter)
      .moves(ways, { weigh })
      .map(({ cost, whyNot }) => [weigh(cost), whyNot.length]);
    expect(costs).toEqual([
      [2, 0],
      [3, 0],
      [2, 1],
      [1, 1],
    ]);
  });
});

describe('the runtime of an encounter', () => {
  const runtime = COMMANDS.of(encounter);
  const strike: Command = { do: 'strike', by: 'ann', at: 'bob', options: { dear: 2 } };

  it('is part of each action context that it finds', () => {
    expect(runtime.find(strike)?.act).toMatchObject({ command: strike, runtime });
    expect(runtime.find({ do: 'rest', by: 'ann' })).toBeNull();
    expect(runtime.find({ do: 'strike', by: 'cut' })).toBeNull();
  });
  it('judges and prices other commands', () => {
    expect(runtime.whyNot({ do: 'strike', by: 'ann' })).toEqual([impossibleReason('no-target')]);
    expect(runtime.quote(strike)).toEqual({ price: [{ pool: 'hp', amount: 2 }], intent: null, reasons: [] });
    expect(runtime.quote({ do: 'rest', by: 'ann' }).price).toEqual([]);
    expect(Object.keys(runtime.actions)).toEqual(['strike', 'help', 'borrow']);
  });
  it('plays commands in a section, from plain commands too', () => {
    expect(runtime.playChild(strike).next().value).toMatchObject({ kind: 'section', command: { do: 'strike' } });
    const relayed = COMMANDS.play(encounter, { do: 'relay', by: 'gm' }).next();
    expect(relayed.value).toMatchObject({ kind: 'section', command: { do: 'strike', by: 'ann', at: 'bob' } });
  });
});
