import type { Ask } from './ask';

/**
 * Answers an ask where it is asked, as a driver resumes a procedure.
 * @param read what is made of the answer, and `closes` and `stays`: see `Asking` in ./procedure
 */
export type Answers = (
  ask: Ask,
  read?: ((answer: unknown) => unknown) | null,
  closes?: boolean,
  stays?: boolean,
) => unknown;

let answers: Answers = ({ kind }) => {
  throw new Error(`nobody answers: ${kind}`);
};

/** The answer to an ask, at once. The build puts it where a procedure yields; see scripts/build/at-once.mjs. */
export const answer: Answers = (ask) => answers(ask);

/** What the procedure of a single ask comes to, at once. */
export function Asking<T>(ask: Ask, read: ((answer: unknown) => T) | null = null, closes = false, stays = false): T {
  const given = answers(ask, read, closes, stays);
  return read === null ? (given as T) : read(given);
}

/** Does work in which all that is asked is answered so. */
export function answeredBy<T>(by: Answers, work: () => T): T {
  const before = answers;
  answers = by;
  try {
    return work();
  } finally {
    answers = before;
  }
}
