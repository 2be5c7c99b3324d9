import { readFile } from 'node:fs/promises';
import { LineCounter, parseDocument, visit } from 'yaml';
import type { Data } from '../shared/data';
import { StartupError } from './startup-error';

/** A YAML file of a demo world, with the line numbers of its values. */
export class DemoFile {
  private constructor(
    private readonly path: string,
    readonly content: Data,
    private readonly lines: Map<string, number>,
  ) {}

  static async read(path: string): Promise<DemoFile> {
    const counter = new LineCounter();
    const text = await readFile(path, 'utf8').catch(() => {
      throw new StartupError(`${path} cannot be read.`);
    });
    const document = parseDocument(text, { lineCounter: counter });
    const [error] = document.errors;
    if (error) {
      const what = error.message.split(/ at line \d+|\n/)[0];
      throw new StartupError(`${path}:${error.linePos?.[0].line ?? 1}: ${what}`);
    }
    const lines = new Map<string, number>();
    visit(document, {
      Scalar(_key, node) {
        const value = String(node.value);
        if (node.range && !lines.has(value)) lines.set(value, counter.linePos(node.range[0]).line);
      },
    });
    const content = document.toJS() ?? {};
    if (typeof content !== 'object' || Array.isArray(content)) {
      throw new StartupError(`${path}:1: the file must name collections, such as "actors:"`);
    }
    return new DemoFile(path, content, lines);
  }

  /** Returns an error for the first place of a key or value. */
  wrong(value: unknown, message: string): StartupError {
    return new StartupError(`${this.path}:${this.lines.get(String(value)) ?? 1}: ${message}`);
  }
}
