import type { Effect } from '../../../encounter/effect';
import { activeCommandIn, type Exchange, effectsOf } from '../../../encounter/exchange';
import { cloneEncounter } from '../../../encounter/forecast';
import { redoEffects, rewind, whoHasLeftScene } from '../../../encounter/history';
import type { Encounter } from '../../../encounter/state';
import type { Reason } from '../../../kernel/ask';
import { requireAdapter } from '../../adapters/registry';
import { type ExchangeDocument, isCard } from '../../host/exchange-document';
import { secrecyOf } from '../../host/secrecy';
import { bearersFor } from '../../host/states';
import { encounterOf } from '../../host/store';
import { idOf } from '../../platform/documents';
import { deletion } from '../../platform/v14';
import { cardSystem, combatSystem, type HistoryStep, type OpenExchange } from '../../stored/systems';
import { fightersBefore } from '../asks/noted-fighters';
import { openParts } from '../asks/open-asks';
import { entriesOf, lastStep, type NumberedStep, nextStep, stepsInForce } from '../asks/record';
import { replayExchange } from '../asks/replay';
import { changedCardData, undoneCardData } from './card-data';
import {
  type CardOperation,
  cardPartsOf,
  changedNames,
  changedSecrecy,
  fightersInHistory,
  hostOperations,
  namesOn,
  reserveAfter,
  unbindUpdates,
} from './commit';
import { type ExtraWrites, operationsFor, persistentEffects, statesFor } from './operations';
import { mergeUndoData, poolsToUnset } from './undo-data';
import { write } from './write';

/** Undoes the last step. Undoing into an exchange reopens its ask. Returns what had changed since and was left alone. */
export async function rewindLast(host: ExchangeDocument): Promise<readonly Reason[]> {
  const last = lastStep(host);
  const encounter = encounterOf(host);
  if (!last || !encounter) return [{ id: 'nothing-to-rewind' }];
  const left = whoHasLeftScene(encounter, effectsOf(last.step.entries));
  if (left.length > 0) return left;
  const { effects, conflicts } = rewind(
    encounter,
    persistentEffects(requireAdapter(host.type), effectsOf(last.step.entries)),
  );
  const cursor = stepsInForce(combatSystem(host)).at(-2)?.number ?? 0;
  await writeMove(host, { encounter, effects, cursor, touched: last.step, ...undoExtras(encounter, [last.step]) });
  return conflicts;
}

/** Redoes the step that was undone last, with its dice. Returns what could not be redone exactly. */
export async function redoNext(host: ExchangeDocument): Promise<readonly Reason[]> {
  const next = nextStep(host);
  const encounter = encounterOf(host);
  if (!next || !encounter) return [{ id: 'nothing-to-redo' }];
  const left = whoHasLeftScene(encounter, effectsOf(next.step.entries));
  if (left.length > 0) return left;
  const { effects, conflicts } = redoEffects(
    encounter,
    persistentEffects(requireAdapter(host.type), effectsOf(next.step.entries)),
  );
  const { retained } = next.step;
  const redoExtras = { beside: { begins: retained?.pools }, boundDice: unbindUpdates(retained?.boundDice) };
  await writeMove(host, { encounter, effects, cursor: next.number, touched: next.step, ...redoExtras });
  return conflicts;
}

interface HistoryMove {
  readonly encounter: Encounter;
  readonly effects: readonly Effect[];
  readonly cursor: number;
  /** The step undone or redone: its exchange may now wait, or be gone. */
  readonly touched: HistoryStep;
  readonly beside: ExtraWrites;
  readonly boundDice: Record<string, unknown>;
}

/**
 * Returns the other document values to restore when steps are undone.
 * @param encounter with the effects of the steps undone
 */
function undoExtras(encounter: Encounter, steps: readonly HistoryStep[]): Pick<HistoryMove, 'beside' | 'boundDice'> {
  const { pools, conditions, boundDice, itemEffects } = mergeUndoData(steps);
  return { beside: { ends: poolsToUnset(encounter, pools), conditions, itemEffects }, boundDice: boundDice ?? {} };
}

/** Writes a move of the history's cursor as one step; the history itself stays unchanged. */
async function writeMove(
  host: ExchangeDocument,
  { encounter, effects, cursor, touched, beside, boundDice }: HistoryMove,
): Promise<void> {
  const adapter = requireAdapter(host.type);
  const system = combatSystem(host);
  const step = system.step + 1;
  const isBegun = cursor >= touched.exchange;
  const exchange = isBegun ? entriesOf({ ...system, cursor }, touched.exchange) : null;
  // An ended exchange is not replayed: its fighters' plans may have changed since, or they may be gone.
  const hasEnded = system.history[cursor]?.exchange === touched.exchange && system.history[cursor]?.ended;
  const open = exchange && !hasEnded ? reopenedAsk(host, encounter, touched, exchange, step) : null;
  const stored = {
    states: statesFor(host, adapter, encounter, effects, beside),
    bearers: isCard(host) ? {} : bearersFor(host, encounter.clock.round, fightersInHistory(host)),
    ...reserveAfter(encounter, effects),
  };
  await write(host, step, [
    ...operationsFor(host, adapter, encounter, effects, beside),
    ...hostOperations(
      host,
      encounter,
      { step, cursor, open, history: {}, boundDice: boundDice, ...stored },
      movedCard(host, { encounter, cursor, touched }, exchange, open),
    ),
  ]);
}

