import { variant } from '@cadence/sandbox';
import { applyEffect, invertEffect } from '../../src/encounter/effect';
import { effectsOf, fightersIn } from '../../src/encounter/exchange';
import { resumeExchange } from '../../src/encounter/play';
import { HIDDEN } from '../../src/encounter/ruleset';
import type { Encounter } from '../../src/encounter/state';
import { makeCountingIds } from '../../src/encounter/table';
import { displayRound } from '../../src/encounter/timing';
import type { HistoryStep } from '../../src/foundry/stored/systems';
import { deepEqual } from '../../src/kernel/deep-equal';
import type { Entry } from '../../src/kernel/transcript';
import { isKeyed } from '../support/record';
import { requestIn } from '../support/request';
import type { Combat, CombatSystem, Source } from './documents';
import type { Tab } from './tab';
import { fightAt } from './world';

const COLLECTIONS = ['actors', 'items', 'scenes', 'combats', 'messages', 'settings'] as const;

/** Returns all documents of a tab as plain data, by collection and id. */
export function documentsAt(tab: Tab): Map<string, Source | null> {
  const { game } = tab.page;
  const all = new Map<string, Source | null>();
  for (const name of COLLECTIONS) {
    const collection = name === 'settings' ? game.collections.get('Setting') : game[name];
    for (const document of collection.contents) all.set(`${name} ${document.id}`, plain(document.toObject()));
  }
  for (const scene of game.scenes.contents) {
    // A delta may omit unchanged values, so the resulting actor is compared instead.
    for (const token of all.get(`scenes ${scene.id}`)?.tokens ?? []) delete token.delta;
    // If its base actor is deleted, a token has no actor after a reload.
    for (const token of scene.tokens.contents)
      if (!token.actorLink && game.actors.has(token.actorId))
        all.set(`actor of token ${token.id}`, sortEmbedded(plain(token.actor?.toObject() ?? null)));
  }
  return all;
}

/** The order of inherited and own entries depends on when the tab was opened. */
function sortEmbedded(actor: Source | null): Source | null {
  for (const list of [actor?.effects ?? [], actor?.items ?? []]) list.sort((a, b) => a._id.localeCompare(b._id));
  return actor;
}

const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value));

/** Returns the differences between tabs; the first is freshly opened. */
export function disagreements([fresh, ...others]: readonly Tab[]): string[] {
  const truth = documentsAt(fresh);
  return others.flatMap((tab) => {
    const copy = documentsAt(tab);
    const ids = new Set([...truth.keys(), ...copy.keys()]);
    return [...ids]
      .filter((id) => !deepEqual(truth.get(id) ?? null, copy.get(id) ?? null))
      .filter((id) => !isWhisperedToOne(truth.get(id), copy.get(id)))
      .map((id) => {
        const where = firstDifference(truth.get(id), copy.get(id));
        return `${tab.user} holds another ${id}: ${where}`;
      });
  });
}

/** Returns true if one tab lacks a message that is whispered to the other. */
const isWhisperedToOne = (one: Source | null | undefined, other: Source | null | undefined): boolean =>
  variant('whispers') === 'filtered' && !(one && other) && ((one ?? other)?.whisper?.length ?? 0) > 0;

function firstDifference(a: unknown, b: unknown, path = ''): string {
  if (!isKeyed(a) || !isKeyed(b))
    return `${path} is ${JSON.stringify(b)?.slice(0, 200)}, not ${JSON.stringify(a)?.slice(0, 200)}`;
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)]))
    if (!deepEqual(a[key] ?? null, b[key] ?? null))
      return firstDifference(a[key] ?? null, b[key] ?? null, `${path}.${key}`);
  return path;
}

/**
 * Returns the faults of the encounter in a tab.
 * @param sameCompany whether the fighters never changed; otherwise a replay asks different fighters
 * @param manually whether documents were changed outside the history
 */
export function faultsOf(tab: Tab, { sameCompany = true, manually = false } = {}): string[] {
  const { page } = tab;
  const combat = fightAt(tab);
  if (!combat) return [];
  const { system } = combat;
  const encounter: Encounter = page.encounterOf(combat);
  return [
    ...poolFaults(encounter),
    ...consistencyFaults(tab, combat, system),
    // The fighter an exchange waits for may be deleted; then the exchange reports a fault and is ended manually.
    ...(!manually && system.open?.fault
      ? [`an exchange cannot be replayed: ${JSON.stringify(system.open.fault)}`]
      : []),
    ...(manually ? [] : replayFaults(tab, combat, encounter, sameCompany)),
  ];
}

function poolFaults({ fighters }: Encounter): string[] {
  return Object.values(fighters).flatMap(({ id, pools }) =>
    Object.entries(pools)
      .filter(([, { value, max }]) => !Number.isInteger(value) || value < 0 || value > max)
      .map(([pool, { value, max }]) => `${id}: ${pool} is ${value} of ${max}`),
  );
}

