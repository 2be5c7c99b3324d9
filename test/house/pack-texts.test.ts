import { describe, expect, it } from 'vitest';
import {
  compare,
  englishTexts,
  faultsIn,
  languagesOfPacks,
  missingIn,
  translatedTexts,
} from '../../scripts/build/pack-texts.mjs';
import { filesBelow, readJson } from './sources';

const REWRITE = 'run npm run packs -- --texts';
const english = await englishTexts();
const names = Object.keys(english);

it('shows translators the English texts as they are', () => {
  const shown = Object.fromEntries(names.map((name) => [name, readJson(`docs/languages/packs/${name}.json`)]));
  expect(shown, REWRITE).toEqual(english);
  expect(filesBelow('docs/languages/packs')).toEqual(names.map((name) => `docs/languages/packs/${name}.json`).sort());
});

describe.each(await languagesOfPacks())('the compendia in %s', async (lang) => {
  const translated = await translatedTexts(lang);

  it('have the paragraphs, tags and links of English, and the names of windows and armories', async () => {
    expect(await faultsIn(lang, english, translated)).toEqual([]);
  });

  it('miss what their list says', () => {
    expect(missingIn(english, translated), REWRITE).toEqual(readJson(`docs/languages/${lang}.missing.json`));
  });
});

it('finds each fault of a translation', () => {
  const source = { entries: { a: { name: 'A rope', text: '<p>See @UUID[Item.x]{a rope}, <em>now</em>.</p>' } } };
  const faultsOf = (entry: object) => compare(source, { entries: { a: { name: 'Ein Seil', ...entry } } }).faults;
  expect(faultsOf({ text: '<p>Sieh <em>jetzt</em> @UUID[Item.x]{ein Seil} an.</p>' })).toEqual([]);
  expect(faultsOf({ text: '<p>Sieh @UUID[Item.y]{ein Seil} <em>jetzt</em>.</p>' })).toHaveLength(1);
  expect(faultsOf({ text: '<p>Sieh @UUID[Item.x] <em>jetzt</em>.</p>' })).toHaveLength(1);
  expect(faultsOf({ text: '<p>Sieh @UUID[Item.x]{ein Seil}</p><p><em>jetzt</em>.</p>' })).toHaveLength(1);
  expect(faultsOf({ text: '<p>Sieh @UUID[Item.x]{ein Seil} jetzt.</p>' })).toHaveLength(1);
  expect(faultsOf({ name: ' ' })).toHaveLength(1);
  expect(faultsOf({ name: 'Ein "Seil"' })).toHaveLength(1);
  expect(faultsOf({ title: 'Ein Seil' })).toHaveLength(1);
  expect(compare(source, { entries: { a: { name: 'Ein Seil' } } }).missing).toEqual(['entries/a/text']);
  expect(compare({ entries: {} }, source).faults).toHaveLength(2);
});

it('finds other names of the same thing', async () => {
  const pack = (entries: object) => ({ entries: entries as never });
  const source = {
    'cadence.seconds-gear': pack({ a: { name: 'Spear' }, b: { name: 'Spear' } }),
    'cadence.seconds-rules': pack({ c: { text: '<th scope="row">Cast</th>' } }),
  };
  const german = {
    'cadence.seconds-gear': pack({ a: { name: 'Speer' }, b: { name: 'Spieß' } }),
    'cadence.seconds-rules': pack({ c: { text: '<th scope="row">Wirken</th>' } }),
  };
  const faults = await faultsIn('de', source, german);
  expect(faults).toHaveLength(2);
  expect(faults.join()).toContain('Cast is Zaubern');
});
