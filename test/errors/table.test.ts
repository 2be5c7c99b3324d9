import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import type { Ruleset } from '../../src/encounter/ruleset';
import { pack } from '../../src/foundry/platform/packed';
import { defined } from '../../src/kernel/defined';
import { seededDie } from '../../src/kernel/rng';
import { RULESETS } from '../../src/rulesets/index';
import type { Message } from '../headless/documents';
import { plain } from '../headless/drawn';
import type { Config } from '../headless/game-page';
import type { Tab } from '../headless/tab';
import { Table } from '../headless/table';
import { COMBAT, fight } from '../headless/world';
import { readJson } from '../house/sources';
import { lentOptions } from '../support/encounter';
import { at } from '../support/rules';
import { clicksBetweenFights, clicksInFight } from './clicks';
import { unfitEntries } from './entered';
import { poses, takesCard } from './forged';
import { inUnit, MANUAL, onTheMap } from './ground';
import { hostilePlayer } from './hostile';
import { joinsAnew, joinsTwice } from './joining';
import { LEFT_ALONE } from './left-alone';
import { changesToken, pastTheEncounter, vetoed } from './outside';
import { REGISTERED } from './registers';
import { lateServer, refusing, withVariants } from './server';
import { stuckExchanges } from './stuck';
import { faultsOf, keysBelow, readReason, sentenceOf } from './words';

const combatant = (at: number) => `soakCombatant${at}`.padEnd(16, '0');
const actor = (at: number) => `soakActor${at}`.padEnd(16, '0');
const [MIRA, KOR, GNOLL] = [combatant(0), combatant(1), combatant(3)];
const LOGGED = /nothing was written|cannot be replayed|cannot be drawn|RangeError: speed/;

let table: Table;
/** `second` is another window of the same GM. */
let [referee, second, ann, bob]: Tab[] = [];

const combatAt = ({ page }: Tab) => page.game.combats.get(COMBAT);

beforeAll(async () => {
  const present = ['Gamemaster', 'Gamemaster', 'Second', 'Assistant', 'Ann', 'Bob'] as const;
  const world = await fight('energy', seededDie(3), ['Mira', 'Kor', 'Tamsin', 'Gnoll raider', 'Goblin']);
  table = await Table.open({ seed: 3, present, world });
  [referee, second, , , ann, bob] = table.tabs as [Tab, Tab, Tab, Tab, Tab, Tab];
});
afterAll(() => table?.close());
afterEach(() => {
  expect(table.faults.splice(0).filter((fault) => !LOGGED.test(fault))).toEqual([]);
});

/** Returns the notifications a user reads while a callback runs and all its messages arrive. */
async function reads(tab: Tab, deed: () => unknown): Promise<string> {
  const before = table.log.length;
  tab.does('does it', deed);
  await table.settle();
  const heard = table.log
    .slice(before)
    .map((line) => new RegExp(`^${tab.user} reads \\(\\w+\\): (.*)$`).exec(line)?.[1]);
  return heard.filter(Boolean).join(' ');
}

const seats = () => ({ table, referee, player: ann, reads });

const tries = (tab: Tab, command: Command, options?: object) =>
  reads(tab, () => tab.page.submit(combatAt(tab), command, options));

/** Returns what Ann, whose character is Mira, reads about an action she names. */
async function named(action: object): Promise<string> {
  const user = referee.page.game.users.getName('Ann');
  referee.does('gives her one', () => user.update({ character: actor(0) }));
  await table.settle();
  return reads(ann, () => ann.page.windows.actNamed({ ruleset: 'energy', ...action }));
}

/** Sends a raw request, as a macro or an older window may; returns the text of its card. */
async function asks(tab: Tab, system: object): Promise<string> {
  const message = await sends(tab, system);
  return plain(await tab.page.windows.requestHTML(tab.page.game.messages.get(message.id)));
}

async function sends(tab: Tab, system: object): Promise<Message> {
  const empty = { command: null, ask: null, answers: [], force: false };
  let message: Message | undefined;
  tab.does('sends a request', async () => {
    message = await tab.page.CONFIG.ChatMessage.documentClass.create({
      type: 'request',
      system: { combat: COMBAT, fighter: MIRA, moment: momentAt(tab), ...empty, ...system },
    });
  });
  await table.settle();
  return defined(message, 'a request');
}

