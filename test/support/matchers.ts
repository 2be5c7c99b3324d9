import { expect } from 'vitest';
import { type ConditionTable, hasCondition } from '../../src/encounter/condition';
import { type Encounter, fighterOf } from '../../src/encounter/state';

declare module 'vitest' {
  interface Matchers<T = any> {
    toHavePool(fighter: string, pool: string, value: number): T;
    /** The condition is active, as a root or implied by one. */
    toHaveCondition(fighter: string, condition: string, table: ConditionTable): T;
  }
}

expect.extend({
  toHavePool(encounter: Encounter, fighter: string, pool: string, value: number) {
    const found = fighterOf(encounter, fighter).pools[pool]?.value;
    return {
      pass: found === value,
      message: () => `${fighter}.${pool} is ${found}${this.isNot ? '' : `, not ${value}`}`,
      actual: found,
      expected: value,
    };
  },
  toHaveCondition(encounter: Encounter, fighter: string, condition: string, table: ConditionTable) {
    const { conditions } = fighterOf(encounter, fighter);
    return {
      pass: hasCondition(table, conditions, condition),
      message: () =>
        `${fighter} is ${this.isNot ? '' : 'not '}${condition}; has ${conditions.map(({ id }) => id).join(', ') || 'nothing'}`,
    };
  },
});
