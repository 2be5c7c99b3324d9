import { log } from '../../encounter/change';
import type { Command } from '../../encounter/command';
import { GROUP_ROLL, type GroupRolls, MOST_DIFFICULTY, MOST_IN_GROUP } from '../../encounter/group-roll';
import { impossibleReason } from '../../encounter/legality';
import type { FighterIn } from '../../encounter/state';
import type { FigureKind, Message } from '../../encounter/view';
import { GM, type Reason } from '../../kernel/ask';
import { defined } from '../../kernel/defined';
import { askAmount, askTogether, type Procedure } from '../../kernel/procedure';
import { fighterIn, type Game } from '../act/actions';
import type { PlainCommand, Runtime } from '../act/commands';
import { message } from '../define/labels';

/** One fighter's part of a roll that was asked for. */
export interface RollContext<G extends Game, Id extends string> {
  readonly encounter: G['encounter'];
  readonly runtime: Runtime<G>;
  readonly fighter: FighterIn<G['encounter']>;
  readonly id: Id;
  /** The difficulty; null only rolls. */
  readonly against: number | null;
  /** True if no player may be asked anything, because the question would tell the result. */
  readonly isSecret: boolean;
}

interface RollTable<G extends Game, Id extends string> {
  /** The numbers of the sheet that are rolled, by kind. */
  readonly ids: Readonly<Partial<Record<FigureKind, readonly Id[]>>>;
  /** Default: the label of its dice on a card. */
  labelOf?(id: Id): Message;
  readonly difficulties: GroupRolls['difficulties'];
  /** Returns what bars a fighter from a roll; default nothing. */
  whyNot?(fighter: FighterIn<G['encounter']>, id: Id): readonly Reason[];
  /** Rolls, beginning with dice where that is possible. Returns whether the difficulty was met; null without one. */
  roll(context: RollContext<G, Id>): Procedure<boolean | null>;
}

/** Returns whether a total reaches a difficulty, null without one. */
export const isReached = (total: number, against: number | null): boolean | null =>
  against === null ? null : total >= against;

/**
 * Returns the commands for rolls with numbers of the sheet, one by a fighter (`check`) and one for several at once
 * (`group-roll`), and what a GM may ask for.
 */
export function defineRolls<G extends Game, Id extends string>({
  ids,
  labelOf = (id) => message(`Roll.${id}`),
  difficulties,
  whyNot = () => [],
  roll,
}: RollTable<G, Id>) {
  const kinds = Object.entries(ids).flatMap(([kind, all]) =>
    all.map((id) => ({ id, label: labelOf(id), kind: kind as FigureKind })),
  );
  const rollIn = ({ options }: Command): Id | undefined => kinds.find(({ id }) => id === options?.roll)?.id;

  const check: PlainCommand<G> = {
    of: 'both',
    whyNot(encounter, command) {
      const fighter = fighterIn<G['encounter']>(encounter, rollingFighterId(command));
      const id = rollIn(command);
      if (!fighter) return [impossibleReason('no-fighter')];
      return id === undefined ? [unknownRoll(command)] : whyNot(fighter, id);
    },
    *play(encounter, command, runtime) {
      const fighter = defined(
        fighterIn<G['encounter']>(encounter, rollingFighterId(command)),
        'the fighter that rolls',
      );
      const id = defined(rollIn(command), 'the number to roll');
      const against = difficultyIn(command);
      yield* logResult(fighter.id, yield* roll({ encounter, runtime, fighter, id, against, isSecret: false }));
    },
  };

  const groupRoll: PlainCommand<G> = {
    icon: 'actions/check',
    waits: true,
    whyNot(encounter, command) {
      const named = fighterIdsIn(command);
      if (named.length === 0 || named.length > MOST_IN_GROUP || new Set(named).size < named.length)
        return [impossibleReason('no-fighter')];
      if (named.some((id) => !fighterIn(encounter, id))) return [impossibleReason('no-fighter')];
      return rollIn(command) === undefined ? [unknownRoll(command)] : [];
    },
    *play(encounter, command, runtime) {
      const id = defined(rollIn(command), 'the number to roll');
      const isSecret = command.options?.secretly === true;
      const against = isSecret
        ? (yield* askAmount('difficulty', GM, 0, MOST_DIFFICULTY)) || null
        : difficultyIn(command);
      const fighters = fighterIdsIn(command).flatMap((each) => fighterIn<G['encounter']>(encounter, each) ?? []);
      const results = yield* askTogether(
        GROUP_ROLL,
        fighters.map((fighter) =>
          whyNot(fighter, id).length > 0
            ? failWithoutRoll(fighter.id, against)
            : roll({ encounter, runtime, fighter, id, against, isSecret }),
        ),
      );
      for (const [at, fighter] of fighters.entries()) yield* logResult(fighter.id, results[at] ?? null);
      if (against === null) return;
      const [count, all] = [results.filter((isMade) => isMade === true).length, fighters.length];
      yield* log('rolls-made', { count, all }, undefined, { tone: count * 2 >= all ? 'boon' : 'harm' });
    },
  };

  return { commands: { check, [GROUP_ROLL]: groupRoll }, rolls: { kinds, difficulties } satisfies GroupRolls };
}

const rollingFighterId = ({ by, at }: Command): string | undefined => (by === GM ? at : by);

const unknownRoll = ({ options }: Command) =>
  impossibleReason('bad-option', { option: 'roll', value: String(options?.roll ?? '') });

/** Options were validated on arrival, see `invalidOptions`. */
const difficultyIn = ({ options }: Command): number | null =>
  typeof options?.difficulty === 'number' ? options.difficulty : null;

const fighterIdsIn = ({ options }: Command): readonly string[] =>
  Array.isArray(options?.fighters) ? (options.fighters as readonly string[]) : [];

/** The result has no line of its own without a difficulty: the total is on the card. */
function* logResult(of: string, isMade: boolean | null): Procedure<void> {
  if (isMade !== null) yield* log(isMade ? 'roll-made' : 'roll-failed', {}, of, { tone: isMade ? 'boon' : 'harm' });
}

function* failWithoutRoll(of: string, against: number | null): Procedure<boolean | null> {
  yield* log('roll-barred', {}, of);
  return against === null ? null : false;
}
