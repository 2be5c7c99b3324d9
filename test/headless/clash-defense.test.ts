import { afterEach, describe, expect, it } from 'vitest';
import type { Answer } from '../../src/kernel/ask';
import { defined } from '../../src/kernel/defined';
import { ANN, BOB, FOE, Party } from './party';
import type { Tab } from './tab';

const SECONDS = 30;

/** A spell at two targets: each has a save of its own. */
const DREAD = {
  name: 'Dread',
  type: 'clashSpell',
  system: {
    line: 'SA INT vs WIL',
    purpose: 'offensive',
    baseMp: 0,
    effect: 'damage',
    dice: '1d6',
    needsFocus: false,
    targets: 2,
    range: 30,
  },
};

describe('in clash, the target of an attack', () => {
  let party: Party;
  let gm: Tab;
  let ann: Tab;
  let bob: Tab;
  afterEach(async () => {
    expect(party.table.faults).toEqual([]);
    await party.table.close();
  });

  async function open(settings: Readonly<Record<string, unknown>> = {}): Promise<void> {
    party = await Party.open('clash');
    [gm, ann, bob] = party.table.tabs as [Tab, Tab, Tab];
    await party.done(gm, async () => {
      for (const [key, value] of Object.entries(settings)) await gm.page.game.settings.set('cadence', key, value);
    });
    await party.start();
    // The referee's dice roll so high that an attack is worth an answer.
    gm.page.CONFIG.Dice.randomUniform = () => 0.3;
  }

  const asked = (tab = gm) => tab.page.openAsks(party.combatAt(tab));
  const askedFor = (tab: Tab): string[] => asked(tab).flatMap(({ isMine, ask }) => (isMine ? ask.id : []));
  const answers = (tab: Tab, given: Answer): Promise<void> => {
    const [{ key }] = asked(tab).filter(({ isMine }) => isMine);
    return party.done(tab, () => tab.page.answer(party.combatAt(tab), key, given));
  };
  const strike = () => party.send(gm, { do: 'attack-basic-melee', by: party.of(FOE), at: party.of(ANN) });
  const stepAt = (tab = gm) => {
    const { history, cursor } = party.combatAt(tab).system;
    return history[cursor];
  };

  it('[C-A58] may send several answers in one message, which count in one step', async () => {
    await open();
    await strike();
    expect(askedFor(ann)).toEqual(['defense']);
    const [{ key, ask }] = asked(ann);
    const parry = ask.options.find(({ id }) => id.startsWith('parry'))?.id;
    const { step } = party.combat.system;
    party.table.sit('Gamemaster');
    gm.reload();
    await party.arrive();
    const system = { combat: party.combat.id, fighter: party.of(ANN), moment: '', command: null, ask: key };
    const data = [{ type: 'request', system: { ...system, answers: [[parry], [7]], force: false } }];
    await party.done(ann, () =>
      ann.raw('modifyDocument', { type: 'ChatMessage', action: 'create', operation: { data } }),
    );
    expect(party.combat.system.step).toBe(step + 1);
    const given = stepAt().entries.map((entry) => entry.answer);
    expect(given).toEqual(expect.arrayContaining([[parry], [7]]));
  });

  it('[C-A13] chooses before any client has a die of the attack, where the world hides its total', async () => {
    await open({ 'clash.attackTotal': 'hidden' });
    await strike();
    expect(askedFor(ann)).toEqual(['defense-unseen']);
    const diceAt = (tab: Tab): number => {
      const { history, open: exchange } = party.combatAt(tab).system;
      const steps = Object.values(history).filter((step) => step.exchange === exchange?.exchange);
      const card = tab.page.game.messages.get(defined(exchange, 'an open exchange').card).system;
      return [...steps, card].flatMap(({ entries }) => entries).filter(({ ask }) => ask.kind === 'dice').length;
    };
    expect([gm, ann, bob].map(diceAt)).toEqual([0, 0, 0]);
    await answers(ann, ['none']);
    expect(stepAt().entries.some(({ ask }) => ask.kind === 'dice')).toBe(true);
  });

  it('[C-80] is asked together with a second target: one reloads and answers, the other’s time runs out', async () => {
    await open({ countdown: SECONDS });
    const { actor } = party.combat.combatants.get(party.of(FOE));
    await party.done(gm, () => actor.createEmbeddedDocuments('Item', [DREAD]));
    const [anns, bobs] = [party.of(ANN), party.of(BOB)];
    const spell = actor.items.getName('Dread').id;
    await party.send(gm, { do: 'attack-spell', by: party.of(FOE), at: anns, with: spell, options: { also: [bobs] } });
    expect(asked().map(({ by, ask }) => [by, ask.id])).toEqual([
      [anns, 'save'],
      [bobs, 'save'],
    ]);
    const { step } = party.combat.system;
    const until = asked().map((each) => each.until);
    ann.reload();
    await party.arrive();
    expect(asked(ann).map((each) => each.until)).toEqual(until);
    await answers(ann, [9]);
    expect(party.combat.system.step).toBe(step);
    expect(askedFor(ann)).toEqual([]);
    const { now } = party.table.clock;
    await party.table.settle();
    expect(party.table.clock.now - now).toBeGreaterThanOrEqual(SECONDS * 1000 - 1000);
    expect(asked()).toEqual([]);
    const [both] = Object.values(party.combat.system.history)
      .flatMap(({ entries }) => entries)
      .filter(({ ask }) => ask.kind === 'all' && ask.asks[0].id === 'save');
    expect(both.answer).toEqual([[9], [expect.any(Number)]]);
  });

  it('is not asked where its answer is set on the sheet', async () => {
    await open();
    const { combatants } = party.combatAt(ann);
    await party.done(ann, () => combatants.get(party.of(ANN)).update({ 'system.orders': { defense: 'none' } }));
    await strike();
    expect(askedFor(ann)).toEqual([]);
    expect(stepAt().entries).toContainEqual(expect.objectContaining({ answer: ['none'] }));
  });
});