const momentAt = (tab: Tab) => {
  const combat = combatAt(tab);
  return tab.page.adapterOf(combat.type).ruleset.momentOf(combat.system.clock);
};

const start = (tab: Tab) => tab.does('starts', () => tab.page.submit(combatAt(tab), { do: 'start', by: 'gm' }));

/** Opens an exchange that waits, by default for a player’s dice. */
async function opens(command: Command = { do: 'trip', by: MIRA, at: GNOLL }) {
  await tries(referee, command, { force: true });
  const { open } = combatAt(referee).system;
  expect(open?.asks.length).toBe(1);
  return defined(open, 'an open exchange');
}

/** Advances to another Round, in which no dice are bound. */
const goesOn = () => tries(referee, { do: 'end-round', by: 'gm' });
async function faultAfter(deed: () => Promise<unknown>): Promise<string> {
  await reads(referee, () => referee.page.endByHand(combatAt(referee)));
  await goesOn();
  const { asks: open } = await opens();
  await deed();
  await sends(ann, { ask: open[0].key, answers: [[6]] });
  return tracker(referee).fault;
}
const undoes = () => reads(referee, () => referee.page.rewindStep(combatAt(referee)));
const cancels = () => reads(referee, () => referee.page.cancelExchange(combatAt(referee)));

/** Runs a function while another package's hook refuses. */
async function against(hook: string, deed: () => Promise<string>, refusal: unknown = false): Promise<string> {
  const { Hooks } = referee.page;
  const id = Hooks.on(hook, () => refusal);
  const text = await deed();
  Hooks.off(hook, id);
  return text;
}

/** Runs a function while the other window is closed, and then reloads it. */
async function comesBack(deed: () => Promise<string>): Promise<string> {
  const text = await deed();
  second.reload();
  await table.settle();
  return text;
}

/** Lets the other window take over and close in the middle of a step that the server has begun to write. */
async function leavesHalfDone(): Promise<void> {
  const { operations } = table.world;
  const { modifyBatch } = operations;
  await reads(second, () => second.page.takeReferee(combatAt(second)));
  operations.modifyBatch = async (user, requests) => {
    const outcome = await modifyBatch.call(operations, user, requests.slice(0, 1));
    if (requests.length > 1) second.leave();
    return outcome;
  };
  const to = actorOf(referee).system.stamina.value === 3 ? 4 : 3;
  const adjust = { do: 'adjust', by: 'gm', at: MIRA, options: { pool: 'stamina', to } };
  second.does('adjusts', () => second.page.submit(combatAt(second), adjust));
  for (let [first] = table.pending(); second.isThere; [first] = table.pending()) {
    if (first) await table.deliver(first);
    else await table.idle();
  }
  operations.modifyBatch = modifyBatch;
  for (let [first] = table.pending(); first; [first] = table.pending()) await table.deliver(first);
  expect(actorOf(referee).system.stamina.value).toBe(to);
}

const tracker = ({ page }: Tab) => page.windows.trackerContext(page.windows.fightOf(combatAt({ page } as Tab)));
const tokenOf = ({ page }: Tab, at: number) =>
  page.game.scenes.active.tokens.find((token) => token.actorId === actor(at));
const actorOf = ({ page }: Tab) => page.game.actors.get(actor(0));
const outsiders = () =>
  tracker(referee)
    .outsiders.map(({ why }: { why: string }) => why)
    .join(' ');
const drops = (item: object) => reads(ann, () => ann.page.windows.isForeign(actorOf(ann), item));
/** Announces that the player's own token moves to a corner of the map, as Foundry does before the update. */
const goes = (tab: Tab, method: string) => () => {
  const token = tokenOf(tab, 0);
  const { x, y, elevation, width, height } = token._source;
  const origin = { x, y, elevation, width, height };
  const passed = { waypoints: [{ ...origin, x: 0, y: 0, action: 'walk' }] };
  return token._preUpdateMovement({ method, chain: [], origin, passed, pending: { waypoints: [] } }, {});
};
const field = (typed: string) => ({ typed, pool: 'stamina', value: 3, per: 1 });
const moved = (tab: Tab) => changesToken(tab, tokenOf(tab, 0), { x: 1500 });

