import type { Command } from '../../encounter/command';
import type { ConditionDefinition } from '../../encounter/condition';
import type { Encounter } from '../../encounter/state';
import type { ActionButton, OptionField } from '../../encounter/view';
import { lookup } from '../../kernel/lookup';
import { fighterIn } from '../act/actions';
import { findNamedFighter, type ManualRules } from '../combat/manual';
import { hintOfCondition, labelOfCondition, message } from '../define/labels';
import { MANUAL_OPTIONS, type Options, optionDialogs } from '../define/options';

/** The dialog of a condition that the GM adds. */
export interface ManualButtons<E extends Encounter> {
  look(command: Command): Partial<Pick<ActionButton, 'id' | 'label' | 'hint' | 'icon'>>;
  fields(encounter: E, command: Command): readonly OptionField[];
}

/** Returns true for the command that adds or removes a condition manually. */
export const isManualCondition = ({ do: id }: Command): boolean => id === 'condition';

/**
 * Returns the dialog: fields that the condition's row asks for, then its end or duration.
 * @param keyByOption text key of an option's values; default `Field.<option>.<value>`
 */
export function manualButtons<E extends Encounter, O extends Options>(
  { conditions, moments = {}, lasting }: Pick<ManualRules<E>, 'conditions' | 'moments' | 'lasting'>,
  options: O,
  keyByOption: Readonly<Record<string, string>> = {},
): ManualButtons<E> {
  type Key = keyof O & string;
  const dialogs = optionDialogs(options);
  const rowOf = (command: Command): ConditionDefinition | undefined =>
    lookup(conditions, String(command.options?.condition));

  function fieldsFor(
    encounter: E,
    bearer: string,
    key: Key,
    allowed: true | readonly string[],
  ): readonly OptionField[] {
    if (options[key]?.names === 'fighter')
      return dialogs.fighterChoice(
        key,
        Object.values(encounter.fighters).filter(({ id }) => id !== bearer),
      );
    if (allowed === true) return [dialogs.field(key)];
    const textKey = keyByOption[key] ?? `Field.${key}`;
    return dialogs.choiceField(
      key,
      allowed.map((value) => ({ value, label: message(`${textKey}.${value}`) })),
    );
  }

  return {
    look(command) {
      const row = rowOf(command);
      if (!row) return {};
      const { condition } = command.options ?? {};
      const id = String(condition);
      return {
        id: `condition-${id}`,
        label: labelOfCondition(id),
        hint: hintOfCondition(id),
        icon: `conditions/${row.icon}`,
      };
    },
    fields(encounter, command) {
      const row = rowOf(command);
      const fighter = fighterIn(encounter, command.at);
      if (!row || !fighter || command.options?.on !== true) return [];
      const source = findNamedFighter(encounter, command.options.source);
      const askedFields = Object.entries(row.asks ?? {}).flatMap(([key, allowed]) =>
        fieldsFor(encounter, fighter.id, key as Key, allowed),
      );
      const endIds = Object.keys(moments).filter((id) => lookup(moments, id)?.(encounter, fighter, source));
      return [
        ...askedFields,
        ...dialogs.choiceField(
          'until' as Key,
          endIds.map((value) => ({ value, label: message(`Moment.${value}`) })),
        ),
        ...(lasting?.(encounter, fighter, source, 1) ? [dialogs.field('lasting' as Key)] : []),
      ];
    },
  };
}

const PUSH = optionDialogs(MANUAL_OPTIONS);

/** Returns the inputs of a push; without a map only its length. */
export function fieldsOfPush({ fighters }: Encounter, { at = '' }: Command): readonly OptionField[] {
  if (!fighters[at]?.place) return [PUSH.field('pushFar')];
  const others = Object.values(fighters).filter(({ id, place }) => id !== at && place);
  return [...PUSH.fighterChoice('pushFrom', others), PUSH.field('pushTo'), PUSH.field('pushFar')];
}
