const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' };
const CHARACTERS = Object.fromEntries(Object.entries(ENTITIES).map(([character, entity]) => [entity, character]));

export const escapeHTML = (value: unknown): string => String(value).replace(/[&<>"']/g, (c) => ENTITIES[c]!);

export const unescapeHTML = (value: unknown): string =>
  String(value).replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => CHARACTERS[entity]!);
