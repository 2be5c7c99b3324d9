import { rememberedSheet } from '../../platform/hidden-settings';
import { text } from '../../platform/text';
import { modelOf } from '../../stored/model';
import { fightOfActor } from '../../views/fight';

/** A sheet is played from, or the character is built on it. */
export type SheetMode = 'play' | 'edit';

const TABS: Readonly<Record<SheetMode, readonly string[]>> = {
  play: ['actions', 'gear', 'effects', 'notes'],
  edit: ['stats', 'gear', 'effects', 'notes'],
};

/** What there is to choose from: a foe is played from one page. */
export const tabsOf = (mode: SheetMode, isFoe: boolean): readonly string[] =>
  isFoe && mode === 'play' ? ['actions', 'gear'] : TABS[mode];

/** Whether an actor is one of many that nobody plays: neither owned by a player nor one with its tokens. */
export const isFoe = ({ hasPlayerOwner, prototypeToken }: Actor.Implementation): boolean =>
  !hasPlayerOwner && !prototypeToken.actorLink;

/** Hero and foe, for the game master to choose from; null on the sheet of a token, which is what its actor is. */
export const kindsOf = (actor: Actor.Implementation) =>
  game.user.isGM && !actor.isToken
    ? (['hero', 'foe'] as const).map((id) => ({
        id,
        label: text(`CADENCE.App.Sheet.${id}`),
        chosen: (id === 'hero') === actor.prototypeToken.actorLink,
      }))
    : null;

/** As somebody has left it; else edited where there is nothing to play yet. */
export const modeOf = (actor: Actor.Implementation): SheetMode =>
  rememberedSheet(actor.uuid).mode ?? (isNew(actor) ? 'edit' : 'play');

/** Whether nobody has entered anything of an actor, given it anything or brought it to a fight. */
function isNew(actor: Actor.Implementation): boolean {
  if (actor.items.size > 0 || actor.effects.size > 0 || fightOfActor(actor)) return false;
  const { schema } = modelOf(actor) as unknown as { readonly schema: { clean(data: object): object } };
  const begun = schema.clean({});
  return foundry.utils.isEmpty(foundry.utils.diffObject(begun, actor._source.system));
}

/** How large the sheet is where nobody has made it otherwise. */
const SIZES = { whole: { width: 720, height: 760 }, foe: { width: 480, height: 680 } } as const;

export function sizeOf(actor: Actor.Implementation): object {
  const { width, height } = rememberedSheet(actor.uuid);
  const usual = SIZES[isFoe(actor) ? 'foe' : 'whole'];
  return { width: width ?? usual.width, height: height ?? usual.height };
}

interface Pack {
  readonly documentName: string;
  readonly title: string;
  readonly visible: boolean;
  readonly index: Iterable<{ readonly type?: string }>;
  getDocuments(query: object): Promise<readonly Item.Implementation[]>;
  render(options: object): unknown;
}

/** Compendia this user may look into that hold items of these subtypes. */
export const packsWith = (types: readonly string[]): readonly Pack[] =>
  [...((game.packs ?? []) as unknown as Iterable<Pack>)].filter(
    ({ documentName, visible, index }) =>
      documentName === 'Item' && visible && [...index].some(({ type }) => type !== undefined && types.includes(type)),
  );
