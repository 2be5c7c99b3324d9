import { VARIANTS } from '@cadence/sandbox';
import { afterEach, describe, expect, it } from 'vitest';
import { PASS } from '../../src/kernel/ask';
import { defined } from '../../src/kernel/defined';
import type { MessageSystem } from './documents';
import { plain } from './drawn';
import { ANN, FOE, Party } from './party';
import type { Tab } from './tab';

const entriesIn = (system: MessageSystem) => system.entries;

/**
 * The card of a hidden fighter is whispered to GMs. Secrecy must not depend on whether Foundry keeps whispers from
 * other windows.
 */
describe.each(VARIANTS.whispers.values)('where whispers go %s', (whispers) => {
  let party: Party;
  afterEach(() => party?.table.close());
  const tab = (user: string): Tab => party.table.tabOf(user);
  const cardAt = ({ page }: Tab, id: string) => page.game.messages.get(id);

  it('a hidden fighter’s attack asks its target, is shown to GMs, and to all users once that is allowed', async () => {
    party = await Party.open('energy', ['Gamemaster', 'Second', 'Ann', 'Bob'], { whispers });
    await party.start();
    const foe = party.of(FOE);
    await party.done(party.gm, () => party.combat.combatants.get(foe).update({ hidden: true }));
    await party.done(party.gm, () => party.combat.combatants.get(foe).token.update({ hidden: true }));
    await party.send(party.gm, { do: 'melee-attack', by: foe, at: party.of(ANN) });
    const mine = () =>
      tab('Ann')
        .page.openAsks(party.combatAt(tab('Ann')))
        .filter((each) => each.isMine);
    expect(mine()).toHaveLength(1);
    const { card } = defined(party.combat.system.open, 'an open exchange');
    for (const user of ['Gamemaster', 'Second']) expect(cardAt(tab(user), card).visible).toBe(true);
    for (const user of ['Ann', 'Bob']) {
      const there = cardAt(tab(user), card);
      expect(Boolean(there)).toBe(whispers === 'to-all');
      expect(there?.visible ?? false).toBe(false);
    }
    tab('Ann').reload();
    await party.arrive();
    while (mine().length > 0) {
      const [{ key, ask }] = mine();
      const given = ask.kind === 'offer' ? [PASS] : party.answerTo(ask);
      await party.done(tab('Ann'), () => tab('Ann').page.answer(party.combatAt(tab('Ann')), key, given));
    }
    await party.answerAll();
    expect(party.combat.system.open).toBeNull();
    // The encounter in every window contains what the card holds: no secret depends on the whisper.
    const { history, cursor } = party.combatAt(tab('Bob')).system;
    const { exchange } = history[cursor];
    const told = Object.values(history).filter((step) => step.exchange === exchange);
    expect(entriesIn(cardAt(party.gm, card).system)).toEqual(told.flatMap(({ entries }) => entries));

    await party.done(party.gm, () => cardAt(party.gm, card).update({ whisper: [] }));
    for (const user of ['Ann', 'Bob']) {
      expect(cardAt(tab(user), card).visible).toBe(true);
      expect(plain(await tab(user).page.windows.cardHTML(cardAt(tab(user), card)))).not.toBe('');
    }
    await party.done(party.gm, () => party.gm.page.rewindStep(party.combat));
    await party.answerAll();
    await party.judge();
  });

  it('a plan of a hidden fighter is only in the windows of its owner and the GMs', async () => {
    party = await Party.open('tempo', ['Gamemaster', 'Ann', 'Bob'], { whispers });
    await party.start();
    const anns = party.of(ANN);
    await party.done(party.gm, () => party.combat.combatants.get(anns).update({ hidden: true }));
    await party.done(party.gm, () => party.combat.combatants.get(anns).token.update({ hidden: true }));
    const options = { action: 'rest', slot: '1' };
    await party.done(tab('Ann'), () =>
      tab('Ann').page.submit(party.combatAt(tab('Ann')), { do: 'plan', by: anns, options }),
    );
    const known = (user: string) =>
      tab(user).page.encounterOf(party.combatAt(tab(user))).fighters[anns].state['plan-1'];
    expect(['Gamemaster', 'Ann'].map(known)).toEqual([{ action: 'rest' }, { action: 'rest' }]);
    expect(known('Bob')).toBeUndefined();
    const { messages } = tab('Bob').page.game;
    expect(JSON.stringify(messages.contents.map((each) => each.toObject()))).not.toContain('rest');
    expect(party.table.faults).toEqual([]);
  });
});
