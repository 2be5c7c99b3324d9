import type { Command } from '../../encounter/command';
import { impossibleReason } from '../../encounter/legality';
import type { Encounter, FighterIn } from '../../encounter/state';
import type { ActionButton } from '../../encounter/view';
import { GM, type Reason } from '../../kernel/ask';
import { defined } from '../../kernel/defined';
import type { Procedure } from '../../kernel/procedure';
import { fighterIn, type Game } from '../act/actions';
import type { PlainCommand } from '../act/commands';
import { labelOfFigure, message } from '../define/labels';
import type { SheetContext } from './sheet';

const rollingFighterId = ({ by, at }: Command): string | undefined => (by === GM ? at : by);

/**
 * Returns the command for a roll with a sheet number, given by the fighter or by the GM for it.
 * @param figureOf the number that a command names
 * @param whyNot returns what bars a fighter from a roll; default nothing
 */
export const checkCommand = <G extends Game, Id extends string>(
  figureOf: (command: Command) => Id | undefined,
  play: (fighter: FighterIn<G['encounter']>, id: Id) => Procedure<unknown>,
  whyNot: (fighter: FighterIn<G['encounter']>, id: Id) => readonly Reason[] = () => [],
): PlainCommand<G> => ({
  of: 'both',
  whyNot(encounter, command) {
    const fighter = fighterIn<G['encounter']>(encounter, rollingFighterId(command));
    const id = figureOf(command);
    if (!fighter) return [impossibleReason('no-fighter')];
    return id === undefined ? [impossibleReason('bad-option', { option: 'roll', value: '' })] : whyNot(fighter, id);
  },
  play: (encounter, command) =>
    play(
      defined(fighterIn<G['encounter']>(encounter, rollingFighterId(command)), 'the fighter that rolls'),
      defined(figureOf(command), 'the number to roll'),
    ),
});

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
