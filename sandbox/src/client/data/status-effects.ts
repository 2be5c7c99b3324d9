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
];
const INDEX = /^\d+$/;

/**
 * v14's `CONFIG.statusEffects`: a record by id that still answers the harmless questions of an array. Assigning an array
 * empties and refills it; `splice` and `sort` do not work on it. I#13122, SR5 PR 1960, vttforge PR 169.
 */
export function statusEffects() {
  const record: Record<string, any> = {};
  const assign = (list: any) => {
    const entries = Array.isArray(list) ? list.map((entry) => [entry.id, entry]) : Object.entries<any>(list);
    for (const key of Object.keys(record)) delete record[key];
    for (const [id, entry] of entries) record[id] = { ...entry, id };
  };
  assign(CORE_STATUS_EFFECTS);

  const methods: Record<string | symbol, any> = {
    push: (...entries: any[]) => {
      for (const entry of entries) record[entry.id] = entry;
      return Object.keys(record).length;
    },
    [Symbol.iterator]: () => Object.values(record)[Symbol.iterator](),
  };
  for (const name of ARRAY_METHODS) methods[name] = (...args: any[]) => (Object.values(record) as any)[name](...args);
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
  return { proxy, assign };
}
