import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Place } from '../../src/encounter/state';
import type { Answer } from '../../src/kernel/ask';
import { filesBelow, importsOf, read } from '../house/sources';
import { diceOfTheReferee, documentsFor, type Kind, outcomeOf, type Recorded, recordedIn } from './recorded';
import type { Tab } from './tab';
import { Table } from './table';
import { UNHURRIED, USERS } from './world';

/**
 * For each kind of ask of a ruleset, a scenario that reaches it; `owned` where its dice would otherwise roll
 * automatically.
 */
const CASES: readonly [ruleset: string, kind: Kind, file: string, owned?: 'owned'][] = [
  ['clash', 'all', 'w18-two-rounds.yaml', 'owned'],
  ['clash', 'amount', 'w10-barrier-breaks.yaml'],
  ['clash', 'choice', 'w06-grapple-against-a-parry.yaml'],
  ['clash', 'dice', 'w04-perfect-parry.yaml'],
  ['clash', 'place', 'w04-perfect-parry.yaml'],
  ['energy', 'all', 'rest-of-a-party.yaml'],
  ['energy', 'amount', 'priced-by-the-gm.yaml'],
  ['energy', 'choice', 'rest-of-a-party.yaml'],
  ['energy', 'dice', 'load-and-shoot.yaml'],
  ['energy', 'offer', 'w03-dodged-before-the-roll.yaml'],
  ['energy', 'place', 'agile-move.yaml'],
  ['energy', 'text', 'nonlethal-shots.yaml'],
  ['seconds', 'all', 'order-of-turns.yaml', 'owned'],
  ['seconds', 'amount', 'w05-improvised.yaml'],
  ['seconds', 'choice', 'w07-grapple.yaml'],
  ['seconds', 'dice', 'w05-improvised.yaml'],
  ['seconds', 'offer', 'w17-held-attack.yaml'],
  ['seconds', 'place', 'w10-no-disengage.yaml'],
  ['seconds', 'text', 'w03-lost-to-blind.yaml'],
  ['slots', 'all', 'surprise-round.yaml', 'owned'],
  ['slots', 'amount', 'push-as-far-as-wished.yaml'],
  ['slots', 'choice', 'w11-grapple-won.yaml'],
  ['slots', 'dice', 'counterspell.yaml'],
  ['slots', 'offer', 'w10-psionic-plain.yaml'],
  ['slots', 'place', 'overrun.yaml'],
  ['slots', 'text', 'something-else.yaml'],
  ['tempo', 'amount', 'w16-scan.yaml'],
  ['tempo', 'choice', 'w09-exert.yaml'],
  ['tempo', 'dice', 'w04-weapon-speed.yaml'],
  ['tempo', 'offer', 'w06-dual-wield.yaml'],
  ['tempo', 'text', 'w09-in-ones-own-turn.yaml'],
];

const KINDS: Readonly<Record<string, Kind>> = {
  roll: 'dice',
  choose: 'choice',
  askAmount: 'amount',
  askText: 'text',
  askPlace: 'place',
  askAll: 'all',
  offer: 'offer',
};

/** The kinds of asks in a ruleset's source, by what it imports from the kernel. */
function kindsAskedIn(ruleset: string): Kind[] {
  const files = filesBelow(`src/rulesets/${ruleset}`, /\.ts$/);
  const names = files.flatMap((file) =>
    [...read(file).matchAll(/import \{([^}]*)\} from '[^']*\/kernel\/procedure'/g)].flatMap(([, list]) =>
      list.split(',').map((name) => name.trim()),
    ),
  );
  const offers = files.some((file) => importsOf(file).some(({ to }) => to === 'src/toolkit/turns/reaction.ts'));
  const rollsTogether = files.some((file) => /\brollEach\b/.test(read(file)));
  const kinds = names.flatMap((name) => KINDS[name] ?? []);
  const ofToolkit = [...(offers ? (['offer'] as const) : []), ...(rollsTogether ? (['all'] as const) : [])];
  return [...new Set([...kinds, ...ofToolkit])].sort();
}

