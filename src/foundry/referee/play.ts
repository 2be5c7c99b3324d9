import type { Command } from '../../encounter/command';
import { judge } from '../../encounter/legality';
import { renamed, whyNotSay } from '../../encounter/option';
import { begin, type Play } from '../../encounter/play';
import type { Ruleset } from '../../encounter/ruleset';
import type { Encounter, Place } from '../../encounter/state';
import { askedBy, composed, isFreeTo, partsOf } from '../../kernel/answer';
import { type Answer, GM, type PersonAsk, type Reason, type Taker } from '../../kernel/ask';
import { BY_ORDER, BY_TIME, sameAsked, TranscriptError } from '../../kernel/transcript';
import { metresBetween } from '../../toolkit/space/space';
import type { Adapter } from '../adapters/adapter';
import { rulesOf } from '../adapters/registry';
import { fightsElsewhere, fightsIn, isOvertakenCard } from '../host/elsewhere';
import { documentsOf, guestsIn, type Host, isCard, isDraft, isGuest, isStanding, writerOf } from '../host/host';
import { encounterOf } from '../host/store';
import { idOf, updateDocument } from '../platform/documents';
import { BlockedError, NotWrittenError, OvertakenError, refusedByServer } from '../platform/refusals';
import { replacement } from '../platform/v14';
import { refereeThrows, strictnessFor } from '../platform/world-settings';
import { seal } from '../secrets/seal';
import { unsealedAnswer } from '../secrets/sealed';
import { combatSystem, type OpenAsk, type OpenExchange } from '../stored/systems';
import { StepDice } from './bound';
import { commit, hostOperations, type Step, thrownOver, unbinding } from './commit';
import { timed } from './deadline';
import { facesHere, facesTogether, fallenFor } from './faces';
import { replayed } from './fault';
import { gathered, openParts, settledAnswer, whyNoAnswer } from './open';
import { mayAnswer } from './people';
import { entriesOf } from './record';
import { actingIn } from './withheld';
import { onceMore, write } from './write';

/** What somebody asks of the referee: a new command, or the answer to an open ask. */
export interface Given {
  readonly user: User.Implementation;
  readonly command: Command | null;
  /** Key of the ask answered, where it is no new command. */
  readonly ask: string | null;
  /** The moment it is meant for; null from the referee's own tab, where it is always now. */
  readonly moment: string | null;
  readonly answers: readonly Answer[];
  readonly force: boolean;
  readonly request: ChatMessage.Implementation | null;
}

/** Not taken, and why. An empty list means taken; `wait` means: not now, ask again when the open exchange has ended. */
export type Acceptance = { readonly taken: true } | { readonly taken: false; readonly why: readonly Reason[] } | 'wait';

/** Nobody goes so far in one command; a way is followed cell by cell. */
const MOST_CELLS = 1000;

const TAKEN: Acceptance = { taken: true };
const no = (id: string, data?: Reason['data']): Acceptance => ({ taken: false, why: [{ id, ...(data && { data }) }] });

interface Table {
  readonly host: Host;
  readonly adapter: Adapter;
  readonly encounter: Encounter;
  readonly dice: StepDice;
}

/** Does work that may write a step. Unless it does, the next attempt uses the dice that were thrown. */
async function atTable<T>(
  host: Host,
  adapter: Adapter,
  encounter: Encounter,
  work: (table: Table) => Promise<T>,
): Promise<T> {
  const dice = new StepDice(host, encounter, adapter.ruleset);
  try {
    return await work({ host, adapter, encounter, dice });
  } finally {
    dice.settle();
  }
}

/** Judges what was given, plays it to the next ask that needs a person, and commits the step. Changes nothing where it refuses. */
export async function take(host: Host, given: Given): Promise<Acceptance> {
  // A request that is gone was taken by another referee, or taken back.
  const isOver = (): boolean => given.request !== null && !game.messages?.has(given.request.id ?? '');
  return unlessOvertaken(given, () => onceMore(() => judged(host, given), isOver));
}

/** A request that another referee is now to judge waits for that; in the own tab there is nobody else to wait for. */
async function unlessOvertaken({ request }: Given, work: () => Promise<Acceptance>): Promise<Acceptance> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OvertakenError)) throw error;
    return request ? 'wait' : no('overtaken');
  }
}

async function judged(host: Host, given: Given): Promise<Acceptance> {
  if (!isStanding(host)) return no('host-gone');
  const adapter = await rulesOf(host.type);
  const encounter = encounterOf(host, given.command ? guestsIn(host, given.command) : []);
  if (!adapter || !encounter) return no('no-encounter');
  return atTable(host, adapter, encounter, async (table) => {
    if (given.ask !== null) return takeAnswer(table, given, given.ask);
    return given.command ? takeCommand(table, given, given.command) : no('malformed');
  });
}

