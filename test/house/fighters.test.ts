import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { beginExchange, runUntilBlocked } from '../../src/encounter/play';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Encounter } from '../../src/encounter/state';
import { makeCountingIds } from '../../src/encounter/table';
import type { ActionButton, Viewer } from '../../src/encounter/view';
import { glyphOf } from '../../src/foundry/apps/actions/glyph';
import { GM } from '../../src/kernel/ask';
import { seededDie } from '../../src/kernel/rng';
import { RULESETS } from '../../src/rulesets/index';
import { anyAnswer } from '../support/answer';
import { at, vocabularyOf } from '../support/rules';
import { DOCUMENTS, exists, filesBelow, read } from './sources';

const rulesets: Readonly<Record<string, Ruleset>> = RULESETS as never;
/** Objects that are only obstacles have no actions. */
const isThing = (file: string): boolean => parse(read(file)).system.object === true;
const fighters = filesBelow('packs', DOCUMENTS).filter((file) => file.split('/')[2] === 'fighters' && !isThing(file));

const OWNER: Viewer = { gm: false, owns: ['one'], targets: ['two'] };

/** Returns an encounter with the fighter of a pack and a copy as its foe. */
function twoOf(file: string, ruleset: Ruleset): Encounter {
  const { name, system, items, prototypeToken } = parse(read(file));
  const { biography: _, ...base } = system;
  const { fighter, encounter } = vocabularyOf(ruleset, () => ruleset.idle);
  const sheet = {
    name,
    items: items.map(({ _id, name: called, type, system: { description, ...rest } }: any) => ({
      ...rest,
      id: _id,
      name: called,
      type,
    })),
  };
  const one = fighter('one', base, { ...sheet, player: prototypeToken.actorLink, place: at(5, 5) });
  return encounter([one, fighter('two', base, { ...sheet, place: at(6, 5, 180) })]);
}

function buttonsOf(ruleset: Ruleset, encounter: Encounter): ActionButton[] {
  const { groups, itemActions } = ruleset.views.sheet(encounter, encounter.fighters.one, OWNER);
  return [...groups.flatMap(({ actions }) => actions), ...Object.values(itemActions).flat()];
}

/** Returns the drawing of each button of the action bar: its path data, since two files may be equal. */
function glyphsOf(file: string, { views }: Ruleset, encounter: Encounter): Map<string, string[]> {
  const images = new Map<string, string>(parse(read(file)).items.map(({ _id, img }: any) => [_id, img]));
  const drawn = (path: string): string => (path ? read(path.replace(/^systems\/cadence\//, '')) : '');
  const glyphs = new Map<string, string[]>();
  for (const { id, icon, command } of views
    .sheet(encounter, encounter.fighters.one, OWNER)
    .groups.flatMap(({ actions }) => actions)) {
    const shown = { icon: `systems/cadence/icons/${icon}.svg`, item: command.with ?? null };
    const glyph = glyphOf(shown, (item) => images.get(item) ?? null);
    const both = drawn(glyph.icon) + drawn(glyph.mark);
    glyphs.set(both, [...(glyphs.get(both) ?? []), id]);
  }
  return glyphs;
}

/** Any fighter can end a turn. */
const isDeed = ({ command, whyNot }: ActionButton) => whyNot.length === 0 && !command.do.startsWith('end-');

describe.each(fighters)('%s', (file) => {
  const ruleset = rulesets[file.split('/')[1]];

  it('has a unique glyph for each action of its bar', () => {
    const glyphs = glyphsOf(file, ruleset, twoOf(file, ruleset));
    expect([...glyphs.values()].filter((ids) => ids.length > 1)).toEqual([]);
    expect(glyphs.size).toBeGreaterThan(3);
  });

  it('is ready to play: a sheet without a fault, and an action in its turn', () => {
    const on = twoOf(file, ruleset);
    const die = seededDie(7);
    const ids = makeCountingIds('n-');
    const [start] = ruleset.clockCommands;
    const play = (command: object) =>
      runUntilBlocked(beginExchange(ruleset, on, command as never, ids), (ask) => ({ answer: anyAnswer(ask, die) }));
    play({ do: start, by: GM });
    for (let calls = 0; calls < 4 && !buttonsOf(ruleset, on).some(isDeed); calls++) {
      const { controls } = ruleset.views.tracker(on, { gm: true, owns: [], targets: [] });
      const next = controls.find(({ whyNot, command }) => whyNot.length === 0 && command.do !== 'end');
      if (next) play(next.command);
    }
    const buttons = buttonsOf(ruleset, on);
    expect(buttons.some(isDeed)).toBe(true);
    for (const { command, icon } of buttons) {
      expect(exists(`icons/${icon}.svg`), icon).toBe(true);
      expect(() => ruleset.views.action(on, command, OWNER)).not.toThrow();
    }
  });
});
