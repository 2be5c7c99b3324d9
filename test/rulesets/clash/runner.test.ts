import { expect, it } from 'vitest';
import type { Command } from '../../../src/encounter/command';
import { beginExchange, runUntilBlocked } from '../../../src/encounter/play';
import { makeCountingIds } from '../../../src/encounter/table';
import { defined } from '../../../src/kernel/defined';
import type { Die } from '../../../src/kernel/dice';
import { seededDie } from '../../../src/kernel/rng';
import { clash } from '../../../src/rulesets/clash';
import { ACTIONS, type ActionId } from '../../../src/rulesets/clash/actions';
import { CONDITIONS } from '../../../src/rulesets/clash/conditions';
import type { ClashEncounter, ClashFighter } from '../../../src/rulesets/clash/state';
import { anyAnswer } from '../../support/answer';
import { at, encounter, fighter, item, peace, shield, skill, spell, weapon } from './vocabulary';

const MOST_FIGHTS = 120;

const items = () => [
  weapon('sword', { attackValue: 5, parryValue: 7, weaponProficiency: 2 }),
  weapon('axe', { equipped: false, attackValue: 6 }),
  weapon('bow', { ranged: true, attackValue: 5 }),
  shield('buckler', { blockValue: 6, blockStrength: 3 }),
  item('clashGear', 'draught', { usable: true, quantity: 50, effect: 'heal', dice: '1d4' }),
  ...['offensive', 'utility', 'movement', 'reactive'].map((purpose) => skill(purpose, { purpose })),
  skill('riposte', { purpose: 'reactive', counter: true, strike: true }),
  skill('shout', { free: 'action' }),
  skill('quip', { free: 'reaction' }),
  spell('spike', { line: 'SA INT vs WIL', effect: 'damage', dice: '1d4', baseMp: 0 }),
  spell('lance', { line: 'PA INT', effect: 'damage', dice: '1d4', baseMp: 0, inflicts: 'unfocused' }),
  spell('glow', { purpose: 'utility', keywords: ['CONCENTRATION'], inflicts: 'empowered', baseMp: 0 }),
  spell('thorns', {
    purpose: 'utility',
    keywords: ['FIELD'],
    radius: 2,
    conjures: true,
    effect: 'damage',
    dice: '1d4',
    baseMp: 0,
  }),
  spell('blink', { purpose: 'utility', keywords: ['MOVEMENT'], baseMp: 0, hidden: true }),
  spell('ward', { line: 'SD INT', purpose: 'reactive', dice: '1d6', upcastMax: 2 }),
  spell('echo', { purpose: 'reactive', baseMp: 0 }),
];

const fighters = () => {
  const one = (id: string, side: string, x: number, y: number): ClashFighter =>
    fighter(
      id,
      { hpMax: 30, mpMax: 9, mod: { str: 1, dex: 1 }, unarmed: { attackValue: 8 } },
      { side, items: items(), place: at(x, y) },
    );
  return [one('mira', 'heroes', 0.5, 0.5), one('steed', 'heroes', 0.5, 1.5), one('gnoll', 'foes', 1.5, 0.5)];
};

const pick = <T>(from: readonly T[], die: Die): T => from[die(from.length) - 1];

const OF_MOUNT: Readonly<Record<string, string>> = {
  'mount-extra-skill': 'clashSkill',
  'mount-extra-spell': 'clashSpell',
};

/** A random command: any action, target, item, and place nearby. */
function anything(on: ClashEncounter, die: Die): Command {
  const by = pick(Object.keys(on.fighters), die);
  const others = Object.keys(on.fighters).filter((id) => id !== by);
  const verb = pick(Object.keys(ACTIONS) as ActionId[], die);
  const { needs } = ACTIONS[verb];
  const items = on.fighters[by].items.filter(({ type }) => !(verb in OF_MOUNT) || type === OF_MOUNT[verb]);
  const { x, y } = defined(on.fighters[by].place, 'a place');
  const kind = pick(['attack', 'utility', 'movement'], die);
  const options = { pay: kind, kind, ...(verb === 'mount-extra-action' && { as: pick(['attack', 'utility'], die) }) };
  return {
    do: verb,
    by,
    options,
    ...(die(3) > 1 && { at: pick(others, die) }),
    ...(('ofItem' in ACTIONS[verb] || verb in OF_MOUNT) && { with: pick(items, die).id }),
    ...(needs === 'path' && { path: [at(Math.max(0.5, x + die(3) - 2), Math.max(0.5, y + die(3) - 2))] }),
  };
}

function gather(on: ClashEncounter, play: (command: Command) => void): void {
  for (const [index, each] of Object.values(on.fighters).entries()) {
    play({ do: 'adjust', by: 'gm', at: each.id, options: { pool: 'hp', to: 30 } });
    each.place = at(0.5 + (index % 2), 0.5 + Math.floor(index / 2));
  }
}

function bind(on: ClashEncounter, play: (command: Command) => void, die: Die): void {
  const [bound, source] = [pick(Object.keys(on.fighters), die), pick(Object.keys(on.fighters), die)];
  const condition = pick(['grappled', 'mounted'], die);
  play({ do: 'condition', by: 'gm', at: bound, options: { condition, on: true, source } });
}

it('random fights reach every action and every condition, and no combat state is left after them', () => {
  const done = new Set<string>();
  const seen = new Set<string>();
  const verbs = [...Object.keys(ACTIONS), ...clash.clockCommands];
  const conditions = Object.keys(CONDITIONS);
  const isComplete = () => verbs.every((verb) => done.has(verb)) && conditions.every((id) => seen.has(id));
  for (let fight = 0; fight < MOST_FIGHTS && !isComplete(); fight++) {
    const die = seededDie(fight);
    const newId = makeCountingIds();
    const on = encounter(fighters(), peace);
    const play = (command: Command): void => {
      if (clash.whyNot(on, command).length > 0) return;
      const running = beginExchange(clash, on, command, newId);
      expect(
        runUntilBlocked(running, (ask) => ({ answer: anyAnswer(ask, die) })),
        command.do,
      ).toBeNull();
      done.add(command.do);
      for (const fighter of Object.values(on.fighters)) for (const { id } of fighter.conditions) seen.add(id);
    };
    play({ do: 'start', by: 'gm' });
    for (let tried = 0; tried < 400; tried++) {
      if (die(20) === 1) play({ do: pick(clash.clockCommands, die), by: 'gm' });
      // Revives defeated fighters and moves all together.
      if (die(20) === 1) gather(on, play);
      // By chance a mount is seldom held, or ridden.
      if (die(20) === 1) bind(on, play, die);
      play(anything(on, die));
    }
    for (const id of ['start', 'end']) play({ do: id, by: 'gm' });
    expect(on.clock).toMatchObject({ phase: 'idle', round: 0, turn: null });
    for (const { state } of Object.values(on.fighters)) expect(state).toEqual({});
  }
  expect({
    undone: verbs.filter((verb) => !done.has(verb)),
    unseen: conditions.filter((id) => !seen.has(id)),
  }).toEqual({ undone: [], unseen: [] });
}, 60_000);
