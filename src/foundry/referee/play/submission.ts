import type { Command } from '../../../encounter/command';
import type { ExchangeRun } from '../../../encounter/play';
import type { Encounter } from '../../../encounter/state';
import type { Answer, Reason } from '../../../kernel/ask';
import type { Entry } from '../../../kernel/transcript';
import type { Adapter } from '../../adapters/adapter';
import type { ExchangeDocument } from '../../host/exchange-document';
import type { PrivateMode } from '../../platform/message-mode';
import { OvertakenError } from '../../platform/refusals';
import type { OpenExchange } from '../../stored/systems';
import { StepDice } from '../asks/step-dice';

/** A request to the referee: a new command, or the answer to an open ask. */
export interface Submission {
  readonly user: User.Implementation;
  readonly command: Command | null;
  readonly ask: string | null;
  /** The moment it is meant for; null from the referee's own tab, where it is always now. */
  readonly moment: string | null;
  readonly answers: readonly Answer[];
  readonly force: boolean;
  /** The private mode that the user has chosen in the chat; counts if the command begins an exchange. */
  readonly mode: PrivateMode | null;
  readonly request: ChatMessage.Implementation | null;
}

/** The result of a submission. `wait`: try again when the open exchange has ended. */
export type SubmissionResult =
  | { readonly taken: true }
  | { readonly taken: false; readonly why: readonly Reason[] }
  | 'wait';

export const ACCEPTED: SubmissionResult = { taken: true };

export const rejectWith = (id: string, data?: Reason['data']): SubmissionResult => ({
  taken: false,
  why: [{ id, ...(data && { data }) }],
});

export interface StepContext {
  readonly host: ExchangeDocument;
  readonly adapter: Adapter;
  readonly encounter: Encounter;
  readonly dice: StepDice;
}

/** An exchange in memory, at the ask from which it goes on. */
export interface RunningExchange {
  readonly command: Command;
  readonly play: ExchangeRun;
  /** Null if it has just begun. */
  readonly continuesIn: OpenExchange | null;
  /** The entries of earlier steps. */
  readonly before: readonly Entry[];
}

/** Runs work that may write a step. If it does not, the next attempt uses the dice that were rolled. */
export async function withStepContext<T>(
  host: ExchangeDocument,
  adapter: Adapter,
  encounter: Encounter,
  work: (context: StepContext) => Promise<T>,
): Promise<T> {
  const dice = new StepDice(host, encounter, adapter.ruleset);
  try {
    return await work({ host, adapter, encounter, dice });
  } finally {
    dice.finish();
  }
}

/** Returns `wait` for a request that another referee will now judge; in the own tab, a refusal. */
export async function catchOvertaken(
  { request }: Submission,
  work: () => Promise<SubmissionResult>,
): Promise<SubmissionResult> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OvertakenError)) throw error;
    return request ? 'wait' : rejectWith('overtaken');
  }
}

export const requestsOf = ({ request }: Submission): readonly ChatMessage.Implementation[] =>
  request ? [request] : [];

/** Returns a submission that no user clicked. */
export const refereeSubmission = (): Submission => ({
  user: game.user,
  command: null,
  ask: null,
  moment: null,
  answers: [],
  force: false,
  mode: null,
  request: null,
});
