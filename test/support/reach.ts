import { beforeAll, describe, expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Encounter } from '../../src/encounter/state';
import type { ActionButton, OptionField, Viewer } from '../../src/encounter/view';
import { GM } from '../../src/kernel/ask';
import { deepEqual } from '../../src/kernel/deep-equal';
import { RULESETS } from '../../src/rulesets/index';
import { MANUAL_OPTIONS } from '../../src/toolkit/define/options';
import { gearOf, scenariosOf } from './scenario/files';
import { playScenario } from './scenario/play';

/** A control for a command. Drags and plan cards have no fields. */
type Control = Pick<ActionButton, 'command'> & Partial<Pick<ActionButton, 'needs' | 'fields' | 'whyNot'>>;

/** Commands of every ruleset outside its views: gauges and sides set manually, and tokens placed elsewhere. */
const BUILT_IN: readonly string[] = ['adjust', 'change-side', 'place', 'clean-up'];
/** Foundry's movement actions. */
const MOVEMENT_ACTIONS = ['walk', 'fly', 'swim', 'burrow', 'crawl', 'climb', 'jump', 'blink', 'displace'];

/** Returns all controls a viewer can press, drop or drag. */
function* controlsOf(ruleset: Ruleset, on: Encounter, viewer: Viewer, { by, path }: Command): Iterable<Control> {
  const { controls, rows, opportunities = [] } = ruleset.views.tracker(on, viewer);
  yield* controls;
  for (const { actions, cards = [] } of rows) {
    yield* actions;
    for (const { drops } of cards) yield* drops;
  }
  for (const { actions } of opportunities) yield* actions;
  for (const fighter of Object.values(on.fighters)) {
    if (!viewer.gm && !viewer.owns.includes(fighter.id)) continue;
    const { groups, itemActions, handActions = {}, figures } = ruleset.views.sheet(on, fighter, viewer);
    for (const { actions } of groups) yield* actions;
    yield* Object.values(itemActions).flat();
    yield* Object.values(handActions);
    for (const { roll } of figures) if (roll) yield roll;
  }
  if (viewer.gm) yield* paletteControls(ruleset, on, viewer);
  if (path && by !== GM) for (const manner of MOVEMENT_ACTIONS) yield* ruleset.moves(on, by, path, manner);
}

/** Returns the GM's token palettes: every condition, added or removed, with its fields. */
function* paletteControls(ruleset: Ruleset, on: Encounter, viewer: Viewer): Iterable<Control> {
  for (const at of Object.keys(on.fighters))
    for (const condition of Object.keys(ruleset.conditions))
      for (const isAdded of [true, false])
        yield ruleset.views.action(on, { do: 'condition', by: GM, at, options: { condition, on: isAdded } }, viewer);
}

/** Returns true if a field accepts a value. */
function accepts({ input }: OptionField, value: unknown): boolean {
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

/** Returns the parts of a command a control cannot set; parts the command omits do not count. */
function missingFrom({ command: offered, needs = 'nothing', fields = [] }: Control, command: Command): string[] {
  const missing: string[] = [];
  if (offered.at !== command.at && needs !== 'target') missing.push('at');
  if (command.with && offered.with !== command.with) missing.push('with');
  if (command.path && !offered.path && needs !== 'path') missing.push('path');
  for (const [key, value] of Object.entries(command.options ?? {})) {
    if (value === undefined || deepEqual(offered.options?.[key] ?? null, value)) continue;
    if (!fields.some((field) => field.key === key && accepts(field, value))) missing.push(`${key}: ${value}`);
  }
  return missing;
}

/**
 * Checks that users can give every command of the scenarios and set every option, and that each button is possible at
 * some time. It has no exceptions.
 */
export const withinReach = (id: keyof typeof RULESETS): void => {
  describe(`each command of ${id}`, () => {
    const ruleset = RULESETS[id] as unknown as Ruleset;
    const unreachable = new Set<string>();
    const shown = new Set<string>();
    const pressable = new Set<string>();
    const optionsShown = new Set<string>(Object.keys(MANUAL_OPTIONS));
    // The window that requests a roll has a button for each.
    if (ruleset.groupRolls.kinds.length > 0) optionsShown.add('roll');
    let walked = 0;

    beforeAll(() => {
      const gear = gearOf(id, '.');
      for (const scenario of scenariosOf(id))
        for (const _ of playScenario(scenario, RULESETS as never, gear, (before, _after, { command, entries }) => {
          walk(before, command, scenario.title);
          noteOffered(entries);
        }));
    }, 120_000);

    /** Returns the fighters a command names: the viewer's targets. */
    function targetsOf({ at, options = {} }: Command): string[] {
      const others = Object.entries(options).flatMap(([key, value]) =>
        ruleset.options[key]?.names === 'fighter' ? value : [],
      );
      return [at, ...others].filter((each): each is string => typeof each === 'string');
    }

    function walk(on: Encounter, command: Command, title: string): void {
      walked++;
      // A displacement along a path is a token dragged by the GM with a special tool.
      if (BUILT_IN.includes(command.do) || (command.do === 'displace' && command.path)) return;
      const { by, options = {} } = command;
      const isGm = by === GM || Object.keys(options).some((key) => ruleset.options[key]?.gm);
      const viewer = { gm: isGm, owns: isGm ? [] : [by], targets: targetsOf(command) };
      let nearest: readonly string[] | null = null;
      for (const control of controlsOf(ruleset, on, viewer, command)) {
        note(control, on);
        if (control.command.do !== command.do || control.command.by !== by) continue;
        const missing = missingFrom(control, command);
        if (!nearest || missing.length < nearest.length) nearest = missing;
      }
      if (nearest?.length !== 0)
        unreachable.add(`${by === GM ? 'gm ' : ''}${command.do}: ${nearest ?? 'no button'} (${title})`);
    }

    /** Reactions are offered; their commands are recorded where they were accepted. */
    function noteOffered(value: unknown): void {
      if (typeof value !== 'object' || value === null) return;
      if ('do' in value && 'options' in value)
        for (const key of Object.keys(value.options as object)) optionsShown.add(key);
      if ('do' in value) for (const set of [shown, pressable]) set.add(String(value.do));
      for (const each of Object.values(value)) noteOffered(each);
    }

    function note({ command, needs = 'nothing', fields = [], whyNot = [] }: Control, on: Encounter): void {
      shown.add(command.do);
      for (const key of [...fields.map((field) => field.key), ...Object.keys(command.options ?? {})])
        optionsShown.add(key);
      if (pressable.has(command.do)) return;
      const targets = needs === 'target' ? Object.keys(on.fighters).map((each) => ({ ...command, at: each })) : [];
      const isPossible = whyNot.length === 0 || targets.some((targeted) => ruleset.whyNot(on, targeted).length === 0);
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
