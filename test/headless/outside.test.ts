import { afterAll, beforeAll, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import type { Host } from './documents';
import { ANN, FOE, Party } from './party';
import type { Tab } from './tab';
import { idOf } from './world';

/** An attack without an encounter: its card holds the exchange. The steps build on each other. */
let party: Party;
let gm: Tab;
let ann: Tab;
let mira: string;
let foe: string;

beforeAll(async () => {
  party = await Party.open('energy', ['Gamemaster', 'Ann']);
  [gm, ann] = party.table.tabs as [Tab, Tab];
  await party.done(gm, () => party.combat.delete());
  const scene = gm.page.game.scenes.contents[0];
  [mira, foe] = [ANN, FOE].map((token) => `Scene.${scene.id}.Token.${idOf('Token', token)}`) as [string, string];
});
afterAll(() => party?.table.close());

const cardsAt = ({ page }: Tab) =>
  page.game.messages.contents.filter(({ type, system }) => type === 'energy' && system.step > 0);
const cardAt = (tab: Tab): Host => defined(cardsAt(tab).at(-1), 'a card') as unknown as Host;
const aura = (): number => gm.page.game.scenes.contents[0].tokens.get(idOf('Token', ANN)).actor.system.aura.value;
const request = (tab: Tab, combat: string, command: object) =>
  party.done(tab, () =>
    tab.page.CONFIG.ChatMessage.documentClass.create({
      type: 'request',
      system: { combat, fighter: mira, moment: 'r0', ask: null, command, answers: [], force: true },
    }),
  );
/** Plays the attack on Mira up to her Evasion. */
const attack = () =>
  party.done(gm, () =>
    gm.page.submit(gm.page.draftCard('energy'), { do: 'melee-attack', by: foe, at: mira }, { force: true }),
  );
/** Dice of the attacker hit and hurt; those of the defender do not help. */
const faces = (sides: number, count: number) => Array(count).fill({ 20: 18, 10: 1 }[sides] ?? sides);

it('a player is refused by the rules, even with force, and nothing happens', async () => {
  await request(ann, '', { do: 'melee-attack', by: mira, at: foe });
  expect(party.refusals()).toContain('not-open');
  expect(cardsAt(gm)).toEqual([]);
});

it('the GM attacks, and both reload during the exchange before the wound is stored', async () => {
  const before = aura();
  await attack();
  for (let asked = 0; asked < 9; asked++) {
    const [ask] = gm.page.openAsks(cardAt(gm));
    if (!ask) break;
    if (ask.ask.id === 'evasion') {
      for (const tab of [gm, ann]) tab.reload();
      await party.arrive();
      expect(ann.page.openAsks(cardAt(ann)).map(({ ask, isMine }) => [ask.id, isMine])).toEqual([['evasion', true]]);
    }
    const tab = ask.ask.id === 'evasion' ? ann : gm;
    const { dice } = ask.ask;
    const answer = ask.ask.kind === 'dice' ? faces(dice.sides, dice.count) : party.answerTo(ask.ask);
    await party.done(tab, () => tab.page.answer(cardAt(tab), ask.key, answer));
  }
  expect(cardAt(ann).system.open).toBeNull();
  expect(aura()).toBeLessThan(before);
  expect(cardsAt(ann)).toHaveLength(1);
});

it('the GM undoes it', async () => {
  const before = aura();
  while (gm.page.rewindable(cardAt(gm))) await party.done(gm, () => gm.page.rewindStep(cardAt(gm)));
  expect(aura()).toBeGreaterThan(before);
  expect(cardAt(ann).system).toMatchObject({ open: null, undone: true });
});

it('a card holds one exchange: no other begins on it', async () => {
  const [{ id }] = cardsAt(ann);
  await request(ann, id, { do: 'melee-attack', by: mira, at: foe });
  expect(party.refusals()).toContain('closed');
  expect(party.table.faults).toEqual([]);
});
