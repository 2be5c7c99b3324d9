import type { Command } from '../../encounter/command';
import { impossibleReason } from '../../encounter/legality';
import type { Encounter, Fighter } from '../../encounter/state';
import type { ActionButton } from '../../encounter/view';
import { GM } from '../../kernel/ask';
import { defined } from '../../kernel/defined';
import type { Procedure } from '../../kernel/procedure';
import type { SheetScene } from '../views/sheet';
import { fighterIn } from './actions';
import type { PlainCommand } from './commands';
import { labelOfFigure, message } from './labels';

const rollerOf = ({ by, at }: Command): string | undefined => (by === GM ? at : by);

/**
 * A roll with a number of the sheet that whatever happens at the table asks for, by its fighter or by the game master for it.
 * @param saidOf which number the command names
 */
export const checkCommand = <F extends Fighter, E extends Encounter<F>, Id extends string>(
  saidOf: (command: Command) => Id | undefined,
  play: (fighter: F, id: Id) => Procedure<unknown>,
): PlainCommand<E> => ({
  of: 'both',
  whyNot(encounter, command) {
    if (!fighterIn<F>(encounter, rollerOf(command))) return [impossibleReason('no-fighter')];
    return saidOf(command) === undefined ? [impossibleReason('bad-option', { option: 'roll', value: '' })] : [];
  },
  play: (encounter, command) =>
    play(defined(fighterIn<F>(encounter, rollerOf(command)), 'who rolls'), defined(saidOf(command), 'what is rolled')),
});

/** The button of such a roll beside its number on the sheet. @param rolls what the command names, by the figures' ids */
export const checkButton =
  <E extends Encounter>(rolls: Readonly<Record<string, string>>) =>
  (id: string, { fighter, viewer, button }: SheetScene<E>): ActionButton | null => {
    const rolled = Object.hasOwn(rolls, id) ? rolls[id] : undefined;
    if (rolled === undefined) return null;
    const who = viewer.gm ? { by: GM, at: fighter.id } : { by: fighter.id };
    const label = message('Action.check.named', { number: labelOfFigure(id) });
    return button({ do: 'check', ...who, options: { roll: rolled } }, { id: `check-${id}`, label });
  };
