/** Of a screen with 60 frames a second, in milliseconds. */
const FRAME = 16;
/** Longest wait for a frame in milliseconds: a hidden page has no frames. */
const LONGEST_WAIT = 100;

const nextTask = (): Promise<void> => new Promise((done) => setTimeout(done));

const nextFrame = (): Promise<void> =>
  new Promise((done) => {
    const timer = setTimeout(done, LONGEST_WAIT);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      done();
    });
  });

/** Waits for the rest of a burst of changes, which arrive in one task; after a recent drawing for the next frame. */
const soon = (sinceLast: number): Promise<void> => (sinceLast >= FRAME ? nextTask() : nextFrame());

/** Starts a redraw without waiting for a frame. */
export const AT_ONCE = (): Promise<void> => Promise.resolve();

/** Combines requests for a redraw: those that arrive before it starts are drawn together, and two never run at the same time. */
export class Redraw<Request = void> {
  #waiting: Request[] = [];
  #next: Promise<void> | null = null;
  #last: Promise<void> = Promise.resolve();
  #endedAt = Number.NEGATIVE_INFINITY;
  #start: () => void = () => {};

  /** @param start waits for the beginning of a drawing; gets the milliseconds since the end of the last one */
  constructor(
    private readonly draw: (requests: readonly Request[]) => unknown,
    private readonly start: (sinceLast: number) => Promise<void> = soon,
  ) {}

  get isPending(): boolean {
    return this.#next !== null;
  }

  request(request: Request): Promise<void> {
    this.#waiting.push(request);
    this.#next ??= this.#last = this.#run(this.#last);
    return this.#next;
  }

  /** Draws this and what was requested before, as part of a drawing that has started. */
  requestNow(request: Request): Promise<void> {
    const drawn = this.request(request);
    this.#start();
    return drawn;
  }

  async #run(last: Promise<void>): Promise<void> {
    const started = new Promise<void>((done) => {
      this.#start = done;
    });
    await Promise.all([Promise.race([this.start(performance.now() - this.#endedAt), started]), last]);
    const requests = this.#waiting;
    this.#waiting = [];
    this.#next = null;
    try {
      await this.draw(requests);
    } catch (error) {
      console.error('Cadence | could not be drawn', error);
    }
    this.#endedAt = performance.now();
  }
}

/** What users look at first; windows and cards wait for it. */
let first: Promise<void> = Promise.resolve();

/** Lets others wait for a drawing that users look at first. */
export function drawBeforeOthers(drawing: Promise<void>): void {
  first = drawing;
}

/** Resolves when what users look at first has been drawn. */
export const afterFirst = (): Promise<void> => first;
