import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { PASS } from '../../src/kernel/ask';
import { defined } from '../../src/kernel/defined';
import { ANN, BOB, CAL, FOE, Party } from './party';
import type { Tab } from './tab';
import type { StoredWorld } from './table';
import { idOf } from './world';

/**
 * Ann and Bob are connected, Cal's player is not. The pause is in seconds; time passes only where a test advances it,
 * so a slow machine is no problem.
 */
const SECONDS = 5;

let party: Party;
/** The world just after the encounter has begun; every test starts from it. */
let begun: StoredWorld;
const setPause = (seconds: number) =>
  party.done(party.gm, () => party.gm.page.game.settings.set('cadence', 'energy.pause', seconds));

beforeAll(async () => {
  party = await Party.open('energy');
  await setPause(SECONDS);
  await party.play({ do: 'start', by: 'gm' });
  // Ann's fighter is the target.
  for (const token of [BOB, CAL])
    await party.done(party.gm, () => party.combat.combatants.get(party.of(token)).update(order('always')));
  begun = party.table.whole();
});
beforeEach(async () => {
  await party.table.store(begun);
  for (const tab of party.table.tabs) tab.reload();
  await party.arrive();
  await party.done(party.gm, () => party.gm.page.takeReferee(party.combat));
});
afterAll(() => party?.table.close());

const asks = () => party.gm.page.openAsks(party.combat).map(({ key, ask, by, until }) => ({ key, ask, by, until }));
const askedNow = () => asks().map(({ ask }) => `${ask.id} ${party.tokenOf(ask.candidates?.[0].by ?? ask.by)}`);
const is = (token: number, condition: string) =>
  party.encounter.fighters[party.of(token)].conditions.some(({ id }) => id === condition);
const order = (asking: string | null) => ({ system: { orders: { asking } } });
const blow = () => ({ do: 'melee-attack', by: party.of(FOE), at: party.of(ANN) });

it('[E-11, E-24] a declaration waits for all candidates and continues when its seconds are over', async () => {
  await party.send(party.gm, blow());
  expect(askedNow()).toEqual([ANN, BOB, CAL].map((each) => `declared ${each}`));
  // The time limit applies to all, also to candidates for whom the GM answers because no owner is connected.
  const { now } = party.table.clock;
  for (const { until } of party.combat.system.open?.asks ?? [])
    expect((until ?? Infinity) - now).toBeLessThanOrEqual(SECONDS * 1000);
  // Each window shows its own candidates.
  const [gm, ann, bob] = party.table.tabs;
  const mine = (tab: Tab) =>
    tab.page
      .openAsks(party.combatAt(tab))
      .filter((each) => each.isMine)
      .map(({ ask }) => party.tokenOf(ask.candidates[0].by));
  expect([gm, ann, bob].map(mine)).toEqual([[CAL], [ANN], [BOB]]);

  await party.table.settle();
  expect(party.table.clock.now - now).toBeGreaterThanOrEqual(SECONDS * 1000);
  expect(askedNow()).not.toContain(`declared ${ANN}`);
  expect(party.table.faults).toEqual([]);
});

it('[E-24, E-31] all answers in time are accepted, and the exchange is undone as a whole', async () => {
  const before = party.combat.system.cursor;
  await party.send(party.gm, blow());
  const [, ann, bob] = party.table.tabs;
  const challenges = (tab: Tab) => {
    const { key, ask } = defined(
      tab.page.openAsks(party.combatAt(tab)).find(({ isMine }) => isMine),
      'an ask',
    );
    const index = ask.candidates[0].commands.findIndex(({ do: id }) => id === 'challenge-initiative');
    return party.done(tab, () => tab.page.answer(party.combatAt(tab), key, [index]));
  };
  await challenges(ann);
  await challenges(bob);
  expect(askedNow()).toContain(`declared ${CAL}`);
  const late = asks().find(({ ask }) => ask.candidates[0].by === party.of(CAL));
  await party.done(party.gm, () => party.gm.page.answer(party.combat, defined(late, 'an ask').key, [PASS]));
  // Both roll at once, each in their own window.
  expect(askedNow()).toEqual([`initiative ${ANN}`, `initiative ${BOB}`]);
  while (party.combat.system.cursor > before) await party.done(party.gm, () => party.gm.page.rewindStep(party.combat));
  expect(asks()).toEqual([]);
  await party.judge();
});

it('a fighter who reacts to nothing in this round is asked again in the next, and in this fight never', async () => {
  const [gm, ann] = party.table.tabs as [Tab, Tab];
  const { round } = party.combat.system.clock;
  const isOpen = (token: number): boolean =>
    gm.page
      .openAsks(party.combat)
      .some(({ ask, isAnswered }) => ask.candidates?.[0].by === party.of(token) && !isAnswered);
  await party.done(ann, () =>
    party
      .combatAt(ann)
      .combatants.get(party.of(ANN))
      .update(order(String(round))),
  );
  await party.send(gm, blow());
  expect([isOpen(ANN), isOpen(BOB)]).toEqual([false, true]);
  await party.answerAll();
  await party.done(ann, () =>
    party
      .combatAt(ann)
      .combatants.get(party.of(ANN))
      .update(order(String(round - 1))),
  );
  await party.send(gm, blow());
  expect(isOpen(ANN)).toBe(true);
  await party.answerAll();
  await party.done(ann, () => party.combatAt(ann).combatants.get(party.of(ANN)).update(order('never')));
  await party.send(gm, blow());
  expect([isOpen(ANN), isOpen(BOB)]).toEqual([false, true]);
  await party.answerAll();
});

