import { beforeAll, describe, expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Encounter } from '../../src/encounter/state';
import type { ActionButton, OptionField, Viewer } from '../../src/encounter/view';
import { GM } from '../../src/kernel/ask';
import { deepEqual } from '../../src/kernel/deep-equal';
import { RULESETS } from '../../src/rulesets/index';
import { MANUAL_OPTIONS } from '../../src/toolkit/define/options';
import { gearOf, loadScenarios, scenarioFiles } from './scenario/files';
import { playScenario } from './scenario/play';

/** A way somebody at the table has to give a command. What is dragged and what a card of a plan is laid on has no fields. */
type Way = Pick<ActionButton, 'command'> & Partial<Pick<ActionButton, 'needs' | 'fields' | 'whyNot'>>;

/** What the table itself offers in every ruleset: gauges that are set by hand, and a token that is put elsewhere. */
const OF_THE_TABLE: readonly string[] = ['adjust', 'place', 'part'];
/** Ways a token may be meant to move: those of Foundry. */
const MANNERS = ['walk', 'fly', 'swim', 'burrow', 'crawl', 'climb', 'jump', 'blink', 'displace'];

/** Everything a viewer could press, drop or drag. */
function* waysOf(ruleset: Ruleset, on: Encounter, viewer: Viewer, { by, path }: Command): Iterable<Way> {
  const { controls, rows, opportunities = [] } = ruleset.views.tracker(on, viewer);
  yield* controls;
  for (const { actions, cards = [] } of rows) {
    yield* actions;
    for (const { drops } of cards) yield* drops;
  }
  for (const { actions } of opportunities) yield* actions;
  for (const fighter of Object.values(on.fighters)) {
    if (!viewer.gm && !viewer.owns.includes(fighter.id)) continue;
    const { groups, itemActions, figures } = ruleset.views.sheet(on, fighter, viewer);
    for (const { actions } of groups) yield* actions;
    yield* Object.values(itemActions).flat();
    for (const { roll } of figures) if (roll) yield roll;
  }
  if (viewer.gm) yield* palettesOf(ruleset, on, viewer);
  if (path && by !== GM) for (const manner of MANNERS) yield* ruleset.moves(on, by, path, manner);
}

/** What the palettes of the tokens offer a game master: every condition, given or taken, with what is asked of it. */
function* palettesOf(ruleset: Ruleset, on: Encounter, viewer: Viewer): Iterable<Way> {
  for (const at of Object.keys(on.fighters))
    for (const condition of Object.keys(ruleset.conditions))
      for (const given of [true, false])
        yield ruleset.views.action(on, { do: 'condition', by: GM, at, options: { condition, on: given } }, viewer);
}

/** Whether a field can say a value. */
function holds({ input }: OptionField, value: unknown): boolean {
  switch (input.kind) {
    case 'toggle':
      return value === false || deepEqual(input.value, value as never);
    case 'number':
      return typeof value === 'number' && value >= input.min && value <= input.max;
    case 'text':
      return typeof value === 'string';
    case 'choice':
      return input.choices.some((choice) => deepEqual(choice.value, value as never));
  }
}

/** What a command says that cannot be said this way; what it leaves to the rules is no matter. */
function missingFrom({ command: given, needs = 'nothing', fields = [] }: Way, command: Command): string[] {
  const missing: string[] = [];
  if (given.at !== command.at && needs !== 'target') missing.push('at');
  if (command.with && given.with !== command.with) missing.push('with');
  if (command.path && !given.path && needs !== 'path') missing.push('path');
  for (const [key, wanted] of Object.entries(command.options ?? {})) {
    if (wanted === undefined || deepEqual(given.options?.[key] ?? null, wanted)) continue;
    if (!fields.some((field) => field.key === key && holds(field, wanted))) missing.push(`${key}: ${wanted}`);
  }
  return missing;
}

