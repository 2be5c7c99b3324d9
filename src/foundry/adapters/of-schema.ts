import type { Ruleset } from '../../encounter/ruleset';
import type { Fighter } from '../../encounter/state';
import { leavesOf, type SheetSchema } from '../../rulebook/sheet-schema';
import type { Adapter } from '../adapter';
import { modelsOf } from '../model';
import { readerOf } from '../prepared';

/** What ties a ruleset to Foundry, as it follows from what the ruleset declares. */
export function adapterFor(ruleset: Ruleset, schema: SheetSchema): Adapter {
  const { pools, bars, actor, artwork = {}, changes, former } = schema;
  const leaves = leavesOf(actor);
  return {
    ruleset,
    pools,
    models: modelsOf(schema),
    ...(bars && { bars: bars.flatMap((pool) => pools[pool]?.path.replace(/\.value$/, '') ?? []) }),
    ...(changes && { changes }),
    ...(former && { former }),
    whenEmpty: Object.fromEntries(
      leaves.flatMap(([path, { from }]) => (from === undefined ? [] : [[path, derivedAt(from)]])),
    ),
    shortNames: Object.fromEntries(leaves.flatMap(([path, { short }]) => (short === undefined ? [] : [[short, path]]))),
    artwork: Object.fromEntries(Object.entries(artwork).map(([type, picture]) => [type, pathOf(picture)])),
    ...readerOf(schema),
  };
}

const derivedAt =
  (path: string) =>
  ({ stats }: Fighter): number =>
    Number(foundry.utils.getProperty(stats as object, path));

/** A picture of ours by its name below `icons/`, or one by its whole path. */
const pathOf = (picture: string): string => (picture.includes('.') ? picture : `systems/cadence/icons/${picture}.svg`);
