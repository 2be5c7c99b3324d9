import type { Command } from '../../../src/encounter/command';
import type { Source } from './source';

/**
 * Records which options of a scenario's commands are read. An option the action ignores is an error of the file.
 * Refused commands are not checked, since the refusal may come first.
 */
export class OptionsRead {
  /** The first position of each, by `<action> <option>`. */
  private readonly written = new Map<string, Source>();
  private readonly read = new Set<string>();

  /** Returns a copy of a command that records reads of its options. */
  watched(command: Command, source: Source): Command {
    if (!command.options) return command;
    const { read } = this;
    const options: Command['options'] = {};
    for (const [key, value] of Object.entries(command.options)) {
      const id = `${command.do} ${key}`;
      if (!this.written.has(id)) this.written.set(id, source);
      Object.defineProperty(options, key, {
        enumerable: true,
        get() {
          read.add(id);
          return value;
        },
      });
    }
    return { ...command, options };
  }

  /** Throws ScenarioError at the first option never read. */
  check(): void {
    for (const [id, source] of this.written)
      if (!this.read.has(id)) source.fail(`${id.replace(' ', ' does nothing with ')}`);
  }
}