async function takeCommand(table: Table, given: Given, said: Command): Promise<Acceptance> {
  const { host, encounter } = table;
  const { ruleset } = table.adapter;
  const { user, moment } = given;
  const command = ruleset.named(encounter, withoutUnseen(table, user, said));
  if (command.by !== 'gm' && !encounter.fighters[command.by]) return no('no-fighter');
  if (!mayAnswer(user, host, command.by)) return no('not-yours');
  if (isCard(host) && ruleset.clockCommands.includes(command.do)) return no('no-encounter');
  if (isStrayGuest(host, command.by)) return no('no-fighter');
  const barred = whyOutside(table, user, said);
  if (barred) return no(barred);
  if (command.at !== undefined && !mayAimAt(table, user, command.at)) return no('target-gone');
  if (!ruleset.knows(command) || ruleset.secrets(encounter.settings).commands.includes(command.do))
    return no('unknown-command', { command: command.do });
  const wrong = whyNotSay(ruleset.options, command, user.isGM);
  if (wrong.length > 0) return { taken: false, why: wrong };
  if (!isWay(table, user, command)) return no('no-such-way');
  if (moment !== null && moment !== ruleset.momentOf(encounter.clock)) return no('moment-passed');
  const { open } = combatSystem(host);
  // A card that is written holds its one exchange and begins no other.
  if (!open && isCard(host) && !isDraft(host)) return no('closed');
  if (open) return takeFreely(table, given, command, open) ?? cutIn(table, given, command, open);
  const reasons = whyNot(ruleset, encounter, given, command);
  if (reasons.length > 0) return { taken: false, why: reasons };
  const play = begin(ruleset, encounter, command, foundry.utils.randomID);
  return playOn(table, given, { command, play, goesOn: null, before: [], requests: requestOf(given) }, given.answers);
}

/** In an encounter everybody acts as the combatant they are, and pays as one. */
const isStrayGuest = (host: Host, id: string): boolean => !isCard(host) && isGuest(id);

/**
 * Why a player may not do this from outside an encounter: players act on combatants of a running encounter only as a combatant of that
 * encounter, where the action is paid for. Null if they may.
 */
function whyOutside(table: Table, user: User.Implementation, { by, at }: Command): string | null {
  const { host } = table;
  if (user.isGM) return null;
  if (isCard(host) && fightsElsewhere(host, documentsOf(host, by).actor)) return 'in-encounter';
  if (isOvertakenCard(host)) return 'joined-encounter';
  const { actor } = at === undefined ? { actor: null } : documentsOf(host, at);
  return at !== undefined && isSeen(table, user, at) && fightsElsewhere(host, actor) && isGuest(at)
    ? 'other-encounter'
    : null;
}

/** Whether somebody may be aimed at: as the combatant they are, and by a player only where their token is to be seen. */
function mayAimAt(table: Table, user: User.Implementation, at: string): boolean {
  const { host } = table;
  const { actor } = documentsOf(host, at);
  if (isGuest(at) && actor && !isCard(host) && fightsIn(host, actor)) return false;
  if (isGuest(at) && !user.isGM && fightsElsewhere(host, actor)) return false;
  return isSeen(table, user, at);
}

/** Whether a fighter is there and a player may know of it. */
function isSeen({ host, encounter }: Table, user: User.Implementation, at: string): boolean {
  const { actor, token, combatant } = documentsOf(host, at);
  if (!encounter.fighters[at]) return false;
  if (user.isGM || actor?.testUserPermission(user, 'OWNER')) return true;
  return token ? !token.hidden : combatant?.hidden === false;
}

/** Stands in a command for those it may not name; no fighter is called so. */
const NOBODY = '-';

/** Whom somebody may not aim at is nobody to the rules, and refused as such, also where an option names them. */
function withoutUnseen(table: Table, user: User.Implementation, command: Command): Command {
  const { fighters } = table.encounter;
  const seen = (id: string): string => (fighters[id] && !mayAimAt(table, user, id) ? NOBODY : id);
  return renamed(table.adapter.ruleset.options, command, seen);
}

