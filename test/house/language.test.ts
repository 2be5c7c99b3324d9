import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Ruleset } from '../../src/encounter/ruleset';
import { defined } from '../../src/kernel/defined';
import { RULESETS } from '../../src/rulesets/index';
import { MANIFESTS } from '../../src/rulesets/manifests';
import { lentOptions } from '../support/encounter';
import { exists, filesBelow, read, readJson } from './sources';
import { type Shown, shownIn } from './words-shown';
import { branchOf, mentions, reasonsGiven } from './words-used';

const rulesets = Object.values(RULESETS) as unknown as readonly Ruleset[];
const ids = rulesets.map(({ id }) => id);
const languages: readonly { readonly lang: string; readonly path: string }[] = readJson('system.json').languages;

function sentences(branch: object, path: readonly string[] = []): [string, string][] {
  return Object.entries(branch).flatMap(([key, value]) =>
    typeof value === 'object' ? sentences(value, [...path, key]) : [[[...path, key].join('.'), value]],
  );
}

const english = new Map(sentences(readJson('lang/en.json')));
const keys = [...english.keys()];
/** Returns the key of which this is a plural form, such as `spaces` for `spaces_one`. */
const withoutPlural = (key: string): string => key.replace(/(?:_[a-z]\w*)?_(?:zero|one|two|few|many)$/, '');
const placeholders = (sentence: string): string[] =>
  [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

const mentioned = mentions(ids);
const files = [...filesBelow('src', /\.ts$/), ...filesBelow('templates', /\.hbs$/), ...filesBelow('packs', /\.yaml$/)];
const sources = files.map(read).join('\n');
const spoken = new Set(sources.match(/[\w-]+/g));
const isSpoken = (word: string): boolean => spoken.has(word);

describe('lang/en.json', () => {
  it('has every key that the code and the templates name', () => {
    // Keys that rules build are checked below, when they are shown; a ruleset need not use every key of the toolkit.
    const plain = mentioned.filter(
      ({ file, exact }) => !/^src\/toolkit\//.test(file) && (exact || !/^src\/rulesets\//.test(file)),
    );
    // Foundry's own texts are in its own file, and addresses of documents are no texts.
    const ours = plain.filter(({ written }) => !/^(COMBAT|Compendium)\./.test(written));
    const missing = ours.filter(({ pattern }) => !keys.some((key) => pattern.test(key)));
    expect([...new Set(missing.map(({ file, written }) => `${written} in ${file}`))]).toEqual([]);
  });

  it('has no unused key', () => {
    const ours = keys.filter((key) => key.startsWith('CADENCE.'));
    const unused = ours.filter((form) => {
      const key = withoutPlural(form);
      // Foundry looks these up itself, below the prefix of a data model.
      const field = /\.FIELDS\.(\w+)/.exec(key)?.[1];
      if (field) return !isSpoken(field);
      const reason = /\.Reason\.([\w-]+)$/.exec(key)?.[1];
      if (reason) return !isSpoken(reason);
      return !mentioned.some(({ pattern, exact }) => {
        const match = pattern.exec(key);
        return match && (exact || match.slice(1).every((part) => !part || part.split('.').every(isSpoken)));
      });
    });
    expect(unused).toEqual([]);
  });

  it('has plural forms only of texts with the same facts; that for none can leave out its number', () => {
    const forms = keys.filter((key) => withoutPlural(key) !== key && !key.endsWith('_zero'));
    const wrong = forms.filter(
      (key) =>
        placeholders(english.get(key) ?? '').join() !== placeholders(english.get(withoutPlural(key)) ?? '').join(),
    );
    expect(wrong).toEqual([]);
    expect(forms.length).toBeGreaterThan(0);
  });

  it('has a single root of its own', () => {
    expect(Object.keys(readJson('lang/en.json')).sort()).toEqual(['CADENCE', 'TYPES']);
  });
});

describe.each(rulesets)('the views of $id', (ruleset) => {
  const find = (key: string): string | undefined =>
    english.get(`${branchOf(ruleset.id)}.${key}`) ?? english.get(`CADENCE.${key}`);
  let shown: Shown;
  beforeAll(() => {
    shown = shownIn(ruleset);
  }, 120_000);

  it('have every text, with every fact it needs', () => {
    const wrong = new Set<string>();
    for (const { key, facts } of shown.words) {
      const sentence = find(key);
      if (sentence === undefined) wrong.add(`${key} is missing`);
      else
        for (const name of placeholders(sentence))
          if (!(name in (facts ?? {}))) wrong.add(`${key} speaks of {${name}}, is told ${Object.keys(facts ?? {})}`);
    }
    expect([...wrong].sort()).toEqual([]);
    expect(shown.words.length).toBeGreaterThan(0);
  });

  it('say nothing twice on a card, and write a minus sign', () => {
    expect([...shown.faults].sort()).toEqual([]);
  });

  it('give reasons, with the facts they have', () => {
    const wrong = new Set<string>();
    for (const { id, data } of shown.reasons) {
      const sentence = find(`Reason.${id}`);
      if (sentence === undefined) wrong.add(`Reason.${id} is missing`);
      else for (const name of placeholders(sentence)) if (!(name in (data ?? {}))) wrong.add(`Reason.${id}: {${name}}`);
    }
    for (const id of ['toolkit/combat', 'toolkit/space', 'toolkit/turns', `rulesets/${ruleset.id}`].flatMap((folder) =>
      reasonsGiven(`src/${folder}`),
    ))
      if (find(`Reason.${id}`) === undefined) wrong.add(`Reason.${id} is missing`);
    expect([...wrong].sort()).toEqual([]);
  });

  it('have a drawing for every icon', () => {
    const conditions = Object.values(ruleset.conditions).map(({ icon }) => `conditions/${icon}`);
    const icons = [...new Set([...shown.icons, ...conditions])].sort();
    expect(icons.filter((icon) => !exists(`icons/${icon}.svg`))).toEqual([]);
    expect(icons.length).toBeGreaterThan(conditions.length);
  });

  it('name every option that only the GM may set, which is refused for others', () => {
    const labels = lentOptions(ruleset).map((option) => `Field.${option}.label`);
    expect(labels.filter((key) => find(key) === undefined)).toEqual([]);
    expect(labels.length).toBeGreaterThan(0);
  });

  it('name every action, clock command and condition', () => {
    const conditions = Object.keys(ruleset.conditions).flatMap((id) => [
      `Condition.${id}.label`,
      `Condition.${id}.hint`,
    ]);
    const clock = ruleset.clockCommands.flatMap((id) => [`Action.${id}.label`, `Action.${id}.hint`]);
    expect([...conditions, ...clock].filter((key) => find(key) === undefined)).toEqual([]);
  });

  it('have the rule of every action, condition, gauge, number and option', () => {
    const told = shown.words.flatMap(({ key }): string[] => {
      const [kind, id] = key.split('.');
      if (kind === 'Pool' || kind === 'Stat') return [`Rule.${id}`];
      return ['Action', 'Condition', 'Field', 'State'].includes(kind) && key.endsWith('.label')
        ? [`${kind}.${id}.hint`]
        : [];
    });
    expect([...new Set(told)].filter((key) => find(key) === undefined)).toEqual([]);
    const branch = `${branchOf(ruleset.id)}.Rule.`;
    const rules = keys.filter((key) => key.startsWith(branch)).map((key) => defined(english.get(key), 'a text'));
    expect(rules.filter((rule) => (rule.match(/[.;](?= |$)/g) ?? []).length > 4 || rule.length > 200)).toEqual([]);
    expect(rules.length).toBeGreaterThan(10);
  });

  it('explain the turn in five lines', () => {
    const branch = `${branchOf(ruleset.id)}.Turn.`;
    expect(keys.filter((key) => key.startsWith(branch))).toEqual([1, 2, 3, 4, 5].map((line) => branch + line));
  });

  it('name existing pages of its quick reference', () => {
    const { reference } = defined(
      MANIFESTS.find(({ schema }) => schema.id === ruleset.id),
      'a manifest',
    ).schema;
    const { _id, pages } = parse(read(`packs/${ruleset.id}/rules/quick-reference.yml`));
    const there = pages.map(
      (page: { _id: string }) =>
        `Compendium.cadence.${ruleset.id}-rules.JournalEntry.${_id}.JournalEntryPage.${page._id}`,
    );
    expect(there).toEqual(expect.arrayContaining(Object.values(reference ?? {})));
    expect(Object.keys(reference ?? {})).toHaveLength(3);
  });
});

describe.each(languages)('$path', ({ lang, path }) => {
  const translated = new Map(sentences(readJson(path)));
  const isEnglish = path === 'lang/en.json';

  const { pluralCategories } = new Intl.PluralRules(lang).resolvedOptions();
  /** Whether only this language needs it, such as "1,5 dégât". */
  const isOwnForm = (key: string): boolean =>
    !english.has(key) && english.has(withoutPlural(key)) && pluralCategories.some((form) => key.endsWith(`_${form}`));

  it('has the same keys as English, and the plural forms that it needs', () => {
    expect([...translated.keys()].filter((key) => !isOwnForm(key)).sort()).toEqual(keys.toSorted());
  });

  it('uses the same facts as English', () => {
    const factsOf = (key: string) => placeholders(english.get(key) ?? english.get(withoutPlural(key)) ?? '').join();
    const different = [...translated].filter(([key, sentence]) => placeholders(sentence).join() !== factsOf(key));
    expect(different).toEqual([]);
  });

  it('has the quotation marks and apostrophes of a book', () => {
    expect([...translated].filter(([, sentence]) => /["']/.test(sentence))).toEqual([]);
  });

  it.skipIf(isEnglish)('leaves no sentence in English', () => {
    // Single words may be the same, such as names and terms from Latin.
    const words = (sentence: string) => sentence.replaceAll(/\{\w+\}/g, '').match(/\p{L}{2,}/gu) ?? [];
    const left = [...translated].filter(
      ([key, sentence]) => sentence === english.get(key) && words(sentence).length > 2,
    );
    expect(left).toEqual([]);
  });

  it.skipIf(isEnglish)('translates each term of its glossary alike', () => {
    const rows = [...read(`docs/languages/${lang}.md`).matchAll(/^\| (.+) \| (.+) \|$/gm)].slice(1);
    const terms = new Map(rows.map(([, term, words]) => [term, words.split(', ')]));
    const wrong = [...translated].filter(([key, sentence]) => {
      const words = terms.get(english.get(key) ?? '');
      return words && !words.includes(sentence.replaceAll('\u00AD', ''));
    });
    expect(wrong).toEqual([]);
    expect(terms.size).toBeGreaterThan(50);
  });
});
