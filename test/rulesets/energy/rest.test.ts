import { describe, expect, it } from 'vitest';
import type { AllAsk } from '../../../src/kernel/ask';
import { TRANSCRIPT_VERSION } from '../../../src/kernel/transcript';
import { energy } from '../../../src/rulesets/energy/index';
import { lentOptions } from '../../support/encounter';
import { begun, conditionOf, encounter, fighter, item, play, reasons } from './vocabulary';

const idle = { clock: { round: 0, phase: 'idle' } };
const hero = (id: string, rest = {}) => fighter(id, { con: 12 }, { side: 'heroes', ...rest });
const rest = { do: 'short-rest', by: 'mira' };
const says = (...answers: string[]) => answers.map((answer) => [answer]);

describe('[E-199] a Short Rest', () => {
  it.each`
    minutes | blocks
    ${5}    | ${1}
    ${14}   | ${2}
    ${30}   | ${6}
    ${400}  | ${6}
  `('of $minutes minutes has $blocks blocks', ({ minutes, blocks }) => {
    const on = encounter([hero('mira')], idle);
    const { run } = play(on, { ...rest, options: { minutes } }, [], says(...Array(blocks).fill('go-on')));
    expect(run.entries.filter(({ ask }) => ask.kind === 'choice')).toHaveLength(blocks);
  });
  it.each([4, 7.5, 'long', -5])('is refused for %j minutes', (minutes) => {
    expect(reasons(encounter([hero('mira')], idle), { ...rest, options: { minutes } })).toEqual(['no-minutes']);
  });
  it('is refused during a Round, and to the dead', () => {
    expect(reasons(encounter([hero('mira')]), rest)).toEqual(['round-open']);
    const dead = hero('mira', { conditions: [conditionOf('dead')] });
    expect(reasons(encounter([dead], idle), rest)).toEqual(['dead']);
    expect(reasons(encounter([dead], idle), { ...rest, by: 'gm' })).toEqual(['no-fighter-to-rest']);
    expect(reasons(encounter([dead], idle), { ...rest, by: 'absent' })).toEqual(['no-fighter']);
  });
  it('shows the block and the pools left at each block, and bars a Surge without effect', () => {
    const on = encounter([hero('mira', { pools: { aura: 20, surges: 1 } })], idle);
    const { run } = begun(on, rest);
    expect(run.open).toMatchObject({ by: 'mira', facts: { block: 1, blocks: 6, aura: 20, full: 22, surges: 1 } });
    run.answer(['surge']);
    expect(run.open).toMatchObject({
      facts: { block: 2, aura: 22, surges: 0 },
      options: [{ id: 'surge', whyNot: [{ id: 'no-surges' }, { id: 'aura-full' }] }, {}, {}, {}],
    });
  });
});

describe('[E-200] several fighters that rest together', () => {
  it('are asked at the same time, until each has stopped or chosen to go to the end', () => {
    const on = encounter([hero('mira'), hero('kor'), hero('dov')], idle);
    const { run } = begun(on, { ...rest, by: 'gm' });
    const asked = () => (run.open as AllAsk).asks.map(({ by }) => by);
    expect(asked()).toEqual(['mira', 'kor', 'dov']);
    run.answer(says('go-on', 'break-off', 'to-the-end'));
    expect(run.open).toMatchObject({ kind: 'choice', by: 'mira', facts: { block: 2 } });
    run.answer(['break-off']);
    expect(run.open).toBeNull();
  });
});

describe('[E-202] an interrupted rest', () => {
  it('before the end of its first block restores nothing', () => {
    const on = encounter([hero('mira', { pools: { stamina: 3 } })], idle);
    play(on, rest, [], says('break-off'));
    expect(on).toHavePool('mira', 'stamina', 3);
    play(on, { do: 'long-rest', by: 'mira' }, [], [[0]]);
    expect(on).toHavePool('mira', 'stamina', 3);
  });
});

