import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Source } from '../headless/documents';
import { ANNS, actor, BOBS, COMBAT, combatant, FOE, HostileTable, OPENING, SCENE, token } from './hostile-table';

type Write = (hostile: HostileTable) => { type: string; action: string; operation: Record<string, unknown> };

const update =
  (type: string, _id: string, changes: object, operation: object = {}): Write =>
  () => ({ type, action: 'update', operation: { updates: [{ _id, ...changes }], ...operation } });
const create =
  (type: string, data: object, operation: object = {}): Write =>
  () => ({ type, action: 'create', operation: { data: [data], ...operation } });
const remove =
  (type: string, id: string, operation: object = {}): Write =>
  () => ({ type, action: 'delete', operation: { ids: [id], ...operation } });

const inCombat = { parentUuid: `Combat.${COMBAT}` };
const onScene = { parentUuid: `Scene.${SCENE}` };
const posing = { cadence: { step: 2 } };
const combat = (system: object) => update('Combat', COMBAT, { system });
const own = (changes: object, operation: object = {}) =>
  update('Combatant', ANNS, changes, { ...inCombat, ...operation });
const theirs = (changes: object) => update('Combatant', BOBS, changes, inCombat);
const gone = { __$OPERATOR$__: 'ForcedDeletion' };
const instead = (value: unknown) => ({ __$OPERATOR$__: 'ForcedReplacement', value });
const cardOf = ({ combat }: HostileTable): string => combat.system.history[combat.system.cursor].card;

/** What Foundry's server refuses by ownership; see the permissions in the sandbox's `permissions.ts`. */
const REFUSED: readonly (readonly [attack: string, write: Write])[] = [
  ['advance the referee’s clock', combat({ clock: { round: 9 } })],
  ['count the steps', combat({ step: 99 })],
  ['move the cursor', combat({ cursor: 0 })],
  ['forge the history', combat({ history: { 1: { exchange: 1, card: '', entries: [] } } })],
  ['lose the history', combat({ history: gone })],
  ['open an ask', combat({ open: { exchange: 1, card: '', asks: [] } })],
  ['name the referee', combat({ referee: { user: 'me', client: 'mine' } })],
  ['bind dice', combat({ thrown: { [BOBS]: { combat: { moment: 'r1', faces: [1] } } } })],
  ['do any of it in the name of a step', update('Combat', COMBAT, { system: { cursor: 0 } }, posing)],
  [
    'reach a combatant through its encounter',
    update('Combat', COMBAT, { combatants: [{ _id: ANNS, system: { state: { energy: 99 } } }] }),
  ],
  ['end the encounter', remove('Combat', COMBAT)],
  ['begin another', create('Combat', { type: 'energy' })],
  ['delete the last step’s group', remove('CombatantGroup', 'cadenceStep00001', inCombat)],
  ['create the next group', create('CombatantGroup', { _id: 'cadenceStep00002' }, { ...inCombat, keepId: true })],
  ['fill the own state', combat({ states: { [ANNS]: { energy: 99 } } })],
  ['fill the own state by its path', update('Combat', COMBAT, { [`system.states.${ANNS}.energy`]: 99 })],
  [
    'fill the own state in the name of a step',
    update('Combat', COMBAT, { system: { states: { [ANNS]: { energy: 99 } } } }, posing),
  ],
  ['empty the own state', combat({ states: { [ANNS]: gone } })],
  ['empty the own state the old way', update('Combat', COMBAT, { [`system.states.-=${ANNS}`]: null })],
  ['replace all states', combat({ states: instead({}) })],
  ['replace the whole Combat without merging', update('Combat', COMBAT, { system: {} }, { recursive: false })],
  ['stand for another actor', own({ actorId: actor(3) })],
  ['stand for another token', own({ tokenId: token(3) })],
  ['hide', own({ hidden: true })],
  ['bring a foe along', create('Combatant', { type: 'energy', actorId: actor(3) }, inCombat)],
  ['store an order for another fighter', theirs({ system: { orders: { 'agile-move': 'pass' } } })],
  ['reset whether another is ready', theirs({ system: { ready: '' } })],
  ['put a stamp on another’s plan', theirs({ system: { stamp: 'f'.repeat(64) } })],
  ['defeat a foe', update('Combatant', FOE, { defeated: true }, inCombat)],
  ['delete a foe’s combatant', remove('Combatant', FOE, inCombat)],
  ['move another’s token', update('Token', token(1), { x: 0, y: 0 }, onScene)],
  ['move a foe’s token in the name of a step', update('Token', token(3), { x: 0, y: 0 }, { ...onScene, ...posing })],
  ['delete a foe’s token', remove('Token', token(3), onScene)],
  ['wound another', update('Actor', actor(1), { system: { aura: { value: 0 } } })],
  [
    'wound a foe through its token',
    update('Actor', token(3), { system: { aura: { value: 0 } } }, { parentUuid: `Scene.${SCENE}.Token.${token(3)}` }),
  ],
  ['own a foe', update('Actor', actor(3), { ownership: { default: 3 } })],
  [
    'add a condition to another',
    create('ActiveEffect', { name: 'x', type: 'condition', statuses: ['prone'] }, { parentUuid: `Actor.${actor(1)}` }),
  ],
  ['remove a condition from a foe', remove('ActiveEffect', 'soakEffect000000', { parentUuid: `Actor.${actor(3)}` })],
  ['give another an item', create('Item', { name: 'x', type: 'energyGear' }, { parentUuid: `Actor.${actor(1)}` })],
  ['let only owners roll', create('Setting', { key: 'cadence.dice', value: '"owner"' })],
  [
    'become a GM',
    (s) => ({ type: 'User', action: 'update', operation: { updates: [{ _id: s.ann.page.game.user.id, role: 4 }] } }),
  ],
  ['rewrite a card', (s) => update('ChatMessage', cardOf(s), { system: { entries: [] } })(s)],
  ['delete a card', (s) => remove('ChatMessage', cardOf(s))(s)],
  ['write to a missing document', update('Combatant', 'not an id', {}, inCombat)],
  ['write into an invalid parent', update('Combatant', ANNS, {}, { parentUuid: '__proto__' })],
  ['send an invalid operation', () => ({ type: 'Actor', action: 'constructor', operation: {} })],
  ['send nothing at all', () => null as never],
];

