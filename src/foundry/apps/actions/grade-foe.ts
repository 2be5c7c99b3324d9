import { lookup } from '../../../kernel/lookup';
import {
  addedBy,
  GRADES,
  type Grade,
  type GradeState,
  type Grading,
  pressedGrade,
  totalOf,
  UNGRADED,
} from '../../../toolkit/define/foe-grades';
import { formatSigned } from '../../../toolkit/define/labels';
import { adapterOf } from '../../adapters/registry';
import { updateDocument, updateInside } from '../../platform/documents';
import { text } from '../../platform/text';
import { deletion } from '../../platform/v14';
import { modelOf } from '../../stored/model';
import { loadFoeRoles } from './foe-tables';
import { canGrade, type GradedFoe, gradedOf } from './grade-buttons';

type Pairs = GradedFoe['system'];

/** Performs one of the buttons. */
export async function pressGrade(actor: Actor.Implementation, id: string): Promise<void> {
  const grading = canGrade(actor) ? (await loadFoeRoles(actor.type))?.grading : undefined;
  const grade = GRADES.find((each) => each === id) ?? null;
  if (grading) await gradeFoe(actor, grading, grade);
}

/**
 * Makes a foe elite, weak, or a level stronger or weaker; null makes it what it was. Name, health, attack, defense and threat follow, and
 * what was changed by hand meanwhile stays.
 */
export async function gradeFoe(actor: Actor.Implementation, grading: Grading, grade: Grade | null): Promise<void> {
  const stored = gradedOf(actor) ?? ungraded(actor, grading);
  const after: GradeState = grade ? pressedGrade(stored, grade) : UNGRADED;
  const shift = new Shift(grading, stored, after);
  const items = stored.items.flatMap(([id, numbers]) => {
    const item = actor.items.get(id);
    return item ? [{ _id: id, ...shift.of(item, numbers, item.type) }] : [];
  });
  if (items.length > 0) await updateInside(actor, 'Item', items);
  const before = healthIn(actor);
  const { name: oldName } = actor;
  const names = namesOf(actor, stored, after);
  const isBack = after.kind === '' && after.level === 0;
  await updateDocument(actor, {
    ...shift.of(actor, stored.system, null),
    ...names,
    flags: {
      cadence: {
        graded: isBack ? deletion() : { ...stored, ...after },
        ...threatWith(stored, grading, after),
      },
    },
  });
  const tokenName = actor.token?.name.replace(oldName, () => names?.name ?? oldName);
  if (actor.token && tokenName !== actor.token.name) await updateDocument(actor.token, { name: tokenName });
  await refill(actor, before);
}

/** The numbers of a foe that change between two grades. */
class Shift {
  constructor(
    private readonly grading: Grading,
    private readonly stored: GradedFoe,
    private readonly after: GradeState,
  ) {}

  /** Returns the update of a document's numbers. @param type of the item; null for the actor */
  of(
    document: Actor.Implementation | Item.Implementation,
    numbers: Pairs,
    type: string | null,
  ): Record<string, number> {
    const model = modelOf(document);
    const limit = (path: string, value: number): number => {
      const { min, max } = (model.schema.getField(path) ?? {}) as { readonly min?: number; readonly max?: number };
      return Math.min(max ?? value, Math.max(min ?? value, value));
    };
    const added = (state: GradeState) => this.addedTo(state, type);
    const [from, to] = [added(this.stored), added(this.after)];
    return Object.fromEntries(
      numbers.flatMap(([path, base]) => {
        const now: unknown = foundry.utils.getProperty(model._source, path);
        if (typeof now !== 'number') return [];
        const at = (by: Readonly<Record<string, number>>): number => limit(path, base + (lookup(by, path) ?? 0));
        return [[`system.${path}`, limit(path, now + at(to) - at(from))]];
      }),
    );
  }

  private addedTo(state: GradeState, type: string | null): Readonly<Record<string, number>> {
    const { grading, stored } = this;
    const added = addedBy(grading, state, type);
    if (type !== null) return added;
    return { ...added, [grading.health]: Math.round((totalOf(grading, state).health - 1) * stored.healthMax) };
  }
}

function ungraded(actor: Actor.Implementation, grading: Grading): GradedFoe {
  const pairs = (document: Actor.Implementation | Item.Implementation, paths: readonly string[]): Pairs =>
    paths.flatMap((path) => {
      const value: unknown = foundry.utils.getProperty(modelOf(document)._source, path);
      return typeof value === 'number' ? [[path, value] as const] : [];
    });
  const threat: unknown = foundry.utils.getProperty(actor, 'flags.cadence.threat.value');
  return {
    ...UNGRADED,
    name: actor.name,
    healthMax: healthIn(actor)?.max ?? 0,
    threat: typeof threat === 'number' ? threat : null,
    system: pairs(actor, [...Object.keys(grading.step.system), grading.health]),
    items: actor.items.contents.flatMap((item) => {
      const numbers = pairs(item, Object.keys(grading.step.items?.[item.type] ?? {}));
      return item.id && numbers.length > 0 ? [[item.id, numbers] as const] : [];
    }),
  };
}

function nameWith(name: string, { kind, level }: GradeState): string {
  const levelled = level === 0 ? name : text('CADENCE.App.Grade.named', { name, level: formatSigned(level) });
  return kind === '' ? levelled : text(`CADENCE.App.Grade.${kind}.named`, { name: levelled });
}

/** Returns null for a name that was changed by hand meanwhile: it stays. A token keeps what it has besides, such as a number. */
function namesOf(actor: Actor.Implementation, stored: GradedFoe, after: GradeState) {
  if (actor.name !== nameWith(stored.name, stored)) return null;
  const name = nameWith(stored.name, after);
  return { name, ...(!actor.isToken && { prototypeToken: { name } }) };
}

function threatWith({ threat }: GradedFoe, grading: Grading, after: GradeState): object {
  return threat === null ? {} : { threat: { value: Math.max(1, Math.round(threat * totalOf(grading, after).threat)) } };
}

/** Returns the pool of health; value null while it is full. */
function healthIn(actor: Actor.Implementation): { readonly value: number | null; readonly max: number } | null {
  const { health } = adapterOf(actor.type) ?? {};
  if (!health || health.countsUp) return null;
  const model = modelOf(actor);
  const value: unknown = foundry.utils.getProperty(model._source, `${health.path}.value`);
  const max: unknown = foundry.utils.getProperty(model, `${health.path}.max`);
  return typeof max === 'number' ? { value: typeof value === 'number' ? value : null, max } : null;
}

/** Keeps the share of health that is left. */
async function refill(actor: Actor.Implementation, before: ReturnType<typeof healthIn>): Promise<void> {
  const { health } = adapterOf(actor.type) ?? {};
  const after = healthIn(actor);
  if (!health || !after || !before || before.value === null || before.max <= 0) return;
  const value = Math.round((before.value * after.max) / before.max);
  if (value !== before.value) await updateDocument(actor, { [`system.${health.path}.value`]: value });
}
