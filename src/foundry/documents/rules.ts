import { allRulesets, isRulesetType, loadAdapter, RULES_HOOK } from '../adapters/registry';
import { refreshCard } from '../apps/chat/card';

const STORED = ['actors', 'combats', 'messages'] as const;

type Sources = Readonly<Record<string, unknown>>;

/**
 * Starts loading the world's rulesets at `init`, when its source data is available. Documents prepared before are prepared again later.
 * T14: client/game.d.mts `data`.
 */
function loadWorldRules(): void {
  const data = game.data as unknown as Sources | undefined;
  const stored = STORED.map((name) => data?.[name]);
  const types = stored.flatMap((sources) =>
    Array.isArray(sources) ? sources.map((source: { type?: string } | null) => source?.type) : [],
  );
  // Without source data all rulesets are loaded.
  const needed = stored.every(Array.isArray) ? types.filter(isRulesetType) : allRulesets().map(({ id }) => id);
  for (const type of new Set(needed)) void loadAdapter(type);
}

interface Prepared {
  readonly type: string;
  reset(): void;
}
interface RenderedWindow {
  readonly document?: { readonly type?: string };
  readonly rendered: boolean;
  render(): unknown;
}

/** Prepares and renders again what existed before its ruleset was loaded. */
function watchRules(): void {
  const hooks: { on(name: string, onRules: (id: string) => void): unknown } = Hooks;
  hooks.on(RULES_HOOK, (id) => {
    for (const document of preparedBefore(id)) document.reset();
    for (const message of game.messages ?? []) if (message.type === id) void refreshCard(message);
    if (!game.ready) return;
    const windows = foundry.applications.instances as unknown as ReadonlyMap<string, RenderedWindow>;
    for (const shown of windows.values()) if (shown.rendered && shown.document?.type === id) shown.render();
    ui.combat?.render();
  });
}

/** Whether an unlinked token has its actor already: since 14.358 it makes it when it is asked for it. */
const isMade = (token: object): boolean => !Object.getOwnPropertyDescriptor(token, 'delta')?.get;

function preparedBefore(id: string): Prepared[] {
  const packed = [...(game.packs ?? [])].flatMap((pack) => [...(pack as unknown as Iterable<Prepared>)]);
  const unlinked = [...(game.scenes ?? [])].flatMap(({ tokens }) =>
    tokens.contents.flatMap((token) => (token.actorLink || !isMade(token) || !token.actor ? [] : [token.actor])),
  );
  const all = [...(game.actors ?? []), ...unlinked, ...packed, ...(game.combats ?? [])] as unknown as Prepared[];
  return all.filter(({ type }) => type === id);
}

export const LOADED_RULES = {
  init() {
    watchRules();
    loadWorldRules();
  },
};