describe('a player who writes documents from the console', () => {
  let hostile: HostileTable;
  let before: unknown;

  beforeAll(async () => {
    hostile = await HostileTable.open('energy');
    await hostile.commands({ do: 'defend', by: FOE });
    const foe = hostile.gm.page.game.actors.get(actor(3));
    hostile.gm.does('afflicts', () =>
      foe.createEmbeddedDocuments('ActiveEffect', [{ _id: 'soakEffect000000', name: 'x', statuses: ['prone'] }], {
        keepId: true,
      }),
    );
    await hostile.table.settle();
    before = hostile.picture();
  }, OPENING);
  afterAll(() => hostile?.table.close());

  it.each(REFUSED)('cannot %s', async (_, write) => {
    const { error } = await hostile.writes(write(hostile));
    expect(error?.message).toMatch(/lacks permission|does not exist|is not|must be|null/);
    expect(hostile.picture()).toEqual(before);
    expect(hostile.table.faults).toEqual([]);
  });

  it('needs three writes for a step: the request, its claim and its fate; the referee needs two', async () => {
    const { writes } = hostile.table;
    expect(await hostile.posts(hostile.intent({ do: 'wait', by: ANNS }))).toBe('taken');
    expect(hostile.table.writes).toBe(writes + 3);
    await hostile.commands({ do: 'defend', by: FOE });
    expect(hostile.table.writes).toBe(writes + 5);
    await hostile.rewinds();
    await hostile.rewinds();
    before = hostile.picture();
  });

  it('is bound by the same rules as the buttons: no energy, no attack, even when it is forced', async () => {
    await hostile.commands({ do: 'adjust', by: 'gm', at: ANNS, options: { pool: 'energy', to: 0 } });
    await hostile.commands({ do: 'adjust', by: 'gm', at: ANNS, options: { pool: 'stamina', to: 1 } });
    before = hostile.picture();
    const blow = { do: 'unarmed-attack', by: ANNS, at: FOE };
    expect(await hostile.posts(hostile.intent(blow))).toMatch(/energy/);
    expect(await hostile.posts(hostile.intent(blow, { force: true }))).toMatch(/energy/);
    expect(hostile.picture()).toEqual(before);
  });

  it('cannot add it to a batch of allowed operations: at most those are done', async () => {
    const allowed = own({ system: { orders: { 'agile-move': 'pass' } } })(hostile);
    const { error } = await hostile.batch([allowed, combat({ step: 99 })(hostile)]);
    expect(error?.message).toMatch(/lacks permission to update Combat/);
    await hostile.writes(own({ system: { orders: { 'agile-move': '' } } })(hostile));
    expect(clockAndPlaces(hostile)).toEqual(clockAndPlaces(hostile, before));
    before = hostile.picture();
  });

  it.each([
    ['the round', update('Combat', COMBAT, { round: 9 })],
    ['the turn', update('Combat', COMBAT, { turn: 2 })],
    ['the own token', update('Token', token(0), { x: 0, y: 0 }, onScene)],
    ['the own token, in the name of a step', update('Token', token(0), { x: 0, y: 0 }, { ...onScene, ...posing })],
  ])('may write %s, as in Foundry, and the referee corrects it', async (_, write) => {
    expect((await hostile.writes(write(hostile))).error).toBeUndefined();
    expect(clockAndPlaces(hostile)).toEqual(clockAndPlaces(hostile, before));
  });

  it.each([
    ['a request', (s: HostileTable) => ({ type: 'request', system: forged(s, { do: 'end', by: 'gm' }) })],
    ['a request for another', (s: HostileTable) => ({ type: 'request', system: forged(s, { do: 'wait', by: BOBS }) })],
    [
      'a card that asks',
      (s: HostileTable) => ({
        type: 'energy',
        system: { ...forged(s, {}), combat: '', step: 1, open: { exchange: 1, card: '', asks: [] } },
      }),
    ],
  ])('is not trusted after naming the GM as the author of %s', async (_, message) => {
    const { result } = await hostile.writes(create('ChatMessage', { content: 'x' })(hostile));
    const author = hostile.gm.page.game.user.id;
    const { type, system } = message(hostile);
    await hostile.writes(update('ChatMessage', result[0]._id, { author, type, system: instead(system) })(hostile));
    const { cursor } = hostile.combat.system;
    // Each new request makes the referee check all waiting ones.
    expect(await hostile.posts(hostile.answer('9.9', [[0]]))).toBe('closed');
    expect(hostile.combat.system.cursor).toBe(cursor);
    // The request is deleted, since a refusal written into it would make it a GM's message.
    expect(hostile.gm.page.game.messages.has(result[0]._id)).toBe(type !== 'request');
    expect(await hostile.posts(hostile.answer('1.1', [[5]], { combat: result[0]._id }))).toBe('host-gone');
  });

  it.each([
    ['in their own combatant', own({ system: { state: { energy: 99 } } })],
    ['in its path', own({ 'system.state.energy': 99 })],
    [
      'in another of their own',
      create('Combatant', { type: 'energy', actorId: actor(0), system: { state: { energy: 99 } } }, inCombat),
    ],
  ])('may write %s where versions before 0.3.0 kept the state, which is never read', async (_, write) => {
    const energies = () => {
      const { fighters } = hostile.gm.page.encounterOf(hostile.combat);
      return Object.values(fighters).map(({ pools, state }) => [pools.energy.value, state]);
    };
    const were = energies();
    const { error, result } = await hostile.writes(write(hostile));
    expect(error).toBeUndefined();
    const made = result[0]._id === ANNS ? null : result[0]._id;
    expect(energies().slice(0, were.length)).toEqual(were);
    for (const [energy] of energies()) expect(energy).toBeLessThan(99);
    if (made) await hostile.writes(remove('Combatant', made, inCombat)(hostile));
    else await hostile.writes(own({ system: { state: instead({}) } })(hostile));
  });

  it('may edit their own actor, as in Foundry, and that is no step', async () => {
    const { step } = hostile.combat.system;
    const { error } = await hostile.writes(update('Actor', actor(0), { system: { aura: { value: 1 } } })(hostile));
    expect(error).toBeUndefined();
    expect(hostile.combat.system.step).toBe(step);
    expect(hostile.gm.page.encounterOf(hostile.combat).fighters[ANNS].pools.aura.value).toBe(1);
  });

  it('may store any text as their own orders, and is asked as without orders', async () => {
    const orders = { 'agile-move': '__proto__', constructor: 'pass', 'swift-attack': '<b>', toString: 'x' };
    expect((await hostile.writes(own({ system: { orders } })(hostile))).error).toBeUndefined();
    await hostile.commands({ do: 'unarmed-attack', by: FOE, at: ANNS });
    expect(hostile.combat.system.step).toBeGreaterThan(2);
    expect(hostile.table.faults).toEqual([]);
  });
});

const forged = (hostile: HostileTable, command: object): object =>
  (hostile.intent(command) as { system: object }).system;

/** Returns the places of all fighters and the clock, on the server and in the GM's window. */
function clockAndPlaces(hostile: HostileTable, picture: unknown = hostile.picture()): unknown {
  return Object.values(picture as Record<string, Record<string, Source>>).map((documents) => {
    const { round, turn, system } = documents[`combats ${COMBAT}`];
    const tokens = documents[`scenes ${SCENE}`].tokens.map(({ x, y, elevation }) => [x, y, elevation]);
    return { round, turn, clock: system.clock, tokens, combatants: [combatant(0)] };
  });
}
