import type { Ruleset } from '../../encounter/ruleset';
import type { SheetSchema } from '../../toolkit/define/sheet-schema';
import { notify } from '../platform/notice';
import { text } from '../platform/text';
import type { Adapter, UnloadedAdapter } from './adapter';

interface Registration {
  readonly declared: UnloadedAdapter;
  /** Null until its rules are loaded. */
  adapter: Adapter | null;
  loading: Promise<Adapter | null> | null;
}

/** By ruleset, filled when the page loads. */
const registered = new Map<string, Registration>();

/** Registers a ruleset. Its id is the subtype of its combats, combatants, actors and cards. */
export function registerAdapter(ruleset: UnloadedAdapter): void {
  const adapter = ruleset.rules ? { ...ruleset, ruleset: ruleset.rules } : null;
  registered.set(ruleset.id, { declared: ruleset, adapter, loading: null });
}

export const isRulesetType = (type: string | null | undefined): boolean => Boolean(type) && registered.has(type ?? '');

/**
 * Returns the ruleset of a subtype; null for other types and while its rules load. Starts loading them; documents and windows are then
 * refreshed.
 */
export function adapterOf(type: string | null | undefined): Adapter | null {
  const ruleset = registered.get(type ?? '');
  if (ruleset && !ruleset.adapter) void loadAdapter(type);
  return ruleset?.adapter ?? null;
}

/** Resolves to a ruleset when its rules are loaded; to null for other types or a failure, which the next call retries. */
export function loadAdapter(type: string | null | undefined): Promise<Adapter | null> {
  const ruleset = registered.get(type ?? '');
  if (!ruleset || ruleset.adapter) return Promise.resolve(ruleset?.adapter ?? null);
  ruleset.loading ??= fetchRules(ruleset).finally(() => {
    ruleset.loading = null;
  });
  return ruleset.loading;
}

async function fetchRules(ruleset: Registration): Promise<Adapter | null> {
  const { declared } = ruleset;
  try {
    const adapter = { ...declared, ruleset: await declared.load() };
    ruleset.adapter = adapter;
    const hooks: { callAll(name: string, ...facts: unknown[]): unknown } = Hooks;
    hooks.callAll(RULES_HOOK, declared.id);
    return adapter;
  } catch (error) {
    console.error(`Cadence | the rules of ${declared.id} could not be fetched`, error);
    return null;
  }
}

/** Called when the rules of a ruleset are loaded: `cadence.rules(id)`. */
export const RULES_HOOK = 'cadence.rules';

export const waitForRules = (): Promise<unknown> => Promise.all([...registered.values()].map(({ loading }) => loading));

/** Returns the ruleset of a subtype. Throws Error for other types. */
export function requireAdapter(type: string): Adapter {
  const adapter = adapterOf(type);
  if (!adapter) throw new Error(`Cadence has no ruleset ${type}`);
  return adapter;
}

export function allRulesets(): readonly UnloadedAdapter[] {
  return [...registered.values()].map(({ declared }) => declared);
}

/** Called at `init`, before anything is registered, so that other packages can add their rulesets. */
const INIT_HOOK = 'cadence.init';

/** The API for other packages, as `game.system.api` and in the hook. */
interface PackageApi {
  /**
   * Adds a ruleset, within the hook `cadence.init`. Its id is the subtype its package declares, `package-id.subtype`.
   * Throws Error naming what is missing.
   * @param schema the stored data of its fighters, made with `rulebook.schema`
   */
  register(ruleset: Ruleset, schema: SheetSchema): void;
}

/** Messages for the package's author. The keys are those of the GM's texts in the language file. */
const FAULTS = {
  late: `rulesets are taken only within the hook ${INIT_HOOK}`,
  shapeless: 'register(ruleset, schema): both have the same `id`, and the schema has `pools`, `actor` and `items`',
  taken: 'there is one of that id',
  undeclared: 'no manifest declares it as a subtype of',
  homeless:
    'a pool is kept in an actor or in the combat, and so `document` is "actor" or "combat"; it is neither for the pool',
} as const;
type Fault = keyof typeof FAULTS;

interface Refused {
  readonly id: string;
  readonly fault: Fault;
  readonly what: string;
}

interface RulesetEntry {
  readonly ruleset: Ruleset;
  readonly schema: SheetSchema;
}

/**
 * Lets other packages add rulesets through the API, and returns the added ones.
 * @param own ids of existing rulesets
 */
export function collectPackageRulesets(own: readonly string[], offered: object): readonly RulesetEntry[] {
  const added: RulesetEntry[] = [];
  let open = true;
  const api: PackageApi = {
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
  // The installed types declare no `api` of a system. API: foundryvtt.com/article/module-development, "game.system.api"
  Object.assign(game.system, { api });
  Hooks.callAll(INIT_HOOK, api);
  open = false;
  return added;
}

const refused: Refused[] = [];

/** Notifies the GM of rejected rulesets, whose errors are otherwise only in the console. Called when translations are available. */
function notifyRefused(): void {
  for (const { id, fault, what } of refused.splice(0))
    if (game.user.isGM) notify('error', text(`CADENCE.Notice.ruleset.${fault}`, { id, what }), { permanent: true });
}

const TYPED = ['Actor', 'Combat', 'Combatant', 'ChatMessage'] as const;

/** Not combatants, because their owners can write them. */
const POOL_DOCUMENTS: readonly unknown[] = ['actor', 'combat'];

function faultOf({ ruleset, schema }: Partial<RulesetEntry>, taken: readonly string[]): readonly [Fault?, string?] {
  const id = ruleset?.id;
  if (!id || schema?.id !== id || !schema.pools || !schema.actor || !schema.items) return ['shapeless'];
  if (taken.includes(id)) return ['taken'];
  const declared: Readonly<Record<string, readonly string[]>> = game.documentTypes;
  const undeclared = TYPED.find((name) => !declared[name]?.includes(id));
  if (undeclared) return ['undeclared', undeclared];
  const homeless = Object.entries(schema.pools).find(([, home]) => !POOL_DOCUMENTS.includes(home.document));
  return homeless ? ['homeless', homeless[0]] : [];
}

export const REFUSED_RULESETS = { ready: notifyRefused };
