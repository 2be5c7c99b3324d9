import type { Command } from '../../../encounter/command';
import { impossible } from '../../../encounter/legality';
import { mark } from '../../../mechanics/edit';
import { about } from '../../../rulebook/by-hand';
import type { PlainCommand } from '../../../rulebook/command';
import { isOpen } from './clock';
import { suppressedOf } from './conditions';
import type { EnergyEncounter, EnergyFighter } from './stats';

/** Whether a `condition` command speaks of ignoring one: `{ at, options: { condition, suppress } }`, false to heed it again. */
const suppresses = ({ options }: Command): boolean => typeof options?.suppress === 'boolean';

const suppress = about<EnergyFighter, EnergyEncounter>({
  /** E-237, E-235: only what is there of itself is ignored; a daughter goes with its parent. */
  whyNot(encounter, { conditions }, { options }) {
    if (!isOpen(encounter)) return [impossible('not-open')];
    return conditions.some(({ id }) => id === options?.condition) ? [] : [impossible('nothing-to-suppress')];
  },
  /** E-237: what a standing source keeps applying stays, and is ignored until the end of the Round. */
  play(_, fighter, { options }) {
    const id = String(options?.condition);
    const others = suppressedOf(fighter).filter((other) => other !== id);
    const all = options?.suppress === true ? [...others, id] : others;
    return mark(fighter.id, 'suppressed', all.length > 0 ? all.join(' ') : null);
  },
});

/** A condition given or taken by hand, or only ignored. */
export const suppressing = (give: PlainCommand<EnergyEncounter>): PlainCommand<EnergyEncounter> => ({
  whyNot: (encounter, command) => (suppresses(command) ? suppress : give).whyNot?.(encounter, command) ?? [],
  play: (encounter, command) => (suppresses(command) ? suppress : give).play(encounter, command),
});
