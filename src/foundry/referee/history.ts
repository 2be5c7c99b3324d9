import { type Effect, invertEffect } from '../../encounter/effect';
import { type Exchange, effectsOf } from '../../encounter/exchange';
import { rewind } from '../../encounter/history';
import type { Encounter } from '../../encounter/state';
import type { Reason } from '../../kernel/ask';
import { requireAdapter } from '../adapters/registry';
import { type ExchangeDocument, isCard } from '../host/exchange-document';
import { bearersFor } from '../host/states';
import { encounterOf } from '../host/store';
import { idOf } from '../platform/documents';
import { deletion } from '../platform/v14';
import { cardSystem, combatSystem, type HistoryStep, type OpenExchange } from '../stored/systems';
import { cardRolls, isWhispered } from './card-rolls';
import { type CardWrite, cardPartsOf, changedNames, fightersInHistory, hostOperations, unbindUpdates } from './commit';
import { openParts } from './open-asks';
import { operationsFor, persistentEffects, type StepExtras, statesFor } from './operations';
import { entriesOf, lastStep, nextStep, stepsInForce } from './record';
import { replayExchange } from './replay';
import { mergeUndoData, poolsToUnset } from './undo-data';
import { activeCommandIn } from './withheld';
import { write } from './write';

/**
 * Takes the last step back: wounds, pools, conditions, items, positions, the clock, and its card. Rewinding into an exchange reopens
 * the ask it waited at. Returns what had changed since and was left alone.
 */
export async function rewindLast(host: ExchangeDocument): Promise<readonly Reason[]> {
  const last = lastStep(host);
  const encounter = encounterOf(host);
  if (!last || !encounter) return [{ id: 'nothing-to-rewind' }];
  const { effects, conflicts } = rewind(
    encounter,
    persistentEffects(requireAdapter(host.type), effectsOf(last.step.entries)),
  );
  const cursor = stepsInForce(combatSystem(host)).at(-2)?.number ?? 0;
  await moveTo(host, { encounter, effects, cursor, touched: last.step, ...takenBack(encounter, [last.step]) });
  return conflicts;
}

/** Does the step again that was taken back last, with the dice that fell then. Returns what could not be done as it was. */
export async function redoNext(host: ExchangeDocument): Promise<readonly Reason[]> {
  const next = nextStep(host);
  const encounter = encounterOf(host);
  if (!next || !encounter) return [{ id: 'nothing-to-redo' }];
  // To redo is to take back the taking back.
  const done = persistentEffects(requireAdapter(host.type), effectsOf(next.step.entries));
  const { effects, conflicts } = rewind(encounter, done.map(invertEffect).reverse());
  const { retained } = next.step;
  const doneAgain = { beside: { begins: retained?.pools }, thrown: unbindUpdates(retained?.thrown) };
  await moveTo(host, { encounter, effects, cursor: next.number, touched: next.step, ...doneAgain });
  return conflicts;
}

interface Moved {
  /** As the move leaves it. */
  readonly encounter: Encounter;
  readonly effects: readonly Effect[];
  readonly cursor: number;
  /** The step taken back or done again: its exchange may now wait, or be gone. */
  readonly touched: HistoryStep;
  readonly beside: StepExtras;
  /** Bound dice that are bound again, or no longer. */
  readonly thrown: Record<string, unknown>;
}

/** What goes with taking steps back: what their documents held besides. @param encounter with the effects of the steps undone */
function takenBack(encounter: Encounter, steps: readonly HistoryStep[]): Pick<Moved, 'beside' | 'thrown'> {
  const { pools, conditions, thrown, lent } = mergeUndoData(steps);
  return { beside: { ends: poolsToUnset(encounter, pools), conditions, lent }, thrown: thrown ?? {} };
}

/** Writes a move along the history as one step; the history itself stays as it is. */
async function moveTo(
  host: ExchangeDocument,
  { encounter, effects, cursor, touched, beside, thrown }: Moved,
): Promise<void> {
  const adapter = requireAdapter(host.type);
  const system = combatSystem(host);
  const step = system.step + 1;
  const isBegun = cursor >= touched.exchange;
  const exchange = isBegun ? entriesOf({ ...system, cursor }, touched.exchange) : null;
  // What has ended is not played again to see that: what its fighters mean to do may have changed since, or they may be gone.
  const hasEnded = system.history[cursor]?.exchange === touched.exchange && system.history[cursor]?.ended;
  const open = exchange && !hasEnded ? reopened(host, encounter, touched, exchange, step) : null;
  const kept = {
    states: statesFor(host, adapter, encounter, effects, beside),
    bearers: isCard(host) ? {} : bearersFor(host, encounter.clock.round, fightersInHistory(host)),
  };
  await write(host, step, [
    ...operationsFor(host, adapter, encounter, effects, beside),
    ...hostOperations(
      host,
      encounter,
      { step, cursor, open, history: {}, thrown, ...kept },
      cardMoved(host, { encounter, cursor, touched }, exchange, open),
    ),
  ]);
}

