/** Longest wait for a frame in milliseconds: a hidden page has no frames. */
const LONGEST_WAIT = 100;

const nextFrame = (): Promise<void> =>
  new Promise((done) => {
    const timer = setTimeout(done, LONGEST_WAIT);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      done();
    });
  });

/** Starts a redraw without waiting for a frame. */
export const AT_ONCE = (): Promise<void> => Promise.resolve();

/** Combines requests for a redraw: those that arrive before it starts are drawn together, and two never run at the same time. */
export class Redraw<Request = void> {
  #waiting: Request[] = [];
  #next: Promise<void> | null = null;
  #last: Promise<void> = Promise.resolve();

  constructor(
    private readonly draw: (requests: readonly Request[]) => unknown,
    private readonly start: () => Promise<void> = nextFrame,
  ) {}

  get isPending(): boolean {
    return this.#next !== null;
  }

  request(request: Request): Promise<void> {
    this.#waiting.push(request);
    this.#next ??= this.#last = this.#run(this.#last);
    return this.#next;
  }

  async #run(last: Promise<void>): Promise<void> {
    await Promise.all([this.start(), last]);
    const requests = this.#waiting;
    this.#waiting = [];
    this.#next = null;
    try {
      await this.draw(requests);
    } catch (error) {
      console.error('Cadence | could not be drawn', error);
    }
  }
}
