import { adapterOf } from '../../adapters/registry';
import { effectsOn, isFromItem, whyAsleep } from '../../host/applicable-effects';
import { tryOrReport } from '../../platform/data-problems';
import { localizeField } from '../../platform/field-label';
import { isInherited } from '../../platform/field-path';
import { shortName, text } from '../../platform/text';
import { changesOf, type EffectChange } from '../../platform/v14';
import { isChangeable } from '../../stored/change-keys';
import { openSheet } from '../ui/window-bases';

type Effect = ActiveEffect.Implementation;
type EffectOwner = Actor.Implementation | Item.Implementation;

/** The prepared duration since v14. T14: client/documents/active-effect.d.mts Duration */
interface Duration {
  readonly remaining: number | null;
  readonly label: string;
  readonly expired?: boolean;
}

/** Returns the context of a sheet's effects: an item's own, or an actor's with those of its items. Pure conditions are listed elsewhere. */
export function effectsContext(owner: EffectOwner, editable: boolean) {
  const effects = isActor(owner) ? listedOn(owner) : owner.effects.contents;
  const contextOf = (effect: Effect) =>
    tryOrReport(() => effectContext(owner, effect, editable), effect) ?? unreadableContext(owner, effect, editable);
  return { canCreate: editable, list: effects.map(contextOf) };
}

const isActor = (owner: EffectOwner): owner is Actor.Implementation => owner.documentName === 'Actor';

/** An item's disabled condition is listed too, because nothing else can enable it. */
function listedOn(actor: Actor.Implementation): Effect[] {
  const table = adapterOf(actor.type)?.ruleset.conditions ?? {};
  const isCondition = (effect: Effect): boolean =>
    [...effect.statuses].some((id) => Object.hasOwn(table, id)) &&
    changesOf(effect).length === 0 &&
    (effect.active || !isFromItem(actor, effect));
  // Effects that are not transferred say nothing about the actor.
  return effectsOn(actor).filter((effect) => !isCondition(effect));
}

function effectContext(owner: EffectOwner, effect: Effect, editable: boolean) {
  return {
    ...unreadableContext(owner, effect, editable),
    lasts: lastsOf(effect),
    from: effect.parent === owner ? sourceOf(effect) : effect.parent?.name,
    changes: changesOf(effect).map((change) => changeText(owner, effect, change)),
  };
}

/** What is listed of an effect whose owner wrote what cannot be read, so that it can be disabled and deleted. */
function unreadableContext(owner: EffectOwner, effect: Effect, editable: boolean) {
  const name = String(effect.name);
  const isOwn = effect.parent === owner;
  return {
    id: effect.id,
    uuid: effect.uuid,
    own: isOwn,
    name,
    img: effect.img,
    on: !effect.disabled,
    active: effect.active,
    lasts: '',
    from: (isOwn ? '' : effect.parent?.name) as string | undefined,
    changes: [text('CADENCE.App.Effect.unreadableAll')],
    editable,
    deletable: editable && isOwn,
    toggleLabel: text('CADENCE.App.Effect.toggle', { name }),
    editLabel: text('CADENCE.App.Effect.edit', { name }),
    deleteLabel: text('CADENCE.App.Effect.delete', { name }),
  };
}

function lastsOf(effect: Effect): string {
  const why = whyAsleep(effect);
  if (why) return text(`CADENCE.App.Effect.Asleep.${why}`);
  const { remaining, label, expired } = effect.duration as unknown as Duration;
  if (expired) return text('CADENCE.App.Effect.expired');
  return Number.isFinite(remaining) && remaining !== null ? label : text('CADENCE.App.Effect.lasting');
}

/** API: ActiveEffect#sourceName */
const sourceOf = (effect: Effect): string => (effect.origin ? effect.sourceName : '');

/** Types of changes with a text; packages may add others. */
const DESCRIBED_TYPES = ['add', 'subtract', 'multiply', 'override', 'upgrade', 'downgrade'];

function changeText(owner: EffectOwner, effect: Effect, { key, type, value }: EffectChange): string {
  // A transferred change addresses a field of the actor, not of the item.
  const isOnOwner = isActor(owner) || !effect.transfer;
  if (key.split('.').some(isInherited) || (isOnOwner && !isChangeable(owner as never, key)))
    return text('CADENCE.App.Effect.unreadable', { what: shortName(key) });
  const label = isOnOwner ? localizeField(owner, key) : null;
  const valueText = shortName(typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value));
  const isLess = type === 'add' && /^-\d/.test(valueText);
  const textType = isLess ? 'subtract' : type;
  const what = label ?? shortName(key);
  return DESCRIBED_TYPES.includes(textType)
    ? text(`CADENCE.App.Effect.Change.${textType}`, { what, value: isLess ? valueText.slice(1) : valueText })
    : what;
}

interface Sheet {
  readonly document: EffectOwner;
}

function effectAt({ document }: Sheet, target: HTMLElement): Effect | undefined {
  const { effect: uuid } = target.closest<HTMLElement>('[data-effect]')?.dataset ?? {};
  const shown = isActor(document) ? effectsOn(document) : document.effects.contents;
  return shown.find((effect) => effect.uuid === uuid);
}

/** Actions of the effect list. API: ApplicationV2 `actions`. */
export const EFFECT_ACTIONS = {
  async createEffect(this: Sheet): Promise<void> {
    const data = { name: text('CADENCE.App.Effect.newName'), img: this.document.img };
    const effect = await ActiveEffect.implementation.create(data, { parent: this.document });
    await openSheet(effect);
  },
  async toggleEffect(this: Sheet, _event: PointerEvent, target: HTMLElement): Promise<void> {
    const effect = effectAt(this, target);
    await effect?.update({ disabled: !effect.disabled });
  },
  async editEffect(this: Sheet, _event: PointerEvent, target: HTMLElement): Promise<void> {
    await openSheet(effectAt(this, target));
  },
  /** Foundry asks for confirmation. API: ClientDocument#deleteDialog */
  async deleteEffect(this: Sheet, _event: PointerEvent, target: HTMLElement): Promise<void> {
    await effectAt(this, target)?.deleteDialog();
  },
};
