import { ATTRIBUTES, type Attribute } from '../words';

/** What a spell's line says: its type, and the attributes it names (section 7.2). */
export type Syntax =
  | { readonly type: 'SA' | 'DC' | 'DC+'; readonly attack: Attribute; readonly save: Attribute }
  | { readonly type: 'PA'; readonly attack: Attribute }
  | { readonly type: 'SD'; readonly attributes: readonly Attribute[] }
  | { readonly type: 'SURECAST' };

const NAME = ATTRIBUTES.map((id) => id.toUpperCase()).join('|');
const CONTESTED = new RegExp(`^(SA|DC|DC\\+) (${NAME}) vs (${NAME})$`);
const PROJECTILE = new RegExp(`^PA (${NAME})$`);
const DEFENSE = new RegExp(`^SD ((?:${NAME})(?:\\+(?:${NAME}))*)$`);

const attribute = (name: string): Attribute => name.toLowerCase() as Attribute;

/** C-81 to C-92, C-A44: `SA INT vs WIL`, `PA INT`, `SD INT+WIL`, `DC WIL vs CON`, `DC+ WIL vs CON`, `SURECAST`; null for all else. */
export function parseSyntax(line: string): Syntax | null {
  if (line === 'SURECAST') return { type: 'SURECAST' };
  const contested = CONTESTED.exec(line);
  if (contested) {
    const [, type, attack = '', save = ''] = contested;
    return { type: type as 'SA' | 'DC' | 'DC+', attack: attribute(attack), save: attribute(save) };
  }
  const [, attack] = PROJECTILE.exec(line) ?? [];
  if (attack) return { type: 'PA', attack: attribute(attack) };
  const [, defense] = DEFENSE.exec(line) ?? [];
  return defense ? { type: 'SD', attributes: defense.split('+').map(attribute) } : null;
}

/** What a line says that reads as one. Throws RangeError for any other. */
export function syntaxOf(line: string): Syntax {
  const syntax = parseSyntax(line);
  if (!syntax) throw new RangeError(`${line} is no spell line such as SA INT vs WIL`);
  return syntax;
}
