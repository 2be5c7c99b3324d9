/** Foundry's message modes that keep a message from other users. */
export const PRIVATE_MODES = ['gm', 'blind', 'self'] as const;
export type PrivateMode = (typeof PRIVATE_MODES)[number];

/** Foundry's modes, and the empty one of a request without a mode. API: CONFIG.ChatMessage.modes */
const PUBLIC_MODES: readonly string[] = ['', 'public', 'ic'];

/** Returns the private mode of a value, null for a public one, and undefined for any other value. */
export function parsePrivateMode(value: unknown): PrivateMode | null | undefined {
  if (typeof value === 'string' && PUBLIC_MODES.includes(value)) return null;
  return PRIVATE_MODES.find((mode) => mode === value);
}

/** Returns the private mode that this user has chosen in the chat, or null. A mode of a module is read as private to GMs: it may be. */
export function readPrivateMode(): PrivateMode | null {
  // API: the client setting `core.messageMode` of 14.
  const settings = game.settings as unknown as {
    readonly settings: ReadonlyMap<string, unknown>;
    get(of: string, key: string): unknown;
  };
  const mode = settings.settings.has('core.messageMode') ? settings.get('core', 'messageMode') : '';
  const known = parsePrivateMode(mode ?? '');
  return known === undefined ? 'gm' : known;
}