describe.each(['clash', 'energy', 'seconds', 'slots', 'tempo'])('%s', (ruleset) => {
  it('has a case for every kind of ask in its rules', () => {
    expect(CASES.flatMap(([id, kind]) => (id === ruleset ? kind : []))).toEqual(kindsAskedIn(ruleset));
  });
});

/** Returns the place as it is offered: places of tokens name their scene. */
const offeredAs = ({ x, y }: Place, places: readonly unknown[]): unknown =>
  (places as Place[]).find((place) => place.x === x && place.y === y);

interface Case extends Recorded {
  readonly name: string;
  /** The outcome after the first answer. */
  answered?: unknown;
}

/**
 * Every kind of ask of every ruleset, all open at once, each in an encounter of its own. Reloads and renames must
 * change neither the responder nor the outcome of an answer.
 */
describe('while every kind of ask is open', () => {
  const PEOPLE = ['Gamemaster', 'Ann', 'Bob'] as const;
  let table: Table;
  let tabs: readonly [Tab, Tab, Tab];
  let cases: Case[];

  const combatAt = (tab: Tab, { combat }: Case) => tab.page.game.combats.get(combat);
  const encounterOf = (each: Case) => tabs[0].page.encounterOf(combatAt(tabs[0], each));
  const arrive = async (): Promise<void> => {
    await table.idle();
    for (let [first] = table.pending(); first; [first] = table.pending()) await table.deliver(first);
  };
  const done = async (tab: Tab, deed: () => unknown): Promise<void> => {
    tab.does('does', deed);
    await arrive();
  };

  const reload = (...some: readonly Tab[]): void => {
    for (const tab of some) tab.reload();
  };

  /** Sets the next dice of the referee's window, for fighters without an owner. */
  function load(each: Case, from: number): void {
    const left = diceOfTheReferee(each, from);
    tabs[0].page.CONFIG.Dice.randomUniform = () => {
      const next = left.shift();
      if (!next) throw new Error(`${each.name}: a die too many falls`);
      return 1 - (next.face - 0.5) / next.of;
    };
  }

  /** Answers the open ask as the scenario does, each part by its responder. */
  async function answer(each: Case, at: number): Promise<void> {
    load(each, at + 1);
    const { ask, answer: given } = each.asked[at];
    const parts = tabs[0].page.openAsks(combatAt(tabs[0], each));
    for (const { key, isAnswered, by, ask: open } of parts) {
      if (isAnswered) continue;
      const which = parts.findIndex((part) => part.key === key);
      const choice = ask.kind === 'all' ? given[which] : ask.kind === 'offer' ? [given[which]] : given;
      const said = open.kind === 'place' ? (choice as Place[]).map((place) => offeredAs(place, open.places)) : choice;
      const asked = tabs.filter((tab) =>
        tab.page.openAsks(combatAt(tab, each)).some((here) => here.key === key && here.isMine),
      );
      expect(asked, `${each.name}: who is asked for ${by}`).toHaveLength(1);
      await done(asked[0], () => asked[0].page.answer(combatAt(asked[0], each), key, said as Answer));
    }
  }

  /** The number of recorded asks that have been answered. */
  const answered = (each: Case): number => {
    const { history, cursor } = combatAt(tabs[0], each).system;
    const steps = Object.entries(history).filter(([step]) => Number(step) <= cursor);
    return steps.flatMap(([, { entries }]) => entries.filter(({ ask }) => !['apply', 'section'].includes(ask.kind)))
      .length;
  };
  const goOnUntil = async (each: Case, at: number): Promise<void> => {
    for (let before = -1; answered(each) < at && answered(each) > before; ) {
      before = answered(each);
      await answer(each, before);
    }
    expect(answered(each), `${each.name}: questions answered; ${table.log.slice(-2)}`).toBe(at);
  };
  const whoIsAsked = (each: Case) =>
    tabs.map((tab) => tab.page.openAsks(combatAt(tab, each)).map(({ key, ask, isMine }) => ({ key, ask, isMine })));

  beforeAll(async () => {
    const world = { title: 'asks', users: USERS, settings: UNHURRIED };
    table = await Table.open({
      seed: 1,
      present: PEOPLE,
      world: { world, content: { actors: [], scenes: [], combats: [] } },
    });
    tabs = table.tabs as unknown as typeof tabs;
    const [gm, ann, bob] = tabs;
    for (const tab of tabs) await tab.page.game.settings.set('cadence', 'autoThrow', 'never');
    cases = CASES.map(([ruleset, kind, file, owned]) => ({
      name: `${ruleset} ${kind}`,
      ...recordedIn(`${ruleset}/${file}`, kind, owned === 'owned'),
    }));
    const users = [ann, bob].map(({ page }) => page.game.user.id);
    const made = cases.map((each) => documentsFor(each, gm.page.adapterOf(each.ruleset).pools, users));
    const { Actor, Scene, Combat } = gm.page.CONFIG;
    const kept = { keepId: true, keepEmbeddedIds: true };
    await done(gm, () =>
      Actor.documentClass.createDocuments(
        made.flatMap(({ actors }) => actors),
        kept,
      ),
    );
    await done(gm, () =>
      Scene.documentClass.createDocuments(
        made.map(({ scene }) => scene),
        kept,
      ),
    );
    await done(gm, () =>
      Combat.documentClass.createDocuments(
        made.map(({ combat }) => combat),
        kept,
      ),
    );
    for (const each of cases) {
      expect(outcomeOf(encounterOf(each)), each.name).toEqual(outcomeOf(each.before));
      load(each, 0);
      const { command } = each;
      const owner = tabs.find((tab) => tab !== gm && combatAt(tab, each).combatants.get(command.by)?.isOwner) ?? gm;
      await done(owner, () => owner.page.submit(combatAt(owner, each), command));
      await goOnUntil(each, each.at);
    }
    expect(table.faults).toEqual([]);
  }, 240_000);
  afterAll(() => table?.close());

  /** Renames all users and documents, as the GM may do at any moment. */
  async function renameAll(): Promise<void> {
    const { actors, scenes, combats } = tabs[0].page.game;
    const tokens = scenes.contents.flatMap((scene) => scene.tokens.contents);
    const fighters = combats.contents.flatMap(({ combatants }) => combatants.contents);
    const items = actors.contents.flatMap(({ items: each }) => each.contents);
    for (const document of [...actors.contents, ...tokens, ...fighters, ...items])
      await done(tabs[0], () => document.update({ name: `${document.name} as it is now` }));
  }

  it.each<[string, () => void | Promise<void>]>([
    ['without a change', () => undefined],
    ['renaming all users and documents', renameAll],
    ['reloading the players’ windows', () => reload(tabs[1], tabs[2])],
    ['reloading the referee’s window', () => reload(tabs[0])],
    ['reloading all windows', () => reload(...tabs)],
    ['restarting the server', () => table.killServer()],
  ])('%s: the responder stays, and the answer leads to the same outcome', async (_, mishap) => {
    const before = cases.map(whoIsAsked);
    await mishap();
    await arrive();
    expect(cases.map(whoIsAsked)).toEqual(before);
    for (const each of cases) {
      expect(
        whoIsAsked(each)
          .flat()
          .filter(({ isMine }) => isMine),
        each.name,
      ).not.toEqual([]);
      await answer(each, each.at);
      const outcome = [answered(each) > each.at, outcomeOf(encounterOf(each))];
      each.answered ??= outcome;
      expect(outcome, each.name).toEqual(each.answered);
      await done(tabs[0], () => tabs[0].page.rewindStep(combatAt(tabs[0], each)));
      expect(answered(each), each.name).toBe(each.at);
    }
    expect(table.faults).toEqual([]);
  });
});