/** A way is as long as somebody could go it, and as wide as one of those whom the sender leads. */
function isWay({ host, encounter }: Table, user: User.Implementation, { by, path = [] }: Command): boolean {
  const { ground, fighters } = encounter;
  const goers = Object.values(fighters).filter(({ id, place }) => place && mayAnswer(user, host, id));
  const isWide = ({ width, height }: Place): boolean =>
    goers.some(({ place }) => place?.width === width && place.height === height);
  const from = fighters[by]?.place ?? path[0];
  const way = [...(from ? [from] : []), ...path];
  const cells = way
    .slice(1)
    .reduce((sum, place, at) => sum + metresBetween(ground, way[at] ?? place, place) / ground.cell, 0);
  return cells <= MOST_CELLS && path.every(isWide);
}

/** What keeps the sender from this command; empty where it may go on, whether the rules allow it or the world looks away. */
function whyNot(ruleset: Ruleset, encounter: Encounter, { user, force }: Given, command: Command): readonly Reason[] {
  // A world that only warns its players has warned them before they sent it; `force` is believed of game masters alone.
  const strictness = strictnessFor(user);
  const reasons = ruleset.whyNot(encounter, command);
  return judge(reasons, strictness, user.isGM ? force : strictness === 'warn') === 'go' ? [] : reasons;
}

const requestOf = ({ request }: Given): readonly ChatMessage.Implementation[] => (request ? [request] : []);

/** A command of somebody who is asked what they do, and is free to do this: it is their answer. Null where it is none. */
function takeFreely(
  table: Table,
  given: Given,
  command: Command,
  open: OpenExchange,
): Promise<Acceptance> | Acceptance | null {
  const { ruleset } = table.adapter;
  if (open.fault || ruleset.interrupts(command)) return null;
  const part = open.asks.find(
    ({ ask, given: said }) => !said && ask.kind === 'offer' && ask.takers.some(freeTo(command)),
  );
  if (!part) return null;
  const reasons = whyNot(ruleset, table.encounter, given, command);
  if (reasons.length > 0) return { taken: false, why: reasons };
  const now = { key: part.key, answer: [command] };
  return answerOpen(table, given, open, { parts: open.asks, now, ahead: given.answers });
}

const freeTo =
  (command: Command) =>
  (taker: Taker): boolean =>
    isFreeTo(taker, command);

/** A command while an exchange waits: the game master's word and immediate reactions run as its children, all else waits. */
async function cutIn(table: Table, given: Given, command: Command, open: OpenExchange): Promise<Acceptance> {
  const { ruleset } = table.adapter;
  const kind = ruleset.interrupts(command);
  if (!kind || open.fault) return 'wait';
  const resumed = await takeUp(table, open);
  if (!resumed) return no('cannot-replay');
  if (!resumed.play.run.open) {
    await goWithout(table, resumed);
    return 'wait';
  }
  if (kind === 'reaction' && resumed.play.run.depth > 0) return no('interrupting-an-interrupt');
  const reasons = whyNot(ruleset, table.encounter, given, command);
  if (reasons.length > 0) return { taken: false, why: reasons };
  resumed.play.run.interrupt(command, idOf(given.user));
  return playOn(table, given, { ...resumed, requests: requestOf(given) }, given.answers);
}

async function takeAnswer(table: Table, given: Given, key: string): Promise<Acceptance> {
  const { host } = table;
  const { open } = combatSystem(host);
  const part = open?.asks.find((ask) => ask.key === key);
  if (!open || !part || part.given) return no('closed');
  if (open.fault) return no('cannot-replay');
  const by = askedBy(part.ask);
  if (by !== GM && !table.encounter.fighters[by]) return no('no-fighter');
  if (!mayAnswer(given.user, host, by)) return no('not-yours');
  if (!given.user.isGM && isOvertakenCard(host)) return no('joined-encounter');
  const [first = [], ...ahead] = given.answers.map(unsealedAnswer);
  const wrong = whyNoAnswer(part, first, given.user);
  if (wrong !== null) return no('bad-answer', { detail: wrong });
  return answerOpen(table, given, open, { parts: open.asks, now: { key, answer: first }, ahead });
}

/**
 * Answers for those whose time is up, by the keys of their parts; who has more time, or none, is waited for.
 * @param late `throw` where the referee throws the dice
 */
export async function takeLapsed(host: Host, late: ReadonlyMap<string, Answer | 'throw'>): Promise<void> {
  const adapter = await rulesOf(host.type);
  const encounter = encounterOf(host);
  const { open } = combatSystem(host);
  if (!adapter || !encounter || !open || open.fault) return;
  const given = byReferee();
  await unlessOvertaken(given, () =>
    atTable(host, adapter, encounter, async (table) => {
      const parts: OpenAsk[] = [];
      for (const part of open.asks) {
        const answer = late.get(part.key);
        const thrown = answer === 'throw' && part.ask.kind === 'dice' ? await fallenFor(part.ask, table.dice) : null;
        const lapsed = thrown ?? (answer === 'throw' ? undefined : answer);
        parts.push({ ...part, ...(lapsed && { given: lapsed }) });
      }
      const taken = await answerOpen(table, given, open, { parts, now: null, ahead: [], by: BY_TIME });
      if (taken === 'wait') await keepOpen(table, { ...open, asks: parts });
      return taken;
    }),
  );
}