/** Runs a function as the GM, and delivers all messages. */
async function does(deed: () => unknown): Promise<void> {
  referee.does('does it', deed);
  await table.settle();
}

async function make<Name extends 'Actor' | 'Item' | 'Combat' | 'ChatMessage' | 'Scene'>(
  documentName: Name,
  data: object,
): Promise<Config[Name]['documentClass']['prototype']> {
  let made: Config[Name]['documentClass']['prototype'] | undefined;
  await does(async () => {
    made = await referee.page.CONFIG[documentName].documentClass.create(data);
  });
  return defined(made, 'a document');
}

async function setting(key: string, value: string): Promise<void> {
  referee.does('sets', () => referee.page.game.settings.set('cadence', key, value));
  await table.settle();
}

/** The order counts: each entry leaves the world as the next needs it. */
const PROVOKED: Readonly<Record<string, () => Promise<string>>> = {
  'Notice.join.already': () => reads(ann, () => ann.page.joinFight(actorOf(ann))),
  'Notice.join.notOwner': () => reads(ann, () => ann.page.joinFight(ann.page.game.actors.get(actor(3)))),
  'Notice.join.noToken': () => joinsAnew({ referee, player: ann, reads }, 'slots', false),
  'Notice.join.none': () => joinsAnew({ referee, player: ann, reads }, 'slots', true),
  'Notice.join.doubled': () => joinsTwice({ referee, player: ann, reads }, COMBAT, MIRA),
  ...clicksBetweenFights(() => ({ referee, ann, reads })),
  'Reason.wall': () => onTheMap({}, [at(2), at(3.5)]),
  'Reason.forbidden': () => onTheMap({}, [at(-1)]),
  'Reason.off-map': () => onTheMap({ do: 'displace' }),
  'Reason.no-source': () => onTheMap({ do: 'displace', options: { pushTo: 'towards' } }, []),
  'Reason.no-moment': () => onTheMap({ do: 'condition', options: { condition: 'dazed', on: true, until: 'doomsday' } }),
  ...MANUAL,
  'Notice.sceneUnit': () => inUnit('hex', { referee, reads }, () => tracker(referee)),
  'Reason.nothing-to-rewind': () => reads(referee, () => referee.page.rewindStep(combatAt(referee))),
  'Reason.nothing-to-redo': () => reads(referee, () => referee.page.redoStep(combatAt(referee))),
  'Reason.overtaken': async () => {
    const both = reads(referee, () => [referee, second].forEach(start));
    const text = await both;
    if (!referee.page.isReferee(combatAt(referee))) [referee, second] = [second, referee];
    return text;
  },
  'Reason.not-referee': () => reads(second, () => second.page.rewindStep(combatAt(second))),
  'Notice.referee.otherWindow': async () => tracker(second).referee,
  'Notice.referee.other': async () => tracker(table.tabs[2]).referee,
  'Notice.heldUp': async () => {
    const { ruleset } = referee.page.adapterOf('energy');
    const { automation } = ruleset;
    ruleset.automation = {
      ...automation,
      autoAdvance: () => ({ command: { do: 'next-round', by: 'gm' }, delaySeconds: 1 }),
    };
    const stamp = (value: string) => () =>
      combatAt(referee)
        .combatants.get(MIRA)
        .update({ system: { stamp: value } });
    const text = await reads(referee, stamp('nonsense'));
    ruleset.automation = automation;
    await does(stamp(''));
    return text;
  },
  'Reason.not-yours': () => asks(ann, { fighter: KOR, command: { do: 'run', by: KOR } }),
  'Reason.malformed': () => asks(ann, { command: null, ask: null }),
  'Reason.unknown-command': () => asks(ann, { command: { do: 'teleport', by: MIRA } }),
  'Reason.gm-only-option': () => {
    const [option] = lentOptions(ann.page.adapterOf('energy').ruleset);
    return asks(ann, { command: { do: 'trip', by: MIRA, options: { [option]: 1 } } });
  },
  'Reason.bad-option': () => asks(ann, { command: { do: 'trip', by: MIRA, options: { enhance: 'much' } } }),
  'Reason.unknown-option': () => asks(ann, { command: { do: 'trip', by: MIRA, options: { luck: 1 } } }),
  'Reason.no-such-way': () => asks(ann, { command: { do: 'run', by: MIRA, path: [{ ...at(3), width: 9 }] } }),
  'Reason.too-long': () => asks(ann, { command: { do: 'run', by: MIRA, options: { luck: 'x'.repeat(99_999) } } }),
  'Reason.moment-passed': () => asks(ann, { moment: 'r99', command: { do: 'trip', by: MIRA } }),
  'Reason.closed': () => asks(ann, { ask: '99.1', answers: [[6]] }),
  'Reason.no-fighter': () => asks(ann, { combat: '', fighter: 'Actor.gone', command: { do: 'run', by: 'Actor.gone' } }),
  'Reason.in-encounter': () => {
    const by = `Actor.${actor(0)}`;
    return asks(ann, { combat: '', fighter: by, command: { do: 'run', by } });
  },
  ...pastTheEncounter(() => ({ referee, ann, reads, asks, tokenOf, make })),
  'Reason.not-in-encounter': async () => {
    const { ruleset } = ann.page.adapterOf('energy');
    const fighter = ann.page.encounterOf(combatAt(ann)).fighters[MIRA];
    const [group] = ruleset.views.sheet(null, fighter, { gm: false, owns: [MIRA], targets: [] }).groups;
    return readReason('energy', group.actions[0].whyNot[0]);
  },
  'Reason.blocked': () => against('preUpdateCombat', goesOn),
  ...vetoed((answer) => against('cadence.preAct', () => tries(referee, { do: 'defend', by: MIRA }), answer)),
  'Reason.not-written': () => refusing(table, goesOn),
  'Notice.refused.silently': () => withVariants({ batchError: 'resolves-to-fewer' }, () => refusing(table, goesOn)),
  ...lateServer(() => ({ table, referee }), goesOn),
  'Notice.halfDone': async () => {
    await leavesHalfDone();
    return comesBack(goesOn);
  },
  'Notice.halfLeft': async () => {
    const { stamina } = actorOf(referee)._source.system;
    await leavesHalfDone();
    const text = await comesBack(() => against('preUpdateActor', goesOn));
    await does(() => actorOf(referee).update({ 'system.stamina.value': stamina.value }));
    await goesOn();
    return text;
  },
  'Reason.not-refused': () =>
    against('preUpdateChatMessage', () => reads(referee, () => sends(ann, { command: { do: 'no-such', by: MIRA } }))),
  'Reason.no-connection': async () => {
    const cal = table.sit('Cal');
    await table.settle();
    cal.wire.cut();
    return tries(cal, { do: 'run', by: combatant(2) });
  },
  'Reason.no-chat': async () => {
    const chat = ann.page.CONFIG.ChatMessage.documentClass;
    const base = Object.getPrototypeOf(chat);
    base.canUserCreate = () => false;
    const text = await tries(ann, { do: 'defend', by: MIRA });
    delete base.canUserCreate;
    return text;
  },
  'Reason.no-encounter': () =>
    reads(referee, async () => {
      const { page } = referee;
      const message = await page.CONFIG.ChatMessage.documentClass.create({ content: 'no fight' });
      await page.submit(message, { do: 'run', by: MIRA });
    }),
  'Reason.exchange-open': async () => {
    await ann.page.game.settings.set('cadence', 'autoThrow', 'never');
    await bob.page.game.settings.set('cadence', 'autoThrow', 'never');
    await opens();
    return tries(referee, { do: 'trip', by: KOR, at: GNOLL }, { force: true });
  },
  'Reason.bad-answer': async () => asks(ann, { ask: combatAt(ann).system.open?.asks[0].key, answers: [[99]] }),
  'Reason.dice-bound': async () => {
    const message = await sends(ann, { command: { do: 'trip', by: MIRA, at: GNOLL }, answers: [[6]] });
    return reads(ann, () => ann.page.withdraw(ann.page.game.messages.get(message.id)));
  },
  'Reason.waiting': () => tries(ann, { do: 'defend', by: MIRA }),
  'Reason.interrupting-an-interrupt': async () => {
    await tries(referee, { do: 'trip', by: KOR, at: GNOLL, options: { swift: true } }, { force: true });
    const text = await asks(referee, { fighter: combatant(2), command: { do: 'agile-move', by: combatant(2) } });
    await cancels();
    return text;
  },
  ...hostilePlayer(() => ({ table, referee, ann, bob, reads, setting, sends, opens, cancels })),
  'Reason.renewed': async () => {
    const open = await opens();
    // As an update of the rules might change it while the ask is open.
    const asked = open.asks.map((part) => ({ ...part, ask: { ...part.ask, facts: { luck: 1 } } }));
    await does(() =>
      combatAt(referee).update({ system: { open: referee.page.replacement({ ...open, asks: asked }) } }),
    );
    const text = await asks(ann, { ask: open.asks[0].key, answers: [[6]] });
    await cancels();
    await goesOn();
    return text;
  },
  'Reason.cannot-replay': async () => {
    const {
      exchange,
      asks: [{ key }],
    } = await opens();
    const entries = [{ ask: { kind: 'section', command: { do: 'trip', by: MIRA } }, answer: [] }];
    const step = pack({ ...combatAt(referee).system.history[exchange], entries });
    await does(() => combatAt(referee).update({ system: { history: { [exchange]: step } } }));
    return asks(ann, { ask: key, answers: [[6]] });
  },
  'Reason.replay-failed': async () => tracker(referee).fault,
  'Notice.fault': async () =>
    plain(await referee.page.windows.render('tracker/tracker-footer', { fight: tracker(referee) })),
  ...stuckExchanges(() => ({ combat: combatAt(referee), target: GNOLL, faultAfter, does, undoes, make })),
  'Reason.host-gone': async () => {
    const combat = await make('Combat', { type: 'energy' });
    await does(() => combat.delete());
    return reads(referee, () => referee.page.rewindStep(combat));
  },
  'Reason.target-gone': async () => {
    const { id } = await make('Combat', { type: 'slots' });
    return asks(referee, { combat: id, moment: 'x', fighter: 'gm', command: { do: 'start', by: 'gm', at: 'absent' } });
  },
  'Notice.amount': () =>
    reads(ann, () => ann.page.windows.enterPool(actorOf(ann), ann.page.adapterOf('energy'), field('many'))),
  'Notice.amountWanted': async () => ann.page.windows.whyUnread({ kind: 'amount', min: 1, max: 5 }),
  'Notice.wordsWanted': async () => ann.page.windows.whyUnread({ kind: 'text', maxLength: 40 }),
  ...unfitEntries(
    () => ann,
    () => actorOf(ann),
  ),
  'Notice.brokenCard': async () => {
    const command = { do: 'trip', by: MIRA };
    const card = { combat: COMBAT, exchange: 1, version: 1, command, entries: [], names: {} };
    const message = await make('ChatMessage', { type: 'energy', system: card });
    const { views } = referee.page.adapterOf('energy').ruleset;
    const { card: view } = views;
    views.card = () => {
      throw new Error('no such line');
    };
    const text = plain(await referee.page.windows.cardHTML(message));
    views.card = view;
    return text;
  },
  'Notice.foreignItem': () => drops({ name: 'Flail', type: 'clashWeapon' }),
  'Notice.strangeItem': () => drops({ name: 'Heirloom', type: 'base' }),
  ...clicksInFight(() => ({ referee, ann, reads })),
  'Notice.noMove': async () => {
    const { ruleset } = ann.page.adapterOf('energy');
    const { moves } = ruleset;
    ruleset.moves = () => [];
    const text = await reads(ann, goes(ann, 'dragging'));
    ruleset.moves = moves;
    return text;
  },
  'Notice.movedByStep': async () => {
    const token = tokenOf(referee, 0);
    await does(() => token.update({ y: token._source.y + 100 }, { cadence: { step: 0 } }));
    return reads(referee, goes(referee, 'undo'));
  },
  'Notice.noUndo': () => reads(ann, goes(ann, 'undo')),
  'Notice.named.noFighter': () => reads(ann, () => ann.page.windows.actNamed({ ruleset: 'clash', do: 'parry' })),
  'Notice.named.itemGone': () => named({ item: 'Crown' }),
  'Notice.named.cannot': () => named({ do: 'somersault' }),
  'Notice.named.noMacro': async () => {
    const user = referee.page.game.users.getName('Ann');
    referee.does('forbids it', () => user.update({ permissions: { MACRO_SCRIPT: false } }));
    await table.settle();
    const data = { type: 'cadence.action', named: { ruleset: 'energy', do: 'defend' }, label: 'Defend' };
    return reads(ann, () => ann.page.windows.dropOnHotbar(data, 1));
  },
  'Notice.putBack': () => reads(referee, moved(ann)),
  'Notice.movedRaw': async () => {
    await setting('strictness', 'warn');
    return reads(referee, moved(ann));
  },
  'Notice.setting': async () => {
    await setting('gmStrictness', 'whatever');
    return tries(referee, { do: 'start', by: 'gm' });
  },
  'Notice.noActor': async () => {
    await does(() => referee.page.game.actors.get(actor(4)).delete());
    return outsiders();
  },
  'Notice.otherRules': async () => {
    const { id } = await make('Actor', { name: 'Stranger', type: 'clash' });
    await does(() => combatAt(referee).createEmbeddedDocuments('Combatant', [{ actorId: id }]));
    return outsiders();
  },
  'Notice.unread': async () => {
    const { ruleset } = referee.page.adapterOf('energy');
    const { fighter } = ruleset;
    ruleset.fighter = (sheet, settings) => {
      if (sheet.id === KOR) throw new RangeError('speed: -1 is not a whole number');
      return fighter(sheet, settings);
    };
    await does(() => referee.page.game.actors.get(actor(1)).update({ name: 'Kor the Grim' }));
    const text = outsiders();
    ruleset.fighter = fighter;
    await does(() => referee.page.game.actors.get(actor(1)).update({ name: 'Kor' }));
    return text;
  },
  'Reason.card-taken': () => takesCard(seats(), `Actor.${actor(0)}`),
  'Notice.posing': () => poses(seats()),
  'Notice.unanswered': async () => {
    ann.page.CONFIG.queries['cadence.here'] = () => new Promise(() => {});
    const first = await reads(referee, () => referee.page.watchSecrets());
    // Long enough for an earlier notice to be shown again.
    table.clock.now += 10 * 60_000;
    return first + (await reads(referee, () => referee.page.watchSecrets()));
  },
  'Notice.referee.away': async () => {
    for (const tab of table.tabs) if (tab.user === 'Gamemaster') tab.leave();
    await table.settle();
    const others = table.tabs.filter(({ user }) => user === 'Second' || user === 'Assistant');
    return others
      .map((tab) => tracker(tab).referee)
      .filter(Boolean)
      .join(' ');
  },
  ...REGISTERED,
  ...LEFT_ALONE,
};

