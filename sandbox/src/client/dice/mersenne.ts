/** MT19937, as in Foundry, seeded per client. T14: client/dice/twister.d.mts */
export class MersenneTwister {
  private readonly state = new Uint32Array(624);
  private index = 624;

  constructor(seed = crypto.getRandomValues(new Uint32Array(1))[0]!) {
    this.state[0] = seed;
    for (let i = 1; i < 624; i++) {
      const last = this.state[i - 1]! ^ (this.state[i - 1]! >>> 30);
      this.state[i] = Math.imul(last, 1812433253) + i;
    }
  }

  private twist() {
    const { state } = this;
    for (let i = 0; i < 624; i++) {
      const y = (state[i]! & 0x80000000) | (state[(i + 1) % 624]! & 0x7fffffff);
      state[i] = state[(i + 397) % 624]! ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
    }
    this.index = 0;
  }

  int(): number {
    if (this.index === 624) this.twist();
    let y = this.state[this.index++]!;
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  }

  /** Returns a number in [0, 1). */
  random(): number {
    return this.int() / 4294967296;
  }

  private static readonly shared = new MersenneTwister();
  static random = () => MersenneTwister.shared.random();
}
