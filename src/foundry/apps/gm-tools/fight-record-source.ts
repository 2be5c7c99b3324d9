import { effectsOf } from '../../../encounter/exchange';
import { type FightRecord, makeFightRecord, type TimedStep } from '../../../encounter/fight-record';
import type { FighterId } from '../../../encounter/state';
import { documentsOf, type ExchangeDocument, isHidden } from '../../host/exchange-document';
import { secrecyOf } from '../../host/secrecy';
import { encounterOf } from '../../host/store';
import { text } from '../../platform/text';
import { entriesOf, stepsInForce } from '../../referee/asks/record';
import { type CombatSystem, combatSystem } from '../../stored/systems';

/** Returns the record of a fight as it is now, or null before anything has happened. */
export function recordOf(host: ExchangeDocument): FightRecord | null {
  const encounter = encounterOf(host);
  if (!encounter) return null;
  const system = combatSystem(host);
  // Of the oldest exchange only the end may be left.
  const numbers = stepsInForce(system).flatMap(({ number, step }) => (step.exchange === number ? number : []));
  const exchanges = numbers.map((number) => entriesOf(system, number));
  if (exchanges.every(({ entries }) => effectsOf(entries).length === 0)) return null;
  const secret = numbers.flatMap((number, at) => (secrecyOf(host, number) ? at : []));
  return makeFightRecord(sceneNameOf(), structuredClone(encounter), exchanges, {
    times: timesOf(system, numbers),
    hidden: hiddenIn(host, Object.keys(encounter.fighters)),
    ...(secret.length > 0 && { secret }),
  });
}

/** Players may know a scene by another name than the GM; the record's name may be posted. C13: Scene#navName */
const sceneNameOf = (): string => canvas?.scene?.navName || canvas?.scene?.name || text('CADENCE.App.Record.title');

/** Returns the fighters that are hidden from players now, their owners included; of those that are gone, who was hidden. */
export function hiddenIn(
  host: ExchangeDocument | null,
  ids: readonly FighterId[],
  wereHidden: readonly FighterId[] = [],
): readonly FighterId[] {
  return ids.filter((id) => {
    const found = host && documentsOf(host, id);
    return found?.combatant || found?.token ? isHidden(found) : wereHidden.includes(id);
  });
}

/** Returns when the steps of these exchanges were taken. */
function timesOf(system: CombatSystem, exchanges: readonly number[]): readonly TimedStep[] {
  const times: TimedStep[] = [];
  let entry = 0;
  for (const { number, step } of stepsInForce(system)) {
    const exchange = exchanges.indexOf(step.exchange);
    if (step.exchange === number) entry = 0;
    if (exchange >= 0 && step.at !== undefined) times.push({ exchange, entry, at: step.at });
    entry += step.entries.length;
  }
  const [first] = times;
  return times.map(({ at, ...place }) => ({ ...place, at: at - (first?.at ?? 0) }));
}
