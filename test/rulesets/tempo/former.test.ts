import { describe, expect, it } from 'vitest';
import { bookNow, writtenNow } from '../../../src/rulebook/former';
import { IDLE } from '../../../src/rulesets/tempo/clock';
import { FORMER } from '../../../src/rulesets/tempo/former';
import { MARK_RULES } from '../../../src/rulesets/tempo/marks';

describe('what was text before 0.5.0', () => {
  it.each`
    key              | was                      | now
    ${'plan-1'}      | ${'magic ember'}         | ${{ action: 'magic', item: 'ember' }}
    ${'plan-x-jab'}  | ${'ability jab'}         | ${{ action: 'ability', item: 'jab' }}
    ${'plan-round'}  | ${1001}                  | ${1001}
    ${'plan-pass-1'} | ${'1001@3'}              | ${{ round: 1001, tempo: 3 }}
    ${'plan-over-2'} | ${'slow-attack@3'}       | ${{ action: 'slow-attack', to: 3 }}
    ${'moved-a1'}    | ${'ability hex ember@7'} | ${{ action: 'ability', item: 'hex', spell: 'ember', to: 7 }}
    ${'add-a1'}      | ${'mark'}                | ${{ action: 'mark' }}
    ${'did-2'}       | ${'mark'}                | ${{ action: 'mark' }}
    ${'last-1'}      | ${'guard'}               | ${{ action: 'guard' }}
    ${'record'}      | ${'scan attack'}         | ${['scan', 'attack']}
    ${'used-plan-x'} | ${2}                     | ${2}
  `('the mark $key $was is $now', ({ key, was, now }) => {
    expect(bookNow(FORMER, { [key]: was })).toEqual({ [key]: now });
    expect(bookNow(FORMER, { [key]: now })).toEqual({ [key]: now });
    expect(MARK_RULES.fits(key, now)).toBe(true);
    expect(MARK_RULES.isSecret(key)).toBe(key.startsWith('plan-'));
  });

  it('the clock’s action, groups and company are data', () => {
    const clock = { ...IDLE, phase: 'players', turn: 'mira', entry: '1' };
    const was = { ...clock, action: 'quick-attack', groups: 'attack help', present: 'mira rat' };
    const now = { ...clock, action: { action: 'quick-attack' }, groups: ['attack', 'help'], present: ['mira', 'rat'] };
    expect(FORMER.clock?.(was)).toEqual(now);
    expect(FORMER.clock?.(now)).toBe(now);
    expect(FORMER.clock?.({ ...IDLE, action: '', groups: '', present: '' })).toEqual(IDLE);
  });
});

it('what an Exert asks for and a Scan tells is data, and stays so', () => {
  const options = [
    { id: '1 shift', whyNot: [] },
    { id: 'a1 magic ember', whyNot: [] },
  ];
  const ask = { kind: 'choice', id: 'exert-retime', by: 'tib', options, facts: { ember: 'Ember' } };
  const choices = { '1 shift': { action: 'shift' }, 'a1 magic ember': { action: 'magic', item: 'ember' } };
  const say = (word: string, facts: object) => ({ kind: 'say', id: word, of: 'tib', facts: { at: 'Rat', ...facts } });
  const was = [
    ask,
    say('scan-mind', { int: 1, spells: 'Veil, Ward' }),
    say('scan-action-sets', { set: 'Melee', actions: 'Cleave (7); Shove (4)' }),
    say('scan-conditions', { statuses: '', conditions: 'marked@Zoe|Slowed' }),
  ];
  const now = [
    { ...ask, facts: { ember: 'Ember', choices } },
    say('scan-mind', { int: 1, spells: ['Veil', 'Ward'] }),
    say('scan-action-sets', { set: 'Melee', actions: ['Cleave (7)', 'Shove (4)'] }),
    say('scan-conditions', {
      statuses: [],
      conditions: [{ id: 'marked', by: 'Zoe' }, { id: 'Slowed' }],
    }),
  ];
  expect(writtenNow(FORMER, was as never)).toEqual(now);
  expect(writtenNow(FORMER, now as never)).toEqual(now);
});

it('takes no other mark, and nothing else in one', () => {
  const wrong = {
    planned: 1,
    'plan-1': 'mark',
    'did-1': {},
    'moved-1': { action: 'mark' },
    'add-a1': { action: 'x', on: 1 },
  };
  for (const [key, value] of Object.entries(wrong)) expect(MARK_RULES.fits(key, value), key).toBe(false);
});