/** Checks that the step, its card, the open ask and the clock agree. */
function consistencyFaults({ page }: Tab, combat: Combat, { step, cursor, history, clock }: CombatSystem): string[] {
  const faults: string[] = [];
  const steps = Object.keys(history).map(Number);
  if (cursor > step || steps.some((each) => each > step)) faults.push(`step ${step}, cursor ${cursor}, steps ${steps}`);
  if (
    cursor > 0 &&
    steps.length > 0 &&
    Math.min(...steps) === 1 &&
    !(cursor in history) &&
    cursor >= Math.min(...steps)
  )
    faults.push(`the cursor stands on ${cursor}, which is no step`);
  const round = displayRound(clock, page.adapterOf(combat.type).ruleset.idle);
  if (combat.round !== round) faults.push(`round ${combat.round} in the combat, ${round} by the clock`);
  for (const each of steps.filter((number) => number <= cursor)) {
    const { card, exchange } = history[each];
    const message = page.game.messages.get(card);
    const entries = steps
      .filter((number) => number <= cursor && history[number].exchange === exchange)
      .flatMap((number) => history[number].entries);
    // The card also has the parts whose steps are no longer kept.
    const isWhole = exchange in history;
    if (message && isWhole && !deepEqual(plain(message.system.entries), plain(entries)))
      faults.push(`the card of exchange ${exchange} tells something else than the history`);
  }
  return faults;
}

/** Items that were handed back are at the end of the list, which makes no difference. */
function sortLists(encounter: Encounter): Encounter {
  const copy = structuredClone(encounter);
  for (const fighter of Object.values(copy.fighters)) {
    fighter.items.sort((a, b) => a.id.localeCompare(b.id));
  }
  return copy;
}

/** Returns true if some part is hidden from some users. */
const hasHiddenParts = (entries: readonly Entry[]): boolean => JSON.stringify(entries).includes(`"${HIDDEN}`);

/** Undoes to the oldest step, replays each exchange from its record, and compares the encounters. */
function replayFaults({ page }: Tab, combat: Combat, encounter: Encounter, sameCompany: boolean): string[] {
  const { ruleset } = page.adapterOf(combat.type);
  const { cursor } = combat.system;
  const history = combat.system.history as Readonly<Record<string, HistoryStep>>;
  const hasSecrets = ruleset.secrets(encounter.settings).commands.length > 0;
  const applied = Object.keys(history)
    .map(Number)
    .filter((step) => step <= cursor)
    .sort((a, b) => a - b);
  // Effects on a fighter that left cannot be undone.
  const isOver = (step: number) => fightersIn(history[step]).some((id) => !encounter.fighters[id]);
  const steps = applied.slice(applied.findLastIndex(isOver) + 1);
  const replayed = structuredClone(encounter);
  for (const step of steps.toReversed())
    for (const effect of effectsOf(history[step].entries).reverse()) applyEffect(replayed, invertEffect(effect));
  const played = new Map<number, Entry[]>();
  const faults: string[] = [];
  for (const step of steps) {
    const { exchange, command, version, entries } = history[step];
    for (const effect of effectsOf(entries)) applyEffect(replayed, effect);
    // An exchange begun before the oldest step is incomplete; secret decisions are not recorded.
    if (hasSecrets || !sameCompany || (!played.has(exchange) && exchange !== step)) continue;
    const soFar = [...(played.get(exchange) ?? []), ...entries];
    played.set(exchange, soFar);
    if (hasHiddenParts(soFar)) continue;
    try {
      const copy = structuredClone(replayed);
      const { run } = resumeExchange(
        ruleset,
        copy,
        { version, command, entries: soFar },
        makeCountingIds(`again${step}-`),
      );
      if (!deepEqual(sortLists(copy), sortLists(replayed)))
        faults.push(`step ${step}, ${command.do}: played again it ends elsewhere`);
      if (step === cursor && (run.open === null) !== (combat.system.open === null))
        faults.push(`after step ${step} something ${run.open ? 'should' : 'should not'} wait`);
    } catch (error) {
      faults.push(`step ${step}, ${command.do} cannot be played again: ${error}`);
    }
  }
  if (!deepEqual(sortLists(replayed), sortLists(encounter)))
    faults.push(
      `undone and replayed, the encounter differs: ${firstDifference(sortLists(encounter), sortLists(replayed))}`,
    );
  return faults;
}

/** Returns requests neither refused nor accepted although a referee is present and nothing is open. */
export function neglected(tab: Tab): string[] {
  const isOpen = (id: string): boolean => Boolean(tab.page.game.combats.get(id)?.system.open);
  return tab.page.game.messages.contents
    .flatMap((message) => requestIn(message) ?? [])
    .filter(({ refused, combat }) => !refused?.length && !isOpen(combat))
    .map(({ command, ask }) => `still waits: ${JSON.stringify(command ?? ask)}`);
}
