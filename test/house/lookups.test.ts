import { type ElementAccessExpression, type Node, SyntaxKind } from 'typescript/unstable/ast';
import { API } from 'typescript/unstable/sync';
import { expect, it } from 'vitest';

/** Where keys come from users, documents and files. */
const LAYERS = /\/src\/((?:encounter|toolkit|opponent|rulesets|foundry\/(?:referee|apps|views|host|documents))\/.*)/;

/** Reads and writes whose key may be any text, with the reason why each is safe. */
const SAFE: Readonly<Record<string, readonly string[]>> = {
  'refuses __proto__': ['encounter/effect.ts record[key]'],
  'has no prototype': ['foundry/host/store.ts found[fighter.id]', 'foundry/host/store.ts found[uuid]'],
  'a name that the ruleset declares': [
    'toolkit/define/schema.ts found[name]',
    'toolkit/define/stored-change.ts (source as Record<string, unknown>)[key]',
    'toolkit/define/sheet-schema.ts base[name]',
    'toolkit/define/sheet-schema.ts into[first]',
    'foundry/host/maxima.ts shifted[id]',
    'foundry/host/reader.ts pools[pool]',
    'foundry/host/put-away.ts system[inHand]',
    'foundry/documents/prepare.ts shifts[id]',
    'foundry/documents/roll-data.ts found[name]',
    'foundry/documents/roll-data.ts data[name]',
    'foundry/documents/register-documents.ts Combat.dataModels[id]',
    'foundry/documents/register-documents.ts Combatant.dataModels[id]',
    'foundry/documents/register-documents.ts ChatMessage.dataModels[id]',
    'foundry/referee/store/operations.ts now[path]',
  ],
  'the id of a document that exists': [
    'foundry/host/states.ts changes[id]',
    'foundry/referee/store/operations.ts changes[id]',
    'foundry/referee/store/item-transfer.ts found[from.item]',
    'foundry/referee/store/undo-data.ts found[keyOfFighter(id)]',
    'foundry/referee/store/undo-data.ts found[effect.condition.key]',
    'foundry/referee/seat/duplicate-combatant.ts system.bearers[id]',
    'foundry/referee/seat/duplicate-combatant.ts system.states[id]',
    'foundry/referee/seat/duplicate-combatant.ts system.boundDice[keyOfFighter(id)]',
  ],
  'a field of state that the ruleset has': ['foundry/referee/store/operations.ts change[key]'],
  'checked by `change-keys.ts`': ['foundry/documents/effect.ts target[key]'],
  'checked by hasOwn on the line before': [
    'foundry/documents/new-documents.ts allRulesets() .map(({ artwork = {} }) => artwork) .find((artwork) => Object.hasOwn(artwork, type))?.[type]',
  ],
  'the name of our own input': [
    'foundry/apps/ui/fields.ts // Text that is no number stays, so that validation refuses it. data[name]',
    'foundry/apps/ui/fields.ts data[name]',
    'foundry/apps/ui/typed-input.ts options[key]',
    'foundry/apps/ui/patch.ts others[id]',
    "foundry/apps/actions/options-window.ts entered[input.dataset.option ?? '']",
    "foundry/apps/gm-tools/bulk-actions.ts this.#entered[field.dataset.many ?? '']",
    'foundry/apps/onboarding/build-window.ts data[input.name]',
  ],
  'a key of the keyboard': [
    'foundry/apps/opponent/suggest-window.ts { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, Home: 0, End: -1 }[event.key]',
    'foundry/apps/actions/bar.ts WAYS[key]',
    'foundry/apps/compendia/browser-window.ts { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[key]',
  ],
};

/** Encounters that come from documents and files are made without a prototype for their fighters. */
const isRoster = (record: string): boolean => /\bfighters$/.test(record);
const ATTRIBUTES = /\bdataset$/;

/** Returns all lookups `record[key]` whose key is any text. */
function lookups(): Set<string> {
  const api = new API({ cwd: process.cwd() });
  try {
    const [project] = api.updateSnapshot({ openProjects: [`${process.cwd()}/tsconfig.json`] }).getProjects();
    const { program, checker } = project ?? {};
    const found = new Set<string>();
    for (const file of program?.getSourceFileNames() ?? []) {
      const [, name] = LAYERS.exec(file) ?? [];
      const source = name && program?.getSourceFile(file);
      if (!source) continue;
      const textOf = ({ pos, end }: Node): string => source.text.slice(pos, end).replaceAll(/\s+/g, ' ').trim();
      const accesses: ElementAccessExpression[] = [];
      const visit = (node: Node, parent: Node): void => {
        if (node.kind === SyntaxKind.ElementAccessExpression) {
          const access = node as ElementAccessExpression;
          const [record, key] = [textOf(access.expression), textOf(access.argumentExpression)];
          const isChecked =
            parent.kind === SyntaxKind.ConditionalExpression &&
            textOf(parent).startsWith(`Object.hasOwn(${record}, ${key}) ?`);
          if (!isChecked && !isRoster(record) && !ATTRIBUTES.test(record)) accesses.push(access);
        }
        node.forEachChild((child) => visit(child, node));
      };
      visit(source, source);
      const keys = checker?.getTypeAtLocation(accesses.map(({ argumentExpression }) => argumentExpression)) ?? [];
      for (const [at, key] of keys.entries())
        if (key && checker?.typeToString(key) === 'string') found.add(`${name} ${textOf(accesses[at])}`);
    }
    return found;
  } finally {
    api.close();
  }
}

it('reads no record by any text, except through `lookup`', { timeout: 120_000 }, () => {
  const found = lookups();
  const safe = Object.values(SAFE).flat();
  expect([...found].filter((each) => !safe.includes(each))).toEqual([]);
  expect(safe.filter((each) => !found.has(each))).toEqual([]);
});
