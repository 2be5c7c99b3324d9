import { describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import { type FoeChoice, foeOf } from '../../src/toolkit/define/foe-roles';
import { choicesOf, nameOfChoice, rolesOf, sourceOfChoice, storeRoleThreat } from '../support/foe-roles';
import { Arena } from './arena';
import { DEMOS } from './demo-world';
import type { WorldSource } from './world';

const WRITES = process.env.CADENCE_WRITE !== undefined;
const SEED = 1;
/** Ranks between them have a threat between theirs. */
const MEASURED = [1, 3, 5];
/** For each number of fighters. */
const FIGHTS = 12;

/** One that was measured, and one between measured ranks. */
const isProbe = ({ role, rank }: FoeChoice): boolean =>
  (role === 'guard' && rank === 5) || (role === 'shooter' && rank === 3);

/** Opens the prepared fight with these foes in place of its own. */
async function openRoles(ruleset: string, choices: readonly FoeChoice[]) {
  const table = rolesOf(ruleset);
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
  return { threatOf };
}

/** `npm run balance` measures the roles; the test sees whether rules, tables or opponents have changed since. */
describe.each(Object.keys(DEMOS))('foes of %s by role', (id) => {
  it.runIf(WRITES)('are measured', async () => {
    const choices = choicesOf(rolesOf(id)).filter(({ rank }) => MEASURED.includes(rank));
    const { threatOf } = await openRoles(id, choices);
    for (const choice of choices) storeRoleThreat(id, choice, threatOf(choice));
  });

  it.runIf(!WRITES)('have their threat, within 15 %', async () => {
    const table = rolesOf(id);
    const probes = choicesOf(table).filter((choice) => isProbe(choice) && foeOf(table, choice)?.threat);
    const { threatOf } = await openRoles(id, probes);
    for (const choice of probes) {
      const known = defined(foeOf(table, choice)?.threat, 'a threat');
      const ratio = threatOf(choice) / known;
      expect(ratio, nameOfChoice(choice)).toBeGreaterThan(0.85);
      expect(ratio, nameOfChoice(choice)).toBeLessThan(1.15);
    }
  });
});
