import { describe, expect, it } from 'vitest';
import { log } from '../../src/encounter/change';
import type { Command } from '../../src/encounter/command';
import type { Encounter, Fighter } from '../../src/encounter/state';
import {
  type ActionContext,
  commandsWithItems,
  contextOf,
  fighterIn,
  type Game,
  lookup,
  type Row,
  reasonsAgainst,
  reasonsToStop,
  rowsOf,
  withDefaultItem,
} from '../../src/toolkit/act/actions';
import { encounter, fighter } from '../support/encounter';

const item = (id: string) => ({ id, name: id, type: 'weapon' }) as never;
const mira = fighter('mira', { items: [item('axe'), item('bow')] });
const on: Encounter = encounter(mira, fighter('gnoll', { items: [item('club')] }));
const given = (rest: Partial<Command> = {}): Command => ({ do: 'strike', by: 'mira', ...rest });
const context = (rest: Partial<Command> = {}): ActionContext => contextOf(on, given(rest), mira);

describe('a table of rows', () => {
  it('has what was put into it, and nothing inherited', () => {
    const table = { run: 1 };
    expect([lookup(table, 'run'), lookup(table, 'walk'), lookup(table, 'toString')]).toEqual([1, undefined, undefined]);
  });

  it('of fighters has those of the encounter', () => {
    expect([fighterIn(on, 'mira'), fighterIn(on, 'imp'), fighterIn(on, undefined), fighterIn(on, 'valueOf')]).toEqual([
      mira,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('the context of an action', () => {
  it('has the target and the item that the command names', () => {
    expect(context({ at: 'gnoll', with: 'bow' })).toMatchObject({
      encounter: on,
      fighter: { id: 'mira' },
      command: { do: 'strike' },
      target: { id: 'gnoll' },
      item: { id: 'bow' },
    });
  });

  it.each<Partial<Command>>([{}, { at: 'imp', with: 'club' }])('has null for what is missing: %j', (rest) => {
    const { target, item } = context(rest);
    expect([target, item]).toEqual([null, null]);
  });
});

describe('the item of a command', () => {
  it.each<[string, { readonly id: string } | null | undefined, Partial<Command>, string | undefined]>([
    ['is the default one', { id: 'bow' }, {}, 'bow'],
    ['is the one it names', { id: 'bow' }, { with: 'axe' }, 'axe'],
    ['is missing without a default', null, {}, undefined],
    ['is missing if the default is no item of the fighter, such as bare hands', { id: 'unarmed' }, {}, undefined],
    ['is the one it names, even if the fighter has no such item', { id: 'bow' }, { with: 'club' }, 'club'],
  ])('%s', (_, found, rest, id) => {
    const command = withDefaultItem({ defaultItem: () => found }, context(rest));
    expect(command).toEqual({ ...given(rest), ...(id !== undefined && { with: id }) });
  });

  it('is missing if the row has no default', () => expect(withDefaultItem({}, context())).toEqual(given()));

  it('is each suitable one in turn, for rows', () => {
    const rows = { wait: {}, strike: { itemsFor: ({ items }: Fighter) => items }, cast: { itemsFor: () => [] } };
    expect(commandsWithItems(rows, mira)).toEqual([
      { do: 'wait' },
      { do: 'strike', with: 'axe' },
      { do: 'strike', with: 'bow' },
    ]);
  });
});

describe('the reasons against an action', () => {
  const row: Pick<Row<Game>, 'whyNot'> = { whyNot: () => [{ id: 'far' }, { id: 'tired' }] };

  it('are those of its row', () => {
    expect([reasonsAgainst(row, context()), reasonsAgainst({}, context())]).toEqual([
      [{ id: 'far' }, { id: 'tired' }],
      [],
    ]);
  });

  it('end it after it has begun, except those that its row names', () => {
    expect(reasonsToStop(row, context())).toHaveLength(2);
    expect(reasonsToStop({ ...row, goesOn: { tired: 'X-1' } }, context())).toEqual([{ id: 'far' }]);
    expect(reasonsToStop({ goesOn: { tired: 'X-1' } }, context())).toEqual([]);
  });
});

describe('a row with a requirement', () => {
  type Lent = ActionContext & { readonly thing: string };
  interface Sample extends Game {
    readonly row: Row<Sample> & { readonly price?: number };
    readonly declared: string;
  }
  const rows = () => rowsOf<Sample>();
  const lent = () =>
    rows().requiring<Lent>({
      find: (act) => (act.command.options?.thing === 'rope' ? { thing: 'rope', ...act } : null),
      whyNot: () => [{ id: 'no-rope' }],
      defaultItem: () => ({ id: 'bow' }),
    });
  const createRow = () =>
    lent()({
      price: 3,
      needs: 'path',
      *declare({ thing }) {
        yield* log(`declares ${thing}`);
        return 'declared';
      },
      *play({ thing }, declared) {
        yield* log(`${declared}, plays ${thing}`);
      },
    });
  const [bound, free] = [context({ options: { thing: 'rope' } }), context()];

  it('keeps its own members and gets the default item of the requirement', () => {
    const row = createRow();
    expect([row.price, row.needs, row.defaultItem?.(free)]).toEqual([3, 'path', { id: 'bow' }]);
    const plain = rows().targeted({ play: () => log('strikes') });
    expect(Object.keys(plain).filter((key) => ['declare', 'defaultItem'].includes(key))).toEqual([]);
  });

  it('is declared and played with what was found', () => {
    const row = createRow();
    expect(row.declare?.(bound).next().value).toMatchObject({ change: { id: 'declares rope' } });
    expect(row.play(bound, 'declared').next().value).toMatchObject({ change: { id: 'declared, plays rope' } });
  });

  it('is refused for what is missing, and throws if it is played without', () => {
    const row = createRow();
    expect([row.whyNot?.(free), row.whyNot?.(bound)]).toEqual([[{ id: 'no-rope' }], []]);
    for (const play of [() => row.play(free, ''), () => row.declare?.(free)])
      expect(play).toThrow('an action that is impossible was carried out');
  });

  it('is refused for its own reasons, the first ones before the requirement', () => {
    const judged = lent()({
      whyNotFirst: () => [{ id: 'tired' }],
      whyNot: ({ thing }) => [{ id: `${thing}-torn` }],
      play: () => log('ties'),
    });
    expect(judged.whyNot?.(free)).toEqual([{ id: 'tired' }, { id: 'no-rope' }]);
    expect(judged.whyNot?.(bound)).toEqual([{ id: 'tired' }, { id: 'rope-torn' }]);
  });

  it.each([
    ['targeted', {}, ['no-target']],
    ['targeted', { at: 'imp' }, ['target-gone']],
    ['targeted', { at: 'mira' }, ['own-self']],
    ['targeted', { at: 'gnoll' }, []],
    ['targetedAtAny', {}, ['no-target']],
    ['targetedAtAny', { at: 'imp' }, ['target-gone']],
    ['targetedAtAny', { at: 'mira' }, []],
    ['targetedAtAny', { at: 'gnoll' }, []],
  ] as const)('that is %s, at %j, is refused for %j', (make, rest, reasons) => {
    const aimed = rows()[make]({ play: ({ target }) => log(`at ${target.id}`) });
    expect(aimed.needs).toBe('target');
    expect(aimed.whyNot?.(context(rest))).toEqual(reasons.map((id) => ({ id, impossible: true })));
    if (reasons.length === 0)
      expect(aimed.play(context(rest), '').next().value).toMatchObject({
        change: { id: `at ${context(rest).target?.id}` },
      });
  });
});
