import type { Ruleset } from '../../encounter/ruleset';
import type { SheetSchema } from '../../toolkit/define/sheet-schema';
import { notify } from '../platform/notice';
import { text } from '../platform/text';
import type { Adapter, UnloadedAdapter } from './adapter';

const declared = new Map<string, UnloadedAdapter>();
const adapters = new Map<string, Adapter>();
const coming = new Map<string, Promise<Adapter | null>>();

/** Makes a ruleset known to the table. Its id is the subtype of its combats, combatants, actors and cards. */
export function registerAdapter(ruleset: UnloadedAdapter): void {
  declared.set(ruleset.id, ruleset);
  if (ruleset.rules) adapters.set(ruleset.id, { ...ruleset, ruleset: ruleset.rules });
}

/** Whether a document's subtype is one of a ruleset's. */
export const isRulesetType = (type: string | null | undefined): boolean => Boolean(type) && declared.has(type ?? '');

/**
 * The ruleset behind a document's subtype; null for what is not ours. Null too until its rules are here: they are fetched then, and what
 * was prepared or drawn without them is done again.
 */
export function adapterOf(type: string | null | undefined): Adapter | null {
  const adapter = adapters.get(type ?? '');
  if (!adapter && isRulesetType(type)) void loadAdapter(type);
  return adapter ?? null;
}

/** The same, once its rules are here; null for what is not ours, and where they could not be fetched: it is tried again the next time. */
export function loadAdapter(type: string | null | undefined): Promise<Adapter | null> {
  const here = adapters.get(type ?? '');
  const wanted = declared.get(type ?? '');
  if (here || !wanted) return Promise.resolve(here ?? null);
  const { id } = wanted;
  const fetching = coming.get(id) ?? fetched(wanted).finally(() => coming.delete(id));
  coming.set(id, fetching);
  return fetching;
}

async function fetched(wanted: UnloadedAdapter): Promise<Adapter | null> {
  try {
    const adapter = { ...wanted, ruleset: await wanted.load() };
    adapters.set(wanted.id, adapter);
    // The typed hooks know Foundry's own names only.
    const hooks: { callAll(name: string, ...facts: unknown[]): unknown } = Hooks;
    hooks.callAll(RULES_HOOK, wanted.id);
    return adapter;
  } catch (error) {
    console.error(`Cadence | the rules of ${wanted.id} could not be fetched`, error);
    return null;
  }
}

/** Called when the rules of a ruleset have come that somebody looked for: `cadence.rules(id)`. */
export const RULES_HOOK = 'cadence.rules';

/** Waits until all rules are here that somebody has looked for. */
export const waitForRules = (): Promise<unknown> => Promise.all(coming.values());

/** The ruleset behind a document that is known to be ours. Throws Error for any other. */
export function requireAdapter(type: string): Adapter {
  const adapter = adapterOf(type);
  if (!adapter) throw new Error(`Cadence has no ruleset ${type}`);
  return adapter;
}

/** All rulesets, whether or not their rules are here. */
export function allRulesets(): readonly UnloadedAdapter[] {
  return [...declared.values()];
}

/** Called at `init`, before anything is registered: other packages add their rulesets here. */
const INIT_HOOK = 'cadence.init';

/** What Cadence hands to other packages, as `game.system.api` and with the hook. */
interface Offered {
  /**
   * Adds a ruleset, from within the hook `cadence.init`. Its id is the subtype its package declares, `package-id.subtype`. Throws Error
   * naming what is missing, and then the table plays without it.
   * @param schema what it keeps of its fighters, made with `rulebook.schema`
   */
  register(ruleset: Ruleset, schema: SheetSchema): void;
}

/** Why a ruleset of another package is not taken, for its author. Its ids are those of the words for the game master. */
const FAULTS = {
  late: `rulesets are taken only within the hook ${INIT_HOOK}`,
  shapeless: 'register(ruleset, schema): both have the same `id`, and the schema has `pools`, `actor` and `items`',
  taken: 'there is one of that id',
  undeclared: 'no manifest declares it as a subtype of',
  homeless:
    'a pool is kept in an actor or in the combat, and so `document` is "actor" or "combat"; it is neither for the pool',
} as const;
type Fault = keyof typeof FAULTS;

/** A ruleset that was not taken. */
interface Refused {
  readonly id: string;
  readonly fault: Fault;
  /** What of it. */
  readonly what: string;
}

/** A ruleset with what it keeps of its fighters. */
export interface RulesetEntry {
  readonly ruleset: Ruleset;
  readonly schema: SheetSchema;
}

/**
 * Lets other packages add rulesets, and leaves for them what they build them with.
 * @param own ids of those that are there
 * @returns those that were added
 */
export function collectPackageRulesets(own: readonly string[], offered: object): readonly RulesetEntry[] {
  const added: RulesetEntry[] = [];
  let open = true;
  const api: Offered = {
    ...offered,
    register(ruleset, schema) {
      const taken = [...own, ...added.map((each) => each.ruleset.id)];
      const [fault, what = ''] = open ? faultOf({ ruleset, schema }, taken) : (['late'] as const);
      if (!fault) return void added.push({ ruleset, schema });
      const id = String(ruleset?.id ?? schema?.id ?? '?');
      refused.push({ id, fault, what });
      if (game.ready) notifyRefused();
      throw new Error(`Cadence cannot take the ruleset ${id}: ${[FAULTS[fault], what].filter(Boolean).join(' ')}`);
    },
  };
  // The installed types know no `api` of a system. API: foundryvtt.com/article/module-development, "game.system.api"
  Object.assign(game.system, { api });
  Hooks.callAll(INIT_HOOK, api);
  open = false;
  return added;
}

const refused: Refused[] = [];

/** Tells the game master of rulesets that were not taken: the error itself stands only in the console. Called once there are words. */
export function notifyRefused(): void {
  for (const { id, fault, what } of refused.splice(0))
    if (game.user.isGM) notify('error', text(`CADENCE.Notice.ruleset.${fault}`, { id, what }), { permanent: true });
}

/** The documents whose subtype bears the ruleset's id. */
const TYPED = ['Actor', 'Combat', 'Combatant', 'ChatMessage'] as const;

/** Where pools are kept; not in combatants, which their owners write. */
const POOL_HOMES: readonly unknown[] = ['actor', 'combat'];

function faultOf({ ruleset, schema }: Partial<RulesetEntry>, taken: readonly string[]): readonly [Fault?, string?] {
  const id = ruleset?.id;
  if (!id || schema?.id !== id || !schema.pools || !schema.actor || !schema.items) return ['shapeless'];
  if (taken.includes(id)) return ['taken'];
  const declared: Readonly<Record<string, readonly string[]>> = game.documentTypes;
  const undeclared = TYPED.find((name) => !declared[name]?.includes(id));
  if (undeclared) return ['undeclared', undeclared];
  const homeless = Object.entries(schema.pools).find(([, home]) => !POOL_HOMES.includes(home.document));
  return homeless ? ['homeless', homeless[0]] : [];
}

export const REFUSED_RULESETS = { ready: notifyRefused };
