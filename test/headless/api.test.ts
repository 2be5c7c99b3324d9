import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import { type ActResult, actorAt, apiOf, type ShownAction, tokenAt } from './module-api';
import { ANN, BOB, FOE, GAMES, Party } from './party';
import type { Tab } from './tab';

let party: Party;
let [gm, ann, bob]: Tab[] = [];

async function open(ruleset: string): Promise<void> {
  party = await Party.open(ruleset);
  [gm, ann, bob] = party.table.tabs;
  await party.start();
  await party.untilTurn(party.of(ANN));
}

async function close(): Promise<void> {
  expect(party.table.faults).toEqual([]);
  await party.table.close();
}

const listFor = (tab: Tab, token: number): readonly ShownAction[] => apiOf(tab).actionsOf(actorAt(party, tab, token));
const stateAt = (tab: Tab, token: number) => defined(apiOf(tab).stateOf(actorAt(party, tab, token)), 'a state');
const anyOutcome = expect.toSatisfy((outcome) => outcome === null || typeof outcome.result === 'string');
const anyCard = expect.toSatisfy((uuid) => uuid === null || /^ChatMessage\./.test(uuid));
const step = (): number => party.combat.system.step;

async function hide(token: number): Promise<void> {
  await party.done(gm, () => party.combat.combatants.get(party.of(token)).update({ hidden: true }));
  await party.done(gm, () => tokenAt(gm, token).update({ hidden: true }));
}

/** Moves a token to the right of another. */
const placeBeside = (token: number, other: number): Promise<void> =>
  party.done(gm, () => tokenAt(gm, token).update({ x: tokenAt(gm, other).x + 100, y: tokenAt(gm, other).y }));

/** What became of a call: its result or the name, text and reasons of its error. */
interface Call {
  result?: ActResult | null;
  error?: { readonly name: string; readonly message: string; readonly reasons?: readonly string[] };
}

/** Calls `act` in a tab and delivers all messages. */
async function acts(tab: Tab, ...given: unknown[]): Promise<Call> {
  const call: Call = {};
  await party.done(tab, () =>
    apiOf(tab)
      .act(...given)
      .then(
        (result) => Object.assign(call, { result }),
        (error) => Object.assign(call, { error }),
      ),
  );
  return call;
}

describe.each(Object.keys(GAMES))('the API in %s', (ruleset) => {
  beforeAll(() => open(ruleset));
  afterAll(close);

  it('lists the actions of an own fighter with unique ids and the texts of the sheet', () => {
    const list = listFor(ann, ANN);
    expect(new Set(list.map(({ id }) => id)).size).toBe(list.length);
    expect(list.filter(({ isAvailable }) => isAvailable)).not.toEqual([]);
    const context = ann.page.windows.actorContext(actorAt(party, ann, ANN), ann.page.adapterOf(ruleset));
    const buttons = (context.groups as { actions: { id: string; why: string; label: string; barred: boolean }[] }[])
      .flatMap(({ actions }) => actions)
      .map(({ id, why, label, barred }) => ({ id, whyNot: why || null, label, isAvailable: !barred }));
    const shown = list.map(({ id, whyNot, label, isAvailable }) => ({ id, whyNot, label, isAvailable }));
    expect(shown).toEqual(expect.arrayContaining(buttons));
    expect(list.every(({ img, group }) => img.length > 0 && group.label.length > 0)).toBe(true);
    expect(JSON.stringify(list)).not.toContain('CADENCE.');
  });

  it('lists nothing for a fighter of others', () => {
    expect(listFor(bob, ANN)).toEqual([]);
    expect(listFor(ann, FOE)).toEqual([]);
    expect(listFor(gm, FOE)).not.toEqual([]);
  });

  it('shows the state of a fighter, and of a foe as far as players may see its pools', () => {
    const fighter = party.encounter.fighters[party.of(ANN)];
    const state = stateAt(ann, ANN);
    expect(state.pools.filter(({ id, isRough }) => id in fighter.pools && !isRough)).not.toEqual([]);
    expect(state.isActing).toBe(party.encounter.clock.turn === party.of(ANN));
    expect(stateAt(ann, FOE).pools.some(({ isRough }) => isRough)).toBe(true);
    expect(stateAt(gm, FOE).pools.some(({ isRough }) => isRough)).toBe(false);
  });

  it('refuses with the reason that the list gives, without a notification', async () => {
    const { id, whyNot } = defined(
      listFor(ann, ANN).find((action) => !action.isAvailable && action.needs === 'nothing'),
      'an unavailable action',
    );
    const [before, from] = [step(), party.table.log.length];
    const { error } = await acts(ann, actorAt(party, ann, ANN), id);
    expect(error?.name).toBe('RefusalError');
    expect(error?.message).toBe(whyNot);
    expect(error?.reasons).not.toEqual([]);
    expect(party.heard(ann, from)).toBe('');
    expect(step()).toBe(before);
  });

  it('performs an action of a player, who is told what happened when it is over', async () => {
    const { id } = defined(
      listFor(ann, ANN).find((action) => action.whyNot === null && action.needs === 'nothing'),
      'an action',
    );
    const before = step();
    const call = await acts(ann, actorAt(party, ann, ANN), id);
    await party.answerAll();
    expect(call).toEqual({ result: { outcome: anyOutcome, effects: expect.any(Array), card: anyCard } });
    // A plan of Tempo is secret, so it is no step.
    expect(step() > before).toBe(ruleset !== 'tempo');
  });
});

