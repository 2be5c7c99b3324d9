import { describe, expect, it } from 'vitest';
import { impossibleReason, judge } from '../../src/encounter/legality';

const reason = [{ id: 'energy' }];

describe('strictness', () => {
  it.each`
    reasons                          | strictness   | force    | verdict
    ${[]}                            | ${'enforce'} | ${false} | ${'go'}
    ${reason}                        | ${'enforce'} | ${false} | ${'refuse'}
    ${reason}                        | ${'enforce'} | ${true}  | ${'refuse'}
    ${reason}                        | ${'warn'}    | ${false} | ${'confirm'}
    ${reason}                        | ${'warn'}    | ${true}  | ${'go'}
    ${reason}                        | ${'off'}     | ${false} | ${'go'}
    ${[impossibleReason('no-item')]} | ${'off'}     | ${true}  | ${'refuse'}
  `('$strictness with force $force turns $reasons into $verdict', ({ reasons, strictness, force, verdict }) => {
    expect(judge(reasons, strictness, force)).toBe(verdict);
  });
});
