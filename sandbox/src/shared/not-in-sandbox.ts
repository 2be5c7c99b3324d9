/** Thrown on use of a Foundry feature that the sandbox lacks, in place of wrong behavior. */
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
 * Wraps a namespace so that reading a missing member throws, instead of an `undefined` that fails later. `in`,
 * `Object.keys` and assignment are unaffected.
 */
export function closed<T extends object>(name: string, members: T): T {
  return new Proxy(members, {
    get(target, key, receiver) {
      if (typeof key === 'symbol' || key in target || SILENT.has(key)) return Reflect.get(target, key, receiver);
      throw new NotInSandbox(`${name}.${key}`);
    },
  });
}

/** Returns a function that throws, as a substitute for one of Foundry's. */
export function notInSandbox(name: string): (...args: unknown[]) => never {
  return () => {
    throw new NotInSandbox(name);
  };
}

/** Returns a class that packages can extend while they load, but not construct. */
export const unsupportedClass = (name: string) =>
  class {
    constructor() {
      throw new NotInSandbox(name);
    }
  };
