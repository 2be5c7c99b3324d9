import { afterEach, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import type { Actor, Item } from './documents';
import { ANN, BOB, CAL, FOE, Party } from './party';
import type { Tab } from './tab';
import { idOf } from './world';

let party: Party;
afterEach(() => party?.table.close());

const actorOf = (tab: Tab, token: number): Actor => party.combatAt(tab).combatants.get(party.of(token)).actor;
const baseOf = (tab: Tab, token: number): Actor => tab.page.game.actors.get(idOf('Actor', token));
const itemOf = (tab: Tab, token: number, type: string): Item => {
  const found = actorOf(tab, token).items.find((item) => item.type === type);
  if (!found) throw new Error(`no ${type}`);
  return found;
};
const give = (tab: Tab, item: Item, to: number) =>
  party.done(tab, () => tab.page.windows.giveItem(item, actorOf(tab, to)));
const has = (token: number, name: string): boolean => actorOf(party.gm, token).items.some((item) => item.name === name);

describe('an item that is dropped on another fighter', () => {
  it('[E-64] costs Energy in a fight, also for players who own only the giver', async () => {
    party = await Party.open('energy');
    const [, ann] = party.table.tabs;
    await party.start();
    const energy = () => party.encounter.fighters[party.of(ANN)].pools.energy.value;
    const [before, item] = [energy(), itemOf(ann, ANN, 'energyWeapon')];
    await give(ann, item, BOB);
    await party.answerAll();
    expect([has(ANN, item.name), has(BOB, item.name), before - energy()]).toEqual([false, true, 1]);
    expect(party.table.faults).toEqual([]);
  });

  it('[L-70] costs the Move slot in a fight', async () => {
    party = await Party.open('slots');
    const { gm } = party;
    await party.start();
    await party.untilTurn(party.of(ANN));
    const moves = () => party.encounter.fighters[party.of(ANN)].pools.move.value;
    const [before, item] = [moves(), itemOf(gm, ANN, 'slotsWeapon')];
    await give(gm, item, BOB);
    expect([has(ANN, item.name), has(BOB, item.name), before - moves()]).toEqual([false, true, 1]);
  });

  it('is handed over in a fight by the GM alone where the rules have no action for it', async () => {
    party = await Party.open('tempo');
    const [gm, ann] = party.table.tabs;
    await party.start();
    const item = itemOf(ann, ANN, 'tempoWeapon');
    await give(ann, item, BOB);
    expect(party.heard(ann)).toContain('Ask the GM');
    expect(has(ANN, item.name)).toBe(true);
    await give(gm, itemOf(gm, ANN, 'tempoWeapon'), BOB);
    expect([has(ANN, item.name), has(BOB, item.name)]).toEqual([false, true]);
  });

  it('moves between fights, in no hand, if the user controls both', async () => {
    party = await Party.open('clash');
    const [gm, ann, bob] = party.table.tabs;
    const item = itemOf(ann, ANN, 'clashWeapon');
    await give(bob, itemOf(bob, ANN, 'clashWeapon'), BOB);
    expect(party.heard(bob)).toContain('don’t control');
    await give(ann, item, BOB);
    expect(party.heard(ann)).toContain('don’t control');
    expect([has(ANN, item.name), has(BOB, item.name)]).toEqual([true, false]);
    await party.done(gm, () => baseOf(gm, BOB).update({ ownership: { [ann.page.game.user.id]: 3 } }));
    await give(ann, item, BOB);
    const arrived = actorOf(gm, BOB).items.find(({ name }) => name === item.name);
    expect([has(ANN, item.name), arrived?.system.equipped]).toEqual([false, false]);
    expect(party.table.faults).toEqual([]);
  });

  it('stays with a prepared foe and in compendia, and spells stay as well', async () => {
    party = await Party.open('clash', ['Gamemaster']);
    const { windows } = party.gm.page;
    const { gm } = party;
    const hero = actorOf(gm, ANN);
    const moves = (item: Item): boolean => windows.isHandedOver(item, hero);
    expect(moves(itemOf(gm, BOB, 'clashWeapon'))).toBe(true);
    expect(moves(itemOf(gm, ANN, 'clashWeapon'))).toBe(false);
    expect(moves(itemOf(gm, ANN, 'clashSpell'))).toBe(false);
    const spell = actorOf(gm, CAL).items.find(({ type }) => type === 'clashSkill' || type === 'clashSpell');
    if (spell) expect(moves(spell)).toBe(false);
    // The token of a fallen foe is looted; the actor that others are made from is not.
    expect(moves(itemOf(gm, FOE, 'clashWeapon'))).toBe(true);
    const [prepared] = baseOf(gm, FOE).items.filter(({ type }) => type === 'clashWeapon');
    expect(moves(prepared)).toBe(false);
  });
});

describe('the party', () => {
  it('[T-66] rests together between fights, and not in one', async () => {
    party = await Party.open('tempo', ['Gamemaster']);
    const { gm } = party;
    const { windows, adapterOf } = gm.page;
    const heroes = [ANN, BOB, CAL];
    const exertion = () => heroes.map((hero) => party.encounter.fighters[party.of(hero)].pools.exertion.value);
    for (const hero of heroes) await party.done(gm, () => actorOf(gm, hero).update({ 'system.exertion.value': 2 }));
    const rests = async () =>
      windows.restsOf(await windows.loadParty('tempo'), adapterOf('tempo')).map(({ label }) => label);
    expect((await windows.loadParty('tempo')).map(({ actor }) => actor.id)).toEqual(
      heroes.map((at) => idOf('Actor', at)),
    );
    expect(await rests()).toEqual(['Shallow Rest (3 of 3)', 'Deep Rest (3 of 3)']);
    await party.done(gm, async () => windows.restAll(await windows.loadParty('tempo'), 'deep-rest'));
    expect(exertion()).toEqual([0, 0, 0]);
    await party.start();
    expect(await rests()).toEqual(['Shallow Rest (0 of 3)', 'Deep Rest (0 of 3)']);
    expect(party.table.faults).toEqual([]);
  });

  it.each(['clash', 'seconds', 'slots'])('of %s rests by the house, where the rules have no rest', async (ruleset) => {
    party = await Party.open(ruleset, ['Gamemaster', 'Ann']);
    const { gm } = party;
    const [, ann] = party.table.tabs;
    const { windows, adapterOf } = gm.page;
    const health = (hero: number) => party.encounter.fighters[party.of(hero)].pools.hp;
    const hurt = (hero: number) => ({ do: 'adjust', by: 'gm', at: party.of(hero), options: { pool: 'hp', to: 1 } });
    for (const hero of [ANN, BOB]) await party.play(hurt(hero));
    const label = async () =>
      windows.restsOf(await windows.loadParty(ruleset), adapterOf(ruleset)).map((rest) => rest.label);
    expect(await label()).toEqual(['House-Rule Rest (2 of 3)']);
    await party.send(defined(ann, 'Ann'), { do: 'restore', by: party.of(ANN), at: party.of(ANN) });
    expect(health(ANN).value).toBe(1);
    let unable: readonly string[] = ['not asked yet'];
    await party.done(gm, async () => {
      unable = await windows.restAll(await windows.loadParty(ruleset), 'restore');
    });
    // The third hero is fit.
    expect(unable).toEqual([]);
    expect([ANN, BOB].map((hero) => health(hero).value)).toEqual([ANN, BOB].map((hero) => health(hero).max));
    expect(await label()).toEqual(['House-Rule Rest (0 of 3)']);
    await party.done(gm, () => gm.page.rewindStep(party.combat));
    expect(health(BOB).value).toBe(1);
    await party.start();
    expect(await label()).toEqual(['House-Rule Rest (0 of 3)']);
    expect(party.table.faults).toEqual([]);
  });
});
