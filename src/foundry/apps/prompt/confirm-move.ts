import type { MoveOption } from '../../../encounter/ruleset';
import type { Place } from '../../../encounter/state';
import { deepEqual } from '../../../kernel/deep-equal';
import { adapterOf } from '../../adapters/registry';
import { clearHighlight, highlightSpaces } from '../../canvas/highlights';
import { hidePathLabel, showWaitingLabel, TONE_COLORS, toneOf } from '../../canvas/path-label';
import { cornerOf } from '../../host/reader';
import { unitsOf } from '../../host/units';
import { textsOfMove } from '../../views/move-texts';
import { movesOf } from '../../views/moves';
import { announceToScreenReader, targetOf } from '../../views/pages';
import { act } from '../actions/act';

/** A path that a user has dropped. */
export interface DroppedPath {
  readonly combatant: Combatant.Implementation;
  readonly token: TokenDocument.Implementation;
  readonly path: readonly Place[];
  /** The movement action chosen for the token. */
  readonly manner: string | undefined;
}

const LAYER = 'cadence-dropped';

/**
 * Asks at the end of a path whether it is meant, because it spends more than what is free: the label of the ruler stays, with its price.
 * A click or Enter confirms; Escape or another drag cancels.
 */
export async function confirmMove(dropped: DroppedPath, move: MoveOption): Promise<void> {
  const { combatant, token, path } = dropped;
  const { ruleset } = adapterOf(combatant.combat?.type) ?? {};
  const end = path.at(-1);
  if (!ruleset || !end) return;
  const { notes, ...texts } = textsOfMove(ruleset.id, move);
  const keys = new AbortController();
  const onHide = (): void => {
    keys.abort();
    clearHighlight(LAYER);
  };
  hidePathLabel();
  const at = highlightEnd(token, end);
  const element = await showWaitingLabel(at, { ...texts, tone: toneOf(move), notes: notes.join(' ') }, onHide);
  if (!element) return;
  announceToScreenReader(element.innerText);
  const answer = (isConfirmed: boolean): void => {
    hidePathLabel();
    if (isConfirmed) perform(dropped, move);
  };
  element.addEventListener(
    'click',
    (event) => {
      const button = targetOf(event)?.closest<HTMLElement>('[data-answer]');
      if (button) answer(button.dataset.answer === 'confirm');
    },
    { signal: keys.signal },
  );
  bindKeys(element, answer, keys.signal);
}

/** Performs what the label said. If it has changed since, asks again or gives the reason. */
function perform(dropped: DroppedPath, confirmed: MoveOption): void {
  const { combatant, path, manner } = dropped;
  if (!combatant.combat) return;
  const [move] = movesOf(combatant, path, manner);
  const priceOf = ({ command, cost, notes }: MoveOption) => [command, cost, notes ?? null];
  const isSame = !move || deepEqual(priceOf(move), priceOf(confirmed));
  if (!isSame && move.whyNot.length === 0 && move.needsConfirmation) void confirmMove(dropped, move);
  else void act(combatant.combat, move?.command ?? confirmed.command, 'nothing');
}

/** Highlights the spaces at the end of the path. Returns the middle of their lower edge. API: TokenDocument#getOccupiedGridSpaceOffsets. */
function highlightEnd(token: TokenDocument.Implementation, end: Place): { x: number; y: number } {
  const position = { ...cornerOf(token, end), elevation: unitsOf(token.parent, end.elevation) };
  const { grid } = canvas;
  if (grid) {
    const corners = token.getOccupiedGridSpaceOffsets(position).map((offset) => grid.getTopLeftPoint(offset));
    highlightSpaces(LAYER, corners, { color: TONE_COLORS.more, alpha: 0.45 });
  }
  const { x, y } = token.getCenterPoint(position as never);
  return { x, y: y + (token.height * (grid?.sizeY ?? 0)) / 2 };
}

const FIELD = 'input, textarea, select, [contenteditable=""], [contenteditable="true"]';

/** Enter and Escape, before Foundry and the prompt use them. */
function bindKeys(element: HTMLElement, answer: (isConfirmed: boolean) => void, signal: AbortSignal): void {
  const page = element.ownerDocument;
  page.defaultView?.addEventListener(
    'keydown',
    (event) => {
      const { key, ctrlKey, altKey, metaKey, shiftKey, repeat, isComposing } = event;
      if (ctrlKey || altKey || metaKey || shiftKey || repeat || isComposing || (key !== 'Enter' && key !== 'Escape'))
        return;
      const { activeElement } = page;
      const isButton = activeElement?.localName === 'button' && key === 'Enter';
      if (isButton || activeElement?.matches(FIELD) || page.querySelector('dialog[open]')) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      answer(key === 'Enter');
    },
    { capture: true, signal },
  );
}