/** What nobody has clicked. */
const byReferee = (): Given => ({
  user: game.user,
  command: null,
  ask: null,
  moment: null,
  answers: [],
  force: false,
  request: null,
});

interface Answering {
  /** The parts of the open ask, with what is known of them. */
  readonly parts: readonly OpenAsk[];
  /** What is answered just now, and to which part. */
  readonly now: { readonly key: string; readonly answer: Answer } | null;
  readonly ahead: readonly Answer[];
  /** Whose hand it was; else the sender's. */
  readonly by?: string;
}

/** Takes the open exchange up and goes on with it, if everybody has been heard. */
async function answerOpen(table: Table, given: Given, open: OpenExchange, answering: Answering): Promise<Acceptance> {
  const { parts, now, ahead, by = idOf(given.user) } = answering;
  const resumed = await takeUp(table, open);
  if (!resumed) return no('cannot-replay');
  const ask = resumed.play.run.open;
  if (!ask) {
    await goWithout(table, resumed);
    return no('closed');
  }
  if (!isStill(open, ask)) {
    await renew(table, open, ask);
    return no('renewed');
  }
  const heard = gathered(table.host, ask, parts, now);
  // Others still have to be heard; until then the answer waits where it is.
  if (!heard) return 'wait';
  const answers: (Answer | undefined)[] = [];
  for (const [at, part] of parts.entries()) {
    const { [at]: request } = heard.requests;
    const writer = part.given ? null : request ? writerOf(request) : given.user;
    answers.push(await inForce(table, part, heard.answers[at], writer));
  }
  const whole = composed(ask, answers);
  if (!whole) return 'wait';
  resumed.play.run.answer(whole, by);
  const requests = new Set([...requestOf(given), ...heard.requests.filter((request) => request !== null)]);
  return playOn(table, given, { ...resumed, requests: [...requests] }, ahead);
}

/** What counts of an answer: dice that fell before for the same question, and the referee's where the referee throws. */
async function inForce(
  { dice }: Table,
  { ask }: OpenAsk,
  answer: Answer | undefined,
  writer: User.Implementation | null,
): Promise<Answer | undefined> {
  if (ask.kind !== 'dice' || !answer || !writer) return answer;
  // Where the referee throws, what a player sends says only that it is time.
  if (refereeThrows() && !writer.isGM) return fallenFor(ask, dice);
  return dice.take(ask) ?? answer;
}

const isStill = (open: OpenExchange, ask: PersonAsk): boolean =>
  sameAsked(
    partsOf(ask),
    open.asks.map((each) => each.ask),
  );

/**
 * Looks at the open exchange again, now that somebody or something has gone: where it cannot go on it is marked, and a question that is
 * no longer the same is asked anew.
 */
export async function lookAgain(host: Host): Promise<void> {
  const adapter = await rulesOf(host.type);
  const encounter = encounterOf(host);
  const { open } = combatSystem(host);
  if (!adapter || !encounter || !open || open.fault || !isStanding(host)) return;
  try {
    await atTable(host, adapter, encounter, async (table) => {
      const resumed = await takeUp(table, open);
      const ask = resumed?.play.run.open;
      if (resumed && !ask) await goWithout(table, resumed);
      else if (ask && !isStill(open, ask)) await renew(table, open, ask);
    });
  } catch (error) {
    // More has gone meanwhile, and is looked at in its turn.
    if (!(error instanceof NotWrittenError || error instanceof OvertakenError)) throw error;
  }
}

/** Nobody is left to whom the question could be put: the exchange goes on as if they had let it pass. */
const goWithout = (table: Table, resumed: Omit<Playing, 'requests'>): Promise<Acceptance> =>
  playOn(table, byReferee(), { ...resumed, requests: [] }, []);

/** The same question as it stands now, under new keys: what was offered when it was asked is no longer what there is. */
async function renew(table: Table, open: OpenExchange, ask: PersonAsk): Promise<void> {
  const { host, adapter, encounter } = table;
  const { command, entries } = entriesOf(combatSystem(host), open.exchange);
  const next = combatSystem(host).step + 1;
  const asks = openParts(host, adapter.ruleset, ask, next, actingIn(command, entries), thrownIn(open, ask));
  await keepOpen(table, { ...open, asks: timed(host, adapter.ruleset, encounter, asks) });
}