/** What the exchange waits at with these entries, its asks under new keys; null where it has ended. Found by replay on a copy. */
function reopened(
  host: ExchangeDocument,
  encounter: Encounter,
  { exchange: began, card }: HistoryStep,
  exchange: Exchange,
  step: number,
): OpenExchange | null {
  const { ruleset } = requireAdapter(host.type);
  const play = replayExchange(exchange, card, structuredClone(encounter));
  if ('fault' in play) return { exchange: began, card, asks: [], fault: play.fault };
  const { open } = play.run;
  return (
    open && {
      exchange: began,
      card,
      asks: openParts(host, ruleset, open, step, activeCommandIn(exchange.command, exchange.entries)),
      reopened: true,
    }
  );
}

/** A card has the lines that are in force; one that is taken back whole stays, struck through. */
function cardMoved(
  host: ExchangeDocument,
  { encounter, cursor, touched }: Pick<Moved, 'encounter' | 'cursor' | 'touched'>,
  exchange: Exchange | null,
  open: OpenExchange | null,
): CardWrite | null {
  const { card: id } = touched;
  const message = game.messages?.get(id);
  if (!message) return null;
  if (!exchange) return { id, system: { undone: true }, rolls: [] };
  const rolls = cardRolls(host, requireAdapter(host.type), exchange, isWhispered(message));
  const before = cardSystem(message).parts;
  const told = { undone: false, ...changedNames(message, encounter, exchange, open) };
  const inForce = cardPartsOf({ ...combatSystem(host), cursor }, touched.exchange);
  const added = Object.entries(inForce).filter(([key]) => !(key in before));
  const gone = Object.keys(before).filter((key) => touched.exchange + Number(key) > cursor);
  const parts = { ...Object.fromEntries(added), ...Object.fromEntries(gone.map((key) => [key, deletion()])) };
  return { id, system: { ...told, parts }, rolls };
}

/** Takes everything back that the host holds, as one step: a card outside encounters is one exchange. */
export async function rewindAll(host: ExchangeDocument): Promise<readonly Reason[]> {
  const last = lastStep(host);
  const encounter = encounterOf(host);
  if (!last || !encounter) return [{ id: 'nothing-to-rewind' }];
  const { entries } = entriesOf(combatSystem(host), last.step.exchange);
  const { effects, conflicts } = rewind(encounter, persistentEffects(requireAdapter(host.type), effectsOf(entries)));
  const steps = stepsInForce(combatSystem(host)).map(({ step }) => step);
  await moveTo(host, { encounter, effects, cursor: 0, touched: last.step, ...takenBack(encounter, steps) });
  return conflicts;
}

/** Takes the whole open exchange back, step by step. */
export async function rewindExchange(host: ExchangeDocument): Promise<readonly Reason[]> {
  const left: Reason[] = [];
  const { open } = combatSystem(host);
  while (open && combatSystem(host).open?.exchange === open.exchange) left.push(...(await rewindLast(host)));
  return left;
}

/** Takes steps back, the last first, until that one is taken back too. */
export async function rewindDownTo(host: ExchangeDocument, number: number): Promise<readonly Reason[]> {
  const left: Reason[] = [];
  while ((lastStep(host)?.number ?? 0) >= number) left.push(...(await rewindLast(host)));
  return left;
}

/** Ends an exchange that cannot be replayed; what it did stays, the rest is the game master's to settle by hand. */
export async function endOpenExchange(host: ExchangeDocument): Promise<void> {
  const system = combatSystem(host);
  const encounter = encounterOf(host);
  if (!system.open || !encounter) return;
  const number = system.step + 1;
  const card = game.messages?.get(system.open.card);
  const byHand = card && !cardSystem(card).byHand ? { id: idOf(card), system: { byHand: true } } : null;
  const written = { step: number, cursor: system.cursor, open: null, history: {} };
  await write(host, number, hostOperations(host, encounter, written, byHand));
}