it.each`
  aura  | surges | hours | most
  ${17} | ${5}   | ${1}  | ${1}
  ${9}  | ${5}   | ${1}  | ${3}
  ${1}  | ${2}   | ${1}  | ${2}
`(
  '[E-205] a Long Rest of $hours h allows $most Surges to a fighter with $aura of 20 Aura and $surges Surges',
  ({ aura, surges, hours, most }) => {
    const base = { overrides: { auraMax: 20, recoveryValue: 4 } };
    const on = encounter([fighter('mira', base, { side: 'heroes', pools: { aura, surges } })], idle);
    const { run } = begun(on, { do: 'long-rest', by: 'mira', options: { hours } });
    expect(run.open).toMatchObject({ id: 'rest-surges', min: 0, max: most, facts: { aura, full: 20, each: 4 } });
  },
);

describe('[E-02] a Round is five seconds', () => {
  it('so conditions that end with Rounds are over after the first five minutes', () => {
    const conditions = [{ key: 'a', id: 'exposed', until: { at: 'round-end', n: 4 } }, conditionOf('prone')];
    const on = encounter([hero('mira', { conditions })], idle);
    play(on, { ...rest, options: { minutes: 5 } }, [], says('go-on'));
    expect(on.fighters.mira.conditions.map(({ id }) => id)).toEqual(['prone']);
  });
});

describe('[E-201] repairs', () => {
  const torn = () => [item('armor', 'mail', { broken: true }), item('energyShield', 'targe', { broken: true })];
  const brokenOf = (on: ReturnType<typeof encounter>) =>
    on.fighters.mira.items.flatMap((each) => ('broken' in each && each.broken ? [each.id] : []));
  it('take fifteen minutes each, and may be skipped', () => {
    const on = encounter([hero('mira', { items: torn() })], idle);
    const answers = says('go-on', 'go-on', 'go-on', 'targe', 'go-on', 'go-on', 'go-on', 'nothing');
    play(on, rest, [], answers);
    expect(brokenOf(on)).toEqual(['mail']);
  });
  it('[E-205] are also made in a Long Rest', () => {
    const on = encounter([hero('mira', { items: torn() })], idle);
    play(on, { do: 'long-rest', by: 'mira', options: { hours: 8 } }, [], says('mail', 'targe'));
    expect(brokenOf(on)).toEqual([]);
  });
  it('are listed on the card by the names of the broken items', () => {
    const on = encounter([hero('mira', { items: torn() })], idle);
    const { run } = begun(on, { ...rest, options: { minutes: 15 } });
    for (const answer of says('go-on', 'go-on', 'go-on')) run.answer(answer);
    const exchange = { version: TRANSCRIPT_VERSION, command: rest, entries: run.entries };
    const viewer = { gm: true, owns: [], targets: [] };
    const { asks } = energy.views.card({ exchange, open: [run.open as never], names: { mira: 'Mira' }, viewer });
    expect(asks[0].options.map(({ label }) => label)).toEqual([
      { key: 'Option.named', facts: { name: 'mail' } },
      { key: 'Option.named', facts: { name: 'targe' } },
      { key: 'Option.repair.nothing' },
    ]);
  });
});

describe('[E-112] Aura', () => {
  it('stays while its owner is unconscious, and is lowered by the game master', () => {
    const out = hero('mira', { pools: { aura: 9, stamina: 1 } });
    const on = encounter([out]);
    play(on, { do: 'adjust', by: 'gm', at: 'mira', options: { pool: 'stamina', to: 0 } });
    expect(on.fighters.mira.conditions).toMatchObject([{ id: 'unconscious' }]);
    play(on, { do: 'end-round', by: 'gm' }, [3]);
    expect(on).toHavePool('mira', 'aura', 9);
    play(on, { do: 'adjust', by: 'gm', at: 'mira', options: { pool: 'aura', to: 0 } });
    expect(on).toHavePool('mira', 'aura', 0);
  });
});

it('[E-203] the game master sets the undisturbed hours of a Long Rest', () => {
  const on = encounter([hero('mira')], idle);
  const { run } = begun(on, { do: 'long-rest', by: 'mira' });
  expect(run.open).toMatchObject({ kind: 'amount', by: 'gm', min: 0, max: 8 });
  expect(lentOptions(energy)).toContain('hours');
});