/** The dice that the referee has thrown already for those asked together, by the parts of the renewed question. */
const thrownIn = ({ asks }: OpenExchange, ask: PersonAsk): (Answer | null)[] =>
  ask.kind === 'all'
    ? ask.asks.map((part) => {
        const isSame = (other: OpenAsk): boolean => part.kind === 'dice' && sameAsked([other.ask], [part]);
        return asks.find(isSame)?.given ?? null;
      })
    : [];

/** Writes what is known of the open exchange, and nothing else. */
async function keepOpen({ host, adapter, encounter, dice }: Table, open: OpenExchange): Promise<void> {
  const { step: last, cursor } = combatSystem(host);
  const step = last + 1;
  const thrown = unbinding(thrownOver(host, adapter.ruleset.momentOf(encounter.clock), dice.used));
  await write(host, step, hostOperations(host, encounter, { step, cursor, open, history: {}, thrown }, null));
  dice.written();
}

type Playing = Pick<Step, 'command' | 'goesOn' | 'before' | 'requests'> & {
  readonly play: Play;
};

/** Replays the open exchange to where it waits; where that cannot be done, marks it for the game master and returns null. */
async function takeUp({ host, encounter }: Table, open: OpenExchange): Promise<Omit<Playing, 'requests'> | null> {
  const exchange = entriesOf(combatSystem(host), open.exchange);
  const { command, entries } = exchange;
  const play = replayed(exchange, open.card, encounter);
  if (!('fault' in play)) return { command, play, goesOn: open, before: entries };
  const marked = replacement({ ...open, fault: play.fault });
  await updateDocument(host, { system: { open: marked } }).catch(refusedByServer);
  return null;
}

/** @param ahead answers the sender could already give to what is asked next */
async function playOn(table: Table, given: Given, playing: Playing, ahead: readonly Answer[]): Promise<Acceptance> {
  const { host, adapter, encounter, dice } = table;
  const { play, ...step } = playing;
  const prepared = [...ahead];
  let thrown: readonly (Answer | null)[] = [];
  try {
    for (let ask = play.run.open; ask; ask = play.run.open) {
      thrown = ask.kind === 'all' ? await facesTogether(host, adapter.ruleset.timing, ask.asks, dice) : [];
      const acting = actingIn(step.command, play.run.entries);
      const answered = await answerOf(table, given, ask, acting, thrown, prepared);
      if (!answered) break;
      play.run.answer(answered.answer, answered.user);
    }
  } catch (error) {
    if (error instanceof TranscriptError && error.fault === 'invalid')
      return no('bad-answer', { detail: error.message });
    throw error;
  }
  const effects = play.table.effects;
  const waitsFor = play.run.open;
  const secrets = adapter.ruleset.secrets(encounter.settings);
  const ready: Step = {
    ...step,
    host,
    adapter,
    encounter,
    effects,
    waitsFor,
    thrown,
    unbound: dice.used,
    entries: await seal(host, step.command.by, secrets, play.newEntries()),
    user: idOf(given.user),
  };
  try {
    await commit(ready);
    dice.written();
  } catch (error) {
    if (error instanceof BlockedError) return no('blocked');
    throw error;
  }
  return TAKEN;
}

/** What answers an ask without waiting: dice that have fallen, what the sender gave, standing orders, what the referee throws. */
async function answerOf(
  table: Table,
  { user }: Given,
  ask: PersonAsk,
  acting: Command,
  thrown: readonly (Answer | null)[],
  prepared: Answer[],
): Promise<{ answer: Answer; user: string } | null> {
  const { host, adapter, dice } = table;
  const settled = settledAnswer(host, adapter.ruleset, ask, acting, thrown);
  if (settled) return { answer: settled, user: ask.kind === 'choice' ? BY_ORDER : idOf(user) };
  if (ask.kind === 'offer' || ask.kind === 'all') return null;
  const [next] = prepared;
  const isOurs = ask.kind === 'dice' && refereeThrows();
  const isTheirs = next !== undefined && !isOurs && mayAnswer(user, host, ask.by);
  if (isTheirs) prepared.shift();
  const bound = ask.kind === 'dice' ? dice.take(ask) : null;
  if (bound) return { answer: bound, user: idOf(user) };
  if (isTheirs) return { answer: next, user: idOf(user) };
  const thrownHere = await facesHere(host, ask, dice);
  return thrownHere && { answer: thrownHere, user: game.user.id };
}
