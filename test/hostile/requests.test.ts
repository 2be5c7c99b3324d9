import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import { beginExchange } from '../../src/encounter/play';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Encounter } from '../../src/encounter/state';
import { makeCountingIds } from '../../src/encounter/table';
import type { Tab } from '../headless/tab';
import { lentOptions, reasonsAgainst } from '../support/encounter';
import { flagged } from '../support/request';
import { sampled, thorough } from '../tiers/tier';
import { ANNS, actor, BOBS, FOE, HostileTable, OPENING, RULESETS, SCENE, token } from './hostile-table';

const place = (more: object = {}) => ({ x: 5, y: 5, width: 1, height: 1, elevation: 0, facing: 0, ...more });
const deep = (levels: number): unknown => (levels > 0 ? [deep(levels - 1)] : []);
/** Parsed as it arrives from the socket: in a literal it would set the prototype. */
const proto = JSON.parse('{"__proto__": 5}');
const MEGABYTE = 'x'.repeat(1_000_000);
const DROPPED = /^(malformed|moment-passed|gm-only|no-fighter)$/;

type Attack = readonly [attack: string, message: (hostile: HostileTable) => object, refused: string | RegExp];

const says = (attack: string, command: object, refused: string | RegExp, more: object = {}): Attack => [
  attack,
  (hostile) => hostile.intent({ by: ANNS, do: hostile.rules.clockCommands[0], ...command }, more),
  refused,
];

