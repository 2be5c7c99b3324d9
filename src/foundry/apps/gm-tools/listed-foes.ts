import type { ThreatRating } from '../../../opponent/threat-rating';
import type { UnloadedAdapter } from '../../adapters/adapter';
import { isOfType } from '../../platform/documents';
import { text } from '../../platform/text';
import { gradedOf } from '../actions/grade-buttons';
import { loadEntries } from '../compendia/browser-entries';
import { threatOf } from '../opponent/threat-context';
import { isFoe } from '../ui/sheet-look';

/** A foe that a GM may put into an encounter: of the world, or of a compendium. */
export interface ListedFoe {
  readonly uuid: string;
  readonly name: string;
  readonly img: string;
  /** The title of its compendium, or the world. */
  readonly source: string;
  readonly isPacked: boolean;
  readonly threat: ThreatRating | null;
}

/** The disposition of neutral tokens. API: CONST.TOKEN_DISPOSITIONS */
const NEUTRAL = 0;

const worldFoes = (rulesetId: string): readonly Actor.Implementation[] =>
  (game.actors?.contents ?? []).filter(
    (actor) => isOfType(actor, rulesetId) && isFoe(actor) && actor.prototypeToken.disposition < NEUTRAL,
  );

/** Returns the world's actor that was made from a foe of a compendium and is still like it. */
export const importedFoe = (uuid: string): Actor.Implementation | null =>
  game.actors?.find((actor) => actor._stats.compendiumSource === uuid && isFoe(actor) && gradedOf(actor) === null) ??
  null;

/** Returns the foes of a ruleset, the least dangerous first, those without a number last. */
export async function loadFoes(adapter: UnloadedAdapter): Promise<readonly ListedFoe[]> {
  const entries = (await loadEntries(adapter)).filter(
    ({ documentName, kind }) => documentName === 'Actor' && kind === 'foe',
  );
  const packed = entries.map(({ uuid, name, img, pack, threat }): ListedFoe => {
    return { uuid, name, img, source: pack, isPacked: true, threat };
  });
  const isCopy = (actor: Actor.Implementation): boolean =>
    packed.some(({ uuid, name }) => name === actor.name && importedFoe(uuid) === actor);
  const own = worldFoes(adapter.id).flatMap((actor): ListedFoe[] => {
    if (isCopy(actor)) return [];
    const { uuid, name, img } = actor;
    const source = text('CADENCE.App.Builder.world');
    return [{ uuid, name, img: img ?? '', source, isPacked: false, threat: threatOf(actor) }];
  });
  const rank = ({ threat }: ListedFoe): number => threat?.value ?? Number.POSITIVE_INFINITY;
  return [...packed, ...own].sort((a, b) => {
    const [first, second] = [rank(a), rank(b)];
    return first === second ? a.name.localeCompare(b.name, game.i18n.lang) : first - second;
  });
}
