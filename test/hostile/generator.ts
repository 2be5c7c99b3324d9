import { idFromName } from '@cadence/sandbox/testing';
import type { Die } from '../../src/kernel/dice';
import { isKeyed } from '../support/record';
import { requestIn } from '../support/request';
import { ANNS, actor, BOBS, COMBAT, FOE, type HostileTable, SCENE, token } from './hostile-table';
import { anyId, beside, card, claim, command, type Look, request } from './messages';
import { anyValue, EFFECT_KEYS, mutated, options, pick } from './nonsense';

/** What a hostile player sends from the console. */
export interface Attack {
  readonly kind: string;
  /** The messages to send; several where one prepares the next. */
  readonly messages: readonly (readonly [event: string, ...args: unknown[]])[];
}

type Making = (look: Look) => Attack['messages'];

const IN_COMBAT = { parentUuid: `Combat.${COMBAT}` };
const ON_SCENE = { parentUuid: `Scene.${SCENE}` };
const IN_ACTOR = { parentUuid: `Actor.${actor(0)}` };

const asks = (type: string, action: string, operation: object): Attack['messages'][number] => [
  'modifyDocument',
  { type, action, operation },
];
const creates = (type: string, data: object, operation: object = {}) =>
  asks(type, 'create', { data: [data], ...operation });
const updates = (type: string, _id: string, changes: object, operation: object = {}) =>
  asks(type, 'update', { updates: [{ ...changes, _id }], ...operation });
const removes = (type: string, id: string, operation: object = {}) => asks(type, 'delete', { ids: [id], ...operation });

const reversed = (id: string): string => [...id].reverse().join('');
const markOf = (step: number): string => `cadenceStep${String(step).padStart(5, '0')}`;

/** Returns a change of an owned document at one of its paths. */
function changeOf(source: object | undefined, { die, ids }: Look, keys = Object.keys(source ?? {})): object {
  const key = pick(
    keys.filter((each) => each !== '_id' && each !== '_stats'),
    die,
  );
  if (!key) return { name: anyValue(die) };
  const value = isKeyed(source) ? source[key] : undefined;
  if (!isKeyed(value) || die(4) === 1) return { [key]: anyValue(die) };
  if (Array.isArray(value)) return { [key]: mutated(value, ids, die) };
  const inner = Object.keys(value);
  if (inner.length === 0) return { [key]: { [pick(['x', 'toString', 'cadence'], die)]: anyValue(die) } };
  const at = pick(inner, die);
  const isWhole = die(3) === 1 || value[at] === null || typeof value[at] !== 'object';
  return { [key]: { [at]: isWhole ? anyValue(die) : mutated(value[at], ids, die) } };
}

function effect({ die, hostile, ids }: Look): object {
  const { conditions } = hostile.rules;
  const change = () => ({
    key: die(3) === 1 ? anyValue(die) : pick(EFFECT_KEYS, die),
    value: anyValue(die),
    mode: die(6) - 1,
    type: pick(['add', 'override', 'multiply', 'custom', 'x'], die),
    phase: pick(['initial', 'final', 'x'], die),
    priority: anyValue(die),
  });
  const data = {
    name: 'x',
    type: pick(['base', 'condition', 'condition'], die),
    statuses: [pick([...Object.keys(conditions), ...ids], die)],
    disabled: false,
    transfer: die(2) === 1,
    origin: pick([null, `Actor.${actor(3)}`, 'x'], die),
    duration: pick<unknown>([{}, { rounds: 1 }, { seconds: 1e9, startTime: -1 }, anyValue(die)], die),
    changes: Array.from({ length: die(3) }, change),
    system: pick<unknown>(
      [
        {},
        { by: FOE, until: { at: 'round-end', n: 1 }, towards: [BOBS], data: { x: 1 } },
        { changes: Array.from({ length: die(3) }, change) },
        { until: anyValue(die), data: anyValue(die) },
      ],
      die,
    ),
    flags: pick<unknown>(
      [{}, { cadence: { state: anyValue(die), key: anyValue(die) } }, { core: { overlay: true } }],
      die,
    ),
  };
  return die(3) === 1 ? mutated(data, ids, die) : data;
}

