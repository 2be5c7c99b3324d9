import { describe, expect, it } from 'vitest';
import { applyChange } from '../../src/encounter/change';
import { NO_SECRETS, NO_THREAT, type Ruleset } from '../../src/encounter/ruleset';
import type { Encounter, Item } from '../../src/encounter/state';
import type { Game, Row } from '../../src/toolkit/act/actions';
import { defineCommands } from '../../src/toolkit/act/commands';
import { damageStyles } from '../../src/toolkit/combat/damage-styles';
import { manifestOf } from '../../src/toolkit/define/manifest';
import { MANUAL_OPTIONS } from '../../src/toolkit/define/options';
import { pagesOf } from '../../src/toolkit/define/reference';
import { int } from '../../src/toolkit/define/schema';
import { actorPool, encounterPool, sheetSchema } from '../../src/toolkit/define/sheet-schema';
import { count, defineState } from '../../src/toolkit/define/state';
import { defineRuleset } from '../../src/toolkit/ruleset';
import { encounter } from '../support/encounter';
import { conditionOf, sheet } from '../support/rules';

const SCHEMA = sheetSchema({
  id: 'tale',
  pools: { hp: actorPool('hp'), beats: encounterPool('beats') },
  actor: { str: int(2) },
  items: { taleSword: { damage: int(3) } },
});
const SWORD = { id: 'a', name: 'Sword', type: 'taleSword' };
const CONDITIONS = { prone: { implies: [], tone: 'harm', icon: 'prone' } } as const;

interface Tale extends Game {
  readonly row: Row<Tale>;
}
const commands = defineCommands<Tale>({
  clock: { start: { *play() {} }, end: { *play() {} } },
  plain: { rest: { of: 'both', *play() {} } },
  actions: {},
  actOf: (context) => context,
  whyNot: () => [],
  prices: () => [],
  stateBased: {
    bleeding: {
      ledger: 'X-1',
      find: (_, { id, conditions }) =>
        conditions.some((each) => each.id === 'bleeding') ? [{ kind: 'pool', of: id, pool: 'hp', by: -1 }] : [],
    },
  },
});

type Parts = Parameters<typeof defineRuleset<Encounter, typeof SCHEMA>>[0];
/** The least that a ruleset says, changed by `rest`. */
const tale = (rest: Partial<Parts> = {}): Ruleset =>
  defineRuleset<Encounter, typeof SCHEMA>({
    schema: SCHEMA,
    conditions: CONDITIONS,
    idle: { round: 0, phase: 'idle' },
    commands,
    derive: ({ str }, items, { bonus = 0 }) => ({ might: str + items.length + Number(bonus) }),
    pools: ({ sheet: { name }, base, stats }) => ({
      hp: base.str * 5,
      beats: { max: (stats as { might: number }).might, first: name.length },
    }),
    timing: { roundSeconds: 6 },
    views: { tracker: {}, sheet: {}, card: {} },
    ...rest,
  } as Parts);

describe('a fighter of a ruleset', () => {
  it('has values, items, numbers and pools of its sheet', () => {
    const input = sheet(
      'mira',
      { str: 4 },
      { items: [SWORD], side: 'heroes', player: true, conditions: [conditionOf('prone')] },
    );
    expect(tale().fighter(input, { bonus: 10 })).toEqual({
      id: 'mira',
      name: 'mira',
      side: 'heroes',
      player: true,
      place: null,
      stats: { might: 15 },
      items: [{ ...SWORD, damage: 3 }],
      state: {},
      pools: { hp: { value: 20, max: 20 }, beats: { value: 4, max: 15 } },
      conditions: [conditionOf('prone')],
    });
  });

  it('may have items that the ruleset reads itself', () => {
    const itemOf = (raw: Item) => ({ ...raw, cursed: true }) as never;
    expect(tale({ itemOf }).fighter(sheet('mira', {}, { items: [SWORD] }), {}).items).toEqual([
      { ...SWORD, cursed: true },
    ]);
  });

  it('has the declared state, and none by default', () => {
    const state = defineState({ round: { moves: count() } });
    const input = sheet('mira', {}, { state: { moves: 2 } });
    const rules = tale({ state: state as never });
    expect(rules.fighter(input, {}).state).toEqual({ moves: 2 });
    expect([rules.stateSchema.has('moves'), tale().stateSchema.has('moves')]).toEqual([true, false]);
    expect(tale().fighter(input, {}).state).toEqual({});
  });
});

