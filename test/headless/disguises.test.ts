import { afterEach, describe, expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import { defined } from '../../src/kernel/defined';
import { BAR_VIEW } from './game-page';
import { actorAt, apiOf, tokenAt } from './module-api';
import { ANN, FOE, GAMES, Party } from './party';
import type { Tab } from './tab';
import { COMBAT } from './world';

let party: Party;
afterEach(() => party?.table.close());

const NAME = 'Strahd, Lord of Mist';
const FACE = 'portraits/strahd.webp';
const DISGUISE = { name: 'Hooded figure', img: 'portraits/hood.webp' };
const combatantOf = (tab: Tab) => party.combatAt(tab).combatants.get(party.of(FOE));

/** Opens a fight beside a foe whom players do not know, and aims at it. */
async function open(ruleset: string): Promise<[Tab, Tab]> {
  party = await Party.open(ruleset, ['Gamemaster', 'Ann']);
  const [gm, ann] = party.table.tabs as [Tab, Tab];
  const { x, y } = tokenAt(gm, ANN);
  await party.done(gm, () => tokenAt(gm, FOE).update({ x, y: y + 100, name: NAME, 'texture.src': FACE }));
  await party.done(gm, () => gm.page.windows.setDisguise(combatantOf(gm), DISGUISE));
  await party.start();
  await party.untilTurn(party.of(ANN));
  for (const tab of [gm, ann]) tab.page.game.user.targets.add({ document: tokenAt(tab, FOE) });
  return [gm, ann];
}

/** Everything that a user reads of the fight, by place. */
async function readBy(tab: Tab): Promise<Readonly<Record<string, unknown>>> {
  const { windows, game } = tab.page;
  const host = party.combatAt(tab, COMBAT);
  const { rows, track, asks, turn } = windows.trackerContext(windows.fightOf(host));
  const own = actorAt(party, tab, ANN);
  const messages = game.messages.contents.filter(({ type }) => GAMES[type]);
  const cards = [];
  for (const message of messages) cards.push(await windows.cardHTML(message));
  const { name, img } = combatantOf(tab);
  return {
    ...{ rows, track, asks, turn, cards, combatant: [name, img], token: tokenAt(tab, FOE).name },
    contents: messages.map(({ content }) => content),
    speakers: messages.map(({ speaker }) => speaker.alias),
    stored: messages.map(({ rolls }) => rolls),
    heard: party.heard(tab),
    effects: [windows.effectsContext(own), windows.panelContext(own)],
    api: [apiOf(tab).actionsOf(own), apiOf(tab).stateOf(actorAt(party, tab, FOE))],
    prompts: windows.askedOf(host),
    bar: windows.barContext(own, BAR_VIEW),
    targets: windows.actorContext(own, tab.page.adapterOf(host.type)).targets,
    fighters: Object.values(tab.page.encounterOf(host).fighters).map((fighter) => fighter.name),
  };
}

/** The places that contain one of the texts. */
const placesWith = (read: Readonly<Record<string, unknown>>, ...texts: string[]): string[] =>
  Object.entries(read).flatMap(([place, value]) =>
    texts.some((each) => (JSON.stringify(value) ?? '').includes(each)) ? [place] : [],
  );

/** Each side acts against the other once. */
async function fightOn(): Promise<void> {
  const { asks, turn } = GAMES[party.ruleset];
  const commands = [
    { ...asks, by: party.of(ANN), at: party.of(FOE) },
    { ...asks, ...turn, by: party.of(FOE), at: party.of(ANN) },
  ] as Command[];
  for (const command of commands) await party.play(command);
  const { gm } = party;
  const [status] = Object.keys(party.rules.conditions);
  const until = { at: 'round-end', n: 99, of: party.of(FOE) };
  const data = { name: 'Marked', type: 'condition', statuses: [status], system: { by: party.of(FOE), until } };
  await party.done(gm, () => actorAt(party, gm, ANN).createEmbeddedDocuments('ActiveEffect', [data]));
}

describe.each(Object.keys(GAMES))('in %s', (ruleset) => {
  it('players know a disguised fighter by another name and face until it is revealed, on old cards too', async () => {
    const [gm, ann] = await open(ruleset);
    await fightOn();
    const unknown = await readBy(ann);
    expect(placesWith(unknown, 'Strahd', 'Lord of Mist', FACE)).toEqual([]);
    const shown = expect.arrayContaining(['rows', 'combatant', 'token', 'targets', 'fighters']);
    expect(placesWith(unknown, DISGUISE.name)).toEqual(shown);
    expect(placesWith(unknown, DISGUISE.img)).toEqual(expect.arrayContaining(['rows', 'combatant']));
    expect(placesWith(await readBy(gm), NAME)).toEqual(shown);
    await party.done(gm, () => gm.page.windows.reveal(combatantOf(gm)));
    const revealed = await readBy(ann);
    expect(placesWith(revealed, DISGUISE.name, DISGUISE.img)).toEqual([]);
    expect(placesWith(revealed, NAME)).toEqual(expect.arrayContaining(placesWith(unknown, DISGUISE.name)));
    expect(party.table.faults).toEqual([]);
  });
});

it('a disguised fighter whose token is deleted stays unknown on its cards', async () => {
  const [gm, ann] = await open('energy');
  await fightOn();
  await party.done(gm, () => tokenAt(gm, FOE).delete());
  const cards = [];
  for (const message of ann.page.game.messages.contents)
    if (message.type === 'energy') cards.push(await ann.page.windows.cardHTML(message), message.content);
  expect(cards.join()).toContain(DISGUISE.name);
  expect(cards.join()).not.toContain('Strahd');
});

it('a GM who speaks as a disguised fighter, and the summary of its fight, do not name it', async () => {
  const [gm] = await open('energy');
  await fightOn();
  const { windows, game, CONFIG } = gm.page;
  const speaker = (
    CONFIG.ChatMessage.documentClass as unknown as { getSpeaker(of: object): { alias: string } }
  ).getSpeaker({
    token: tokenAt(gm, FOE),
  });
  expect(speaker.alias).toBe(DISGUISE.name);
  const record = defined(windows.recordOf(party.combat), 'a record');
  const disguises = windows.disguisesIn(party.combat);
  const fight = { ruleset: party.rules, record, chances: null, hidden: new Set<string>(), disguises };
  await party.done(gm, () => windows.postSummary(fight));
  const posted = defined(game.messages.contents.at(-1), 'a message').content;
  expect([posted.includes(DISGUISE.name), posted.includes('Strahd')]).toEqual([true, false]);
});

it('a player who gives a thing to a disguised fighter does not read its name', async () => {
  party = await Party.open('clash', ['Gamemaster', 'Ann']);
  const [gm, ann] = party.table.tabs as [Tab, Tab];
  const receiver = actorAt(party, ann, FOE);
  const [item] = actorAt(party, ann, ANN).items;
  await party.done(gm, () => gm.page.windows.setDisguise(combatantOf(gm), DISGUISE));
  await party.done(ann, () => ann.page.windows.giveItem(defined(item, 'an item'), receiver));
  expect(party.heard(ann)).toContain(`You don’t control ${DISGUISE.name}`);
  expect(party.heard(ann)).not.toContain(receiver.name);
});

it('a player’s own fighter has no disguise, even if its owner writes one', async () => {
  party = await Party.open('energy', ['Gamemaster', 'Ann', 'Bob']);
  const [, ann, bob] = party.table.tabs as [Tab, Tab, Tab];
  const own = tokenAt(ann, ANN);
  await party.done(ann, () => own.update({ 'flags.cadence.disguise': { name: 'Bob’s friend', img: '' } }));
  const names = Object.values(bob.page.encounterOf(party.combatAt(bob)).fighters).map(({ name }) => name);
  expect(names).not.toContain('Bob’s friend');
  expect(tokenAt(bob, ANN).name).toBe(own.name);
});
