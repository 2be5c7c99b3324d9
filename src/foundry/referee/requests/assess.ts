import type { Command } from '../../../encounter/command';
import type { Ruleset } from '../../../encounter/ruleset';
import type { Encounter } from '../../../encounter/state';
import type { Reason } from '../../../kernel/ask';
import { adapterOf } from '../../adapters/registry';
import { type ExchangeDocument, tokenFightersIn } from '../../host/exchange-document';
import { withoutHiddenNames } from '../../host/hidden-names';
import { encounterOf } from '../../host/store';

/** A command as this client judges it now. Valid until the next `await`: documents may change. */
export interface Assessment {
  readonly ruleset: Ruleset;
  /** Read for this command alone, because playing the command changes it. */
  readonly encounter: Encounter;
  readonly reasons: readonly Reason[];
}

/** Returns the encounter and the reasons against a command, or null if the host has no ruleset. */
export function assess(host: ExchangeDocument, command: Command): Assessment | null {
  const { ruleset } = adapterOf(host.type) ?? {};
  const encounter = encounterOf(host, tokenFightersIn(host, command));
  if (!ruleset || !encounter) return null;
  return { ruleset, encounter, reasons: withoutHiddenNames(host, ruleset.whyNot(encounter, command)) };
}
