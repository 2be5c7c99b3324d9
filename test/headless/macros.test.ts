import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import type { Answer } from '../../src/kernel/ask';
import { seededDie } from '../../src/kernel/rng';
import type { OpenAsk } from './documents';
import type { Tab } from './tab';
import { Table } from './table';
import { COMBAT, fight } from './world';

const [MIRA, GOBLIN] = [0, 3].map((at) => `soakCombatant${at}`.padEnd(16, '0')) as [string, string];

/** `Combat#submit` and `Combat#answer`, as called by macros and other packages. */
describe('a macro', () => {
  let table: Table;
  let gm: Tab;

  beforeAll(async () => {
    const world = await fight('energy', seededDie(7), ['Mira', 'Kor', 'Bram', 'Goblin', 'Wolf']);
    table = await Table.open({ seed: 7, present: ['Gamemaster'], world });
    [gm] = table.tabs as [Tab];
    await gm.page.game.settings.set('cadence', 'autoThrow', 'never');
    await done(() => combat().submit({ do: 'start', by: 'gm' }));
    await answerAll();
  });
  afterAll(() => table?.close());

  const combat = () => gm.page.game.combats.get(COMBAT);
  const energy = (): number => gm.page.encounterOf(combat()).fighters[MIRA].pools.energy.value;
  const done = async (deed: () => unknown): Promise<void> => {
    gm.does('runs a macro', deed);
    await table.settle();
  };
  const answerTo = ({ ask }: OpenAsk): Answer => (ask.kind === 'dice' ? [2] : [-1]);
  const answerAll = async (): Promise<void> => {
    for (let [ask] = combat().openAsks; ask; [ask] = combat().openAsks)
      await done(() => combat().answer(ask.key, answerTo(ask)));
  };
  /** The error its author reads in the console. */
  const thrown = (deed: () => Promise<unknown>): Promise<string> =>
    deed().then(
      () => 'nothing',
      (error: Error) => `${error.name}: ${error.message}`,
    );

  const circle: { self?: object } = {};
  circle.self = circle;
  const NO_COMMAND = 'TypeError: Combat#submit: `command` is no command such as { do, by }: ';

  it.each([
    ['nothing', undefined, 'undefined'],
    ['null', null, 'null'],
    ['the name of an action', 'defend', '"defend"'],
    ['no fighter', { do: 'defend' }, '{"do":"defend"}'],
    ['a fighter instead of its id', { do: 'defend', by: { id: MIRA } }, `{"do":"defend","by":{"id":"${MIRA}"}}`],
    ['a path without places', { do: 'run', by: 'm', path: [1] }, '{"do":"run","by":"m","path":[1]}'],
    ['options in a list', { do: 'run', by: 'm', options: ['swap'] }, '{"do":"run","by":"m","options":["swap"]}'],
    ['a circular object', { do: 'run', by: 'm', options: circle }, '[object Object]'],
    ['a BigInt', { do: 'run', by: 'm', options: { metres: 5n } }, '[object Object]'],
  ])('that submits %s is told the shape of a command and the value it passed', async (_, command, given) => {
    expect(await thrown(() => combat().submit(command as Command))).toBe(NO_COMMAND + given);
  });

  it('that submits too long a value is shown its beginning', async () => {
    const message = await thrown(() => combat().submit({ do: 'x'.repeat(9999), by: 'gm' }));
    expect([message.startsWith(`${NO_COMMAND}{"do":"xxx`), message.length < 400]).toEqual([true, true]);
  });

  it.each([
    ['null', null, 'null'],
    ['a bare yes', true, 'true'],
    ['a word for it', { force: 'yes' }, '{"force":"yes"}'],
  ])('that forces a command with %s is told how to force one', async (_, options, given) => {
    const text = 'TypeError: Combat#submit: `options` is nothing such as { force: true }: ';
    expect(await thrown(() => combat().submit({ do: 'defend', by: MIRA }, options as object))).toBe(text + given);
    expect(combat().system.open).toBeNull();
  });

  it('with valid arguments is played, and a notification lists the reasons against its command', async () => {
    const [before, from] = [energy(), table.log.length];
    await done(() => combat().submit({ do: 'defend', by: MIRA }));
    await answerAll();
    expect(energy()).toBeLessThan(before);
    await done(() => combat().submit({ do: 'teleport', by: MIRA }));
    expect(table.log.slice(from).some((line) => line.includes('Energy has no action “teleport”.'))).toBe(true);
    expect(table.faults).toEqual([]);
  });

  it.each([
    ['no key', undefined, [6], '`key` is no key of an open ask: undefined'],
    ['the ask instead of its key', { key: '2.1' }, [6], '`key` is no key of an open ask: {"key":"2.1"}'],
    ['no answer', '2.1', undefined, "`given` is no list such as [6] or ['dodge']: undefined"],
    ['a bare face', '2.1', 6, "`given` is no list such as [6] or ['dodge']: 6"],
    ['a bare option', '2.1', 'dodge', '`given` is no list such as [6] or [\'dodge\']: "dodge"'],
    ['a list of nothing', '2.1', [null], "`given` is no list such as [6] or ['dodge']: [null]"],
    ['a circular object', '2.1', [circle], "`given` is no list such as [6] or ['dodge']: [object Object]"],
  ])('that answers with %s is told the shape of an answer', async (_, key, given, text) => {
    expect(await thrown(() => combat().answer(key as string, given as Answer))).toBe(
      `TypeError: Combat#answer: ${text}`,
    );
  });

  it('that answers without an open ask gets a notification', async () => {
    const from = table.log.length;
    await done(() => combat().answer('99.1', [6]));
    expect(table.log.slice(from).some((line) => line.includes('was already answered'))).toBe(true);
    expect(table.faults).toEqual([]);
  });

  it('answers an open ask by its key', async () => {
    await done(() => combat().submit({ do: 'melee-attack', by: GOBLIN, at: MIRA }, { force: true }));
    expect(combat().openAsks).toHaveLength(1);
    const { step } = combat().system;
    const [ask] = combat().openAsks;
    await done(() => combat().answer(ask.key, answerTo(ask)));
    expect(combat().system.step).toBeGreaterThan(step);
    expect(table.faults).toEqual([]);
  });
});
