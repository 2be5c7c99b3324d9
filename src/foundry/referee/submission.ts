import type { Command } from '../../encounter/command';
import type { Encounter } from '../../encounter/state';
import type { Answer, Reason } from '../../kernel/ask';
import type { Adapter } from '../adapters/adapter';
import type { ExchangeDocument } from '../host/exchange-document';
import { OvertakenError } from '../platform/refusals';
import { StepDice } from './bound-dice';

/** What somebody asks of the referee: a new command, or the answer to an open ask. */
export interface Submission {
  readonly user: User.Implementation;
  readonly command: Command | null;
  /** Key of the ask answered, where it is no new command. */
  readonly ask: string | null;
  /** The moment it is meant for; null from the referee's own tab, where it is always now. */
  readonly moment: string | null;
  readonly answers: readonly Answer[];
  readonly force: boolean;
  readonly request: ChatMessage.Implementation | null;
}

/** Not taken, and why. An empty list means taken; `wait` means: not now, ask again when the open exchange has ended. */
export type Acceptance = { readonly taken: true } | { readonly taken: false; readonly why: readonly Reason[] } | 'wait';

export const ACCEPTED: Acceptance = { taken: true };

export const rejectWith = (id: string, data?: Reason['data']): Acceptance => ({
  taken: false,
  why: [{ id, ...(data && { data }) }],
});

export interface StepContext {
  readonly host: ExchangeDocument;
  readonly adapter: Adapter;
  readonly encounter: Encounter;
  readonly dice: StepDice;
}

/** Does work that may write a step. Unless it does, the next attempt uses the dice that were thrown. */
export async function withStepContext<T>(
  host: ExchangeDocument,
  adapter: Adapter,
  encounter: Encounter,
  work: (table: StepContext) => Promise<T>,
): Promise<T> {
  const dice = new StepDice(host, encounter, adapter.ruleset);
  try {
    return await work({ host, adapter, encounter, dice });
  } finally {
    dice.finish();
  }
}

/** A request that another referee is now to judge waits for that; in the own tab there is nobody else to wait for. */
export async function catchOvertaken({ request }: Submission, work: () => Promise<Acceptance>): Promise<Acceptance> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OvertakenError)) throw error;
    return request ? 'wait' : rejectWith('overtaken');
  }
}

export const requestsOf = ({ request }: Submission): readonly ChatMessage.Implementation[] =>
  request ? [request] : [];

/** What nobody has clicked. */
export const refereeSubmission = (): Submission => ({
  user: game.user,
  command: null,
  ask: null,
  moment: null,
  answers: [],
  force: false,
  request: null,
});