/**
 * The law of reach: whatever scenarios play, and every option, can be given at the table by whom it belongs to, and no button is grey for
 * ever. There are no exceptions.
 */
export const withinReach = (id: keyof typeof RULESETS): void => {
  describe(`whatever there is in ${id}`, () => {
    const ruleset = RULESETS[id] as unknown as Ruleset;
    const scenarios = scenarioFiles('test/scenarios')
      .flatMap(loadScenarios)
      .filter((scenario) => scenario.ruleset.text() === id);
    const unreachable = new Set<string>();
    const shown = new Set<string>();
    const pressable = new Set<string>();
    const optionsShown = new Set<string>(Object.keys(MANUAL_OPTIONS));
    let walked = 0;

    beforeAll(() => {
      const gear = gearOf(id, '.');
      for (const scenario of scenarios)
        for (const _ of playScenario(scenario, RULESETS as never, gear, (before, _after, { command, entries }) => {
          walk(before, command, scenario.title);
          noteOffered(entries);
        }));
    }, 120_000);

    /** Those a command is aimed at, as the viewer would have targeted them. */
    function namedIn({ at, options = {} }: Command): string[] {
      const others = Object.entries(options).flatMap(([key, value]) =>
        ruleset.options[key]?.names === 'fighter' ? value : [],
      );
      return [at, ...others].filter((each): each is string => typeof each === 'string');
    }

    function walk(on: Encounter, command: Command, title: string): void {
      walked++;
      // A push along a way is a token dragged by the game master, with the tool for it.
      if (OF_THE_TABLE.includes(command.do) || (command.do === 'displace' && command.path)) return;
      const { by, options = {} } = command;
      const isMasters = by === GM || Object.keys(options).some((key) => ruleset.options[key]?.gm);
      const viewer = { gm: isMasters, owns: isMasters ? [] : [by], targets: namedIn(command) };
      let nearest: readonly string[] | null = null;
      for (const way of waysOf(ruleset, on, viewer, command)) {
        note(way, on);
        if (way.command.do !== command.do || way.command.by !== by) continue;
        const missing = missingFrom(way, command);
        if (!nearest || missing.length < nearest.length) nearest = missing;
      }
      if (nearest?.length !== 0)
        unreachable.add(`${by === GM ? 'gm ' : ''}${command.do}: ${nearest ?? 'no button'} (${title})`);
    }

    /** What cuts in is offered, and its command is recorded where it was taken. */
    function noteOffered(value: unknown): void {
      if (typeof value !== 'object' || value === null) return;
      if ('do' in value && 'options' in value)
        for (const key of Object.keys(value.options as object)) optionsShown.add(key);
      if ('do' in value) for (const set of [shown, pressable]) set.add(String(value.do));
      for (const each of Object.values(value)) noteOffered(each);
    }

    function note({ command, needs = 'nothing', fields = [], whyNot = [] }: Way, on: Encounter): void {
      shown.add(command.do);
      for (const key of [...fields.map((field) => field.key), ...Object.keys(command.options ?? {})])
        optionsShown.add(key);
      if (pressable.has(command.do)) return;
      const targets = needs === 'target' ? Object.keys(on.fighters).map((each) => ({ ...command, at: each })) : [];
      const isPossible = whyNot.length === 0 || targets.some((aimed) => ruleset.whyNot(on, aimed).length === 0);
      if (isPossible || needs === 'path') pressable.add(command.do);
    }

    it('can be given by whom it belongs to: a button with its fields, a drop, a drag', () => {
      expect(walked).toBeGreaterThan(100);
      expect([...unreachable].sort()).toEqual([]);
    });

    it('has a field or a button of its own for every option', () => {
      const hidden = Object.keys(ruleset.options).filter((key) => !optionsShown.has(key));
      expect(hidden.sort()).toEqual([]);
    });

    it('can be pressed at some time', () => {
      expect([...shown].filter((each) => !pressable.has(each)).sort()).toEqual([]);
    });
  });
};
