import { adapterOf } from '../../adapters/registry';
import { effectsOn, isFromItem } from '../../host/applicable-effects';
import { localizeField } from '../../platform/field-label';
import { text } from '../../platform/text';
import { changesOf, type EffectChange } from '../../platform/v14';
import { openSheet } from '../ui/window-bases';

type Effect = ActiveEffect.Implementation;
type Bearer = Actor.Implementation | Item.Implementation;

/** The duration as it is prepared since v14. T14: client/documents/active-effect.d.mts Duration */
interface Duration {
  readonly remaining: number | null;
  readonly label: string;
  readonly expired?: boolean;
}

/**
 * The effects that a sheet lists: an actor's own and those of its items, or an item's. What is a condition and nothing else stands among
 * the conditions already.
 */
export function effectsContext(bearer: Bearer, editable: boolean) {
  const effects = isActor(bearer) ? listedOn(bearer) : bearer.effects.contents;
  return { canCreate: editable, list: effects.map((effect) => effectContext(bearer, effect, editable)) };
}

const isActor = (bearer: Bearer): bearer is Actor.Implementation => bearer.documentName === 'Actor';

/** What an item lends and is switched off could be switched on nowhere else: it is no condition then. */
function listedOn(actor: Actor.Implementation): Effect[] {
  const table = adapterOf(actor.type)?.ruleset.conditions ?? {};
  const isCondition = (effect: Effect): boolean =>
    [...effect.statuses].some((id) => Object.hasOwn(table, id)) &&
    changesOf(effect).length === 0 &&
    (effect.active || !isFromItem(actor, effect));
  // An item's effect that stays with the item says nothing of its bearer.
  return effectsOn(actor).filter((effect) => !isCondition(effect));
}

function effectContext(bearer: Bearer, effect: Effect, editable: boolean) {
  const { name } = effect;
  const isOwn = effect.parent === bearer;
  return {
    id: effect.id,
    uuid: effect.uuid,
    own: isOwn,
    name,
    img: effect.img,
    on: !effect.disabled,
    active: effect.active,
    lasts: lastsOf(effect),
    from: isOwn ? sourceOf(effect) : effect.parent?.name,
    changes: changesOf(effect).map((change) => changeText(bearer, effect, change)),
    editable,
    deletable: editable && isOwn,
    toggleLabel: text('CADENCE.App.Effect.toggle', { name }),
    editLabel: text('CADENCE.App.Effect.edit', { name }),
    deleteLabel: text('CADENCE.App.Effect.delete', { name }),
  };
}

function lastsOf(effect: Effect): string {
  const { remaining, label, expired } = effect.duration as unknown as Duration;
  if (expired) return text('CADENCE.App.Effect.expired');
  return Number.isFinite(remaining) && remaining !== null ? label : text('CADENCE.App.Effect.lasting');
}

/** Where it comes from; nothing where nobody noted it. API: ActiveEffect#sourceName */
const sourceOf = (effect: Effect): string => (effect.origin ? effect.sourceName : '');

/** Types of changes there are words for; packages may add others. */
const SAID = ['add', 'subtract', 'multiply', 'override', 'upgrade', 'downgrade'];

/** What it does, in the words of the field; a path that leads to no field of ours stands as it is. */
function changeText(bearer: Bearer, effect: Effect, { key, type, value }: EffectChange): string {
  // What goes over to the actor is no number of the item.
  const label = isActor(bearer) || !effect.transfer ? localizeField(bearer, key) : null;
  const shown = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
  const isLess = type === 'add' && /^-\d/.test(shown);
  const said = isLess ? 'subtract' : type;
  const what = label ?? key;
  return SAID.includes(said)
    ? text(`CADENCE.App.Effect.Change.${said}`, { what, value: isLess ? shown.slice(1) : shown })
    : what;
}

interface Sheet {
  readonly document: Bearer;
}

/** The effect of the row that was clicked, where it is the sheet's to handle. */
function effectAt({ document }: Sheet, target: HTMLElement): Effect | undefined {
  const { effect: uuid } = target.closest<HTMLElement>('[data-effect]')?.dataset ?? {};
  const shown = isActor(document) ? effectsOn(document) : document.effects.contents;
  return shown.find((effect) => effect.uuid === uuid);
}

/** What the buttons of the list do. API: ApplicationV2 `actions`. */
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
  /** Foundry asks whether it is meant. API: ClientDocument#deleteDialog */
  async deleteEffect(this: Sheet, _event: PointerEvent, target: HTMLElement): Promise<void> {
    await effectAt(this, target)?.deleteDialog();
  },
};
