import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  FIGHT,
  GNOLL,
  HORSE,
  KOR,
  lastCard,
  MIRA,
  press,
  prompt,
  SWORD,
  setStage,
  state,
  submit,
  sword,
  untilAsked,
  untilOver,
  untilSet,
} from './support/clash';
import { turnTo } from './support/sheet';
import { loadDice, openTab, openTable, type Seat, setSetting, type Table } from './support/table';

const BRAMBLES = 'clashBrambles000';
const VEIL = 'clashVeil0000000';
const items = [
  sword(),
  {
    _id: BRAMBLES,
    name: 'Brambles',
    type: 'clashSpell',
    system: {
      line: 'SURECAST',
      purpose: 'offensive',
      baseMp: 0,
      needsFocus: false,
      keywords: ['FIELD'],
      radius: 1,
      effect: 'damage',
      bonus: 1,
    },
  },
  {
    _id: VEIL,
    name: 'Veil of ash',
    type: 'clashSpell',
    system: {
      line: 'SURECAST',
      purpose: 'utility',
      baseMp: 0,
      needsFocus: false,
      hidden: true,
      hiddenAttribute: 'int',
    },
  },
];
const riposte = {
  name: 'Riposte',
  type: 'clashSkill',
  system: { purpose: 'reactive', counter: true, strike: true },
};
const riding = { name: 'Mounted', type: 'condition', statuses: ['mounted'], system: { by: HORSE } };

/** Sends answers as one message, as a client does that knows them beforehand. */
const answerAll = (seat: Seat, fighter: string, answers: unknown[]) =>
  seat.page.evaluate(
    async ({ fight, fighter, answers }) => {
      const { open } = game.combats.get(fight).system;
      const { key } = open!.asks[0]!;
      await ChatMessage.create({
        type: 'request',
        system: {
          combat: fight,
          fighter: fighter,
          moment: '',
          command: null,
          ask: key,
          answers: answers,
          force: false,
        },
      });
    },
    { fight: FIGHT, fighter, answers },
  );

const DREAD = 'clashDread000000';
const dread = {
  _id: DREAD,
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
  },
};

const countdown = (seat: Seat, seconds: number) => setSetting(seat.page, 'countdown', seconds);

/** A game master and two players at one table, who play one fight after the other. */
let table: Table;
let gm: Seat;
let ann: Seat;
let bob: Seat;

beforeAll(async () => {
  table = await openTable();
  [gm, ann, bob] = [await table.sit('Gamemaster'), await table.sit('Ann'), await table.sit('Bob')];
});
afterAll(() => table?.close());