const ATTACKS: readonly Attack[] = [
  // The fighter that acts.
  [
    'in the GM’s name',
    (s) => ({ ...s.intent({ do: 'end', by: 'gm' }), author: s.gm.page.game.user.id }),
    /lacks permission to create ChatMessage/,
  ],
  [
    'in another player’s name',
    (s) => ({ ...s.intent({ do: 'x', by: BOBS }), author: s.tab('Bob').page.game.user.id }),
    /lacks permission to create ChatMessage/,
  ],
  [
    'under the author’s old name',
    (s) => ({ ...s.intent({ do: 'x', by: BOBS }), user: s.gm.page.game.user.id }),
    'not-yours',
  ],
  ['whispered', (s) => ({ ...s.intent({ do: 'x', by: BOBS }), whisper: [s.ann.page.game.user.id] }), 'not-yours'],
  ['blindly', (s) => ({ ...s.intent({ do: 'x', by: BOBS }), blind: true }), 'not-yours'],
  ['as an ordinary message', (s) => ({ ...s.intent({ do: 'x', by: BOBS }), type: 'base' }), 'silence'],
  [
    'as a card',
    (s) => ({
      ...s.intent({ do: 'x', by: BOBS }, { step: 3, open: { exchange: 1, card: '', asks: [] } }),
      type: s.ruleset,
    }),
    'silence',
  ],
  ['as an unknown type', (s) => ({ ...s.intent({ do: 'x', by: BOBS }), type: 'verdict' }), /not a valid type/],
  ['as already refused', (s) => s.intent({ do: 'x', by: BOBS }, { refused: [{ id: 'closed' }] }), 'closed'],
  // The fighter that the request is for.
  says('another player’s fighter', { by: BOBS }, 'not-yours'),
  says('a foe', { by: FOE }, 'not-yours'),
  says('the GM', { by: 'gm' }, 'not-yours'),
  says('the GM’s clock', { by: ANNS }, /gm-only|no-fighter|not-yours|unknown-command/),
  says('an own fighter, queued as another’s', { by: ANNS }, 'malformed', { fighter: BOBS }),
  says('no fighter', { by: '' }, 'malformed'),
  says('a number', { by: 5 }, 'malformed'),
  says('a key of every object', { by: 'constructor' }, 'malformed'),
  says('a fighter of no encounter', { by: 'notThereNotThere' }, 'no-fighter'),
  says(
    'the actor behind one’s fighter, who has no energy to spend',
    { by: `Actor.${actor(0)}`, at: `Actor.${actor(0)}` },
    'no-fighter',
  ),
  says(
    'the token behind one’s fighter',
    { by: `Scene.${SCENE}.Token.${token(0)}`, at: `Scene.${SCENE}.Token.${token(0)}` },
    'no-fighter',
  ),
  // The action.
  says('nothing', { do: undefined }, 'malformed'),
  says('an unknown command', { do: 'teleport' }, 'unknown-command'),
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'].map((name) =>
    says(`${name}`, { do: name }, 'malformed'),
  ),
  says('an object for a command id', { do: { toString: 'end' } }, 'malformed'),
  // The target.
  says('at a missing target', { at: 'notThereNotThere' }, 'target-gone'),
  says('at a prototype', { at: '__proto__' }, 'malformed'),
  says('at a foe as if it stood in no encounter', { at: `Actor.${actor(3)}` }, 'target-gone'),
  says('at a foe’s token as if it stood in no encounter', { at: `Scene.${SCENE}.Token.${token(3)}` }, 'target-gone'),
  says('at a scene', { at: `Scene.${SCENE}` }, 'target-gone'),
  says('at a user', { at: 'User.x' }, 'target-gone'),
  says('at an actor that is not there', { at: 'Actor.notThereNotThere' }, 'target-gone'),
  says('at a path', { at: '../../options.json' }, 'target-gone'),
  says('with a list for an item', { with: ['a'] }, 'malformed'),
  says('with a prototype for an item', { with: '__proto__' }, 'malformed'),
  // The path.
  says('along a path of texts', { path: [{ x: 'far' }] }, 'malformed'),
  says('along an invalid path', { path: 'north' }, 'malformed'),
  says('along a path without numbers', { path: [place({ x: Number.NaN })] }, 'malformed'),
  says('along a path to the end of the world', { path: [place({ x: 1e300 })] }, 'malformed'),
  says('along a path of very many steps', { path: Array.from({ length: 201 }, () => place()) }, 'malformed'),
  says('along a very long path', { path: [place({ x: 99_000 }), place()], do: 'move' }, /no-such-way|unknown-command/),
  says('as wide as the map', { path: [place({ width: 60, height: 60 })], do: 'move' }, /no-such-way|unknown-command/),
  // The options.
  ...['cheat', 'prototype'].map((key) =>
    says(`with the option ${key}`, { do: 'x', options: { [key]: true } }, 'unknown-command'),
  ),
  says('with a prototype among the options', { options: proto, by: BOBS }, 'not-yours'),
  says('with the option constructor', { options: { constructor: true } }, 'malformed'),
  says('with an option that is an object', { options: { swap: {} } }, /^(bad|unknown)-option$/),
  says('with an option that is nothing', { options: { swap: null } }, 'malformed'),
  says('with an option that is no number', { options: { enhance: Number.NaN } }, 'malformed'),
  says('with an excessive number', { options: { enhance: 1e9 } }, 'malformed'),
  says('with an option that is a prototype', { options: { pool: '__proto__' } }, 'malformed'),
  says(
    'with very many options',
    { options: Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`o${at}`, 1])) },
    'malformed',
  ),
  says('with a list for options', { options: [1] }, 'malformed'),
  // The moment and the encounter.
  says('for another moment', { do: 'wait' }, /moment-passed|unknown-command/, { moment: 'r99' }),
  says('to no encounter', {}, 'host-gone', { combat: 'notThereNotThere' }),
  says('to a scene', {}, 'host-gone', { combat: SCENE }),
  says('to a prototype', {}, 'host-gone', { combat: '__proto__' }),
  says('outside the encounter', { by: `Actor.${actor(0)}` }, 'in-encounter', { combat: '' }),
  says('outside the encounter, for another fighter', { by: ANNS }, 'no-fighter', { combat: '' }),
  // Answers sent with the command.
  says('with texts as answers', {}, 'malformed', { answers: ['20'] }),
  says('with answers in answers in answers', {}, 'malformed', { answers: [[[[[20]]]]] }),
  says('with an answer that is nothing', {}, 'malformed', { answers: [[null]] }),
  says('with very many answers', {}, 'malformed', { answers: Array.from({ length: 61 }, () => [1]) }),
  says('with very many faces', {}, 'malformed', { answers: [Array.from({ length: 201 }, () => 1)] }),
  // Oversized values: fields drop what is longer than their limit, so the request reads as one without it.
  ...['do', 'by', 'at', 'with'].map((key) => says(`a megabyte of ${key}`, { [key]: MEGABYTE }, DROPPED)),
  says('a megabyte in an option', { options: { also: MEGABYTE } }, DROPPED),
  says('a megabyte for an option', { options: { [MEGABYTE]: 1 } }, DROPPED),
  says('a megabyte of places', { path: Array.from({ length: 9000 }, () => place()) }, 'too-long'),
  ...['fighter', 'moment', 'ask'].map((key) => says(`a megabyte of ${key}`, {}, DROPPED, { [key]: MEGABYTE })),
  says('a megabyte of combat', {}, DROPPED, { combat: MEGABYTE }),
  says('a megabyte of faces', {}, DROPPED, { answers: [Array.from({ length: 500_000 }, () => 1)] }),
  says('a thousand levels of options', { options: { deep: deep(1000) } }, 'malformed'),
];

