import type { Command } from '../../encounter/command';
import type { Ruleset } from '../../encounter/ruleset';
import type { Encounter } from '../../encounter/state';
import type { Reason } from '../../kernel/ask';
import { adapterOf } from '../adapters/registry';
import { type ExchangeDocument, tokenFightersIn } from '../host/exchange-document';
import { withoutHiddenNames } from '../host/hidden-names';
import { encounterOf } from '../host/store';

/** A command as this client judges it now. It is true for as long as nothing is awaited: documents may change meanwhile. */
export interface Assessment {
  readonly ruleset: Ruleset;
  /** Read for this command alone: whoever plays the command on it changes it. */
  readonly encounter: Encounter;
  /** What stands against the command. */
  readonly reasons: readonly Reason[];
}

/** Reads the encounter and the reasons against a command, each once. Returns null if the host is not ours. */
export function assess(host: ExchangeDocument, command: Command): Assessment | null {
  const { ruleset } = adapterOf(host.type) ?? {};
  const encounter = encounterOf(host, tokenFightersIn(host, command));
  if (!ruleset || !encounter) return null;
  return { ruleset, encounter, reasons: withoutHiddenNames(host, ruleset.whyNot(encounter, command)) };
}
