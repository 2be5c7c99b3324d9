import type { Effect } from '../../../encounter/effect';
import { effectsOf } from '../../../encounter/exchange';
import { hasLeftScene } from '../../../encounter/history';
import type { Place } from '../../../encounter/state';
import { askConfirmation } from '../../platform/confirmation';
import { idOf } from '../../platform/documents';
import { text } from '../../platform/text';
import { rewindTo } from '../../referee';
import { type NumberedStep, stepsInForce } from '../../referee/asks/record';
import { combatSystem } from '../../stored/systems';
import { describeStep } from '../../views/step-text';

interface StepBehind {
  readonly step: NumberedStep;
  readonly later: number;
}

/** Returns the last step that moved a fighter, if it led from `from` to `to`; null if the token was moved manually. */
export function findMoveStep(combatant: Combatant.Implementation, from: Place, to: Place): StepBehind | null {
  if (!combatant.combat) return null;
  const steps = stepsInForce(combatSystem(combatant.combat));
  const at = steps.findLastIndex(({ step }) => movesIn(step.entries, idOf(combatant)).length > 0);
  const step = steps[at];
  if (!step) return null;
  const moves = movesIn(step.step.entries, idOf(combatant));
  const [first, last] = [moves[0], moves.at(-1)];
  const matches = first && last && isThere(first.from, from) && isThere(last.to, to);
  return matches ? { step, later: steps.length - 1 - at } : null;
}

const movesIn = (entries: Parameters<typeof effectsOf>[0], fighter: string) =>
  effectsOf(entries).filter(
    (effect): effect is Extract<Effect, { kind: 'move' }> => effect.kind === 'move' && effect.of === fighter,
  );

/** Tolerance in meters: a pixel of difference is the same place. */
const SLACK = 0.05;

const isThere = (place: Place | null, there: Place): boolean =>
  place !== null &&
  Math.abs(place.x - there.x) < SLACK &&
  Math.abs(place.y - there.y) < SLACK &&
  Math.abs(place.elevation - there.elevation) < SLACK &&
  place.level === there.level &&
  !hasLeftScene(there, place);

/** Encounters with an open dialog: a group that is moved back together asks once. */
const asking = new WeakSet<Combat.Implementation>();

/** Asks the GM, who has undone a move on the map, whether to rewind the step behind it. */
export async function offerRewind(combat: Combat.Implementation, { step, later }: StepBehind): Promise<void> {
  if (asking.has(combat)) return;
  asking.add(combat);
  try {
    if (await isUndoMeant(combat, step, later)) await rewindTo(combat, step.number);
  } finally {
    asking.delete(combat);
  }
}

async function isUndoMeant(combat: Combat.Implementation, { step }: NumberedStep, later: number): Promise<boolean> {
  const what = describeStep(combat, combat.type, step.command);
  const lines = [
    text('CADENCE.App.Undo.question', { what }),
    ...(later ? [text('CADENCE.App.Undo.later', { later })] : []),
  ];
  const content = `<div>${lines.map((line) => `<p>${foundry.utils.escapeHTML(line)}</p>`).join('')}</div>`;
  return askConfirmation({
    classes: ['cadence', 'cadence-confirm'],
    window: { title: text('CADENCE.App.Undo.title') },
    content,
    yes: { label: text('CADENCE.App.Undo.yes') },
    no: { label: text('CADENCE.App.Undo.no'), default: true },
    modal: true,
  });
}
