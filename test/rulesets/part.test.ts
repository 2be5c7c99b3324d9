import { describe, expect, it } from 'vitest';
import { rewind } from '../../src/encounter/history';
import { beginExchange } from '../../src/encounter/play';
import type { Encounter } from '../../src/encounter/state';
import { makeCountingIds } from '../../src/encounter/table';
import { RULESETS } from '../../src/rulesets/index';
import { copyOf } from '../support/copy';
import { TESTED } from '../support/rulesets';
import { gearOf, scenariosOf } from '../support/scenario/files';
import { playScenario } from '../support/scenario/play';
import { sampled } from '../tiers/tier';

/**
 * Conditions that bind two fighters, wait for a moment of the other or hold only against the other, and so end when one
 * of them leaves: S-57, S-A22, E-188, L-A29, L-A5, C-A55, C-97 and C-64, S-A30, T-45.
 */
const BONDS: Readonly<Record<string, readonly string[]>> = {
  clash: ['empowered', 'grappled', 'mounted', 'off-balance', 'unfocused', 'unseen'],
  energy: ['restrained', 'restraining'],
  seconds: ['disengaged', 'grappled', 'hidden', 'pinned', 'restrained', 'restraining'],
  slots: ['detected', 'edge', 'fascinated', 'frightened', 'locked', 'restrained', 'stunned', 'surprised'],
  tempo: ['assisted', 'bolstered', 'guarded', 'hampered', 'marked'],
};

/** Conditions that also end when a fighter leaves who stood in a line of sight: T-57. */
const COVERED: Readonly<Record<string, readonly string[]>> = { tempo: ['hidden'] };

/** Fields of a weapon that pinned the one who left: S-A30. */
const LOOSE: readonly string[] = ['stuck', 'equipped', 'dropped'];

describe.each(sampled(TESTED, 1, 3))('a fighter that leaves in $id', (ruleset) => {
  const { id, automation } = ruleset;
  /** What the referee plays by itself when a fighter has left. */
  const parting = (encounter: Encounter) => {
    const going = automation.autoAdvance(encounter);
    return going?.command.do === 'clean-up' ? going : null;
  };
  const bonds = (encounter: Encounter): string[] =>
    Object.values(encounter.fighters).flatMap(({ id: of, conditions }) => conditions.map((had) => `${of} ${had.id}`));
  const ended = new Set<string>();

  it.each(scenariosOf(id).map((each) => [each.title, each] as const))(
    'holds no one and is held by no one: %s',
    (_, scenario) => {
      const witness: Parameters<typeof playScenario>[3] = (_before, after) => {
        expect(parting(after)).toBeNull();
        for (const gone of Object.keys(after.fighters)) {
          const left = copyOf(after);
          delete left.fighters[gone];
          const going = parting(left);
          if (!going) continue;
          expect(going.delaySeconds).toBe(0);
          const before = bonds(left);
          const { run, table } = beginExchange(ruleset, left, going.command, makeCountingIds());
          expect([run.open, parting(left)]).toEqual([null, null]);
          for (const effect of table.effects) {
            // A weapon that pinned the one who left comes loose.
            if (effect.kind === 'item' && LOOSE.includes(effect.key)) continue;
            if (effect.kind !== 'condition-removed') throw new Error(`${effect.kind} is more than to part`);
            const { by, data, until, towards = [], id: what } = effect.condition;
            if (COVERED[id]?.includes(what)) continue;
            expect([by, data?.holds, data?.owner, until?.of, ...towards]).toContain(gone);
            ended.add(what);
          }
          expect(rewind(left, table.effects).conflicts).toEqual([]);
          expect(bonds(left).sort()).toEqual(before.sort());
        }
      };
      for (const _step of playScenario(scenario, RULESETS as never, gearOf(id, '.'), witness));
    },
  );

  it('leaves behind conditions that do not bind', () => {
    expect([...ended].sort()).toEqual(BONDS[id]);
  });
});