/** Returns the ask at which the exchange waits with these entries, under new keys, or null if it has ended. */
function reopenedAsk(
  host: ExchangeDocument,
  encounter: Encounter,
  { exchange: firstStep, card }: HistoryStep,
  exchange: Exchange,
  step: number,
): OpenExchange | null {
  const { ruleset } = requireAdapter(host.type);
  const play = replayExchange(exchange, card, cloneEncounter(encounter), fightersBefore(host, exchange));
  if ('fault' in play) return { exchange: firstStep, card, asks: [], fault: play.fault };
  const { open } = play.run;
  return (
    open && {
      exchange: firstStep,
      card,
      asks: openParts(host, ruleset, open, step, activeCommandIn(exchange.command, exchange.entries)),
      reopened: true,
    }
  );
}

/** Returns the card with the lines in force. If its whole exchange is undone, the card stays, struck through. */
function movedCard(
  host: ExchangeDocument,
  { encounter, cursor, touched }: Pick<HistoryMove, 'encounter' | 'cursor' | 'touched'>,
  exchange: Exchange | null,
  open: OpenExchange | null,
): CardOperation | null {
  const { card: id } = touched;
  const message = game.messages?.get(id);
  if (!message) return null;
  const adapter = requireAdapter(host.type);
  const { parts: before, version, command, names: known, secrecy: current } = cardSystem(message);
  // A card that was opened to all stays so.
  const secrecy = current && secrecyOf(host, touched.exchange, cursor);
  const shown = { host, adapter, secrecy };
  if (!exchange)
    return {
      id,
      system: { undone: true, ...changedSecrecy(message, secrecy) },
      ...undoneCardData({ ...shown, exchange: { version, command, entries: [] }, names: known }),
    };
  const names = namesOn(message, encounter, exchange, open);
  const changed = { undone: false, ...changedNames(message, names), ...changedSecrecy(message, secrecy) };
  const inForce = cardPartsOf({ ...combatSystem(host), cursor }, touched.exchange);
  const added = Object.entries(inForce).filter(([key]) => !(key in before));
  const removed = Object.keys(before).filter((key) => touched.exchange + Number(key) > cursor);
  const parts = { ...Object.fromEntries(added), ...Object.fromEntries(removed.map((key) => [key, deletion()])) };
  return { id, system: { ...changed, parts }, ...changedCardData(message, { ...shown, exchange, names }) };
}

/** Undoes all steps of the host as one. A card outside encounters is one exchange. */
export async function rewindAll(host: ExchangeDocument): Promise<readonly Reason[]> {
  const last = lastStep(host);
  const encounter = encounterOf(host);
  if (!last || !encounter) return [{ id: 'nothing-to-rewind' }];
  const { entries } = entriesOf(combatSystem(host), last.step.exchange);
  const left = whoHasLeftScene(encounter, effectsOf(entries));
  if (left.length > 0) return left;
  const { effects, conflicts } = rewind(encounter, persistentEffects(requireAdapter(host.type), effectsOf(entries)));
  const steps = stepsInForce(combatSystem(host)).map(({ step }) => step);
  await writeMove(host, { encounter, effects, cursor: 0, touched: last.step, ...undoExtras(encounter, steps) });
  return conflicts;
}

export async function rewindExchange(host: ExchangeDocument): Promise<readonly Reason[]> {
  const { open } = combatSystem(host);
  return rewindWhile(host, ({ step }) => step.exchange === open?.exchange);
}

/** Undoes steps from the last down to the given one, inclusive. */
export async function rewindDownTo(host: ExchangeDocument, number: number): Promise<readonly Reason[]> {
  return rewindWhile(host, (last) => last.number >= number);
}

/** Undoes steps from the last while they are meant, or none if one of them cannot be undone. */
async function rewindWhile(
  host: ExchangeDocument,
  isMeant: (last: NumberedStep) => boolean,
): Promise<readonly Reason[]> {
  const encounter = encounterOf(host);
  const steps = stepsInForce(combatSystem(host));
  const meant = steps.slice(steps.findLastIndex((step) => !isMeant(step)) + 1);
  const left = encounter
    ? whoHasLeftScene(
        encounter,
        meant.flatMap(({ step }) => effectsOf(step.entries)),
      )
    : [];
  if (left.length > 0) return left;
  const conflicts: Reason[] = [];
  for (let last = lastStep(host); last && isMeant(last); last = lastStep(host)) {
    conflicts.push(...(await rewindLast(host)));
    // It left the scene meanwhile.
    if (lastStep(host)?.number === last.number) break;
  }
  return conflicts;
}

/** Ends an exchange that cannot be replayed. Its effects stay; the GM resolves the rest manually. */
export async function endOpenExchange(host: ExchangeDocument): Promise<void> {
  const system = combatSystem(host);
  const encounter = encounterOf(host);
  if (!system.open || !encounter) return;
  const number = system.step + 1;
  const card = game.messages?.get(system.open.card);
  const resolved =
    card && !cardSystem(card).resolvedManually ? { id: idOf(card), system: { resolvedManually: true } } : null;
  const written = { step: number, cursor: system.cursor, open: null, history: {} };
  await write(host, number, hostOperations(host, encounter, written, resolved));
}
