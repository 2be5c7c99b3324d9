/** Thrown when something of Foundry is used that the sandbox does not offer: it never pretends. */
export class NotInSandbox extends Error {
  readonly member: string;

  constructor(member: string) {
    super(`NotInSandbox: ${member} is part of Foundry, but not of the sandbox`);
    this.name = 'NotInSandbox';
    this.member = member;
  }
}

/** Names that the language, promises, loggers and test runners read on their own. */
const SILENT = new Set(['then', 'toJSON', 'prototype', '__esModule', 'constructor', '$$typeof', 'asymmetricMatch']);

/**
 * Wraps a namespace so that reading a member it does not have throws, instead of giving an `undefined` that fails later.
 * `in`, `Object.keys` and assignment stay as they are.
 */
export function closed<T extends object>(name: string, members: T): T {
  return new Proxy(members, {
    get(target, key, receiver) {
      if (typeof key === 'symbol' || key in target || SILENT.has(key)) return Reflect.get(target, key, receiver);
      throw new NotInSandbox(`${name}.${key}`);
    },
  });
}

/** A function that stands for one Foundry has and the sandbox has not. */
export function notInSandbox(name: string): (...args: unknown[]) => never {
  return () => {
    throw new NotInSandbox(name);
  };
}
