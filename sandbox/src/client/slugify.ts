interface SlugifyOptions {
  replacement?: string;
  /** Removes everything but letters and numbers without accents, and the replacement. */
  strict?: boolean;
  lowercase?: boolean;
}

/** Letters that Unicode does not decompose into a base letter and an accent. */
const LETTERS: Record<string, string> = { ß: 'ss', ø: 'o', Ø: 'O', æ: 'ae', Æ: 'AE', đ: 'd', Đ: 'DJ', ł: 'l', Ł: 'L' };

/**
 * ASSUMPTION about symbols: Foundry has a table of its own, which also spells out signs such as `&`.
 * T14: common/primitives/string.d.mts `slugify`
 */
export function slugify(
  text: string,
  { replacement = '-', strict = false, lowercase = true }: SlugifyOptions = {},
): string {
  const plain = [...text].map((letter) => LETTERS[letter] ?? letter.normalize('NFD').replace(/\p{M}/gu, '')).join('');
  const trimmed = lowercase ? plain.trim().toLowerCase() : plain.trim();
  const slug = trimmed.replace(new RegExp(`[\\s${replacement}]+`, 'g'), replacement);
  return strict ? slug.replace(new RegExp(`[^a-zA-Z0-9${replacement}]`, 'g'), '') : slug;
}
