import { lookup } from '../../kernel/lookup';
import type { Adapter } from '../adapters/adapter';
import { adapterOf } from '../adapters/registry';
import { updateDocument } from '../platform/documents';

/** Attributes a token may show, by paths below `system`. API: CONFIG.Actor.trackableAttributes */
interface Tracked {
  readonly bar: readonly string[];
  readonly value: readonly string[];
}

interface Field {
  readonly fields?: Readonly<Record<string, Field>>;
}

/** Returns pools as bars, and all other numbers of the actor model as values. */
export function trackableAttributesOf({ id, models, pools }: Pick<Adapter, 'id' | 'models' | 'pools'>): Tracked {
  const bar = Object.values(pools).flatMap(({ document, path }) =>
    document === 'actor' && path.endsWith('.value') ? [path.slice(0, -'.value'.length)] : [],
  );
  const { schema } = lookup(models.Actor, id) as { readonly schema: Field };
  return { bar, value: numbersIn(schema, [], new Set(bar)) };
}

function numbersIn({ fields = {} }: Field, parents: readonly string[], bars: ReadonlySet<string>): string[] {
  return Object.entries(fields).flatMap(([key, field]) => {
    const path = [...parents, key].join('.');
    if (bars.has(path)) return [];
    if (field instanceof foundry.data.fields.NumberField) return [path];
    return field instanceof foundry.data.fields.SchemaField ? numbersIn(field as Field, [...parents, key], bars) : [];
  });
}

/**
 * A hero is unique, friendly and has sight; foes are unlinked. crucible, module/documents/actor.mjs `_preCreate`, and draw-steel,
 * module/data/actor/hero.mjs, do the same.
 */
export function tokenDefaults(adapter: Adapter, isHero: boolean) {
  const { TOKEN_DISPLAY_MODES, TOKEN_DISPOSITIONS } = CONST;
  const [first = null, second = null] = adapter.bars ?? trackableAttributesOf(adapter).bar;
  return {
    ...(isHero
      ? { actorLink: true, disposition: TOKEN_DISPOSITIONS.FRIENDLY, displayName: TOKEN_DISPLAY_MODES.HOVER }
      : { actorLink: false, disposition: TOKEN_DISPOSITIONS.HOSTILE, displayName: TOKEN_DISPLAY_MODES.OWNER_HOVER }),
    // Foundry counts the tokens of an unlinked actor on the map: "Wolf (2)". T14: common/data/data.d.mts, PrototypeToken
    appendNumber: !isHero,
    displayBars: isHero ? TOKEN_DISPLAY_MODES.HOVER : TOKEN_DISPLAY_MODES.OWNER_HOVER,
    sight: { enabled: isHero },
    bar1: { attribute: first },
    bar2: { attribute: second },
  };
}

export const isOwnedByPlayer = (ownership: object | null = {}): boolean =>
  Object.entries(ownership ?? {}).some(
    ([id, level]) => level === CONST.DOCUMENT_OWNERSHIP_LEVELS.OWNER && game.users?.get(id)?.isGM === false,
  );

/** Returns true if a token has the defaults of a foe where heroes differ. */
export function hasFoeDefaults(adapter: Adapter, token: object): boolean {
  const { actorLink, disposition, displayName, displayBars, sight } = tokenDefaults(adapter, false);
  const differing = { actorLink, disposition, displayName, displayBars, sight: { enabled: sight.enabled } };
  return foundry.utils.isEmpty(foundry.utils.diffObject(token, differing));
}

/** Returns true if a linked token still has core's initial sight, which is none. */
export const isBlindHero = ({
  actorLink,
  sight: { enabled, range },
}: Actor.Implementation['prototypeToken']): boolean => actorLink && !enabled && !range;

/** Writes the defaults of a hero or foe into a prototype token, except its bars. */
export async function applyTokenDefaults(actor: Actor.Implementation, isHero: boolean): Promise<void> {
  const adapter = adapterOf(actor.type);
  if (!adapter) return;
  const { bar1: _, bar2: __, ...prototypeToken } = tokenDefaults(adapter, isHero);
  const { actorLink, disposition } = actor.prototypeToken;
  const isOfKind = actorLink === prototypeToken.actorLink && disposition === prototypeToken.disposition;
  if (isOfKind && !(isHero && isBlindHero(actor.prototypeToken))) return;
  await updateDocument(actor, { prototypeToken: isOfKind ? { sight: prototypeToken.sight } : prototypeToken });
}
