import { allRulesets, isRulesetType, loadAdapter, RULES_HOOK } from '../adapters/registry';
import { refreshCard } from '../apps/chat/card';

/** Collections of a world whose documents bear a ruleset's id as their subtype. */
const STORED = ['actors', 'combats', 'messages'] as const;

type Sources = Readonly<Record<string, unknown>>;

/**
 * Fetches the rules this world is played by, as early as can be told: at `init` its documents are there as they are stored. Nobody waits for them
 * then: what is prepared before they are here is prepared again. T14: client/game.d.mts `data`.
 */
function fetchStored(): void {
  const data = game.data as unknown as Sources | undefined;
  const stored = STORED.map((name) => data?.[name]);
  const types = stored.flatMap((sources) =>
    Array.isArray(sources) ? sources.map((source: { type?: string } | null) => source?.type) : [],
  );
  // Where they are not to be found, all are fetched.
  const wanted = stored.every(Array.isArray) ? types.filter(isRulesetType) : allRulesets().map(({ id }) => id);
  for (const type of new Set(wanted)) void loadAdapter(type);
}

interface Prepared {
  readonly type: string;
  reset(): void;
}
interface Shown {
  readonly document?: { readonly type?: string };
  readonly rendered: boolean;
  render(): unknown;
}

/** Prepares and draws again what was there before its rules were. */
function watchRules(): void {
  const hooks: { on(name: string, heard: (id: string) => void): unknown } = Hooks;
  hooks.on(RULES_HOOK, (id) => {
    for (const document of preparedBefore(id)) document.reset();
    for (const message of game.messages ?? []) if (message.type === id) void refreshCard(message);
    if (!game.ready) return;
    const windows = foundry.applications.instances as unknown as ReadonlyMap<string, Shown>;
    for (const shown of windows.values()) if (shown.rendered && shown.document?.type === id) shown.render();
    ui.combat?.render();
  });
}

function preparedBefore(id: string): Prepared[] {
  const packed = [...(game.packs ?? [])].flatMap((pack) => [...(pack as unknown as Iterable<Prepared>)]);
  const unlinked = [...(game.scenes ?? [])].flatMap(({ tokens }) =>
    tokens.contents.flatMap(({ actorLink, actor }) => (actorLink || !actor ? [] : [actor])),
  );
  const all = [...(game.actors ?? []), ...unlinked, ...packed, ...(game.combats ?? [])] as unknown as Prepared[];
  return all.filter(({ type }) => type === id);
}

export const LOADED_RULES = {
  init() {
    watchRules();
    fetchStored();
  },
};
