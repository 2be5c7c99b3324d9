/** Named flags in one number. T13: common/utils/bitmask.d.mts */
export class BitMask {
  readonly states: Readonly<Record<string, string>>;
  #value = 0;

  constructor(states: Record<string, boolean> = {}) {
    this.states = Object.freeze(Object.fromEntries(Object.keys(states).map((name) => [name, name])));
    for (const [name, isSet] of Object.entries(states)) this.toggleState(name, isSet);
  }

  /** @returns lines that define each state as a bit, in the order of the states */
  static generateShaderBitMaskConstants(states: string[]): string {
    return states.map((name, bit) => `const uint ${name} = 0x${(1 << bit).toString(16).toUpperCase()}U;`).join('\n');
  }

  get isEmpty(): boolean {
    return this.#value === 0;
  }

  hasState(name: string): boolean {
    return (this.#value & this.#bitOf(name)) !== 0;
  }

  toggleState(name: string, enabled = !this.hasState(name)): void {
    this.#value = enabled ? this.#value | this.#bitOf(name) : this.#value & ~this.#bitOf(name);
  }

  valueOf(): number {
    return this.#value;
  }

  #bitOf(name: string): number {
    const bit = Object.keys(this.states).indexOf(name);
    if (bit < 0) throw new Error(`${name} is an invalid state for this BitMask instance.`);
    return 1 << bit;
  }
}
