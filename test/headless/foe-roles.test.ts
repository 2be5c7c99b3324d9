import { describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import type { FoeChoice } from '../../src/toolkit/define/foe-roles';
import { foeOf } from '../../src/toolkit/define/foe-roles';
import { choicesOf, nameOfChoice, rolesOf, sourceOfChoice, storeRoleThreat } from '../support/foe-roles';
import { Arena } from './arena';
import { DEMOS } from './demo-world';
import type { WorldSource } from './world';

const WRITES = process.env.CADENCE_WRITE !== undefined;
const SEED = 1;
/** Ranks between them have a threat between theirs. */
const MEASURED = [1, 5];
/** For each number of fighters. */
const FIGHTS = 12;

/** Returns the measured roles of a ruleset at their first attack, which stands for the others: only its looks differ. */
async function openRoles(ruleset: string) {
  const table = rolesOf(ruleset);
  const choices = choicesOf(table).filter(({ rank }) => MEASURED.includes(rank));
  const entries = choices.map((choice): [string, WorldSource] => [
    nameOfChoice(choice),
    { ...sourceOfChoice(ruleset, table, choice), _id: '' } as unknown as WorldSource,
  ]);
  const arena = await Arena.open(ruleset, SEED, new Map(entries));
  const threatOf = (choice: FoeChoice): number => {
    const foe = defined(
      arena.foes.find(({ file }) => file === nameOfChoice(choice)),
      nameOfChoice(choice),
    );
    return arena.threatOf(foe, FIGHTS).value;
  };
  return { table, choices, threatOf };
}

/** `npm run balance` measures the roles; the test sees whether rules, tables or opponents have changed since. */
describe.each(Object.keys(DEMOS))('foes of %s by role', (id) => {
  it.runIf(WRITES)('are measured', async () => {
    const { choices, threatOf } = await openRoles(id);
    for (const choice of choices) storeRoleThreat(id, choice, threatOf(choice));
  });

  it.runIf(!WRITES)('have their threat, within 15 %', async () => {
    const { table, threatOf } = await openRoles(id);
    for (const choice of [
      { role: 'shooter', rank: 3, attack: 'bow' },
      { role: 'boss', rank: 1, attack: Object.keys(defined(table.roles.boss, 'a boss').looks)[0] ?? '' },
    ]) {
      const known = defined(foeOf(table, choice)?.threat, nameOfChoice(choice));
      const ratio = threatOf(choice) / known;
      expect(ratio, nameOfChoice(choice)).toBeGreaterThan(0.85);
      expect(ratio, nameOfChoice(choice)).toBeLessThan(1.15);
    }
  });
});