const actorOf = ({ hostile }: Look) => hostile.table.all('actors').find(({ _id }) => _id === actor(0));
const tokenOf = ({ hostile }: Look) => hostile.table.all('scenes')[0]?.tokens.find(({ _id }) => _id === token(0)) ?? {};
const combatantOf = ({ combat }: Look) => combat?.combatants.find(({ actorId }) => actorId === actor(0));

/** The kinds of attacks with their frequencies. */
const MAKINGS: Readonly<Record<string, readonly [often: number, Making]>> = {
  request: [30, (look) => [creates('ChatMessage', { ...request(look), ...beside(look) })]],
  'several requests': [
    3,
    (look) => [asks('ChatMessage', 'create', { data: Array.from({ length: look.die(6) }, () => request(look)) })],
  ],
  'request under a chosen id': [
    3,
    (look) => {
      const { die, own, cards } = look;
      const _id = pick(
        [anyId(die), ...own.map(({ _id }) => reversed(_id)), ...cards.map((each) => reversed(each._id))],
        die,
      );
      return [creates('ChatMessage', { ...request(look), _id }, { keepId: true })];
    },
  ],
  card: [5, (look) => [creates('ChatMessage', { ...card(look), ...beside(look) })]],
  'card under the id of the next': [
    4,
    (look) => {
      const id = anyId(look.die);
      const outside = { ...request(look) };
      if (outside.system) outside.system = { ...outside.system, combat: '', fighter: `Actor.${actor(0)}` };
      return [
        creates('ChatMessage', { ...card(look), _id: reversed(id) }, { keepId: true }),
        creates('ChatMessage', { ...outside, _id: id }, { keepId: true }),
      ];
    },
  ],
  message: [2, (look) => [creates('ChatMessage', { content: 'x', ...beside(look), ...beside(look) })]],
  'own message changed': [
    10,
    (look) => {
      const { die, own, users } = look;
      const said = die(2) === 1 ? own.at(-1) : pick(own, die);
      if (!said) return [];
      const other = die(2) === 1 ? request(look) : card(look);
      const changes = pick<() => object>(
        [
          () => ({ author: pick([users.gm, users.bob], die) }),
          () => ({
            author: users.gm,
            type: other.type ?? 'base',
            system: { __$OPERATOR$__: 'ForcedReplacement', value: other.system ?? {} },
          }),
          () => ({ system: { refused: [], command: command(look) } }),
          () => ({ system: { answers: [[20], [20], [1]], refused: [] } }),
          () => ({ flags: { cadence: { request: requestIn(request(look)) } }, ...(die(2) === 1 && { type: 'base' }) }),
          () => changeOf(said, look),
          () => beside(look),
        ],
        die,
      )();
      return [updates('ChatMessage', said._id, changes, options(die))];
    },
  ],
  'own message deleted': [
    4,
    ({ die, own }) => {
      const said = die(2) === 1 ? own.at(-1) : pick(own, die);
      return said ? [removes('ChatMessage', said._id, options(die))] : [];
    },
  ],
  'another’s message': [
    2,
    ({ die, cards, hostile, users }) => {
      const all = [...cards, ...hostile.table.all('messages').filter(({ author }) => author !== users.ann)];
      const said = pick(all, die);
      if (!said) return [];
      return [
        die(2) === 1 ? removes('ChatMessage', said._id) : updates('ChatMessage', said._id, { system: { open: null } }),
      ];
    },
  ],
  'own actor': [10, (look) => [updates('Actor', actor(0), changeOf(actorOf(look), look), options(look.die))]],
  'own actor’s numbers': [
    6,
    (look) => [updates('Actor', actor(0), changeOf(actorOf(look), look, ['system', 'prototypeToken', 'flags']))],
  ],
  'own item': [
    6,
    (look) => {
      const { die } = look;
      const item = pick(actorOf(look)?.items ?? [], die);
      if (!item || die(4) === 1) {
        const data = item ?? { name: 'x', type: `${look.hostile.ruleset}Gear` };
        return [creates('Item', mutated({ ...data, _id: undefined }, look.ids, die), IN_ACTOR)];
      }
      if (die(8) === 1) return [removes('Item', item._id, IN_ACTOR)];
      return [updates('Item', item._id, changeOf(item, look), { ...IN_ACTOR, ...options(die) })];
    },
  ],
  'hoard of items': [
    1,
    (look) => {
      const { die, hostile } = look;
      const type = pick(Object.keys(hostile.gm.page.adapterOf(hostile.ruleset).models.Item), die);
      const made = (at: number) => ({ name: `x${at}`, type, system: { equipped: die(2) === 1 } });
      return [asks('Item', 'create', { data: Array.from({ length: 120 }, (_, at) => made(at)), ...IN_ACTOR })];
    },
  ],
  'own macro': [
    3,
    ({ die, hostile, users }) => {
      const command = pick(['game.users.forEach((user) => user.update({ role: 4 }))', 'x', anyValue(die)], die);
      const [macro] = hostile.table.all('macros').filter(({ author }) => author === users.ann);
      if (macro && die(2) === 1) return [updates('Macro', macro._id, { command })];
      const ownership = { default: die(4) - 1, [users.ann]: 3 };
      return [creates('Macro', { name: 'x', type: 'script', command, author: users.ann, ownership })];
    },
  ],
  'own effect': [
    8,
    (look) => {
      const { die } = look;
      const known = pick(actorOf(look)?.effects ?? [], die);
      if (!known || die(2) === 1) {
        const items = actorOf(look)?.items ?? [];
        const parentUuid =
          items.length > 0 && die(4) === 1 ? `Actor.${actor(0)}.Item.${pick(items, die)?._id}` : IN_ACTOR.parentUuid;
        return [creates('ActiveEffect', effect(look), { parentUuid, ...options(die) })];
      }
      if (die(3) === 1) return [removes('ActiveEffect', known._id, IN_ACTOR)];
      return [updates('ActiveEffect', known._id, die(2) === 1 ? changeOf(known, look) : effect(look), IN_ACTOR)];
    },
  ],
  'own token': [
    8,
    (look) => {
      const { die } = look;
      const changes = pick<object>(
        [
          { x: die(24) * 100, y: die(24) * 100 },
          ...[{ x: 1e9 }, { width: 40, height: 40 }, { width: 0 }, { elevation: 1e6 }, { rotation: 1e9 }],
          ...[{ hidden: true }, { actorId: actor(3) }, { actorId: null }, { actorLink: false }, { disposition: 1e9 }],
          ...[{ delta: { system: anyValue(die) } }, { delta: anyValue(die) }, { level: anyValue(die) }, { name: '' }],
          changeOf(tokenOf(look), look),
        ],
        die,
      );
      return [updates('Token', token(0), changes, { ...ON_SCENE, ...options(die) })];
    },
  ],
  'own combatant': [
    8,
    (look) => {
      const { die, hostile } = look;
      const own = combatantOf(look);
      const stamps = hostile.combat?.combatants.map(({ system }) => system.stamp) ?? [];
      const changes = pick<object>(
        [
          ...[
            { initiative: anyValue(die) },
            { defeated: true },
            { defeated: false },
            { flags: { cadence: anyValue(die) } },
          ],
          ...[{ system: { stamp: pick([...stamps, 'f'.repeat(64), anyValue(die)], die) } }],
          ...[{ system: { ready: pick<unknown>([hostile.moment, anyValue(die)], die) } }, { system: anyValue(die) }],
          ...[{ system: { orders: { 'agile-move': pick<unknown>(['pass', anyValue(die)], die) } } }],
          ...[{ system: { orders: anyValue(die) } }, { system: { state: { energy: 99, hp: 99 } } }],
          changeOf(own, look),
        ],
        die,
      );
      return [updates('Combatant', own?._id ?? ANNS, changes, { ...IN_COMBAT, ...options(die) })];
    },
  ],
  'own combatant again': [
    3,
    (look) => {
      const { die, hostile } = look;
      const data = { type: hostile.ruleset, actorId: actor(0), tokenId: token(0), sceneId: SCENE };
      const _id = pick([ANNS, ...look.ids], die);
      const made = creates('Combatant', die(3) === 1 ? mutated({ ...data, _id }, look.ids, die) : { ...data, _id }, {
        ...IN_COMBAT,
        keepId: die(2) === 1,
      });
      const gone = removes('Combatant', combatantOf(look)?._id ?? ANNS, IN_COMBAT);
      return pick([[made], [gone], [gone, made]], die);
    },
  ],
  clock: [
    3,
    ({ die }) => [
      updates(
        'Combat',
        COMBAT,
        pick<object>([{ round: anyValue(die) }, { turn: anyValue(die) }, { round: 9, turn: 1 }], die),
        options(die),
      ),
    ],
  ],
  'the encounter itself': [
    3,
    (look) => {
      const { die, combat } = look;
      return [
        updates(
          'Combat',
          COMBAT,
          changeOf(combat ?? { system: {} }, look, ['system', 'active', 'scene', 'combatants', 'flags']),
          options(die),
        ),
      ];
    },
  ],
  mark: [
    2,
    (look) => {
      const id = markOf((look.combat?.system.step ?? 0) + look.die(3) - 1);
      const data = { _id: id, flags: { cadence: { writing: claim(look) } } };
      return [
        look.die(2) === 1
          ? creates('CombatantGroup', data, { ...IN_COMBAT, keepId: true })
          : removes('CombatantGroup', id, IN_COMBAT),
      ];
    },
  ],
  'own user': [
    5,
    ({ die, users, ids }) => [
      updates(
        'User',
        users.ann,
        pick<object>(
          [
            ...[{ name: 'Gamemaster' }, { name: anyValue(die) }, { character: actor(3) }, { character: anyValue(die) }],
            ...[
              { role: 4 },
              { permissions: { SETTINGS_MODIFY: true } },
              { hotbar: anyValue(die) },
              { avatar: anyValue(die) },
            ],
            ...[{ flags: { cadence: anyValue(die) } }, { flags: { core: anyValue(die) } }, { color: anyValue(die) }],
            ...[{ '-=role': null }, { '==permissions': {} }, { pronouns: pick(ids, die) }, { isGM: true }],
          ],
          die,
        ),
        options(die),
      ),
    ],
  ],
  setting: [
    4,
    ({ die, users, hostile }) => {
      const keys = ['cadence.dice', 'cadence.strictness', 'cadence.countdown', `cadence.${hostile.ruleset}.pause`];
      const key = pick(
        [...keys, 'core.time', 'core.permissions', 'cadence.dataVersion', 'core.combatTrackerConfig'],
        die,
      );
      const value = pick(['"owner"', 'null', '{', '99', JSON.stringify(anyValue(die))], die);
      return [creates('Setting', { key, value, user: pick([users.ann, users.gm, null], die) })];
    },
  ],
  'other documents': [
    3,
    (look) => {
      const { die, users } = look;
      const type = pick(
        [
          'JournalEntry',
          'Macro',
          'Drawing',
          'Region',
          'MeasuredTemplate',
          'Note',
          'Folder',
          'Scene',
          'Actor',
          'Item',
          'Cards',
        ],
        die,
      );
      const data = { name: '<b>x</b>', author: users.ann, ownership: { [users.ann]: 3 }, text: anyValue(die) };
      const types: Record<string, object> = {
        Macro: { type: 'chat', command: 'x', scope: 'global' },
        Actor: { type: look.hostile.ruleset },
        Item: { type: `${look.hostile.ruleset}Gear` },
      };
      const at = ['Drawing', 'Region', 'MeasuredTemplate', 'Note'].includes(type) ? ON_SCENE : {};
      return [creates(type, { ...data, ...types[type] }, at)];
    },
  ],
  'others’ documents': [
    4,
    (look) => {
      const { die } = look;
      return [
        pick(
          [
            updates(
              'Actor',
              actor(pick([1, 3, 4], die)),
              changeOf(actorOf(look), look, ['system', 'ownership', 'name']),
              options(die),
            ),
            updates('Token', token(3), { x: 0, hidden: true }, { ...ON_SCENE, ...options(die) }),
            creates('ActiveEffect', effect(look), { parentUuid: `Actor.${actor(pick([1, 3], die))}` }),
            creates(
              'Item',
              { name: 'x', type: `${look.hostile.ruleset}Gear` },
              { parentUuid: `Scene.${SCENE}.Token.${token(3)}.Actor.${actor(3)}` },
            ),
            removes('Combatant', FOE, IN_COMBAT),
            updates('Combatant', BOBS, { system: { stamp: '', ready: 'x', orders: {} } }, IN_COMBAT),
          ],
          die,
        ),
      ];
    },
  ],
  channel: [
    4,
    ({ die, hostile }) => {
      const client = hostile.combat?.system.referee?.client ?? 'x';
      const signal = pick<unknown>(
        [{ ping: client }, { pong: client }, { ping: anyValue(die) }, { pong: anyValue(die) }, anyValue(die)],
        die,
      );
      return [['system.cadence', signal]];
    },
  ],
  query: [
    6,
    (look) => {
      const { die, users, ids } = look;
      const state = pick<unknown>([{ 'plan-1': 'rest' }, { 'plan-1': anyValue(die) }, { hp: 99 }, anyValue(die)], die);
      const secret = { of: pick([ANNS, BOBS, FOE, ...ids], die), state, salt: 'x'.repeat(die(20)) };
      const [queryName, data] = pick<readonly [string, unknown]>(
        [
          ...[['cadence.secret', secret] as const, ['cadence.secret', mutated(secret, ids, die)] as const],
          ...[['cadence.here', { user: pick([users.gm, users.bob, users.ann], die) }] as const],
          ...[['cadence.here', anyValue(die)] as const, ['cadence.request', anyValue(die)] as const],
          ['cadence.request', requestIn(request(look))],
          [pick(['toString', '__proto__', 'dialog', ''], die), anyValue(die)],
        ],
        die,
      );
      const userId = pick([users.gm, users.bob], die);
      return [['userQuery', { queryId: anyId(die), queryName, data, userId, timeout: pick([1000, -1, 0], die) }]];
    },
  ],
  'other events': [
    2,
    ({ die, users }) => [
      pick<Attack['messages'][number]>(
        [
          ['userActivity', { cursor: anyValue(die), targets: anyValue(die), sceneId: anyValue(die) }],
          ['userActivity', users.gm, { active: false }],
          ['pause', true],
          ['reload'],
          ['manageCompendium', { action: 'create', data: { label: 'x', type: 'Actor' } }],
          ['manageFiles', { action: 'browseFiles', storage: 'data', target: '../..' }],
          ['modifyDocument', anyValue(die)],
          ['modifyDocumentBatch', { operations: anyValue(die) }],
        ],
        die,
      ),
    ],
  ],
};