const anyAction = ({ rules, gm, combat }: HostileTable): string => {
  const encounter = gm.page.encounterOf(combat);
  return rules.views.sheet(encounter, encounter.fighters[ANNS], viewerOf(ANNS)).groups[0].actions[0].command.do;
};
const viewerOf = (fighter: string) => ({ gm: false, owns: [fighter], targets: [FOE] });

/** Requests that the rules of each ruleset judge; the rest is refused before. */
const BY_RULES: readonly Attack[] = [
  ...ATTACKS.filter(([attack]) =>
    [
      'another player’s fighter',
      'the GM’s clock',
      'an unknown command',
      'at a missing target',
      'for another moment',
    ].includes(attack),
  ),
  [
    'with an option that only the GM sets',
    (s) => s.intent({ do: anyAction(s), by: ANNS, options: { [lentOptions(s.rules)[0]]: true } }),
    /gm-only-option|unknown-command/,
  ],
  [
    'with an option that the rules do not know',
    (s) => s.intent({ do: anyAction(s), by: ANNS, options: { cheat: true } }),
    /unknown-option|unknown-command/,
  ],
  ...['adjust', 'condition'].map(
    (word): Attack => [
      `the GM’s command ${word}`,
      (s) => s.intent({ do: word, by: ANNS, at: ANNS, options: { pool: 'hp', to: 99, condition: 'prone', on: false } }),
      'gm-only',
    ],
  ),
];

/** Negative, fractional and excessive numbers, and text instead of a number. */
const AMOUNTS = [-1, 1.5, 99_999, 'absent'];

/** Returns the encounter after a command up to its first ask, or null if it is refused. */
function begun(rules: Ruleset, encounter: Encounter, command: Command): Encounter | null {
  if (reasonsAgainst(rules, encounter, command).length > 0) return null;
  const copy = structuredClone(encounter);
  beginExchange(rules, copy, command, makeCountingIds('begun'));
  return copy;
}

/** Returns what a command has illegally left in pools: more than without the option, or no valid number. */
const gains = (after: Encounter, before: Encounter, plain: Encounter): string[] =>
  Object.values(after.fighters).flatMap(({ id, pools }) =>
    Object.entries(pools).flatMap(([pool, { value }]) => {
      const most = Math.max(...[before, plain].map(({ fighters }) => fighters[id].pools[pool].value));
      return Number.isInteger(value) && value >= 0 && value <= most ? [] : [`${pool} of ${id}: ${value}`];
    }),
  );

/** Energy with all requests, in both forms of a request; the others with those that their rules judge. */
const SIEGES = [
  { ruleset: 'energy', as: 'as a flag of an ordinary message', isFlagged: true },
  ...RULESETS.map((ruleset) => ({ ruleset, as: 'of its subtype', isFlagged: false })),
];

