import { describe, expect, it } from 'vitest';
import { is } from '../../../src/rulesets/energy/conditions';
import { energy } from '../../../src/rulesets/energy/index';
import { conditionOf, encounter, fighter, play, reasons } from './vocabulary';

const mira = (...ids: string[]) => fighter('mira', {}, { conditions: ids.map((id) => conditionOf(id)) });
const word = (condition: string, suppress: boolean) => ({
  do: 'condition',
  by: 'gm',
  at: 'mira',
  options: { condition, suppress },
});

describe('[E-237] a suppressed condition', () => {
  it('stays but has no effect, nor have those it implies, until the end of the Round', () => {
    const hindered = mira('dazed');
    const on = encounter([hindered]);
    play(on, word('dazed', true));
    expect([is(hindered, 'dazed'), is(hindered, 'exposed')]).toEqual([false, false]);
    expect(hindered.conditions.map(({ id }) => id)).toEqual(['dazed']);
    play(on, { do: 'end-round', by: 'gm' });
    expect([is(hindered, 'dazed'), is(hindered, 'exposed')]).toEqual([true, true]);
  });
  it('does not suppress the same condition from another source', () => {
    const hindered = mira('dazed', 'prone');
    play(encounter([hindered]), word('dazed', true));
    expect([is(hindered, 'dazed'), is(hindered, 'exposed'), is(hindered, 'prone')]).toEqual([false, true, true]);
  });
  it('is restored by the same command, and after the encounter', () => {
    const hindered = mira('dazed', 'slowed');
    const on = encounter([hindered]);
    play(on, word('dazed', true));
    play(on, word('slowed', true));
    play(on, word('dazed', false));
    expect([is(hindered, 'dazed'), is(hindered, 'slowed')]).toEqual([true, false]);
    play(on, { do: 'end', by: 'gm' });
    expect(is(hindered, 'slowed')).toBe(true);
  });
  it('allows again what it forbade', () => {
    const on = encounter([mira('restrained')]);
    const quickRun = { do: 'quick-run', by: 'mira', options: { metres: 2 } };
    expect(reasons(on, quickRun)).toEqual(['restrained']);
    play(on, word('restrained', true));
    expect(reasons(on, quickRun)).toEqual([]);
  });
  it('must be a root, and is suppressed by the game master during a Round', () => {
    expect(reasons(encounter([mira('dazed')]), word('exposed', true))).toEqual(['nothing-to-suppress']);
    expect(reasons(encounter([mira('dazed')]), { ...word('dazed', true), by: 'mira' })).toEqual(['gm-only']);
    expect(reasons(encounter([mira('dazed')]), { ...word('dazed', true), at: 'absent' })).toEqual(['no-fighter']);
    const idle = { clock: { round: 0, phase: 'idle' } };
    expect(reasons(encounter([mira('dazed')], idle), word('dazed', true))).toEqual(['not-open']);
  });
  it('has a button on the sheet for the game master only', () => {
    const on = encounter([mira('dazed', 'defending')]);
    const buttons = (gm: boolean) => {
      const { groups } = energy.views.sheet(on, on.fighters.mira, { gm, owns: ['mira'], targets: [] });
      return groups.find(({ id }) => id === 'ignore')?.actions ?? [];
    };
    expect(buttons(false)).toEqual([]);
    const [ignore] = buttons(true);
    expect([buttons(true).length, ignore.id, ignore.whyNot]).toEqual([1, 'ignore-dazed', []]);
    play(on, ignore.command);
    expect(is(on.fighters.mira, 'dazed')).toBe(false);
    const [heed] = buttons(true);
    expect(heed.id).toBe('heed-dazed');
    play(on, heed.command);
    expect(is(on.fighters.mira, 'dazed')).toBe(true);
  });
  it('is shown as suppressed, without those it implies', () => {
    const on = encounter([mira('dazed')]);
    play(on, word('dazed', true));
    const [row] = energy.views.tracker(on, { gm: true, owns: [], targets: [] }).rows;
    expect(row.badges.map(({ label, tone }) => [label, tone])).toEqual([
      [{ key: 'State.suppressed.label', facts: { condition: { key: 'Condition.dazed.label' } } }, 'neutral'],
    ]);
  });
});
