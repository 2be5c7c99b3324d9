import type { Encounter } from '../../encounter/state';
import type { ActionButton } from '../../encounter/view';
import { GM } from '../../kernel/ask';
import { labelOfFigure, message } from '../define/labels';
import type { SheetContext } from './sheet';

/** Returns the factory of roll buttons beside sheet numbers. @param rolls option values by figure id */
export const checkButton =
  <E extends Encounter>(rolls: Readonly<Record<string, string>>) =>
  (id: string, { fighter, viewer, button }: SheetContext<E>): ActionButton | null => {
    const roll = Object.hasOwn(rolls, id) ? rolls[id] : undefined;
    if (roll === undefined) return null;
    const sender = viewer.gm ? { by: GM, at: fighter.id } : { by: fighter.id };
    const label = message('Action.check.named', { number: labelOfFigure(id) });
    return button({ do: 'check', ...sender, options: { roll } }, { id: `check-${id}`, label });
  };