/** Exchanges at three screens, one after the other on one map. The steps build on each other. */
describe('exchanges of a clash at three screens', () => {
  const refresh = (fighter: string) =>
    gm.page.evaluate(
      async ({ fight, fighter }) => {
        await game.combats
          .get(fight)
          .update({ system: { books: { [fighter]: { attack: 1, utility: 1, movement: 1, reaction: 1 } } } });
      },
      { fight: FIGHT, fighter },
    );

  beforeAll(async () => {
    const mod = { dex: 1 };
    await setStage(gm.page, [
      { id: GNOLL, name: 'Gnoll', at: [7, 12], items, system: { mod: { dex: 8 } }, initiative: 20 },
      { id: MIRA, name: 'Mira', owner: 'Ann', at: [6, 12], items: [sword(), riposte], system: { mod }, initiative: 10 },
      {
        id: KOR,
        name: 'Kor',
        owner: 'Bob',
        at: [8, 11],
        items: [sword()],
        initiative: 5,
        system: { mod: { per: 1, dex: 4 }, skill: { riding: 3 } },
        effects: [riding],
      },
      { id: HORSE, name: 'Horse', owner: 'Bob', at: [8, 11], system: { mod: { dex: 2 }, speed: 8 } },
    ]);
    for (const { page } of [ann, bob]) await untilSet(page, 4);
  });

  it('[C-A58] run 13.4: the referee reloads in two tabs, one message answers the parry to its end, and its Counter follows', async () => {
    await loadDice(gm.page, { face: 8, of: 20 });
    await submit(gm.page, { do: 'attack-basic-melee', by: GNOLL, at: MIRA, with: SWORD });
    await untilAsked(ann.page, 'defense');
    const tab = await gm.secondTab();
    await gm.reload();
    for (const page of [gm.page, tab]) await loadDice(page, { face: 4, of: 6 });
    const { step } = await state(ann.page);
    await answerAll(ann, MIRA, [['parry'], [7], ['arms'], ['throw'], [6]]);
    await untilAsked(ann.page, 'after-parry');
    await expect.poll(async () => (await state(ann.page)).hp[MIRA]).toBe(16);
    await expect.poll(async () => (await state(ann.page)).step).toBe(step + 1);

    await answerAll(ann, MIRA, [['parry-counter'], [14]]);
    await untilAsked(gm.page, 'defense');
    await tab.close();
    await loadDice(gm.page, { face: 12, of: 12 });
    await press(gm.page, 'dodge');
    await untilOver(gm.page, ann.page);
    const after = await state(ann.page);
    expect([after.hp[GNOLL], after.hp[MIRA], after.book[MIRA]!.reaction]).toEqual([20, 16, 1]);
    await expect.poll(() => lastCard(ann.page)).toContain('Mira: Counter');
  });

  it('[C-66, C-67, C-68, C-69] a blow at the horse is its rider’s to dodge, with the worse of two dice and the legs of the horse', async () => {
    await refresh(GNOLL);
    await loadDice(gm.page, { face: 8, of: 20 });
    await submit(gm.page, { do: 'attack-basic-melee', by: GNOLL, at: HORSE, with: SWORD });
    await untilAsked(bob.page, 'defense');
    await expect.poll(() => prompt(bob.page).innerText()).toContain('+6');
    await press(bob.page, 'dodge');
    await untilAsked(bob.page, 'dodge');
    await loadDice(bob.page, { face: 10, of: 12 }, { face: 8, of: 12 });
    await prompt(bob.page).locator('button[data-ask]').click();
    await untilOver(gm.page, bob.page);
    await expect.poll(() => lastCard(bob.page)).toMatch(/\b14\b/);
    await expect.poll(async () => (await state(bob.page)).hp[HORSE]).toBe(20);
  });

  it('[C-25, C-26] what the foe does in secret one player sees through, and the other does not', async () => {
    await submit(gm.page, { do: 'utility-spell', by: GNOLL, with: VEIL });
    await expect
      .poll(async () => (await state(bob.page)).book[GNOLL]!.hidden)
      .toEqual({ attribute: 'int', ability: VEIL });
    for (const [seat, fighter, face] of [
      [ann, MIRA, 12],
      [bob, KOR, 3],
    ] as const) {
      await loadDice(seat.page, { face, of: 20 });
      await submit(seat.page, { do: 'identify-hidden', by: fighter, at: GNOLL });
      await expect.poll(async () => (await state(seat.page)).book[fighter]![`tried-${GNOLL}`]).toBe(true);
    }
    for (const { page } of [ann, bob]) await openTab(page, 'chat');
    const chat = (seat: Seat) => seat.page.locator('#chat').innerText();
    await expect.poll(() => chat(ann)).toContain('Veil of ash');
    await expect.poll(() => chat(bob)).not.toContain('Veil of ash');
  });

  it('[C-104, C-105] a field works anew on every square of it that is entered', async () => {
    await refresh(GNOLL);
    const place = (x: number, y: number) => ({ x, y, width: 1, height: 1, elevation: 0, facing: 0 });
    // The spell's button asks for a place on the map; the region follows the mouse, and lies where it is clicked.
    await gm.page.evaluate(
      async (id) => {
        canvas.pan({ x: 400, y: 1200, scale: 1 });
        game.combats.get(id[0]!).combatants.get(id[1]!).token.object.control({ releaseOthers: true });
      },
      [FIGHT, GNOLL],
    );
    await gm.page.locator(`#cadence-bar .cadence-action[data-command*="${BRAMBLES}"]`).first().click();
    const spot = await gm.page.evaluate(() => {
      const { size } = canvas.scene.grid;
      return canvas.clientCoordinatesFromCanvas({ x: 3.4 * size, y: 12.6 * size });
    });
    await gm.page.mouse.move(spot.x - 60, spot.y);
    await gm.page.mouse.move(spot.x, spot.y);
    await gm.page.mouse.click(spot.x, spot.y);
    // Three squares each way are lit on the map of everybody.
    const lit = () =>
      ann.page.evaluate((): number => {
        const [region] = canvas.scene.regions;
        return region ? Math.round(region.bounds.width / canvas.scene.grid.size) : 0;
      });
    await expect.poll(lit).toBe(3);
    await submit(gm.page, { do: 'next-turn', by: 'gm' });
    await ann.page.waitForFunction(([id, who]) => game.combats.get(id!).system.clock.turn === who, [FIGHT, MIRA]);
    await submit(ann.page, { do: 'move-walk', by: MIRA, path: [place(1.5, 12.5)] });
    await expect.poll(async () => (await state(ann.page)).at[MIRA]).toEqual([1, 12]);
    await expect.poll(async () => (await state(ann.page)).hp[MIRA]).toBe(13);
    await expect.poll(async () => (await lastCard(ann.page)).match(/Brambles/g) ?? []).toHaveLength(3);
  });

  it('[C-65, C-70] the horse carries its rider for nothing, and his blow then has the worse of two dice', async () => {
    await submit(gm.page, { do: 'next-turn', by: 'gm' });
    await bob.page.waitForFunction(([id, who]) => game.combats.get(id!).system.clock.turn === who, [FIGHT, KOR]);
    const path = [{ x: 8.5, y: 12.5, width: 1, height: 1, elevation: 0, facing: 0 }];
    await submit(bob.page, { do: 'mount-free-move', by: KOR, path });
    await expect.poll(async () => (await state(bob.page)).at).toMatchObject({ [KOR]: [8, 12], [HORSE]: [8, 12] });
    await loadDice(bob.page, { face: 17, of: 20 }, { face: 6, of: 20 }, { face: 3, of: 6 }, { face: 1, of: 10 });
    await submit(bob.page, { do: 'attack-basic-melee', by: KOR, at: GNOLL, with: SWORD });
    await untilAsked(gm.page, 'defense');
    await expect.poll(() => prompt(gm.page).innerText()).toContain('11');
    await press(gm.page, 'none');
    await untilOver(gm.page, bob.page);
    const { book } = await state(bob.page);
    expect([book[KOR]!.movement, book[KOR]!.attack]).toEqual([1, 0]);
  });

  it('a new encounter begins at its ruleset’s own clock', async () => {
    const clock = await gm.page.evaluate(async () => {
      const combat = await Combat.create({ type: 'clash' });
      const { clock } = combat.system;
      await combat.delete();
      return clock;
    });
    expect(clock).toEqual({ round: 0, phase: 'idle', turn: null, time: 0 });
  });
});

