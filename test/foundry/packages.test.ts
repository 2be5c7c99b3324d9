import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { madeUp } from '../support/encounter';

// The tests do not load Foundry's types, which that file uses.
const path = '../../src/foundry/adapters/registry';
const { collectPackageRulesets } = (await import(path)) as {
  collectPackageRulesets(own: readonly string[], offered: object): readonly { ruleset: { id: string } }[];
};

type Described = readonly [ruleset: { id: string }, schema: object];
const described = (id: string, pools: object = {}): Described => [
  { ...madeUp({}), id },
  { id, pools, actor: {}, items: {} },
];
/** The API that the system offers to other packages. */
interface Api {
  readonly tools: unknown;
  register(ruleset: object, schema: object): void;
}
interface Game {
  readonly system: { api?: Api };
  readonly documentTypes: object;
}
const types = ['base', 'own', 'mine.pulse'];

describe('rulesets of other packages', () => {
  const globals = globalThis as { game?: Game; Hooks?: object };
  let heard: ((api: Api) => void)[];
  beforeEach(() => {
    heard = [];
    const documentTypes = { Actor: types, Combat: types, Combatant: [...types, 'half'], ChatMessage: types };
    globals.game = { system: {}, documentTypes };
    globals.Hooks = { callAll: (_name: string, api: Api) => heard.map((listener) => listener(api)) };
  });
  afterEach(() => {
    delete globals.game;
    delete globals.Hooks;
  });

  it('are added within the hook, which receives the toolkit', () => {
    heard.push(
      (api) => api.register(...described('mine.pulse')),
      (api) => expect(api.tools).toBe('all'),
    );
    expect(collectPackageRulesets(['own'], { tools: 'all' }).map(({ ruleset }) => ruleset.id)).toEqual(['mine.pulse']);
    expect(globals.game?.system.api?.tools).toBe('all');
  });

  it.each([
    ['with an id that is taken', described('own'), 'there is one of that id'],
    ['without a declaration', described('strange'), 'no manifest declares it as a subtype of Actor'],
    ['with half a declaration', described('half'), 'no manifest declares it as a subtype of Actor'],
    ['without a schema', [{ id: 'mine.pulse' }, {}] as const, 'register(ruleset, schema): both have the same `id`'],
    [
      'with a schema of another',
      [{ id: 'mine.pulse' }, described('own')[1]] as const,
      'register(ruleset, schema): both have the same `id`',
    ],
    [
      'with a pool where 0.2 kept it',
      described('mine.pulse', {
        hp: { document: 'actor', path: 'hp.value' },
        beats: { document: 'combatant', path: 'state.beats' },
      }),
      'a pool is kept in an actor or in the combat, and so `document` is "actor" or "combat"; it is neither for the pool beats',
    ],
  ])('are refused %s, with a reason', (_, [ruleset, schema], why) => {
    heard.push((api) => expect(() => api.register(ruleset, schema)).toThrow(`the ruleset ${ruleset.id}: ${why}`));
    expect(collectPackageRulesets(['own'], {})).toEqual([]);
    expect.assertions(2);
  });

  it('are refused once everything is registered', () => {
    collectPackageRulesets([], {});
    expect(() => globals.game?.system.api?.register(...described('mine.pulse'))).toThrow('cadence.init');
  });
});
