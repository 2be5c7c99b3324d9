import { describe, expect, it } from 'vitest';
import { beginExchange, runUntilBlocked } from '../../src/encounter/play';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Encounter } from '../../src/encounter/state';
import { makeCountingIds } from '../../src/encounter/table';
import type { ActionButton } from '../../src/encounter/view';
import { foeSource } from '../../src/foundry/apps/onboarding/foe-source';
import { GM } from '../../src/kernel/ask';
import { defined } from '../../src/kernel/defined';
import { seededDie } from '../../src/kernel/rng';
import { isTemperament } from '../../src/opponent/temperament';
import { RULESETS } from '../../src/rulesets/index';
import { ACTIONS } from '../../src/rulesets/tempo/actions';
import { type FoeChoice, type FoeRoles, foeOf } from '../../src/toolkit/define/foe-roles';
import { anyAnswer } from '../support/answer';
import { choicesOf, nameOfChoice, rolesOf } from '../support/foe-roles';
import { at, vocabularyOf } from '../support/rules';
import { exists, read } from './sources';

const rulesets: Readonly<Record<string, Ruleset>> = RULESETS as never;
const ROLES = ['brute', 'skirmisher', 'shooter', 'caster', 'swarm', 'beast', 'guard', 'boss'];
const OWNER = { gm: true, owns: ['foe'], targets: ['hero'] };
const LOOK_ONLY = ['damageType', 'school', 'natural', 'hands', 'blunt'];
const texts = JSON.parse(read('lang/en.json')).CADENCE;

/** Returns a foe of the table beside a hero. */
function fightWith(ruleset: Ruleset, table: FoeRoles, choice: FoeChoice): Encounter {
  const { fighter, encounter } = vocabularyOf(ruleset, () => ruleset.idle);
  const { system, items } = defined(foeOf(table, choice), nameOfChoice(choice));
  const gear = items.map(({ type, name, system: values }, n) => ({ id: `item${n}`, name, type, ...values }));
  const foe = fighter('foe', system as never, { items: gear, place: at(5, 5) });
  return encounter([foe, fighter('hero', {}, { place: at(6, 5, 180) })]);
}

/** Plays the clock until the foe may attack with what its role gives it. */
function canAttack(ruleset: Ruleset, on: Encounter): boolean {
  const die = seededDie(7);
  const ids = makeCountingIds('n-');
  const play = (command: object) =>
    runUntilBlocked(beginExchange(ruleset, on, command as never, ids), (ask) => ({ answer: anyAnswer(ask, die) }));
  const attacks = (): ActionButton[] => {
    const { groups, itemActions } = ruleset.views.sheet(on, defined(on.fighters.foe, 'the foe'), OWNER);
    const all = [...groups.flatMap(({ actions }) => actions), ...Object.values(itemActions).flat()];
    return all.filter(({ command }) => ruleset.withItem(on, { ...command, at: 'hero' }).with === 'item0');
  };
  play({ do: ruleset.clockCommands[0], by: GM });
  for (let calls = 0; calls < 12; calls++) {
    const isLegal = ({ command }: ActionButton) =>
      ruleset.views.action(on, { ...command, at: command.at ?? 'hero' }, OWNER).whyNot.length === 0;
    if (attacks().some(isLegal)) return true;
    const { controls } = ruleset.views.tracker(on, OWNER);
    const next = controls.find(({ whyNot, command }) => whyNot.length === 0 && command.do !== 'end');
    if (!next) return false;
    play(next.command);
  }
  return false;
}