/** Who is asked, for how long, and what was settled beforehand, at three screens. The steps build on each other. */
describe('questions of a clash at three screens', () => {
  beforeAll(async () => {
    await setStage(gm.page, [
      { id: GNOLL, name: 'Gnoll', at: [7, 12], items: [sword(), dread], initiative: 20 },
      {
        id: MIRA,
        name: 'Mira',
        owner: 'Ann',
        at: [6, 12],
        items: [sword()],
        system: { mod: { dex: 2 } },
        initiative: 10,
      },
      { id: KOR, name: 'Kor', owner: 'Bob', at: [7, 11], items: [sword()], initiative: 5 },
    ]);
    for (const { page } of [ann, bob]) await untilSet(page, 3);
    await countdown(gm, 120);
  });

  it('[C-80] two are asked at once; one reloads and answers, for the other the time runs out', async () => {
    await loadDice(gm.page, { face: 9, of: 20 });
    await submit(gm.page, { do: 'attack-spell', by: GNOLL, at: MIRA, with: DREAD, options: { also: [KOR] } });
    await Promise.all([ann, bob].map(({ page }) => untilAsked(page, 'save')));
    const { asks } = await state(ann.page);
    expect(asks.map(({ by }) => by)).toEqual([MIRA, KOR]);
    for (const { page } of [ann, bob]) await prompt(page).locator('.cadence-countdown').waitFor();

    await ann.reload();
    await prompt(ann.page).locator('.cadence-countdown').waitFor();
    await expect.poll(async () => (await state(ann.page)).asks).toEqual(asks);
    await loadDice(ann.page, { face: 9, of: 20 });
    await prompt(ann.page).locator('button[data-ask]').click();
    await ann.page.locator('#cadence-prompt').waitFor({ state: 'detached' });
    await expect.poll(async () => (await state(gm.page)).asks).toHaveLength(2);

    // The referee's clock counts. Both that of the server and the monotonic one say that two minutes have passed.
    await loadDice(gm.page, { face: 4, of: 20 }, { face: 3, of: 6 });
    await gm.page.evaluate(() => {
      const { offset = 0 } = game.time;
      const now = performance.now.bind(performance);
      Object.defineProperty(game.time, 'serverTime', { configurable: true, get: () => Date.now() + offset + 121_000 });
      Object.defineProperty(performance, 'now', { configurable: true, value: () => now() + 121_000 });
      Hooks.callAll('userConnected', game.user, true);
    });
    await untilAsked(gm.page, null);
    await expect.poll(async () => (await state(bob.page)).hp).toEqual({ [MIRA]: 20, [KOR]: 17, [GNOLL]: 20 });
    await bob.page.locator('#cadence-prompt').waitFor({ state: 'detached' });
    await gm.page.evaluate(() => {
      delete game.time.serverTime;
      Reflect.deleteProperty(performance, 'now');
    });
  });

  it('who lets the time of a defense run out takes the blow, and the card says so', async () => {
    await countdown(gm, 5);
    await gm.page.evaluate(
      async ({ fight, gnoll }) => {
        await game.combats.get(fight).update({ [`system.books.${gnoll}.attack`]: 1 });
      },
      { fight: FIGHT, gnoll: GNOLL },
    );
    await loadDice(gm.page, { face: 10, of: 20 }, { face: 4, of: 6 }, { face: 1, of: 10 });
    await submit(gm.page, { do: 'attack-basic-melee', by: GNOLL, at: KOR, with: SWORD });
    await untilAsked(bob.page, 'defense');
    await untilAsked(gm.page, null);
    await expect.poll(async () => (await state(bob.page)).hp[KOR]).toBe(13);
    await expect.poll(() => lastCard(bob.page)).toContain('Kor ran out of time');
    await countdown(gm, 0);
  });

  it('[C-A13] where the total is hidden, nothing of it is on any client while the defender chooses', async () => {
    await gm.page.evaluate(
      async ({ fight, gnoll }) => {
        await game.settings.set('cadence', 'clash.attackTotal', 'hidden');
        await game.combats.get(fight).update({ [`system.books.${gnoll}.attack`]: 1 });
      },
      { fight: FIGHT, gnoll: GNOLL },
    );
    await loadDice(gm.page, { face: 17, of: 20 }, { face: 1, of: 6 }, { face: 1, of: 10 });
    await submit(gm.page, { do: 'attack-basic-melee', by: GNOLL, at: MIRA, with: SWORD });
    await untilAsked(ann.page, 'defense-unseen');
    const thrown = await ann.page.evaluate((fight): number => {
      const { open, history } = game.combats.get(fight).system;
      const steps = Object.values(history).filter(({ exchange }) => exchange === open!.exchange);
      const card: { entries: PageEntry[] } = game.messages.get(open!.card).system;
      const entries = [...steps, card].flatMap((each) => each.entries);
      return entries.filter(({ ask }) => ask.kind === 'dice').length;
    }, FIGHT);
    expect(thrown).toBe(0);
    await press(ann.page, 'none');
    await untilAsked(gm.page, null);
    await expect.poll(async () => (await state(ann.page)).hp[MIRA]).toBe(19);
    await setSetting(gm.page, 'clash.attackTotal', 'open');
  });

  it('what Ann has settled on her sheet answers at once: too high to parry, so she dodges', async () => {
    await ann.page.evaluate(async (mira) => {
      await game.actors.get(mira).sheet.render({ force: true });
    }, MIRA);
    const sheet = ann.page.locator('.cadence-sheet--actor').last();
    await turnTo(sheet, 'actions');
    for (const [settles, order] of [
      ['defense', 'parry'],
      ['defense-margin', '6'],
      ['defense-else', 'dodge'],
    ] as const) {
      const button = sheet.locator(`[data-settles="${settles}"][data-order="${order}"]`);
      await button.click();
      await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true');
    }
    await ann.page.evaluate(async (mira) => {
      await game.actors.get(mira).sheet.close();
    }, MIRA);
    await gm.page.waitForFunction(
      ([id, who]) => game.combats.get(id!).combatants.get(who!).system.orders['defense-else'] === 'dodge',
      [FIGHT, MIRA],
    );
    await gm.page.evaluate(
      async ({ fight, gnoll }) => {
        await game.combats.get(fight).update({ [`system.books.${gnoll}.attack`]: 1 });
      },
      { fight: FIGHT, gnoll: GNOLL },
    );
    await loadDice(gm.page, { face: 8, of: 20 });
    await submit(gm.page, { do: 'attack-basic-melee', by: GNOLL, at: MIRA, with: SWORD });
    await untilAsked(ann.page, 'dodge');
    await loadDice(ann.page, { face: 12, of: 12 });
    await prompt(ann.page).locator('button[data-ask]').click();
    await untilAsked(gm.page, null);
    await expect.poll(async () => (await state(gm.page)).hp[MIRA]).toBe(19);
    await expect.poll(() => lastCard(ann.page)).toContain('Mira: automatic answer');
  });

  it('an ask of somebody who has left goes to the game master, and back with the player', async () => {
    await bob.leave();
    await gm.page.evaluate(
      async ({ fight, gnoll }) => {
        await game.combats.get(fight).update({ [`system.books.${gnoll}.attack`]: 1 });
      },
      { fight: FIGHT, gnoll: GNOLL },
    );
    await gm.page.waitForFunction(() => !game.users.getName('Bob').active);
    await loadDice(gm.page, { face: 8, of: 20 });
    await submit(gm.page, { do: 'attack-basic-melee', by: GNOLL, at: KOR, with: SWORD });
    await prompt(gm.page).locator('[data-option="none"]').waitFor();
    bob = await table.sit('Bob');
    await gm.page.locator('#cadence-prompt').waitFor({ state: 'detached' });
    await loadDice(gm.page, { face: 2, of: 6 }, { face: 1, of: 10 });
    await press(bob.page, 'none');
    await untilAsked(gm.page, null);
    await expect.poll(async () => (await state(bob.page)).hp[KOR]).toBe(11);
  });
});

it('no browser has logged an error', () => {
  expect([...gm.errors, ...ann.errors, ...bob.errors]).toEqual([]);
});