describe.each(sampled(SIEGES, 1))('in $ruleset, $as', ({ ruleset, isFlagged }) => {
  let hostile: HostileTable;
  let before: unknown;

  beforeAll(async () => {
    hostile = await HostileTable.open(ruleset, { isFlagged });
    await hostile.calm();
    before = hostile.picture();
  }, OPENING);
  afterAll(() => hostile?.table.close());

  const mine = ruleset === 'energy' ? [...ATTACKS, ...BY_RULES.slice(5)] : BY_RULES;
  it.each(mine)('a request %s is refused, and changes nothing', async (_, message, refused) => {
    expect(await hostile.posts(message(hostile))).toMatch(
      refused instanceof RegExp ? refused : new RegExp(`^${refused}$`),
    );
    expect(hostile.picture()).toEqual(before);
    expect(hostile.table.faults).toEqual([]);
  });

  it('no amount in a command’s options raises a pool', () => {
    const rules: Ruleset = hostile.rules;
    const encounter: Encounter = hostile.gm.page.encounterOf(hostile.combat);
    const by = String(encounter.clock.turn ?? ANNS);
    const { groups } = rules.views.sheet(encounter, encounter.fighters[by], viewerOf(by));
    const commands = new Map(groups.flatMap(({ actions }) => actions).map(({ command }) => [command.do, command]));
    const options = Object.keys(rules.options).filter((option) => !rules.options[option].gm);
    let tried = 0;
    for (const command of commands.values()) {
      const plain = begun(rules, encounter, command) ?? encounter;
      for (const option of options)
        for (const amount of AMOUNTS) {
          const hostile = { ...command, options: { ...command.options, [option]: amount } };
          const after = begun(rules, encounter, hostile);
          if (after) tried++;
          expect(after ? gains(after, encounter, plain) : [], JSON.stringify(hostile)).toEqual([]);
        }
    }
    expect(tried).toBeGreaterThan(0);
  });

  it('the rules know every option that a button or a dialog sets', () => {
    const rules: Ruleset = hostile.rules;
    const encounter: Encounter = hostile.gm.page.encounterOf(hostile.combat);
    const master = { gm: true, owns: [], targets: [FOE] };
    for (const fighter of Object.values(encounter.fighters)) {
      const { groups, itemActions } = rules.views.sheet(encounter, fighter, master);
      const buttons = [...groups.flatMap(({ actions }) => actions), ...Object.values(itemActions).flat()];
      const said = buttons.flatMap(({ command, fields }) => [
        ...Object.keys(command.options ?? {}),
        ...fields.map(({ key }) => key),
      ]);
      expect(said.filter((option) => !rules.options[option])).toEqual([]);
    }
  });
});

describe('a request that the server does not let a GM write', thorough, () => {
  it('is deleted, and the GM reads the server’s refusal once', async () => {
    const hostile = await HostileTable.open('energy', { isFlagged: true });
    try {
      // Stored as it is: the server reads operators in objects, not in lists.
      const operator = { __$OPERATOR$__: 'ForcedReplacement', value: 1 };
      const more = { answers: [[operator]], force: true };
      const heard = hostile.sends(hostile.intent({ do: 'no-such-thing', by: ANNS }, more));
      await hostile.table.settle();
      expect(hostile.gm.page.game.messages.has((await heard).result[0]._id)).toBe(false);
      expect(hostile.table.log.filter((line) => /Gamemaster reads/.test(line))).toHaveLength(1);
    } finally {
      await hostile.table.close();
    }
  });

  it('is forgotten if its author has made it an ordinary message meanwhile', async () => {
    const hostile = await HostileTable.open('energy', { isFlagged: true });
    try {
      const { table, ann, gm } = hostile;
      const arrives = async (tab: Tab, direction: 'up' | 'down') => {
        expect(tab.wire.pending).toContain(direction);
        await table.deliver({ tab, direction });
      };
      const _id = 'withdrawn0000000';
      const operator = { __$OPERATOR$__: 'ForcedReplacement', value: 1 };
      const message = hostile.intent({ do: 'no-such-thing', by: ANNS, options: { x: [operator] } });
      const operation = { data: [{ ...flagged(message), _id }], keepId: true };
      void ann.raw('modifyDocument', { type: 'ChatMessage', action: 'create', operation });
      const updates = [{ _id, flags: { cadence: '' } }];
      void ann.raw('modifyDocument', { type: 'ChatMessage', action: 'update', operation: { updates } });
      await arrives(ann, 'up');
      await arrives(gm, 'down');
      await arrives(ann, 'up');
      await arrives(gm, 'down');
      await table.settle();
      expect(table.faults).toEqual([]);
      expect(await hostile.posts(hostile.intent({ do: 'defend', by: ANNS }))).toBe('taken');
    } finally {
      await hostile.table.close();
    }
  });
});
