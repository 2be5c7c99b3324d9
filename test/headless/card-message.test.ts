import { afterEach, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import { sampled } from '../tiers/tier';
import { plain } from './drawn';
import { ANN, FOE, GAMES, Party } from './party';
import { idOf } from './world';

/** What the message of a card tells packages, log exports and searches, which do not render it. */
describe('the message of a card', () => {
  let party: Party;
  afterEach(() => party?.table.close());
  const messages = () => party.gm.page.game.messages.contents;
  const cardOf = (ruleset: string) =>
    defined(
      messages().findLast((message: { type: string; system: { command?: { do: string } } }) => {
        return message.type === ruleset && message.system.command?.do === GAMES[ruleset]?.asks.do;
      }),
      'a card',
    );
  const actorOf = (token: number) => party.gm.page.game.actors.get(idOf('Actor', token));
  const tokenOf = (token: number) => party.gm.page.game.scenes.contents[0].tokens.get(idOf('Token', token));

  async function attack(ruleset: string): Promise<void> {
    const ann = party.of(ANN);
    await party.untilTurn(ann);
    await party.play(party.asking(ann, party.of(FOE)));
    expect(party.combat.system.open, ruleset).toBeNull();
  }

  it.each(sampled(Object.keys(GAMES), 1, 4))('in %s names who acted and says what the card says', async (ruleset) => {
    party = await Party.open(ruleset, ['Gamemaster', 'Ann']);
    await party.done(party.gm, () => tokenOf(FOE).update({ name: 'Rex <b>&' }));
    await party.start();
    await attack(ruleset);
    const card = cardOf(ruleset);
    const [ann, foe] = [tokenOf(ANN), tokenOf(FOE)];
    expect(card.speaker).toEqual({ scene: ann.parent.id, actor: actorOf(ANN).id, token: ann.id, alias: ann.name });
    const { actorUuid, tokenUuid, itemUuid, targets, outcome } = card.flags.cadence;
    expect([actorUuid, tokenUuid]).toEqual([actorOf(ANN).uuid, ann.uuid]);
    const { at, with: item } = card.system.command;
    expect(itemUuid).toBe(item === undefined ? null : `${actorOf(ANN).uuid}.Item.${item}`);
    expect(targets).toEqual(at === undefined ? [] : [foe.uuid]);
    if (outcome) expect(Object.keys(outcome).sort()).toEqual(['critical', 'damage', 'result', 'success']);

    const lines = [...card.content.matchAll(/<div>(.*?)<\/div>/gs)].map(([, line]) => line);
    expect(`<div>${lines.join('</div><div>')}</div>`).toBe(card.content);
    expect(lines[0]).toContain(ann.name);
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(line).not.toMatch(/[<>]/);
    if (at !== undefined) expect(lines[0]).toContain('Rex &lt;b&gt;&amp;');
    const shown = plain(await party.gm.page.windows.cardHTML(card));
    for (const roll of card.rolls) expect(shown).toContain(String(roll.total));
    for (const roll of card.rolls) expect(card.content).toContain(String(roll.total));
  });

  it('is hidden if it says no more than its heading, unless a setting shows it', async () => {
    party = await Party.open('seconds', ['Gamemaster', 'Ann']);
    const { page } = party.gm;
    await party.start();
    // The last of a round begins the next, which its card says.
    await party.play({ do: 'end-turn', by: party.encounter.clock.turn });
    await attack('seconds');
    const htmlOf = (verb: string): Promise<string> => {
      const of = ({ system }: { system: { command?: { do: string } } }) => system.command?.do === verb;
      const card = defined(messages().findLast(of), verb);
      return page.windows.cardHTML(card);
    };
    expect(await htmlOf('attack')).not.toContain('cadence-card--bare');
    expect(await htmlOf('end-turn')).toContain('cadence-card--bare');
    await party.done(party.gm, () => page.game.settings.set('cadence', 'bareCards', true));
    expect(await htmlOf('end-turn')).not.toContain('cadence-card--bare');
    // Of a fight that is over one line is left, which opens.
    expect(await htmlOf('attack')).not.toContain('cadence-card--folded');
    await party.done(party.gm, () => party.combat.delete());
    expect(await htmlOf('attack')).toContain('cadence-card--folded');
    expect(await htmlOf('attack')).toContain('aria-expanded="false"');
  });

  it('follows undo and redo', async () => {
    party = await Party.open('energy', ['Gamemaster', 'Ann']);
    await party.start();
    await attack('energy');
    const { content, flags } = cardOf('energy').toObject();
    expect(flags.cadence.outcome).toMatchObject({ result: expect.any(String) });
    const { cursor, history } = party.combat.system;
    const steps = Object.values(history).filter(({ exchange }) => exchange === history[cursor].exchange).length;
    for (let step = 0; step < steps; step++) await party.done(party.gm, () => party.gm.page.rewindStep(party.combat));
    expect(cardOf('energy').content).toMatch(/^<div>[^<]*<\/div><div>Undone\.<\/div>$/);
    expect(cardOf('energy').flags.cadence.outcome).toBeNull();
    for (let step = 0; step < steps; step++) await party.done(party.gm, () => party.gm.page.redoStep(party.combat));
    expect(cardOf('energy').content).toBe(content);
    expect(cardOf('energy').flags.cadence).toEqual(flags.cadence);
  });

  it.each([
    ['as a combatant', (hidden: boolean) => party.combat.combatants.get(party.of(FOE)).update({ hidden })],
    ['as a token', (hidden: boolean) => tokenOf(FOE).update({ hidden })],
  ])('does not tell of a target that is hidden %s', async (_, hide) => {
    party = await Party.open('energy', ['Gamemaster', 'Ann']);
    await party.done(party.gm, () => tokenOf(FOE).update({ name: 'Grishnak' }));
    await party.start();
    await party.done(party.gm, () => hide(true));
    await attack('energy');
    const card = cardOf('energy');
    expect(card.whisper).toEqual([]);
    expect(JSON.stringify([card.content, card.flags, card.speaker])).not.toMatch(/Grishnak/);
    expect(JSON.stringify(card.flags)).not.toContain(tokenOf(FOE).id);
    expect(card.content).toContain(tokenOf(ANN).name);
  });

  it('of a hidden fighter keeps its name from the text, because the card may be revealed', async () => {
    party = await Party.open('energy', ['Gamemaster', 'Ann']);
    await party.done(party.gm, () => tokenOf(FOE).update({ name: 'Grishnak', hidden: true }));
    await party.start();
    await party.play({ do: 'melee-attack', by: party.of(FOE), at: party.of(ANN) });
    const card = cardOf('energy');
    expect(card.whisper).not.toEqual([]);
    expect(card.content).not.toContain('Grishnak');
    expect(card.content).toContain(tokenOf(ANN).name);
  });

  it.each(sampled(Object.keys(GAMES), 1, 3))(
    'in %s of a hidden fighter names neither it nor its items',
    async (ruleset) => {
      party = await Party.open(ruleset, ['Gamemaster', 'Ann']);
      await party.done(party.gm, () => tokenOf(FOE).update({ name: 'Grishnak', hidden: true }));
      const items = tokenOf(FOE).actor.items.contents;
      for (const [at, item] of items.entries())
        await party.done(party.gm, () => item.update({ name: `Glamdring ${at}` }));
      await party.start();
      await party.untilTurn(party.of(FOE));
      await party.play(party.asking(party.of(FOE), party.of(ANN)));
      const card = cardOf(ruleset);
      expect(card.whisper).not.toEqual([]);
      const told = JSON.stringify([card.content, card.flags, card.speaker, card.rolls]);
      expect(told).not.toMatch(/Grishnak|Glamdring/);
      for (const { id } of [tokenOf(FOE), actorOf(FOE), ...items]) expect(told).not.toContain(id);
      // A GM may reveal the card: then a player reads as much.
      await party.done(party.gm, () => card.update({ whisper: [] }));
      const ann = party.table.tabOf('Ann');
      const shown = plain(await ann.page.windows.cardHTML(ann.page.game.messages.get(card.id)));
      expect(shown).not.toMatch(/Grishnak|Glamdring/);
    },
  );
});
