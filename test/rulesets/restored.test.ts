import { describe, expect, it } from 'vitest';
import { conditionOf, vocabularyOf } from '../support/rules';
import { TESTED } from '../support/rulesets';

/** What a fight leaves behind, by ruleset, and pools that a rest gives back. */
const WORN: Readonly<
  Record<string, { readonly pools: Record<string, number>; readonly conditions: readonly string[] }>
> = {
  clash: { pools: { hp: 3, mp: 0 }, conditions: ['defeated', 'empowered'] },
  seconds: { pools: { hp: 0 }, conditions: ['unconscious', 'prone'] },
  slots: { pools: { hp: 0, negative: 4, sq: 1, bleed: 2, dexDamage: 1 }, conditions: ['unconscious', 'bleeding'] },
};
const BASE: Readonly<Record<string, Record<string, unknown>>> = { clash: { mpMax: 6 }, slots: { sqMax: 8 } };
const RESTING = TESTED.filter(({ rests }) => rests.includes('restore'));

describe.each(RESTING)('a rest by the house in $id', (ruleset) => {
  const { id } = ruleset;
  const { pools, conditions } = WORN[id]!;
  const { fighter, encounter: among, play, reasons } = vocabularyOf(ruleset, () => ruleset.idle);
  const mira = fighter('mira', BASE[id], { side: 'heroes' });
  const command = { do: 'restore', by: 'gm', at: 'mira' };
  const worn = (...more: string[]) =>
    structuredClone(
      among([
        fighter('mira', BASE[id], {
          side: 'heroes',
          pools,
          conditions: [...conditions, ...more].map((id) => conditionOf(id)),
        }),
      ]),
    );

  it('makes a fighter fit again, and keeps what does good', () => {
    const on = worn();
    play(on, command);
    const { pools: now, conditions: left } = on.fighters.mira;
    for (const pool of Object.keys(pools)) expect([pool, now[pool].value]).toEqual([pool, mira.pools[pool].value]);
    expect(left.map(({ id }: { id: string }) => id)).toEqual(conditions.filter((each) => each === 'empowered'));
    expect(reasons(on, command)).toEqual(['fit']);
  });

  it('is the GM’s, and not in a fight', () => {
    expect(reasons(worn(), { ...command, by: 'mira' })).toEqual(['gm-only']);
    const on = worn();
    on.clock = { ...on.clock, phase: 'turn' };
    expect(reasons(on, command)).toEqual(['fight-running']);
  });
});

it.runIf(RESTING.some(({ id }) => id === 'slots'))('does not wake the dead', () => {
  const slots = RESTING.find(({ id }) => id === 'slots')!;
  const { fighter, encounter, reasons } = vocabularyOf(slots, () => slots.idle);
  const mira = fighter('mira', {}, { pools: { hp: 0 }, conditions: [conditionOf('corpse')] });
  expect(reasons(encounter([mira]), { do: 'restore', by: 'gm', at: 'mira' })).toEqual(['dead-stay-dead']);
});