describe('an action of the API', () => {
  beforeEach(() => open('energy'));
  afterEach(close);

  const attack = (tab: Tab) =>
    defined(
      listFor(tab, ANN).find(({ action }) => action === 'melee-attack'),
      'an attack',
    );

  it('is aimed at the given token, asks what the rules ask, and resolves to the outcome', async () => {
    await placeBeside(FOE, ANN);
    const call = await acts(ann, actorAt(party, ann, ANN), attack(ann).id, { targets: [tokenAt(ann, FOE)] });
    expect(party.combat.system.open).not.toBeNull();
    expect(call).toEqual({});
    await party.answerAll();
    const { result } = call;
    expect(result?.outcome).toMatchObject({ result: expect.any(String), success: expect.any(Boolean) });
    expect(result?.effects).toContainEqual({
      kind: 'pool',
      pool: 'energy',
      by: expect.any(Number),
      actor: actorAt(party, ann, ANN).uuid,
      token: tokenAt(ann, ANN).uuid,
    });
    const command = defined(party.combat.system.history[party.combat.system.cursor], 'a step').command;
    expect(command).toMatchObject({ do: 'melee-attack', at: party.of(FOE) });
    expect(gm.page.game.messages.get(String(result?.card).split('.')[1]).type).toBe('energy');
  });

  it('resolves to null if its exchange is undone', async () => {
    await placeBeside(FOE, ANN);
    const call = await acts(ann, actorAt(party, ann, ANN), attack(ann).id, { targets: [tokenAt(ann, FOE).uuid] });
    await party.done(gm, () => gm.page.cancelExchange(party.combat));
    expect(call).toEqual({ result: null });
  });

  it('resolves to null if its request is withdrawn', async () => {
    await party.untilAsked(party.of(BOB));
    const call = await acts(ann, actorAt(party, ann, ANN), 'defend');
    expect(call).toEqual({});
    const request = defined(
      ann.page.game.messages.contents.find(({ type }) => type === 'request'),
      'a request',
    );
    await party.done(ann, () => ann.page.withdraw(request));
    await party.table.settle();
    expect(call).toEqual({ result: null });
  });

  it('passes options, and is refused by the referee if they are invalid', async () => {
    const call = await acts(ann, actorAt(party, ann, ANN), 'defend', { options: { luck: 1 } });
    expect(call.error?.reasons).toEqual(['unknown-option']);
    expect(call.error?.message).toContain('luck');
  });

  it('works outside encounters', async () => {
    await party.done(gm, () => party.combat.delete());
    const actor = ann.page.game.actors.contents.find(({ isOwner }) => isOwner);
    const call = await acts(ann, actor, 'short-rest');
    await party.table.settle();
    const card = defined(
      gm.page.game.messages.contents.find(({ type, system }) => type === 'energy' && system.combat === ''),
      'a card',
    );
    for (let [part] = gm.page.openAsks(card); part; [part] = gm.page.openAsks(card)) {
      const { key, ask } = part;
      await party.done(gm, () => gm.page.answer(card, key, party.answerTo(ask)));
    }
    expect(call.result?.card).toBe(card.uuid);
  });

  it.each([
    ['no id', [null], 'act: `id`'],
    ['targets that do not exist', ['defend', { targets: ['Actor.gone'] }], 'act: `targets`'],
    ['a single target', ['defend', { targets: 'Actor.gone' }], 'act: `options`'],
    ['options that are no object', ['defend', 1], 'act: `options`'],
  ])('with %s is a TypeError', async (_, given, text) => {
    const { error } = await acts(ann, actorAt(party, ann, ANN), ...given);
    expect(error?.name).toBe('TypeError');
    expect(error?.message).toContain(text);
  });

  it('of a fighter of others is refused', async () => {
    const { error } = await acts(bob, actorAt(party, bob, ANN), 'defend');
    expect(error?.name).toBe('RefusalError');
    expect(error?.message).toContain('cannot use');
  });

  it('is listed and shown only for an actor', () => {
    expect(() => apiOf(ann).actionsOf({})).toThrow('actionsOf: `actor` is no Actor document');
    expect(() => apiOf(ann).stateOf(null)).toThrow('stateOf: `actor` is no Actor document');
  });

  it('leaves hidden pools and hidden fighters out of the state', async () => {
    await party.done(gm, () => gm.page.game.settings.set('cadence', 'foePools', 'hidden'));
    expect(stateAt(ann, FOE).pools).toEqual([]);
    await hide(FOE);
    expect(apiOf(ann).stateOf(actorAt(party, ann, FOE))).toBeNull();
    expect(stateAt(gm, FOE).pools).not.toEqual([]);
  });
});
