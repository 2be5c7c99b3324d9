import { afterEach, expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import { defined } from '../../src/kernel/defined';
import type { OpenAsk } from './documents';
import { actorAt } from './module-api';
import { ANN, FOE, GAMES, Party } from './party';
import type { Tab } from './tab';
import { COMBAT, idOf } from './world';

let party: Party;
afterEach(() => party?.table.close());

/** Opens a fight with a foe beside the first hero, whose turn it is. */
async function open(ruleset: string): Promise<void> {
  party = await Party.open(ruleset, ['Gamemaster', 'Ann']);
  const { gm } = party;
  const [hero, foe] = [ANN, FOE].map((at) => gm.page.game.scenes.contents[0].tokens.get(idOf('Token', at)));
  await party.done(gm, () => foe.update({ x: hero.x, y: hero.y + 100 }));
  await party.start();
  await party.untilTurn(party.of(ANN));
}

const asks = (): readonly OpenAsk[] => party.gm.page.openAsks(party.combat).filter(({ isAnswered }) => !isAnswered);
const fault = () => party.combat.system.open?.fault;

/** Deletes all items of both fighters. A player's client sends what its documents would not. */
async function deleteItems(tab: Tab): Promise<void> {
  for (const at of tab === party.gm ? [ANN, FOE] : [ANN]) {
    const actor = actorAt(party, tab, at);
    await party.done(tab, () =>
      actor.deleteEmbeddedDocuments(
        'Item',
        actor.items.map(({ id }) => id),
      ),
    );
  }
}

/** Begins the attack and answers until the nth question, if there is one. */
async function untilQuestion(command: Command, nth: number): Promise<boolean> {
  await party.send(party.gm, command);
  for (let at = 0; at < nth && asks().length > 0; at++) await answerFirst();
  return asks().length > 0;
}

async function answerFirst(): Promise<void> {
  const { gm } = party;
  const [{ key, ask }] = asks();
  await party.done(gm, () => gm.page.answer(party.combatAt(gm), key, party.answerTo(ask)));
}

/** In Tempo an attack needs a plan, so a roll waits for its die. */
function attackIn(ruleset: string): Command {
  const command = party.asking(party.of(ANN), party.of(FOE));
  if (ruleset === 'tempo') return command;
  const weapon = actorAt(party, party.gm, ANN).items.find(({ type, system }) => /Weapon/.test(type) && system.equipped);
  return { ...command, with: defined(weapon, 'a weapon').id };
}

it.each(Object.keys(GAMES))('in %s an attack ends with the items that are deleted at a question', async (ruleset) => {
  await open(ruleset);
  const [gm, ann] = party.table.tabs as [Tab, Tab];
  const sources = [ANN, FOE].map((at) => actorAt(party, gm, at).items.map((item) => item.toObject()));
  const command = attackIn(ruleset);
  let asked = 0;
  for (const [tab, nth] of [
    [gm, 0],
    [ann, 1],
  ] as const) {
    if (await untilQuestion(command, nth)) {
      asked++;
      await deleteItems(tab);
      expect([fault(), asks().length > 0]).toEqual([undefined, true]);
      await party.answerAll();
    }
    expect([party.combat.system.open, party.refusals()]).toEqual([null, []]);
    for (const [at, items] of sources.entries()) {
      const actor = actorAt(party, gm, [ANN, FOE][at] ?? ANN);
      const missing = items.filter(({ _id }) => !actor.items.has(_id));
      await party.done(gm, () => actor.createEmbeddedDocuments('Item', missing, { keepId: true }));
    }
  }
  expect(asked, party.heard(gm)).toBeGreaterThan(0);
  expect(party.table.faults).toEqual([]);
});

it('a window that opens after the deletion knows the item until the exchange ends, and no longer', async () => {
  await open('energy');
  const command = attackIn('energy');
  expect(await untilQuestion(command, 0)).toBe(true);
  await deleteItems(party.gm);
  const late = party.table.sit('Second');
  await party.table.settle();
  const itemsAt = (tab: Tab) => tab.page.encounterOf(party.combatAt(tab, COMBAT)).fighters[party.of(ANN)].items;
  expect(itemsAt(late).map(({ id }) => id)).toContain(command.with);
  await party.answerAll();
  expect([itemsAt(late), itemsAt(party.gm)]).toEqual([[], []]);
});
