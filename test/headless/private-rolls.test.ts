import { VARIANTS } from '@cadence/sandbox';
import { afterEach, describe, expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import { defined } from '../../src/kernel/defined';
import type { Message } from './documents';
import { plain } from './drawn';
import { ANN, FOE, GAMES, Party } from './party';
import type { Tab } from './tab';
import { idOf, type UserName } from './world';

/** A roll without a target. */
const CHECKS: Readonly<Record<string, Partial<Command>>> = {
  energy: { do: 'arm-check' },
  clash: { do: 'check', options: { roll: 'athletics' } },
  slots: { do: 'check', options: { roll: 'athletics' } },
  seconds: { do: 'check', options: { roll: 'stealth' } },
  tempo: { do: 'skill-roll', options: { attribute: 'dex' } },
};

type Mode = 'public' | 'gm' | 'blind' | 'self' | 'ic';

/** From whom the chat's message mode keeps a card. The mode is the acting user's; the referee writes the card. */
describe('the message mode', () => {
  let party: Party;
  afterEach(() => party?.table.close());
  const tab = (user: string): Tab => party.table.tabOf(user as UserName);
  const userId = (user: string): string => tab(user).page.game.user.id;
  const gamemasters = (): string[] => party.gm.page.game.users.contents.filter(({ isGM }) => isGM).map(({ id }) => id);
  const cards = (): Message[] => party.gm.page.game.messages.contents.filter(({ type }) => type === party.ruleset);
  const lastCard = (): Message => defined(cards().at(-1), 'a card');
  const cardAt = (user: string, { id }: Message): Message | undefined => tab(user).page.game.messages.get(id);
  const seenBy = (card: Message): string[] =>
    party.table.tabs.filter(({ user }) => cardAt(user, card)?.visible).map(({ user }) => user);
  const shownAt = async (user: string, card: Message): Promise<string> => {
    const there = cardAt(user, card);
    return there ? tab(user).page.windows.cardHTML(there) : '';
  };
  /** The rolls on a card by the names of who rolled. */
  const rollersOn = (html: string): string[] =>
    [...html.matchAll(/cadence-roll__by">([^·<]*) ·/g)].map(([, name = '']) => name.trim());
  const facesOn = (html: string): number => html.split('cadence-face"').length - 1;
  const nameOf = (token: number): string => defined(party.encounter.fighters[party.of(token)], 'a fighter').name;
  const spoken = ({ content, flags, rolls }: Message): string => JSON.stringify([content, flags, rolls]);

  async function open(ruleset: string, present: readonly UserName[] = ['Gamemaster', 'Ann', 'Bob'], variants = {}) {
    party = await Party.open(ruleset, present, variants);
    await party.start();
    await party.untilTurn(party.of(ANN));
  }
  async function playAs(user: string, mode: Mode, command: Partial<Command>): Promise<Message> {
    await party.done(tab(user), () => tab(user).page.game.settings.set('core', 'messageMode', mode));
    const before = cards().length;
    await party.send(tab(user), command as Command);
    await party.answerAll();
    expect(cards().length, `${party.heard(tab(user))} ${party.refusals()}`).toBe(before + 1);
    return lastCard();
  }
  const check = (token: number = ANN) => ({ ...CHECKS[party.ruleset], by: party.of(token) });
  const opened = (user: string, card: Message) =>
    party.done(tab(user), () => tab(user).page.windows.openCardToAll(defined(cardAt(user, card), 'a card')));

  it.each(Object.keys(CHECKS))('in %s keeps a check from others until it is opened', async (ruleset) => {
    await open(ruleset);
    const card = await playAs('Ann', 'gm', check());
    expect([...card.whisper].sort()).toEqual([...gamemasters(), userId('Ann')].sort());
    expect(seenBy(card)).toEqual(['Gamemaster', 'Ann']);
    expect(spoken(card)).not.toContain(nameOf(ANN));
    expect(card.rolls).toEqual([]);
    for (const user of ['Gamemaster', 'Ann']) expect(rollersOn(await shownAt(user, card))).toContain(nameOf(ANN));
    expect(plain(await shownAt('Bob', card))).toBe('Private.');

    await opened('Ann', card);
    expect(card).toMatchObject({ whisper: [], blind: false });
    expect(card.content).toContain(nameOf(ANN));
    expect(card.rolls.length).toBeGreaterThan(0);
    expect(seenBy(card)).toEqual(['Gamemaster', 'Ann', 'Bob']);
    expect(rollersOn(await shownAt('Bob', card))).toEqual(rollersOn(await shownAt('Gamemaster', card)));
    expect(party.gm.page.windows.recordOf(party.combat)?.secret).toBeUndefined();
    expect(party.table.faults).toEqual([]);
  });

  it.each(Object.keys(GAMES))('in %s tells of an attack, but not of its dice', async (ruleset) => {
    await open(ruleset);
    const attack = ruleset === 'tempo' ? { do: 'standard-attack' } : GAMES[ruleset]?.asks;
    await party.untilTurn(party.of(FOE));
    const heard: string[] = [];
    await party.done(party.gm, () => party.gm.page.game.settings.set('core', 'messageMode', 'gm'));
    await party.send(party.gm, { ...attack, by: party.of(FOE), at: party.of(ANN) } as Command);
    await party.answerAll(undefined, () => {
      heard.push(JSON.stringify(tab('Ann').page.windows.askedOf(party.combatAt(tab('Ann')))));
    });
    const card = lastCard();
    expect(card.system.command.at, party.heard(party.gm)).toBe(party.of(ANN));
    expect(card.whisper).toEqual([]);
    expect(card.rolls).toEqual([]);
    expect(card.content).toContain(nameOf(ANN));
    const known = await shownAt('Gamemaster', card);
    expect(rollersOn(known)).toContain(nameOf(FOE));
    expect(facesOn(await shownAt('Bob', card))).toBe(0);
    expect(rollersOn(await shownAt('Ann', card))).not.toContain(nameOf(FOE));
    for (const user of ['Ann', 'Bob']) expect(await shownAt(user, card)).not.toContain('cadence-faceoff');
    expect([...heard, await shownAt('Ann', card)].join()).not.toMatch(/NaN|undefined|\{\w+\}/);

    await opened('Gamemaster', card);
    expect(rollersOn(await shownAt('Bob', card))).toEqual(rollersOn(await shownAt('Gamemaster', card)));
    expect(card.rolls.length).toBeGreaterThan(0);
  });

  it.each(VARIANTS.whispers.values)('in each mode tells whom it may, where whispers go %s', async (whispers) => {
    await open('energy', ['Gamemaster', 'Second', 'Ann', 'Bob'], { whispers });
    const told = async (mode: Mode) => {
      const card = await playAs('Ann', mode, check());
      const reads = await Promise.all(
        party.table.tabs.map(async ({ user }) => rollersOn(await shownAt(user, card)).length > 0 && user),
      );
      return { card, reads: reads.filter(Boolean), sees: seenBy(card) };
    };
    const all = ['Gamemaster', 'Second', 'Ann', 'Bob'];
    for (const mode of ['public', 'ic'] as const) {
      const { card, reads, sees } = await told(mode);
      expect([mode, card.whisper, card.blind, reads, sees]).toEqual([mode, [], false, all, all]);
    }
    const blind = await told('blind');
    expect([...blind.card.whisper].sort()).toEqual(gamemasters().sort());
    expect([blind.card.blind, blind.reads]).toEqual([true, ['Gamemaster', 'Second']]);
    if (whispers === 'to-all') {
      expect(blind.sees).toEqual(['Gamemaster', 'Second', 'Ann']);
      const shown = await shownAt('Ann', blind.card);
      expect(shown).toContain(nameOf(ANN));
      expect(shown).not.toContain('cadence-card--bare');
      expect(facesOn(shown)).toBe(0);
    }
    const self = await told('self');
    expect([self.card.whisper, self.card.blind]).toEqual([[userId('Ann')], false]);
    expect([self.reads, self.sees]).toEqual([['Ann'], ['Gamemaster', 'Second', 'Ann']]);
    expect(facesOn(await shownAt('Gamemaster', self.card))).toBe(0);
    // Who rolled blindly may not open it, nor may another player; GMs may.
    const there = cardAt('Ann', blind.card);
    if (there) await party.done(tab('Ann'), () => tab('Ann').page.windows.openCardToAll(there));
    expect(blind.card.blind).toBe(true);
    await opened('Second', blind.card);
    expect([blind.card.blind, blind.card.whisper]).toEqual([false, []]);
    expect(facesOn(await shownAt('Bob', blind.card))).toBeGreaterThan(0);
    expect(party.table.faults).toEqual([]);
  });

  it('holds for a GM’s roll, undo, redo, a deleted card, hooks and records', async () => {
    await open('energy');
    const heard: string[] = [];
    for (const user of ['Gamemaster', 'Bob'])
      tab(user).page.Hooks.on('cadence.acted', (_: unknown, { command }: { command: Command | null }) => {
        heard.push(`${user} ${command?.do}`);
      });
    const card = await playAs('Gamemaster', 'gm', check(FOE));
    expect(seenBy(card)).toEqual(['Gamemaster']);
    expect(heard).toEqual(['Gamemaster arm-check']);
    const record = defined(party.gm.page.windows.recordOf(party.combat), 'a record');
    expect(record.secret).toEqual([record.exchanges.length - 1]);

    await party.done(party.gm, () => party.gm.page.rewindStep(party.combat));
    expect([card.system.undone, seenBy(card), spoken(card).includes(nameOf(FOE))]).toEqual([
      true,
      ['Gamemaster'],
      false,
    ]);
    await party.done(party.gm, () => party.gm.page.redoStep(party.combat));
    expect([card.system.undone, seenBy(card), card.rolls]).toEqual([false, ['Gamemaster'], []]);

    // Foundry's own entry opens it as the button does.
    await party.done(party.gm, () => card.update({ whisper: [], blind: false }));
    expect(rollersOn(await shownAt('Bob', card))).toEqual([nameOf(FOE)]);
    expect(card.rolls.length).toBe(1);
    expect(party.gm.page.windows.recordOf(party.combat)?.secret).toBeUndefined();
    await party.done(party.gm, () => party.gm.page.rewindStep(party.combat));
    await party.done(party.gm, () => party.gm.page.redoStep(party.combat));
    expect(seenBy(card)).toEqual(['Gamemaster', 'Ann', 'Bob']);
    expect(card.rolls.length).toBe(1);
  });

  it('is kept by the later steps of an exchange, also if its card was deleted', async () => {
    await open('energy');
    await party.done(party.gm, () => party.gm.page.game.settings.set('core', 'messageMode', 'gm'));
    await party.send(party.gm, { do: 'melee-attack', by: party.of(FOE), at: party.of(ANN) });
    expect(party.combat.system.open).not.toBeNull();
    await party.done(party.gm, () => party.gm.page.game.settings.set('core', 'messageMode', 'public'));
    await party.done(party.gm, () => lastCard().delete());
    await party.answerAll();
    expect(lastCard().system).toMatchObject({ secrecy: { mode: 'gm', by: userId('Gamemaster'), isShared: true } });
    expect(rollersOn(await shownAt('Ann', lastCard()))).not.toContain(nameOf(FOE));
  });

  it('whispers the request, too, and takes no unknown mode', async () => {
    await open('energy');
    const request = (mode: unknown, command: object) => ({
      type: 'request',
      system: {
        ...{ combat: party.combat.id, fighter: party.of(ANN), moment: party.rules.momentOf(party.combat.system.clock) },
        ...{ ask: null, answers: [], force: false, command: { by: party.of(ANN), ...command }, mode },
      },
    });
    const sent: Message[] = [];
    tab('Gamemaster').page.Hooks.on('createChatMessage', (message: Message) => {
      if (message.type === 'request') sent.push(message);
    });
    await playAs('Ann', 'self', check());
    expect(sent.map(({ whisper }) => [...whisper].sort())).toEqual([gamemasters().sort()]);

    const before = cards().length;
    for (const mode of ['secret', 'roll', '__proto__', 'x'.repeat(50)])
      await party.done(tab('Ann'), () =>
        tab('Ann').page.CONFIG.ChatMessage.documentClass.create(request(mode, CHECKS['energy'] ?? {})),
      );
    expect(cards().length).toBe(before);
    expect(new Set(party.refusals())).toEqual(new Set(['malformed']));
    const attack = { do: 'melee-attack', at: party.of(FOE) };
    await party.done(tab('Ann'), () =>
      tab('Ann').page.CONFIG.ChatMessage.documentClass.create({
        ...request('self', attack),
        whisper: [userId('Ann')],
      }),
    );
    await party.answerAll();
    expect(lastCard()).toMatchObject({ whisper: [], system: { command: attack } });
    expect(seenBy(lastCard())).toContain('Bob');
  });

  it('is opened by its author and GMs alone', async () => {
    await open('energy');
    const card = await playAs('Ann', 'gm', check());
    const request = (user: string, ask: string) =>
      party.done(tab(user), () =>
        tab(user).page.CONFIG.ChatMessage.documentClass.create({
          type: 'request',
          system: { combat: party.combat.id, fighter: party.of(ANN), moment: '', command: null, ask, answers: [] },
        }),
      );
    for (const ask of [`open ${card.id}`, 'open nothing', 'open ']) await request('Bob', ask);
    expect(party.refusals()).toEqual(['not-yours', 'closed', 'closed']);
    expect(card.whisper).toContain(userId('Ann'));
    await party.done(tab('Bob'), () => cardAt('Bob', card)?.update({ whisper: [] }));
    expect(card.whisper).toContain(userId('Ann'));
    expect(seenBy(card)).toEqual(['Gamemaster', 'Ann']);
  });

  it('counts outside encounters', async () => {
    party = await Party.open('energy', ['Gamemaster', 'Ann', 'Bob']);
    await party.done(party.gm, () => party.combat.delete());
    const scene = party.gm.page.game.scenes.contents[0];
    const [ann, foe] = [ANN, FOE].map((at) => `Scene.${scene.id}.Token.${idOf('Token', at)}`) as [string, string];
    const play = async (mode: Mode, command: Command): Promise<Message> => {
      await party.done(party.gm, () => party.gm.page.game.settings.set('core', 'messageMode', mode));
      await party.done(party.gm, () =>
        party.gm.page.submit(party.gm.page.draftCard('energy'), command, { force: true }),
      );
      return lastCard();
    };
    const card = await play('gm', { do: 'arm-check', by: foe });
    expect([...card.whisper].sort()).toEqual(gamemasters().sort());
    expect([seenBy(card), card.rolls]).toEqual([['Gamemaster'], []]);
    await opened('Gamemaster', card);
    expect([seenBy(card), card.rolls.length]).toEqual([['Gamemaster', 'Ann', 'Bob'], 1]);
    const attack = await play('blind', { do: 'melee-attack', by: foe, at: ann });
    expect([attack.whisper, attack.blind]).toEqual([[], false]);
    expect(party.table.faults).toEqual([]);
  });
});
