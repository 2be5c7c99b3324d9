import { describe, expect, it } from 'vitest';
import type { FighterInput } from '../../src/encounter/ruleset';
import type { Encounter } from '../../src/encounter/state';
import { PASS } from '../../src/kernel/ask';
import { defined } from '../../src/kernel/defined';
import { answersTo } from '../../src/opponent/answer';
import type { Judge } from '../../src/opponent/judge';
import { QuickAgent } from '../../src/opponent/quick-agent';
import { suggestCommands } from '../../src/opponent/suggest';
import { MANIFESTS } from '../../src/rulesets/manifests';
import { gamesOf } from './games';
import { IDS, judgeOf, startedSkirmish } from './skirmish';

const MASTER = { gm: true, owns: [], targets: ['foe1'] };

/** Returns a judge that counts the commands it is asked about. */
function counting({ ruleset, worth }: Judge) {
  const counts = { judged: 0, promised: 0 };
  const judge: Judge = {
    ruleset: {
      ...ruleset,
      whyNot(encounter, command) {
        counts.judged++;
        return ruleset.whyNot(encounter, command);
      },
    },
    worth: {
      ...worth,
      promise(encounter, command) {
        counts.promised++;
        return worth.promise(encounter, command);
      },
    },
  };
  return { judge, counts };
}

/** Returns a fight of three against three in which a hero carries this many items of each type, no two alike. */
function fightOfHoarder(judge: Judge, ofEachType: number): Encounter {
  const { ruleset } = judge;
  const { schema } = defined(
    MANIFESTS.find(({ schema }) => schema.id === ruleset.id),
    ruleset.id,
  );
  const encounter = startedSkirmish(judge, { heroes: 3, foes: 3 });
  const hero = defined(encounter.fighters.hero1, 'a hero');
  const items = Object.entries(schema.items).flatMap(([type, fields]) =>
    Array.from({ length: ofEachType }, (_, at) => ({
      id: `${type}${at}`,
      name: `${type} ${at}`,
      type,
      ...('equipped' in fields && { equipped: true }),
      ...('note' in fields && { note: String(at) }),
    })),
  );
  const { id, name, side, player, state, place } = hero;
  const sheet: FighterInput = { id, name, side, player, state, place, base: {}, items, pools: {}, conditions: [] };
  encounter.fighters.hero1 = { ...ruleset.fighter(sheet, encounter.settings), pools: hero.pools };
  return encounter;
}

describe('an offer of hundreds of commands', () => {
  it('has few answers, of every action', () => {
    const commands = Array.from({ length: 900 }, (_, at) => ({
      do: at < 890 ? 'parry' : 'dodge',
      by: 'hero1',
      with: `weapon${at}`,
    }));
    const candidates = [{ by: 'hero1', commands, defaultAnswer: 'ask' }] as const;
    const answers = answersTo({ kind: 'offer', id: 'defense', wait: 'first', candidates });
    expect(answers.length).toBeLessThan(30);
    expect(answers).toEqual(expect.arrayContaining([[PASS], [0], [890]]));
  });
});

describe.each(IDS)('in %s, a hero with hundreds of items of each type', (id) => {
  it('has a bounded number of buttons, for items of each type', async () => {
    const judge = await judgeOf(id);
    const { views } = judge.ruleset;
    const buttonsOf = (ofEachType: number) => {
      const encounter = fightOfHoarder(judge, ofEachType);
      const { groups, itemActions, figures } = views.sheet(
        encounter,
        defined(encounter.fighters.hero1, 'a hero'),
        MASTER,
      );
      const { rows, opportunities = [] } = views.tracker(encounter, MASTER);
      const types = new Set(
        Object.entries(itemActions).flatMap(([item, all]) => (all.length > 0 ? item.replace(/\d+$/, '') : [])),
      );
      const buttons = [...groups, ...rows, ...opportunities].flatMap(({ actions }) => actions);
      return { count: buttons.length + Object.values(itemActions).flat().length + figures.length, types: [...types] };
    };
    const [few, many] = [buttonsOf(2), buttonsOf(300)];
    expect(many.types).toEqual(few.types);
    expect(many.count).toBeLessThan(1200);
  });

  it('takes no longer to think of than a budget allows', async () => {
    const { judge, counts } = counting(await judgeOf(id));
    const encounter = fightOfHoarder(judge, 300);
    const thought = suggestCommands({ judge, encounter, fighter: 'hero1', temperament: 'cunning', seed: 1 });
    gamesOf(thought).next();
    expect(counts.promised).toBeLessThan(3000);
    expect(counts.judged).toBeLessThan(3000);
    Object.assign(counts, { judged: 0, promised: 0 });
    new QuickAgent(judge).command(encounter, defined(encounter.fighters.hero1, 'a hero'));
    expect(counts.promised).toBeLessThan(600);
    expect(counts.judged).toBeLessThan(1200);
  });
});
