import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { RULESETS } from '../../src/rulesets/index';
import { exists, filesBelow, read, readJson } from './sources';

const manifest = readJson('system.json');
const rulesets = Object.keys(RULESETS);
const subtypesOf = (document: string): string[] => Object.keys(manifest.documentTypes[document] ?? {});

describe('system.json', () => {
  it('has the version of package.json, and no unverified Foundry version', () => {
    expect(manifest.version).toBe(readJson('package.json').version);
    expect(parse(read('demo/world.yml')).settings['cadence.dataVersion']).toBe(manifest.version);
    expect(manifest.compatibility).toEqual({ minimum: '14.360' });
  });

  it.each(['Actor', 'Combat', 'Combatant'])('declares a %s subtype for every ruleset, and no other', (document) => {
    expect(subtypesOf(document).sort()).toEqual(rulesets.toSorted());
  });

  it('declares a card for every ruleset, and the shared request', () => {
    expect(subtypesOf('ChatMessage').sort()).toEqual([...rulesets, 'request'].sort());
    expect(subtypesOf('ActiveEffect')).toEqual(['condition']);
  });

  it('declares items of existing rulesets only', () => {
    expect(subtypesOf('Item').filter((type) => !rulesets.some((id) => type.startsWith(id)))).toEqual([]);
    for (const id of rulesets) expect(subtypesOf('Item').some((type) => type.startsWith(id))).toBe(true);
  });

  it('reserves no combatant field for GMs, which would keep players from adding theirs (core 14252)', () => {
    for (const id of rulesets) expect(manifest.documentTypes.Combatant[id]).toEqual({});
  });

  it('names the ruleset in each compendium’s label, since several can be open at once', () => {
    const named = (name: string) => rulesets.find((id) => name.startsWith(id));
    const titleOf = (id: string) => id[0].toUpperCase() + id.slice(1);
    const packs: { name: string; label: string }[] = manifest.packs;
    expect(packs.length).toBeGreaterThan(rulesets.length);
    for (const { name, label } of packs) expect(label).toContain(titleOf(named(name) ?? name));
    expect(new Set(packs.map(({ label }) => label)).size).toBe(packs.length);
  });

  it('names files that exist or are built', () => {
    for (const { path } of manifest.languages) expect(exists(path), path).toBe(true);
    for (const file of [manifest.license, manifest.readme]) expect(exists(file), file).toBe(true);
    expect(manifest.esmodules).toEqual(['cadence.mjs']);
    expect(manifest.styles.map(({ src }: { src: string }) => src)).toEqual(['cadence.css']);
  });

  it('has a pack for every folder of sources, and a folder for every pack', () => {
    const sources = new Set(filesBelow('packs', /\.yml$/).map((file) => file.split('/').slice(1, 3).join('-')));
    expect(manifest.packs.map(({ name }: { name: string }) => name).sort()).toEqual([...sources].sort());
    for (const { name, path } of manifest.packs) expect(path).toBe(`packs/${name}`);
    const shown = manifest.packFolders.flatMap(({ packs }: { packs: string[] }) => packs);
    expect(shown.toSorted()).toEqual([...sources].sort());
  });

  it('names a label in the language file for every subtype', () => {
    const { TYPES } = readJson('lang/en.json');
    const missing = Object.keys(manifest.documentTypes).flatMap((document) =>
      subtypesOf(document).flatMap((type) => (TYPES?.[document]?.[type] ? [] : [`TYPES.${document}.${type}`])),
    );
    expect(missing).toEqual([]);
  });

  it('names a hint in the language file for every subtype that a dialog offers (core 13760), and for no other', () => {
    const { TYPES } = readJson('lang/en.json');
    for (const document of ['Actor', 'Item', 'Combat'])
      expect(Object.keys(TYPES.HINTS[document]).sort(), document).toEqual(subtypesOf(document).sort());
    expect(Object.keys(TYPES.HINTS).sort()).toEqual(['Actor', 'Combat', 'Item']);
  });

  it('is the only manifest: no template.json is shipped', () => {
    expect(exists('template.json')).toBe(false);
    expect(read('system.json')).not.toMatch(/gridDistance|gridUnits/);
  });
});
