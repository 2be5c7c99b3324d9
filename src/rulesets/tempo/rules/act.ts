import type { Command } from '../../../encounter/command';
import type { Reason } from '../../../kernel/ask';
import type { Procedure } from '../../../kernel/procedure';
import type { TempoEncounter, TempoFighter } from './stats';

/** A command with all it names looked up. */
export interface Act {
  readonly encounter: TempoEncounter;
  readonly fighter: TempoFighter;
  readonly command: Command;
  /** Null where the command names nobody of this encounter. */
  readonly target: TempoFighter | null;
}

/** A row of ledger section 5. Its tempo and what it counts as stand with the choices. */
export interface Action {
  readonly icon: string;
  readonly needs: 'nothing' | 'target' | 'path';
  /** What stands against it besides its moment. */
  whyNot(act: Act): readonly Reason[];
  /** What else it counts as for uniqueness (T-53). */
  alsoCounts(act: Act): readonly string[];
  play(act: Act): Procedure<unknown>;
}

export const nothingElse = (): readonly string[] => [];

export const actOf = (encounter: TempoEncounter, command: Command, fighter: TempoFighter): Act => ({
  encounter,
  command,
  fighter,
  target: (command.at !== undefined && encounter.fighters[command.at]) || null,
});
