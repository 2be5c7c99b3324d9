import { REGION_EVENTS } from '../../shared/constants';
import { CONFIG } from '../config';
import type { Combat, CombatState, RoundContext, TurnContext } from './combat';
import type { Combatant } from './combatant';

/**
 * Awaits the events between two states in Foundry's order: end of turn, end of round, start of round, start of turn;
 * skipped turns are flagged `skipped`. T14: client/documents/combat.d.mts `_manageTurnEvents`. Each event calls the
 * Combat's method, the registry of timed effects and the regions, in this order (`OQCombat`, a public system's class
 * that replaces core's on 14.368).
 */
export async function manageTurnEvents(combat: Combat, previous: CombatState, current: CombatState): Promise<void> {
  const { registry } = CONFIG['ActiveEffect'].documentClass;
  if (
    current.round < previous.round ||
    (current.round === previous.round && (current.turn ?? -1) < (previous.turn ?? -1))
  )
    return registry.refresh('combatRewind', { combat });
  const { turns } = combat;
  if (current.round === 0 || turns.length === 0) return;
  const between = (round: number, from: number, to: number) =>
    turns
      .slice(from, to)
      .map((combatant, index) => ({ combatant, context: { round, turn: from + index, skipped: true } }));

  if (previous.round > 0 && previous.turn !== null) {
    const ended = combat.combatants.get(previous.combatantId);
    if (ended) await endTurn(combat, ended, { round: previous.round, turn: previous.turn, skipped: false });
  }
  for (let round = previous.round; round < current.round; round++) {
    if (round > 0) {
      for (const one of between(
        round,
        (round === previous.round ? (previous.turn ?? turns.length) : -1) + 1,
        turns.length,
      )) {
        await skip(combat, one);
      }
      await tellRound(combat, 'End', { round, skipped: round !== previous.round });
    }
    await tellRound(combat, 'Start', { round: round + 1, skipped: round + 1 !== current.round });
  }
  if (current.turn !== null) {
    const first = current.round === previous.round ? (previous.turn ?? -1) + 1 : 0;
    for (const one of between(current.round, first, current.turn)) await skip(combat, one);
    const started = combat.combatants.get(current.combatantId);
    if (started) await startTurn(combat, started, { round: current.round, turn: current.turn, skipped: false });
  }
  if (previous.round === 0) await registry.refresh('combatStart', { combat });
}

async function skip(combat: Combat, { combatant, context }: { combatant: Combatant; context: TurnContext }) {
  await startTurn(combat, combatant, context);
  await endTurn(combat, combatant, context);
}

async function startTurn(combat: Combat, combatant: Combatant, context: TurnContext) {
  await combat._onStartTurn(combatant, context);
  await combat._clearMovementHistoryOnStartTurn(combatant, context);
  await tell(combat, 'turnStart', REGION_EVENTS.TOKEN_TURN_START, [combatant], context);
}

async function endTurn(combat: Combat, combatant: Combatant, context: TurnContext) {
  await combat._onEndTurn(combatant, context);
  await tell(combat, 'turnEnd', REGION_EVENTS.TOKEN_TURN_END, [combatant], context);
}

async function tellRound(combat: Combat, which: 'Start' | 'End', context: RoundContext) {
  await combat[`_on${which}Round`](context);
  const event = which === 'Start' ? REGION_EVENTS.TOKEN_ROUND_START : REGION_EVENTS.TOKEN_ROUND_END;
  await tell(combat, `round${which}`, event, [...combat.combatants], context);
}

async function tell(combat: Combat, expiry: string, event: string, combatants: Combatant[], context: RoundContext) {
  await CONFIG['ActiveEffect'].documentClass.registry.refresh(expiry, { ...context, combat });
  const told = combatants.flatMap((combatant) => {
    const { token } = combatant;
    return [...(token?.regions ?? [])].map((region) =>
      region._triggerEvent(event, { ...context, token, combatant, combat }),
    );
  });
  await Promise.allSettled(told);
}
