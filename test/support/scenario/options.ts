import type { Command } from '../../../src/encounter/command';
import type { Source } from './source';

/**
 * Which options of the commands of a scenario were looked at. One the ruleset has, but not for this action, does nothing; whoever wrote
 * it meant something by it. What is refused may be refused before anybody looks.
 */
export class OptionsRead {
  /** Where each was written first, by `<action> <option>`. */
  private readonly written = new Map<string, Source>();
  private readonly read = new Set<string>();

  /** A copy of a command that knows which of its options are looked at. */
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

  /** Throws ScenarioError at the first option nothing ever looked at. */
  check(): void {
    for (const [id, source] of this.written)
      if (!this.read.has(id)) source.fail(`${id.replace(' ', ' does nothing with ')}`);
  }
}
