import { type Exchange, fightersIn } from '../../../encounter/exchange';
import type { ExchangeDocument } from '../../host/exchange-document';
import { fighterIn } from '../../host/store';
import { type CombatSystem, combatSystem, type HistoryStep } from '../../stored/systems';

export interface NumberedStep {
  readonly number: number;
  readonly step: HistoryStep;
}

export function stepsInForce({ history, cursor }: CombatSystem): NumberedStep[] {
  return Object.entries(history)
    .map(([number, step]) => ({ number: Number(number), step }))
    .filter(({ number }) => number <= cursor)
    .sort((a, b) => a.number - b.number);
}

/** Returns the entries of an exchange's steps in force. */
export function entriesOf(system: CombatSystem, exchange: number): Exchange {
  const steps = stepsInForce(system).filter(({ step }) => step.exchange === exchange);
  const first = steps[0]?.step;
  if (!first) throw new Error(`no step of exchange ${exchange} in the history`);
  return { version: first.version, command: first.command, entries: steps.flatMap(({ step }) => step.entries) };
}

/** Returns the step that an undo would undo, or null. */
export function lastStep(host: ExchangeDocument): NumberedStep | null {
  return stepsInForce(combatSystem(host)).at(-1) ?? null;
}

/** Returns the step that a redo would redo, or null. */
export function nextStep(host: ExchangeDocument): NumberedStep | null {
  const { history, cursor } = combatSystem(host);
  const undone = Object.keys(history).map(Number);
  const number = Math.min(...undone.filter((step) => step > cursor));
  const step = history[number];
  return step ? { number, step } : null;
}

/** Returns true if a fighter of the open exchange is gone and the exchange has no fault yet. */
export function hasMissingFighter(host: ExchangeDocument): boolean {
  const { open } = combatSystem(host);
  if (!open || open.fault) return false;
  return fightersIn(entriesOf(combatSystem(host), open.exchange)).some((id) => !fighterIn(host, id));
}