describe.each(Object.keys(rulesets))('the foes of %s by role', (id) => {
  const ruleset = defined(rulesets[id], id);
  const table = rolesOf(id);

  it('are all roles, with a threat that grows with the rank', () => {
    expect(Object.keys(table.roles)).toEqual(ROLES);
    for (const role of ROLES) {
      const [attack = ''] = Object.keys(table.roles[role]?.looks ?? {});
      const threats = Array.from(
        { length: table.ranks },
        (_, n) => foeOf(table, { role, rank: n + 1, attack })?.threat,
      );
      const isGrowing = threats.every((threat, n) => n === 0 || Number(threat) > Number(threats[n - 1]));
      expect(isGrowing || threats.every((threat) => threat === null), `${role}: ${threats}`).toBe(true);
    }
  });

  it('have rows for every rank, and attacks that differ in looks only', () => {
    for (const [role, { attack, looks, items = [], ...own }] of Object.entries(table.roles)) {
      for (const [path, row] of [own, attack, ...items].flatMap(({ ranks = {} }) => Object.entries(ranks)))
        expect(row.length, `${role}: ${path}`).toBe(table.ranks);
      for (const { system = {} } of Object.values(looks))
        expect(Object.keys(system).filter((key) => !LOOK_ONLY.includes(key))).toEqual([]);
    }
  });

  it('are valid at every rank and with each attack, with pictures and texts', () => {
    for (const choice of choicesOf(table, true)) {
      expect(() => fightWith(ruleset, table, choice), nameOfChoice(choice)).not.toThrow();
      const foe = defined(foeOf(table, choice), nameOfChoice(choice));
      expect(isTemperament(foe.temperament)).toBe(true);
      const pictures = [foe.img, ...foe.items.map(({ img }) => img)];
      expect(pictures.filter((img) => !exists(img.replace('systems/cadence/', '')))).toEqual([]);
      expect(foe.items.filter(({ name }) => !(name in texts.FoeItem))).toEqual([]);
      expect(Object.keys(texts.Foe[choice.role] ?? {})).toEqual(['label', 'hint', 'tactics']);
    }
  });

  it('can attack with what their role gives them', () => {
    const idle = choicesOf(table).filter((choice) => !canAttack(ruleset, fightWith(ruleset, table, choice)));
    expect(idle.map(nameOfChoice)).toEqual([]);
  });
});

it('[T-28] a Scan finds an Action Set of every role, with the numbers that its actions need', () => {
  const table = rolesOf('tempo');
  const textOf = (key: string): string =>
    key.split('.').reduce((at: any, part) => at?.[part], key.startsWith('Action.') ? texts.Tempo : texts) ??
    `no ${key}`;
  const usual = new Map(Object.entries(ACTIONS).map(([id, { tempo }]) => [texts.Tempo.Action[id].label, tempo]));
  for (const choice of choicesOf(table, true)) {
    const [foe, named] = [defined(foeOf(table, choice), 'a foe'), { name: '', biography: '', heroes: 2 }];
    const { items } = foeSource({ ...named, type: 'tempo', foe, textOf });
    const lines = items.flatMap(({ type, system }) => (type === 'tempoActionSet' ? (system.actions as string[]) : []));
    expect(lines.length, nameOfChoice(choice)).toBeGreaterThan(1);
    expect(lines.filter((line) => line.startsWith(textOf(`FoeItem.${choice.attack}`))).length).toBe(1);
    for (const line of lines) {
      const [, called, number, listed] = /^([^({]+) \((\d)(?:, ([^)}]+))?\)$/.exec(line) ?? [];
      const own = items.find(({ name }) => name === called)?.system.tempo;
      expect(Number(number), line).toBe(own ?? usual.get(listed ?? called));
    }
  }
});

it('an unknown role, rank or attack is no foe', () => {
  const table = rolesOf('seconds');
  const choice = { role: 'brute', rank: 1, attack: 'maul' };
  expect(foeOf(table, choice)?.items[0]?.name).toBe('maul');
  const wrong = [{ role: 'constructor' }, { rank: 0 }, { rank: 6 }, { rank: 1.5 }, { attack: 'tail' }];
  expect(wrong.map((other) => foeOf(table, { ...choice, ...other }))).toEqual(wrong.map(() => null));
});

it('a rank between two measured ones has a threat between theirs', () => {
  const role = { ...defined(rolesOf('seconds').roles.brute, 'a brute'), threat: { 1: 10, 3: 40 } };
  const table = { ...rolesOf('seconds'), roles: { brute: role } };
  const threats = [1, 2, 3, 4].map((rank) => foeOf(table, { role: 'brute', rank, attack: 'maul' })?.threat);
  expect(threats).toEqual([10, 25, 40, null]);
});
