import { defined } from '../../src/kernel/defined';
import type { Die } from '../../src/kernel/dice';
import { inside, isKeyed, type Keyed } from '../support/record';
import { actor } from './hostile-table';

export const pick = <T>(all: readonly T[], die: Die): T => all[die(all.length) - 1];

const deep = (levels: number): unknown => (levels > 0 ? [deep(levels - 1)] : []);

/** Parsed as they arrive from the socket: in literals, the first would set the prototype. */
const POISONED = ['{"__proto__":{"x":1},"constructor":7,"toString":null}', '{"toString":null,"length":-1}'].map(
  (json) => JSON.parse(json),
);

/** What clients send for Foundry's operators. Source: sandbox/src/shared/operators.ts */
const DELETION = { __$OPERATOR$__: 'ForcedDeletion' };
const replacing = (value: unknown) => ({ __$OPERATOR$__: 'ForcedReplacement', value });

const VALUES: readonly unknown[] = [
  ...[null, true, false, '', 'x', ' ', 0, -1, 0.5, 1e300, -1e300, 99_999, [], {}, [null], [[]], { id: {} }],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'system',
    'a.b.c',
    '{{x}}',
    '[[/roll 1d20]]',
    '@UUID[Actor.x]{x}',
    '1d20',
  ],
  ...['<img src=x onerror=alert(1)>', 'x'.repeat(5000), deep(40), DELETION, ...POISONED],
  // Patterns that go over a text again from each of its letters.
  ...[' ', '<', '@', '@Action[', '9', 'a-'].map((part) => part.repeat(20_000)),
  ...['99d999', '@Action[melee-attack]{x}', '@Condition[prone]{x}', [replacing(1)], { x: [DELETION] }],
  ...Array.of<unknown>(Array.from({ length: 2000 }, () => 'x')),
];

export function anyValue(die: Die): unknown {
  const value = structuredClone(pick(VALUES, die));
  return die(8) === 1 ? replacing(value) : value;
}

export const EFFECT_KEYS = [
  ...['system', 'ownership.default', 'name', 'prepareData', 'update', 'items', 'effects', 'statuses', 'flags.cadence'],
  ...['system.__proto__.x', 'system.toString', 'system.hp.max', 'system.aura.value', 'system.energy', 'type', '_id'],
];

/** Returns options of an operation that a client may set. */
export function options(die: Die): object {
  const some: readonly object[] = [
    ...[{ cadence: { step: die(9) } }, { cadence: anyValue(die) }, { worldTime: { delta: 1e6 } }, { diff: false }],
    ...[{ recursive: false }, { noHook: true }, { render: anyValue(die) }, { turnEvents: true }, { broadcast: false }],
    ...[{ movement: anyValue(die) }, { _movement: anyValue(die) }, { modifiedTime: 1 }, { keepEmbeddedIds: true }],
    ...[{ parentUuid: `Actor.${actor(3)}` }, { deleteAll: true }, { action: 'delete' }, { animate: anyValue(die) }],
  ];
  return die(5) === 1 ? pick(some, die) : {};
}

function pathsIn(value: unknown, at: readonly string[] = []): (readonly string[])[] {
  if (value === null || typeof value !== 'object') return [at];
  return [at, ...Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, [...at, key]))];
}

/**
 * Copies a value and changes some places in it: to nonsense, to one of the given ids, or to nothing.
 * @param ids the ids that may replace an id
 */
export function mutated<T>(value: T, ids: readonly string[], die: Die, times = die(2)): T {
  const copy = structuredClone({ value });
  for (let at = 0; at < times; at++) {
    const path = pick(
      pathsIn(copy.value).map((each) => ['value', ...each]),
      die,
    );
    const key = defined(path.at(-1), 'a key');
    const holder = path.slice(0, -1).reduce<Keyed>(inside, copy);
    const kind = die(6);
    if (kind === 1 && path.length > 1) delete holder[key];
    else put(holder, key, kind < 4 ? pick(ids, die) : anyValue(die));
    const held = holder[key];
    if (kind === 6 && isKeyed(held))
      put(held, pick(['__proto__', 'toString', 'x', '-=x', '==system', 'a.b'], die), anyValue(die));
  }
  return copy.value;
}

/** Sets a key without reaching a prototype. */
const put = (holder: object, key: string, value: unknown): void =>
  void Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