describe('a ruleset', () => {
  it('has no secrets, threats, settings, turns and ways to move unless it says so', () => {
    const rules = tale();
    expect(rules.id).toBe('tale');
    expect([rules.secrets({}), rules.threat, rules.settings, rules.options]).toEqual([
      NO_SECRETS,
      NO_THREAT,
      {},
      MANUAL_OPTIONS,
    ]);
    expect(rules.moves(encounter(), 'mira', [])).toEqual([]);
    expect([rules.timing.roundSeconds, rules.timing.oneTurnPerRound, rules.timing.order(encounter())]).toEqual([
      6,
      false,
      [],
    ]);
    expect([rules.automation.orders, rules.automation.fallbacks]).toEqual([[], {}]);
    const said = tale({
      settings: { strict: { initial: true } },
      secrets: () => ({ ...NO_SECRETS, commands: ['plan'] }),
      timing: { roundSeconds: 3, oneTurnPerRound: true },
    });
    expect([said.settings, said.secrets({}).commands, said.timing.oneTurnPerRound]).toEqual([
      { strict: { initial: true } },
      ['plan'],
      true,
    ]);
  });

  it('has the commands it was given, those of the clock in their order', () => {
    const rules = tale();
    expect(rules.clockCommands).toEqual(['start', 'end']);
    expect([rules.knows({ do: 'rest', by: 'gm' }), rules.knows({ do: 'dance', by: 'gm' })]).toEqual([true, false]);
    expect(rules.whyNot(encounter(), { do: 'start', by: 'mira' })).toMatchObject([{ id: 'gm-only' }]);
    expect(rules.interrupts({ do: 'clean-up', by: 'gm' })).toBe('master');
    expect(rules.withItem(encounter(), { do: 'rest', by: 'gm' })).toEqual({ do: 'rest', by: 'gm' });
    expect(rules.play(encounter(), { do: 'rest', by: 'gm' }).next().done).toBe(true);
  });

  it('lets fighters decline its reactions in advance', () => {
    const { automation } = tale({ reactions: ['dodge'], automation: { fallbacks: { dodge: ['pass'] } } });
    expect(automation.orders.map(({ id, choices }) => [id, choices.map((each) => each.id)])).toEqual([
      ['dodge', ['ask', 'pass']],
    ]);
    expect(automation.fallbacks).toEqual({ dodge: ['pass'] });
  });

  it('first applies by itself what is due, then does what it says', () => {
    const healthy = tale().fighter(sheet('mira'), {});
    const bleeding = { ...healthy, conditions: [conditionOf('bleeding')] };
    const next = { command: { do: 'end', by: 'gm' }, delaySeconds: 3 };
    const rules = tale({ automation: { autoAdvance: () => next } });
    expect(rules.automation.autoAdvance(encounter(bleeding))).toEqual({
      command: { do: 'clean-up', by: 'gm' },
      delaySeconds: 0,
    });
    expect(rules.automation.autoAdvance(encounter(healthy))).toBe(next);
    expect(tale().automation.autoAdvance(encounter(healthy))).toBeNull();
    expect(rules.dueChanges(encounter(bleeding))).toHaveLength(1);
    const cleanUp = rules.play(encounter(bleeding), { do: 'clean-up', by: 'gm' });
    expect(cleanUp.next().value).toEqual(applyChange({ kind: 'pool', of: 'mira', pool: 'hp', by: -1 }).next().value);
  });

  it('of another package has a manifest like the others', async () => {
    const rules = tale({ settings: { strict: { initial: true } } });
    const { load, ...manifest } = manifestOf(rules, SCHEMA);
    expect(manifest).toEqual({
      schema: SCHEMA,
      rules,
      settings: { strict: { initial: true } },
      conditions: CONDITIONS,
      roundSeconds: 6,
    });
    expect(await load()).toBe(rules);
  });
});

it('pages of the rules are named by the ids of their compendium', () => {
  expect(pagesOf('cadence.tale', 'book', { turn: 't', conditions: 'c' })).toEqual({
    turn: 'Compendium.cadence.tale.JournalEntry.book.JournalEntryPage.t',
    conditions: 'Compendium.cadence.tale.JournalEntry.book.JournalEntryPage.c',
  });
});

it('types of damage have different colors, for those a ruleset has', () => {
  const styles = damageStyles(['fire', 'cold']);
  expect(Object.keys(styles)).toEqual(['fire', 'cold']);
  expect(styles['fire']).toMatchObject({
    foreground: expect.stringMatching(/^#/),
    background: expect.stringMatching(/^#/),
  });
  expect(styles['fire']).not.toEqual(styles['cold']);
});
