import { CORE_STATUS_EFFECTS } from './core-statuses';

const ARRAY_METHODS = [
  'find',
  'filter',
  'forEach',
  'map',
  'some',
  'every',
  'reduce',
  'findIndex',
  'flatMap',
  'includes',
  'slice',
] as const;
const INDEX = /^\d+$/;

/** T14: client/config.d.mts StatusEffectConfig */
export interface StatusEffect {
  id: string;
  name: string;
  img?: string | null;
  _id?: string;
  statuses?: string[];
  order?: number;
  /** False hides it in the token HUD; `actorTypes` limits it to some actors. */
  hud?: boolean | { actorTypes?: string[] };
  [field: string]: unknown;
}

/** Statuses by id, with the read-only methods of an array. */
export type StatusEffects = Record<string, StatusEffect> & Pick<StatusEffect[], (typeof ARRAY_METHODS)[number]>;

/**
 * v14's `CONFIG.statusEffects`: a record by id that still has an array's read-only methods. Assigning an array
 * replaces its content; `splice` and `sort` do not work. I#13122, SR5 PR 1960, vttforge PR 169.
 */
export function statusEffects() {
  const record: Record<string, StatusEffect> = {};
  const assign = (list: StatusEffect[] | Record<string, StatusEffect>) => {
    const entries: [string, StatusEffect][] = Array.isArray(list)
      ? list.map((entry) => [entry.id, entry])
      : Object.entries(list);
    for (const key of Object.keys(record)) delete record[key];
    for (const [id, entry] of entries) record[id] = { ...entry, id };
  };
  assign(CORE_STATUS_EFFECTS);

  const methods: Record<string | symbol, (...args: never[]) => unknown> = {
    push: (...entries: StatusEffect[]) => {
      for (const entry of entries) record[entry.id] = entry;
      return Object.keys(record).length;
    },
    [Symbol.iterator]: () => Object.values(record)[Symbol.iterator](),
  };
  for (const name of ARRAY_METHODS) {
    methods[name] = (...args: never[]) => {
      const list = Object.values(record);
      return (list[name] as (...given: never[]) => unknown).apply(list, args);
    };
  }
  for (const name of ['splice', 'sort', 'pop', 'shift', 'unshift']) {
    methods[name] = () => {
      throw new Error(`CONFIG.statusEffects is a record since v14: ${name} does not work on it`);
    };
  }

  const proxy = new Proxy(record, {
    get(target, key) {
      if (key in target) return target[key as string];
      if (key in methods) return methods[key];
      if (key === 'length') return Object.keys(target).length;
      return typeof key === 'string' && INDEX.test(key) ? Object.values(target)[Number(key)] : undefined;
    },
  });
  return { proxy: proxy as StatusEffects, assign };
}
