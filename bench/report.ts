import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/** Seconds of a run without `--seconds`: less than four minutes with the build. */
const SECONDS = 200;
const FOLDER = 'node_modules/.cache/cadence';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { seconds: { type: 'string' } },
});
const end = performance.now() + 1000 * (Number(values['seconds']) || SECONDS);

/** What follows the name of the measurement, without options. */
export const words: readonly string[] = positionals;

/** Milliseconds that are left of the run. */
export const left = (): number => Math.max(0, end - performance.now());

/** Keeps the rows of a run: each is printed and written at once, so that a run that is stopped loses none. */
export class Report {
  readonly #rows: object[] = [];
  readonly #path: string;

  constructor(name: string) {
    this.#path = `${FOLDER}/bench-${name}.json`;
    mkdirSync(FOLDER, { recursive: true });
  }

  /** @param line what is printed, if not the row itself */
  add(row: object, line = JSON.stringify(row)): void {
    this.#rows.push(row);
    console.log(line);
    writeFileSync(this.#path, `${JSON.stringify(this.#rows, null, 2)}\n`);
  }

  close(): void {
    console.log(`${this.#rows.length} rows in ${this.#path}`);
  }
}

/** Resolves to null if the work takes longer than this many milliseconds. Its later result or error is ignored. */
export async function within<T>(limit: number, work: () => Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((done) => {
    timer = setTimeout(done, limit, null);
  });
  const result = work();
  result.catch(() => {});
  return Promise.race([result, late]).finally(() => clearTimeout(timer));
}
