/** What a worker says to a question. Null with `isDone`: it does not have the ruleset, such as one of another package. */
export interface WorkerAnswer<Result> {
  readonly id: number;
  readonly result: Result | null;
  readonly isDone: boolean;
}

type OnAnswer<Result> = (result: Result | null, isDone: boolean) => void;

/** A program that runs beside the page. It is started by its first message, and ends for good at its first fault. */
export class TaskWorker<Result> {
  #worker: Worker | null = null;
  /** Node has no workers, and a server's policy may forbid them. */
  #isAvailable = typeof Worker === 'function';
  #lastId = 0;
  readonly #waiting = new Map<number, OnAnswer<Result>>();

  /**
   * @param file its name among the workers of the build
   * @param withoutIt what is told where no worker is possible
   */
  constructor(
    private readonly file: string,
    private readonly withoutIt: string,
  ) {}

  /**
   * Returns the id of the question, or null, without calling `onAnswer`, if no worker is possible.
   * @param onAnswer called with null and true if the page has to answer itself
   */
  ask(question: object, onAnswer: OnAnswer<Result>): number | null {
    this.#lastId += 1;
    const id = this.#lastId;
    if (!this.post({ ...question, id })) return null;
    this.#waiting.set(id, onAnswer);
    return id;
  }

  /** Tells the program that an answer is no longer wanted. */
  stop(id: number): void {
    if (this.#waiting.delete(id)) this.post({ id, stop: true });
  }

  /** Sends what has no answer. Returns false if there is no worker. */
  post(message: object): boolean {
    if (!this.#isAvailable) return false;
    try {
      this.#worker ??= this.#start();
      this.#worker.postMessage(message);
      return true;
    } catch (error) {
      this.#disable(error);
      return false;
    }
  }

  /** The build places workers beside our code. The version in the URL avoids an outdated cached file. */
  #start(): Worker {
    const address = new URL(`../workers/${this.file}.mjs?${game.system.version}`, import.meta.url);
    const worker = startWorker(address, `Cadence ${this.file}`);
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer<Result>>) => {
      const onAnswer = this.#waiting.get(data.id);
      if (data.isDone) this.#waiting.delete(data.id);
      onAnswer?.(data.result, data.isDone);
    });
    for (const fault of ['error', 'messageerror']) worker.addEventListener(fault, (event) => this.#disable(event));
    return worker;
  }

  #disable(reason: unknown): void {
    console.warn(`Cadence | ${this.withoutIt}`, reason);
    this.#isAvailable = false;
    this.#worker?.terminate();
    this.#worker = null;
    const left = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const onAnswer of left) onAnswer(null, true);
  }
}

/**
 * Starts a module as a worker. A browser refuses a worker's script of another origin, as a host serves it from a content network, but lets a
 * worker import it.
 */
function startWorker(address: URL, name: string): Worker {
  const options = { type: 'module', name } as const;
  if (address.origin === location.origin) return new Worker(address, options);
  const code = new Blob([`import ${JSON.stringify(address.href)};`], { type: 'text/javascript' });
  return new Worker(URL.createObjectURL(code), options);
}
