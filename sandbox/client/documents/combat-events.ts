/**
 * The turn and round events between two states, in Foundry's order, each awaited: end of turn, end of round, start of
 * round, start of turn; turns jumped over come as `skipped`. T14: client/documents/combat.d.mts `_manageTurnEvents`
 */
export async function manageTurnEvents(combat: any, previous: any, current: any): Promise<void> {
  if (
    current.round < previous.round ||
    (current.round === previous.round && (current.turn ?? -1) < (previous.turn ?? -1))
  )
    return;
  const { turns } = combat;
  if (current.round === 0 || turns.length === 0) return;
  const between = (round: number, from: number, to: number) =>
    turns
      .slice(from, to)
      .map((combatant: any, index: number) => ({ combatant, context: { round, turn: from + index, skipped: true } }));

  if (previous.round > 0 && previous.turn !== null) {
    const ended = combat.combatants.get(previous.combatantId);
    if (ended) await combat._onEndTurn(ended, { round: previous.round, turn: previous.turn, skipped: false });
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
      await combat._onEndRound({ round, skipped: round !== previous.round });
    }
    await combat._onStartRound({ round: round + 1, skipped: round + 1 !== current.round });
  }
  if (current.turn === null) return;
  const first = current.round === previous.round ? (previous.turn ?? -1) + 1 : 0;
  for (const one of between(current.round, first, current.turn)) await skip(combat, one);
  const started = combat.combatants.get(current.combatantId);
  if (started) await combat._onStartTurn(started, { round: current.round, turn: current.turn, skipped: false });
}

async function skip(combat: any, { combatant, context }: any) {
  await combat._onStartTurn(combatant, context);
  await combat._onEndTurn(combatant, context);
}
