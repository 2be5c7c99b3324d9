import { type GradeState, UNGRADED } from '../../../toolkit/define/foe-grades';
import { adapterOf } from '../../adapters/registry';
import { text } from '../../platform/text';
import { isNumber, isString, listOf, objectWith, withAbsence } from '../../stored/validators';
import { isFoe } from '../ui/sheet-look';

/** What a foe was before, in the flag `cadence.graded`. Lists, because Foundry would take a path as a key apart. */
export interface GradedFoe extends GradeState {
  readonly name: string;
  readonly healthMax: number;
  readonly threat: number | null;
  readonly system: readonly (readonly [path: string, value: number])[];
  readonly items: readonly (readonly [id: string, numbers: GradedFoe['system']])[];
}

/** Whether the buttons of grades are shown for an actor: to GMs, for foes. */
export const canGrade = (actor: Actor.Implementation): boolean =>
  game.user.isGM && isFoe(actor) && adapterOf(actor.type)?.roles !== undefined;

const BUTTONS = ['elite', 'weak', 'lower', 'higher', 'none'] as const;

/** Returns the buttons that make foes stronger or weaker. */
export const gradeChoices = () =>
  BUTTONS.map((id) => ({
    id,
    label: text(`CADENCE.App.Grade.${id}.label`),
    hint: text(`CADENCE.App.Grade.${id}.hint`),
  }));

/** Returns the same for one foe, with what it is. */
export function gradeButtons(actor: Actor.Implementation) {
  const { kind, level } = gradedOf(actor) ?? UNGRADED;
  const isGradedNow = kind !== '' || level !== 0;
  return gradeChoices()
    .filter(({ id }) => id !== 'none' || isGradedNow)
    .map((button) => ({ ...button, chosen: isChosen(button.id, kind, level) }));
}

const isChosen = (id: string, kind: string, level: number): boolean =>
  id === kind || (id === 'higher' && level > 0) || (id === 'lower' && level < 0);

const isPairs = listOf((pair) => Array.isArray(pair) && isString(pair[0]) && isNumber(pair[1]));
const isGraded = objectWith({
  ...{
    kind: (value) => value === '' || value === 'elite' || value === 'weak',
    level: (value) => Number.isInteger(value),
  },
  ...{ name: isString, healthMax: isNumber, threat: withAbsence(isNumber), system: isPairs },
  items: listOf((pair) => Array.isArray(pair) && isString(pair[0]) && isPairs(pair[1])),
});

export function gradedOf({ flags }: Actor.Implementation): GradedFoe | null {
  const { graded } = (flags as { readonly cadence?: { readonly graded?: unknown } }).cadence ?? {};
  return isGraded(graded) ? (graded as GradedFoe) : null;
}
