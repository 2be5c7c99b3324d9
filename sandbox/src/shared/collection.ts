/** T14: common/utils/collection.d.mts: a Map that iterates its VALUES and has array methods. */
export class Collection<V> extends Map<string, V> {
  // @ts-expect-error Foundry's Collection iterates values where Map iterates entries; that is its point.
  override [Symbol.iterator](): MapIterator<V> {
    return this.values();
  }

  get contents(): V[] {
    return Array.from(this.values());
  }

  find(condition: (value: V, index: number, collection: this) => boolean): V | undefined {
    let index = 0;
    for (const value of this.values()) if (condition(value, index++, this)) return value;
    return undefined;
  }

  filter(condition: (value: V, index: number, collection: this) => boolean): V[] {
    return this.contents.filter((value, index) => condition(value, index, this));
  }

  // @ts-expect-error Foundry passes the value alone.
  override forEach(fn: (value: V) => void): void {
    for (const value of this.values()) fn(value);
  }

  override get(key: string | null | undefined, { strict = false }: { strict?: boolean } = {}): V | undefined {
    // `undefined` is accepted and finds nothing.
    const value = super.get(key as string);
    if (strict && value === undefined) throw new Error(`The key ${key} does not exist in the ${this.named} Collection`);
    return value;
  }

  getName(name: string, { strict = false }: { strict?: boolean } = {}): V | undefined {
    const value = this.find((entry) => (entry as { name?: unknown }).name === name);
    if (strict && value === undefined) {
      throw new Error(`An entry with name ${name} does not exist in the ${this.named} Collection`);
    }
    return value;
  }

  map<M>(transformer: (value: V, index: number, collection: this) => M): M[] {
    return this.contents.map((value, index) => transformer(value, index, this));
  }

  reduce<A>(reducer: (accumulator: A, value: V, index: number, collection: this) => A, initial: A): A {
    return this.contents.reduce((sum, value, index) => reducer(sum, value, index, this), initial);
  }

  some(condition: (value: V, index: number, collection: this) => boolean): boolean {
    return this.contents.some((value, index) => condition(value, index, this));
  }

  every(condition: (value: V, index: number, collection: this) => boolean): boolean {
    return this.contents.every((value, index) => condition(value, index, this));
  }

  toJSON(): unknown[] {
    return this.map((value) => (isSerializable(value) ? value.toJSON() : value));
  }

  private get named() {
    return this.constructor.name;
  }
}

const isSerializable = (value: unknown): value is { toJSON(): unknown } =>
  typeof (value as { toJSON?: unknown } | null | undefined)?.toJSON === 'function';
