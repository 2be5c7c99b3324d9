import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import { ANN, BOB, Party } from '../headless/party';
import type { Tab } from '../headless/tab';

/** Links to actions and conditions, clicked by a GM. */
describe('a link', () => {
  let party: Party;
  let gm: Tab;
  /** The contents of the questions, and the GM's answer. */
  const asked: string[] = [];
  let answer = false;
  let globals: { canvas?: object };

  beforeAll(async () => {
    party = await Party.open('energy', undefined, {}, (scope) => (globals ??= scope as never));
    gm = party.gm;
    await party.start();
    const { foundry, game } = gm.page;
    foundry.applications.api.DialogV2.confirm = async ({ content }: { content: string }) => {
      asked.push(content.replaceAll(/\s+/g, ' ').trim());
      return answer;
    };
    // The only token that the GM controls; without a canvas, the user's own character.
    await party.done(gm, () => game.user.update({ character: actorOf(ANN).id }));
  });
  afterAll(() => party?.table.close());
  beforeEach(() => {
    asked.length = 0;
    answer = false;
  });

  const actorOf = (token: number) => party.combat.combatants.get(party.of(token)).actor;
  const step = (): number => party.combat.system.step;
  /** Without options. */
  const CLIMB = { cadence: 'Action', ruleset: 'energy', reference: 'climb' };
  const PRONE = { cadence: 'Condition', ruleset: 'energy', reference: 'prone' };

  /** A link inside these elements, the innermost first. */
  const linkIn = (dataset: object, ...around: object[]) =>
    around.reduceRight<object>((parent, element) => Object.assign(element, { parentElement: parent }), {
      parentElement: null,
    }) && { dataset, parentElement: around[0] ?? null };
  const clicks = (link: object) => party.done(gm, () => gm.page.windows.followReference(link));
  const shown = (message: unknown): object => {
    const html = {};
    gm.page.Hooks.callAll('renderChatMessageHTML', message, html);
    return html;
  };
  const posts = async (tab: Tab, data: object) => {
    await party.done(tab, () => tab.page.CONFIG.ChatMessage.documentClass.create(data));
    return gm.page.game.messages.contents.at(-1);
  };
  const forged = () => ({ matches: () => true, dataset: { messageId: gm.page.game.messages.contents[0]?.id } });

  it('of no known source asks, says what it does with which fighter, and does nothing if declined', async () => {
    const before = step();
    await clicks(linkIn(CLIMB, forged()));
    expect(asked).toEqual([expect.stringContaining('Mira: Climb?')]);
    expect(step()).toBe(before);
    answer = true;
    await clicks(linkIn(CLIMB));
    expect([asked.length, step() > before]).toEqual([2, true]);
    await party.answerAll();
  });

  it('in another user’s message asks, also if it claims to be this user’s', async () => {
    const bob = party.table.tabs[2];
    const message = await posts(bob, { content: '@Action[energy.climb]{Look at the map}' });
    await clicks(linkIn(CLIMB, {}, shown(message)));
    expect(asked).toHaveLength(1);
  });

  it('in the user’s own message acts at once, unless others may have written the text', async () => {
    const content = 'Go! @Action[energy.climb]';
    const before = step();
    await clicks(linkIn(CLIMB, {}, shown(await posts(gm, { content }))));
    expect([asked.length, step() > before]).toEqual([0, true]);
    await party.answerAll();
    const drawn = await posts(gm, { content, flags: { core: { RollTable: 'abc' } } });
    await clicks(linkIn(CLIMB, shown(drawn)));
    const embedding = await posts(gm, { content: '@Embed[JournalEntry.of.a.player]' });
    await clicks(linkIn(CLIMB, shown(embedding)));
    expect(asked).toHaveLength(2);
  });

  it('in a compendium of the system acts at once, until a user has changed it', async () => {
    const instances = defined(gm.page.foundry.applications.instances, 'the open windows');
    const page = { _stats: { lastModifiedBy: null as string | null } };
    const document = { pack: 'cadence.rules', _stats: { lastModifiedBy: null }, pages: [page] };
    const link = linkIn(CLIMB, {});
    const sheet = { document, element: { contains: (inner: object) => inner === link } };
    instances.set('a-sheet', sheet);
    await clicks(link);
    expect(asked).toEqual([]);
    page._stats.lastModifiedBy = gm.page.game.user.id;
    await clicks(link);
    expect(asked).toHaveLength(1);
    for (const pack of [null, 'world.rules', 'cadence-evil.rules']) {
      instances.set('a-sheet', { ...sheet, document: { ...document, pages: [], pack } });
      await clicks(link);
    }
    expect(asked).toHaveLength(4);
    instances.delete('a-sheet');
  });

  describe('to a condition', () => {
    beforeAll(() => {
      const tokens = [ANN, BOB].map((at) => ({ actor: actorOf(at) }));
      globals.canvas = { ready: true, tokens: { controlled: tokens } };
    });
    afterAll(() => {
      globals.canvas = undefined;
    });
    const prone = () => [ANN, BOB].map((at) => actorOf(at).statuses.has('prone'));

    it('names the fighters, escaped, and changes none if declined', async () => {
      const name = '<b>Mira</b>';
      await party.done(gm, () => actorOf(ANN).update({ name }));
      await clicks(linkIn(PRONE));
      expect(asked).toEqual([expect.stringContaining('Give Prone to &lt;b&gt;Mira&lt;/b&gt;, Kor?')]);
      expect(prone()).toEqual([false, false]);
      answer = true;
      await clicks(linkIn(PRONE));
      expect(prone()).toEqual([true, true]);
      await clicks(linkIn(PRONE));
      expect(asked.at(-1)).toContain('Remove Prone from');
      expect(prone()).toEqual([false, false]);
    });

    it.each(['constructor', '__proto__', 'toString', 'nothing'])('that is none, “%s”, does nothing', async (id) => {
      answer = true;
      await clicks(linkIn({ ...PRONE, reference: id }));
      expect([asked, party.table.faults]).toEqual([[], []]);
    });
  });
});
