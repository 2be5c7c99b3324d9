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
 * Returns the command for a roll with a sheet number, given by the fighter or by the GM for it.
 * @param figureOf the number that a command names
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

/** Returns the factory of roll buttons beside sheet numbers. @param rolls option values by figure id */
export const checkButton =
  <E extends Encounter>(rolls: Readonly<Record<string, string>>) =>
  (id: string, { fighter, viewer, button }: SheetScene<E>): ActionButton | null => {
    const rolled = Object.hasOwn(rolls, id) ? rolls[id] : undefined;
    if (rolled === undefined) return null;
    const who = viewer.gm ? { by: GM, at: fighter.id } : { by: fighter.id };
    const label = message('Action.check.named', { number: labelOfFigure(id) });
    return button({ do: 'check', ...who, options: { roll: rolled } }, { id: `check-${id}`, label });
  };
