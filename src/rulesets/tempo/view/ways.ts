import type { Command, Price } from '../../../encounter/command';
import type { MoveOption } from '../../../encounter/ruleset';
import type { FighterId, Place } from '../../../encounter/state';
import type { Message } from '../../../encounter/view';
import { fighterIn } from '../../../toolkit/act/actions';
import { message } from '../../../toolkit/define/labels';
import type { TempoContext } from '../action';
import { COMMANDS } from '../commands';
import { spacesOf } from '../movement/movement';
import { optionsOf } from '../options';
import { choiceOf, isSameChoice } from '../plan/choice';
import { slotsOf } from '../plan/plan';
import type { Choice, TempoEncounter, TempoFighter } from '../state';
import { turnEntryFor } from '../turn/turn';
import { choiceLabel, namesById } from './card';

/**
 * Returns the ways to pay for a path: the Normal Move first, which begins the turn of an action that is due; then the Move action.
 * @param manner `jump` for a leap
 */
export function moves(
  encounter: TempoEncounter,
  by: FighterId,
  path: readonly Place[],
  manner?: string,
): readonly MoveOption[] {
  const fighter = fighterIn(encounter, by);
  if (!fighter || fighter.stats.object) return [];
  const jump: Command = { do: 'move', by, path, options: { jump: true } };
  const ways: Command[] = manner === 'jump' ? [jump] : [{ do: 'walk', by, path }, { do: 'move', by, path }, jump];
  const price = ({ act }: { readonly act: TempoContext }): Price[] => [{ pool: 'spaces', amount: spacesOf(act) ?? 0 }];
  const needsConfirmation = ({ do: id }: Command): boolean => id === 'move';
  return COMMANDS.of(encounter)
    .moves(ways, { price, needsConfirmation })
    .map((way) => {
      if (way.command.do !== 'move') return way;
      const { jump: isJump } = optionsOf(way.command);
      return {
        ...way,
        notes: [spentBy(encounter, fighter, choiceOf(way.command))],
        ...(isJump && { label: message('Way.jump') }),
      };
    });
}

/** T-09, T-42: names the action that a Move takes: the planned one, or the one it replaces. */
function spentBy(encounter: TempoEncounter, fighter: TempoFighter, choice: Choice): Message {
  const { clock } = encounter;
  const isOwnTurn = clock.turn === fighter.id && !clock.acted;
  const key = isOwnTurn ? clock.entry : turnEntryFor(encounter, fighter, choice).key;
  const planned = slotsOf(encounter, fighter).find((slot) => slot.key === key && slot.state === 'planned')?.choice;
  if (!planned || isSameChoice(planned, choice))
    return message('Way.spends', { action: choiceLabel(choice, namesById(fighter)) });
  return message('Way.replaces', { action: choiceLabel(planned, namesById(fighter)) });
}
