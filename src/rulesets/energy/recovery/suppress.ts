import type { Command } from '../../../encounter/command';
import { impossible } from '../../../encounter/legality';
import { about } from '../../../rulebook/by-hand';
import type { PlainCommand } from '../../../rulebook/command';
import { isOpen } from '../clock';
import { suppressedOf } from '../conditions';
import { mark } from '../marks';
import { saidIn } from '../options';
import type { EnergyEncounter, EnergyFighter } from '../stats';

/** Whether a `condition` command speaks of ignoring one: `{ at, options: { condition, suppress } }`, false to heed it again. */
const suppresses = (command: Command): boolean => saidIn(command).suppress !== undefined;

const suppress = about<EnergyFighter, EnergyEncounter>({
  /** E-237, E-235: only what is there of itself is ignored; a daughter goes with its parent. */
  whyNot(encounter, { conditions }, command) {
    if (!isOpen(encounter)) return [impossible('not-open')];
    return conditions.some(({ id }) => id === saidIn(command).condition) ? [] : [impossible('nothing-to-suppress')];
  },
  /** E-237: what a standing source keeps applying stays, and is ignored until the end of the Round. */
  play(_, fighter, command) {
    const { condition: id = '', suppress: isIgnored } = saidIn(command);
    const others = suppressedOf(fighter).filter((other) => other !== id);
    const all = isIgnored ? [...others, id] : others;
    return mark(fighter.id, 'suppressed', all.length > 0 ? all : null);
  },
});

/** A condition given or taken by hand, or only ignored. */
export const suppressing = (give: PlainCommand<EnergyEncounter>): PlainCommand<EnergyEncounter> => ({
  whyNot: (encounter, command) => (suppresses(command) ? suppress : give).whyNot?.(encounter, command) ?? [],
  play: (encounter, command) => (suppresses(command) ? suppress : give).play(encounter, command),
});