const KINDS = Object.keys(MAKINGS);
const LOT = KINDS.flatMap((kind) => Array.from({ length: MAKINGS[kind][0] }, () => kind));

function look(hostile: HostileTable, die: Die): Look {
  const named = { gm: idFromName('Gamemaster'), ann: idFromName('Ann'), bob: idFromName('Bob') };
  const messages = hostile.table.all('messages');
  const own = messages.filter(({ author }) => author === named.ann);
  const cards = messages.filter(({ author, type }) => author !== named.ann && type !== 'base' && type !== 'request');
  const [combat] = hostile.table.all('combats');
  const ids = [
    ...[
      ANNS,
      BOBS,
      FOE,
      'gm',
      COMBAT,
      SCENE,
      actor(0),
      actor(3),
      `Actor.${actor(0)}`,
      `Actor.${actor(3)}`,
      '__proto__',
    ],
    ...[`Scene.${SCENE}.Token.${token(0)}`, `Scene.${SCENE}.Token.${token(3)}`, named.gm, named.ann, markOf(1)],
    ...[own.at(-1)?._id, cards.at(-1)?._id].filter((id) => id !== undefined),
  ];
  return { hostile, die, users: named, own, cards, combat, ids };
}

export function anyAttack(hostile: HostileTable, die: Die): Attack {
  const kind = pick(LOT, die);
  const seen = look(hostile, die);
  const messages = MAKINGS[kind][1](seen);
  const operations = messages.filter(([event]) => event === 'modifyDocument').map(([, operation]) => operation);
  // Sometimes they are sent as one batch.
  if (operations.length > 1 && operations.length === messages.length && die(3) === 1)
    return { kind, messages: [['modifyDocumentBatch', { operations }]] };
  return { kind, messages };
}