const texts = new Map<string, string>();

/** Returns what a user reads about an error. Errors listed before it are provoked first, once, in any order of tests. */
async function provoked(wanted: string): Promise<string> {
  for (const [key, provoke] of Object.entries(PROVOKED)) {
    if (texts.has(wanted)) break;
    if (texts.has(key)) continue;
    // An error of an earlier one is its own test's.
    texts.set(key, await provoke().catch((error: Error) => `${error.stack}`));
  }
  return defined(texts.get(wanted), 'a text');
}

describe('errors in play', () => {
  it('an option has its name in the setting, and an unknown one is shown as written', async () => {
    const [option] = lentOptions(RULESETS.energy as unknown as Ruleset);
    const { label } = readJson('lang/en.json').CADENCE.Energy.Field[option];
    const lent = await provoked('Reason.gm-only-option');
    expect(lent).toContain(`can add “${label}” to`);
    expect(lent).not.toContain(option);
    expect(await provoked('Reason.unknown-option')).toContain('option “luck”');
  });

  it('every possible error is provoked here, and nothing else', () => {
    const texts = ['Reason', 'Notice'].flatMap((branch) =>
      keysBelow(`CADENCE.${branch}`).map((key) => `${branch}.${key}`),
    );
    expect(Object.keys(PROVOKED).sort()).toEqual(texts.sort());
  });

  it.each(Object.keys(PROVOKED))('%s explains what happened', async (key) => {
    const text = await provoked(key);
    expect(text).toMatch(sentenceOf(`CADENCE.${key}`));
    expect(faultsOf(text)).toEqual([]);
  });
});
