import { rememberedSheet } from '../../platform/hidden-settings';
import { text } from '../../platform/text';
import { modelOf } from '../../stored/model';
import { fightOfActor } from '../../views/fight';

export type SheetMode = 'play' | 'edit';

const TABS: Readonly<Record<SheetMode, readonly string[]>> = {
  play: ['actions', 'gear', 'effects', 'notes'],
  edit: ['stats', 'gear', 'effects', 'notes'],
};

/** Returns the tabs of a mode. A foe is played from one page. */
export const tabsOf = (mode: SheetMode, isFoe: boolean): readonly string[] =>
  isFoe && mode === 'play' ? ['actions', 'gear'] : TABS[mode];

/** Returns whether an actor is a foe: it has no player owner and its tokens are not linked. */
export const isFoe = ({ hasPlayerOwner, prototypeToken }: Actor.Implementation): boolean =>
  !hasPlayerOwner && !prototypeToken.actorLink;

/** Returns the choice between hero and foe for the GM; null for a token's actor. */
export const kindsOf = (actor: Actor.Implementation) =>
  game.user.isGM && !actor.isToken
    ? (['hero', 'foe'] as const).map((id) => ({
        id,
        label: text(`CADENCE.App.Sheet.${id}`),
        chosen: (id === 'hero') === actor.prototypeToken.actorLink,
      }))
    : null;

/** Returns the remembered mode; a new actor starts in edit mode. */
export const modeOf = (actor: Actor.Implementation): SheetMode =>
  rememberedSheet(actor.uuid).mode ?? (isNew(actor) ? 'edit' : 'play');

/** Whether an actor has only initial values, no items, no effects and no fight. */
function isNew(actor: Actor.Implementation): boolean {
  if (actor.items.size > 0 || actor.effects.size > 0 || fightOfActor(actor)) return false;
  const { schema } = modelOf(actor) as unknown as { readonly schema: { clean(data: object): object } };
  const initial = schema.clean({});
  return foundry.utils.isEmpty(foundry.utils.diffObject(initial, actor._source.system));
}

const SIZES = { whole: { width: 720, height: 760 }, foe: { width: 480, height: 680 } } as const;

export function sizeOf(actor: Actor.Implementation): object {
  const { width, height } = rememberedSheet(actor.uuid);
  const size = SIZES[isFoe(actor) ? 'foe' : 'whole'];
  return { width: width ?? size.width, height: height ?? size.height };
}

interface Pack {
  readonly documentName: string;
  readonly title: string;
  readonly visible: boolean;
  readonly index: Iterable<{ readonly type?: string } | null>;
  getDocuments(query: object): Promise<readonly Item.Implementation[]>;
}

export const packsWith = (types: readonly string[]): readonly Pack[] =>
  [...((game.packs ?? []) as unknown as Iterable<Pack>)].filter(
    ({ documentName, visible, index }) =>
      documentName === 'Item' && visible && [...index].some((entry) => types.includes(entry?.type ?? '')),
  );
