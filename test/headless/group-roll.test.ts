import { afterEach, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import type { Host, OpenAsk } from './documents';
import { ANN, BOB, CAL, FOE, GAMES, Party } from './party';
import type { Tab } from './tab';
import { COMBAT, idOf } from './world';

const ROLLS: Readonly<Record<string, string>> = {
  tempo: 'dex',
  seconds: 'stealth',
  slots: 'stealth',
  clash: 'athletics',
  energy: 'arm-check',
};
/** No other number of the tests. */
const HARD = 97;
const DIFFICULTY = /(?<![\w.-])97(?![\w.-])/;

/** Requests for a roll, against players who would rather answer for others. */
describe('a requested roll', () => {
  let party: Party;
  let ann: Tab;
  let bob: Tab;
  afterEach(() => party?.table.close());

  async function open(ruleset: string, isFighting = true) {
    party = await Party.open(ruleset);
    [, ann, bob] = party.table.tabs as [Tab, Tab, Tab];
    if (isFighting) await party.start();
    else await party.done(party.gm, () => party.combat.delete());
  }
  const tokens = (...numbers: number[]): string[] => {
    const scene = party.gm.page.game.scenes.contents[0];
    return numbers.map((token) => `Scene.${scene.id}.Token.${idOf('Token', token)}`);
  };
  const group = (fighters: readonly string[], more: object = {}) => ({
    do: 'group-roll',
    by: 'gm',
    options: { roll: ROLLS[party.ruleset], fighters, ...more },
  });
  const cards = () =>
    party.gm.page.game.messages.contents.filter(({ type }: { type: string }) => type === party.ruleset);
  const card = () => defined(cards().at(-1), 'a card');
  const htmlAt = (tab: Tab): Promise<string> =>
    tab.page.windows.cardHTML(defined(tab.page.game.messages.get(card().id), 'the card'));
  const keyOf = (host: Host, by: string): string =>
    defined(
      party.gm.page.openAsks(host).find((ask: OpenAsk) => ask.by === by),
      `a question for ${by}`,
    ).key;
  const sent = (tab: Tab, system: object) =>
    party.done(tab, () =>
      tab.page.CONFIG.ChatMessage.documentClass.create({
        type: 'request',
        system: { combat: '', moment: '', ask: null, command: null, answers: [], force: true, ...system },
      }),
    );

  it.each(Object.keys(GAMES))(
    'in a fight of %s: the present are asked, the referee rolls for the others',
    async (ruleset) => {
      await open(ruleset);
      const [a, b, c, foe] = [ANN, BOB, CAL, FOE].map((each) => party.of(each)) as [string, string, string, string];
      await party.send(party.gm, group([a, b, c, foe], { difficulty: 5 }) as never);
      const { combat } = party;
      const awaited = () =>
        party.gm.page
          .openAsks(combat)
          .filter(({ isAnswered }: OpenAsk) => !isAnswered)
          .map(({ by }: OpenAsk) => by);
      expect(awaited()).toEqual([a, b]);
      const combatAt = (tab: Tab) => party.combatAt(tab);

      // For another fighter, with dice that do not exist, and twice.
      await sent(ann, { combat: COMBAT, fighter: b, ask: keyOf(combat, b), answers: [[20]] });
      await sent(ann, { combat: COMBAT, fighter: a, ask: keyOf(combat, a), answers: [[21]] });
      expect(awaited()).toEqual([a, b]);
      expect(party.refusals()).toEqual(expect.arrayContaining(['not-yours', 'bad-answer']));
      await party.done(ann, () => ann.page.answer(combatAt(ann), keyOf(combat, a), [4]));
      expect(awaited()).toEqual([b]);
      party.table.clock.now += 10;
      await sent(ann, { combat: COMBAT, fighter: a, ask: keyOf(combat, a), answers: [[20]] });
      await party.done(bob, () => bob.page.answer(combatAt(bob), keyOf(combat, b), [20]));
      await party.answerAll();

      expect(combat.system.open).toBeNull();
      const { command, entries } = card().system;
      expect(command.options?.difficulty).toBe(5);
      const all = defined(
        entries.find(({ ask }: { ask: { kind: string } }) => ask.kind === 'all'),
        'the question',
      );
      expect(all.answer.slice(0, 2)).toEqual([[4], [20]]);
      expect(all.answer).toHaveLength(4);
      const html = await htmlAt(bob);
      for (const text of ['Requested roll', 'of 4 succeeded']) expect(html).toContain(text);

      await party.done(party.gm, () => party.gm.page.rewindStep(combat));
      while (party.combat.system.open) await party.done(party.gm, () => party.gm.page.rewindStep(combat));
      expect(card().system.undone).toBe(true);
      expect(party.table.faults).toEqual([]);
    },
  );

  it.each(Object.keys(GAMES))('outside of fights of %s: on one card, and its undo', async (ruleset) => {
    await open(ruleset, false);
    const [a, b] = tokens(ANN, BOB) as [string, string];
    await party.done(party.gm, () =>
      party.gm.page.submit(party.gm.page.draftCard(ruleset), group([a, b], { difficulty: 5 })),
    );
    const host = () => card() as unknown as Host;
    const at = (tab: Tab) => tab.page.game.messages.get(card().id);
    await party.done(ann, () => ann.page.answer(at(ann), keyOf(host(), a), [19]));
    await party.done(bob, () => bob.page.answer(at(bob), keyOf(host(), b), [19]));
    while (card().system.open)
      for (const { key } of party.gm.page.openAsks(host()))
        await party.done(party.gm, () => party.gm.page.answer(at(party.gm), key, [-1]));
    expect(await htmlAt(ann)).toContain('of 2 succeeded');
    while (party.gm.page.rewindable(host())) await party.done(party.gm, () => party.gm.page.rewindStep(host()));
    expect(card().system).toMatchObject({ open: null, undone: true });
    expect(party.table.faults).toEqual([]);
  });

  it('is not requested by a player, nor secretly, nor with another difficulty', async () => {
    await open('slots');
    const [a, b] = [party.of(ANN), party.of(BOB)] as [string, string];
    const moment = party.rules.momentOf(party.encounter.clock);
    const before = cards().length;
    for (const command of [group([b]), { ...group([b]), by: a }, { ...group([b], { secretly: true }), by: a }])
      await sent(ann, { combat: COMBAT, fighter: a, moment, command });
    expect(cards()).toHaveLength(before);
    expect(party.refusals()).toEqual(expect.arrayContaining(['malformed', 'gm-only-option']));

    await party.send(party.gm, group([a], { difficulty: 15 }) as never);
    const key = keyOf(party.combat, a);
    await sent(ann, { combat: COMBAT, fighter: a, ask: key, command: group([a], { difficulty: 1 }), answers: [[1]] });
    await party.answerAll();
    expect(card().system.command.options?.difficulty).toBe(15);
    expect(party.table.faults).toEqual([]);
  });

  it.each([
    ['in a fight', true],
    ['outside of fights', false],
  ])('is secret %s: no document tells dice, difficulty or result', async (_, isFighting) => {
    await open('seconds', isFighting);
    const fighters = isFighting ? [party.of(ANN), party.of(BOB)] : tokens(ANN, BOB);
    const host = isFighting ? party.combat : party.gm.page.draftCard('seconds');
    await party.done(party.gm, () =>
      party.gm.page.submit(host, group(fighters, { secretly: true }), { secrets: [[HARD]] }),
    );
    expect(cards().at(-1)?.system.command.do).toBe('group-roll');
    const there = ann.page.game.messages.get(card().id);
    const { command, entries, history } = there.system;
    // The history is stored packed, so it is read.
    const stored = JSON.stringify([
      there.toObject(),
      [command, entries, history],
      ann.page.game.combats.contents.map(({ system }) => [
        Object.values(system.history).filter(({ command: { do: id } }) => id === 'group-roll'),
        system.open,
        system.boundDice,
      ]),
    ]);
    expect(entries.length).toBeGreaterThan(3);
    expect(stored).toContain('secretly');
    for (const telling of [DIFFICULTY, /roll-made|roll-failed|rolls-made/, /"(?:dice|amount|all)"/, /succe/])
      expect(stored).not.toMatch(telling);
    expect(ann.page.openAsks(isFighting ? party.combatAt(ann) : ann.page.game.messages.get(card().id))).toEqual([]);
    const html = await htmlAt(party.gm);
    for (const text of ['of 2 succeeded', 'Only the GM sees this']) expect(html).toContain(text);
    expect(html).not.toContain('cadenceOpen"');
    expect(await htmlAt(ann)).toContain('Private');
    await party.done(party.gm, () => party.gm.page.rewindStep(isFighting ? party.combat : card()));
    expect(card().system.undone).toBe(true);
    expect(party.table.faults).toEqual([]);
  });
});