it('a fighter is asked about a blow at another if it is always asked', async () => {
  // An order for a round that is over is none.
  await party.done(party.gm, () => party.combat.combatants.get(party.of(BOB)).update(order('0')));
  await party.send(party.gm, blow());
  const open = party.gm.page.openAsks(party.combat).filter(({ isAnswered }) => !isAnswered);
  expect(open.map(({ by }) => party.tokenOf(by))).toEqual([ANN, CAL]);
});

it('a world without the setting has no pause', async () => {
  await setPause(0);
  await party.send(party.gm, blow());
  expect(askedNow().filter((each: string) => each.startsWith('declared'))).toEqual([]);
});

it('[E-25] the quicker fighter plays any command by its own button, and the others cannot', async () => {
  await setPause(0);
  const [gm, ann, bob] = party.table.tabs as [Tab, Tab, Tab];
  const begins = party.combat.system.cursor;
  await party.send(gm, { do: 'challenge-initiative', by: party.of(ANN), at: party.of(FOE) });
  for (const given of [[20], ['decline'], ['before']]) {
    const [{ key, ask }] = gm.page.openAsks(party.combat);
    await party.done(gm, () => gm.page.answer(party.combat, key, ask.kind === 'dice' ? [15] : given));
  }
  const quicker = `quicker ${party.tokenOf(party.of(ANN))}`;
  expect(askedNow()).toEqual([quicker]);
  const weapon = party.encounter.fighters[party.of(ANN)].items.find(
    ({ type, equipped }) => type === 'energyWeapon' && equipped,
  );
  const stow = (by: string) => ({ do: 'stow-item', by, with: weapon?.id });
  const isHeld = () => party.encounter.fighters[party.of(ANN)].items.find(({ id }) => id === weapon?.id)?.equipped;

  // A command is judged as a command: it cannot be written past the rules as an answer.
  const [{ key }] = gm.page.openAsks(party.combat);
  await party.done(ann, () => ann.page.answer(party.combatAt(ann), key, [stow(party.of(ANN))]));
  expect(isHeld()).toBe(true);
  expect(party.refusals()).toEqual(['malformed']);
  // Another fighter's command waits until it is over, and an illegal one is refused.
  await party.done(bob, () => bob.page.submit(party.combatAt(bob), { do: 'defend', by: party.of(BOB) }));
  await party.done(ann, () => ann.page.submit(party.combatAt(ann), { do: 'escape', by: party.of(ANN) }));
  expect(askedNow()).toEqual([quicker]);

  await party.done(ann, () => ann.page.submit(party.combatAt(ann), stow(party.of(ANN))));
  expect([asks(), isHeld()]).toEqual([[], false]);
  expect(is(BOB, 'defending')).toBe(true);
  while (party.combat.system.cursor > begins) await party.done(gm, () => gm.page.rewindStep(party.combat));
  expect([isHeld(), is(BOB, 'defending')]).toEqual([true, false]);
  await party.judge();
});

it('[E-25] the quicker fighter drags their token along any path as their command', async () => {
  await setPause(0);
  const [gm, ann] = party.table.tabs as [Tab, Tab];
  const begins = party.combat.system.cursor;
  await party.send(gm, { do: 'challenge-initiative', by: party.of(ANN), at: party.of(FOE) });
  for (const given of [[20], ['decline'], ['before']]) {
    const [{ key, ask }] = gm.page.openAsks(party.combat);
    await party.done(gm, () => gm.page.answer(party.combat, key, ask.kind === 'dice' ? [15] : given));
  }
  expect(askedNow()).toEqual([`quicker ${ANN}`]);
  const token = ann.page.game.scenes.contents[0].tokens.get(idOf('Token', ANN));
  const { x, y } = token._source;
  const way = [
    { x: x - 100, y },
    { x: x - 100, y: y - 100 },
  ];
  await party.done(ann, () => token.move(way, { method: 'dragging' }));
  await party.answerAll();
  expect(token._source).toMatchObject({ x: x - 100, y: y - 100 });
  while (party.combat.system.cursor > begins) await party.done(gm, () => gm.page.rewindStep(party.combat));
  expect(token._source).toMatchObject({ x, y });
  await party.judge();
});

it('a change by the GM leaves a player’s ask open', async () => {
  await setPause(0);
  const [gm, ann] = party.table.tabs as [Tab, Tab];
  const begins = party.combat.system.cursor;
  const asked = await party.untilAsked(party.of(ANN));
  await party.send(gm, { do: 'adjust', by: 'gm', at: party.of(BOB), options: { pool: 'aura', to: 3 } });
  expect(party.encounter.fighters[party.of(BOB)].pools.aura.value).toBe(3);
  const again = party.askOf(party.of(ANN));
  expect([again?.ask, again?.key === asked.key]).toEqual([asked.ask, false]);
  await party.done(ann, () =>
    ann.page.answer(party.combatAt(ann), defined(again, 'an ask').key, party.answerTo(defined(again, 'an ask').ask)),
  );
  await party.answerAll();
  expect(asks()).toEqual([]);
  while (party.combat.system.cursor > begins) await party.done(gm, () => gm.page.rewindStep(party.combat));
  await party.judge();
});
