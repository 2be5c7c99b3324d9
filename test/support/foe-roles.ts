import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import { foeSource } from '../../src/foundry/apps/onboarding/foe-source';
import { defined } from '../../src/kernel/defined';
import { type FoeChoice, type FoeRoles, foeOf } from '../../src/toolkit/define/foe-roles';

const fileOf = (ruleset: string): string => `packs/${ruleset}/roles.yaml`;

export const rolesOf = (ruleset: string): FoeRoles => parse(readFileSync(fileOf(ruleset), 'utf8'));

/** Returns every role at every rank, with each attack or the first. */
export function choicesOf({ roles, ranks }: FoeRoles, everyAttack = false): FoeChoice[] {
  return Object.entries(roles).flatMap(([role, { looks }]) =>
    Array.from({ length: ranks }, (_, at) => at + 1).flatMap((rank) =>
      Object.keys(looks)
        .slice(0, everyAttack ? undefined : 1)
        .map((attack) => ({ role, rank, attack })),
    ),
  );
}

export const nameOfChoice = ({ role, rank, attack }: FoeChoice): string => `${role} ${rank} ${attack}`;

/** Returns the actor of a choice, with keys in place of texts. */
export function sourceOfChoice(ruleset: string, table: FoeRoles, choice: FoeChoice) {
  const foe = defined(foeOf(table, choice), nameOfChoice(choice));
  const { heroes } = table;
  return foeSource({ type: ruleset, name: nameOfChoice(choice), foe, heroes, biography: '', textOf: (key) => key });
}

/** Writes a measured threat into the line below the role's temperament; all other lines stay. */
export function storeRoleThreat(ruleset: string, { role, rank }: FoeChoice, value: number): void {
  const file = fileOf(ruleset);
  const { threat = {} } = defined(rolesOf(ruleset).roles[role], role);
  const known = Object.entries({ ...threat, [rank]: value }).map(([each, points]) => `${each}: ${points}`);
  const [before = '', ...after] = readFileSync(file, 'utf8').split(`\n  ${role}:\n`);
  const own = after.join(`\n  ${role}:\n`);
  const line = `    threat: { ${known.join(', ')} }\n`;
  const written = own.replace(/(^ {4}temperament: .*\n)(?: {4}threat: .*\n)?/m, `$1${line}`);
  writeFileSync(file, `${before}\n  ${role}:\n${written}`);
  if (rolesOf(ruleset).roles[role]?.threat?.[rank] !== value) throw new Error(`${file}: ${role} cannot be written`);
}
