import { createHash } from 'node:crypto';
import type { Effect } from '../../src/encounter/effect';
import type { Exchange } from '../../src/encounter/exchange';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Encounter, Fighter } from '../../src/encounter/state';
import type { CardInput, CardView, Message, Viewer } from '../../src/encounter/view';
import { partsOf } from '../../src/kernel/answer';
import type { Reason } from '../../src/kernel/ask';
import { deepEqual } from '../../src/kernel/deep-equal';
import { gearOf, scenariosOf } from '../support/scenario/files';
import { playScenario } from '../support/scenario/play';

/** Everything the views of a ruleset show while all its scenarios are played. */
export interface Shown {
  /** One for each key and its fact names; the scenarios determine the values. */
  readonly words: readonly Message[];
  readonly reasons: readonly Reason[];
  /** Paths below `icons/`, without extension. */
  readonly icons: ReadonlySet<string>;
  /** Sentences that a card says twice, and facts with a hyphen for a minus. */
  readonly faults: ReadonlySet<string>;
}

interface Gathered {
  readonly words: Map<string, Message>;
  readonly reasons: Map<string, Reason>;
  readonly icons: Set<string>;
  readonly faults: Set<string>;
  /** Objects that were checked already. */
  readonly seen: Set<object>;
  /** Situations that were drawn already: variants of a scenario begin alike. */
  readonly drawn: Set<string>;
}

const hashOf = (value: object): string => createHash('md5').update(JSON.stringify(value)).digest('base64');

const GM_SEES: Viewer = { gm: true, owns: [], targets: [] };

export function shownIn(ruleset: Ruleset): Shown {
  const shown: Gathered = {
    ...{ words: new Map(), reasons: new Map() },
    ...{ icons: new Set(), faults: new Set(), seen: new Set(), drawn: new Set() },
  };
  const isNew = (what: string): boolean => shown.drawn.size < shown.drawn.add(what).size;
  const look = (encounter: Encounter, drawn: readonly Fighter[] = Object.values(encounter.fighters)): void => {
    const situation = hashOf(encounter);
    if (isNew(situation)) gather(ruleset.views.tracker(encounter, GM_SEES), shown);
    const all = Object.keys(encounter.fighters);
    for (const fighter of drawn) {
      if (!isNew(`${fighter.id} ${situation}`)) continue;
      const viewer: Viewer = { gm: false, owns: [fighter.id], targets: all };
      const sheet = ruleset.views.sheet(encounter, fighter, viewer);
      gather(sheet, shown);
      for (const { command, whyNot } of sheet.groups.flatMap(({ actions }) => actions))
        for (const reason of whyNot) gather(ruleset.views.when?.(encounter, command, reason, viewer), shown);
    }
  };
  const lookOutside = ({ fighters }: Encounter): void => {
    for (const fighter of Object.values(fighters))
      if (isNew(hashOf(fighter))) gather(ruleset.views.sheet(null, fighter, GM_SEES), shown);
  };
  for (const scenario of scenariosOf(ruleset.id)) {
    let last: Encounter | undefined;
    const steps = playScenario(
      scenario,
      { [ruleset.id]: ruleset },
      gearOf(ruleset.id, '.'),
      (before, after, exchange, effects) => {
        // The next step starts where this one ends.
        if (!last) look(before);
        last = after;
        look(after, concernedBy(exchange, effects, after));
        const names = Object.fromEntries(Object.values(after.fighters).map(({ id, name }) => [id, name]));
        exchange.entries.forEach(({ ask }, at) => {
          if (ask.kind === 'apply' || ask.kind === 'section' || ask.kind === 'interrupt') return;
          const soFar = { ...exchange, entries: exchange.entries.slice(0, at) };
          const input: CardInput = { exchange: soFar, open: partsOf(ask), names, viewer: GM_SEES };
          gather(ruleset.views.card(input), shown);
        });
        const card = ruleset.views.card({ exchange, open: [], names, viewer: GM_SEES });
        gather(card, shown);
        for (const line of doubledIn(card)) shown.faults.add(`${exchange.command.do}: ${line}`);
      },
    );
    for (const _ of steps);
    if (last) lookOutside(last);
    shown.seen.clear();
  }
  const { icons, faults } = shown;
  return { words: [...shown.words.values()], reasons: [...shown.reasons.values()], icons, faults };
}

/** Returns the sentences of a card that stand there twice: directly behind each other, or about one movement or condition. */
function doubledIn({ lines }: CardView): readonly string[] {
  const texts = lines.flatMap((line) => (line.kind === 'text' ? JSON.stringify([line.depth, line.message]) : []));
  const repeated = lines.flatMap((line, at) => {
    const before = lines[at - 1];
    const isSame = line.kind === 'text' && before?.kind === 'text' && deepEqual(line, before);
    return isSame ? JSON.stringify(line.message) : [];
  });
  const moved = texts.filter((line, at) => line.includes('"Card.moves"') && texts.indexOf(line) < at);
  return [...repeated, ...moved];
}

/** Returns the fighters who acted, were aimed at or changed in a step. */
function concernedBy({ command }: Exchange, effects: readonly Effect[], { fighters }: Encounter): Fighter[] {
  const ids = new Set([command.by, command.at, ...effects.map((effect) => ('of' in effect ? effect.of : undefined))]);
  return Object.values(fighters).filter(({ id }) => ids.has(id));
}

function gather(value: unknown, shown: Gathered): void {
  if (typeof value !== 'object' || value === null || shown.seen.has(value)) return;
  shown.seen.add(value);
  if (Array.isArray(value)) {
    for (const each of value) gather(each, shown);
    return;
  }
  const { key, facts, whyNot, icon } = value as { key?: unknown; facts?: object; whyNot?: Reason[]; icon?: unknown };
  if (typeof icon === 'string') shown.icons.add(icon);
  if (typeof key === 'string' && isMessage(value)) {
    const told = `${key} ${Object.keys(facts ?? {})}`;
    if (!shown.words.has(told)) shown.words.set(told, value as Message);
    for (const fact of Object.values(facts ?? {}))
      if (typeof fact === 'string' && /(?:^|[\s(])-\d/.test(fact)) shown.faults.add(`${key}: ${fact}`);
  }
  for (const reason of whyNot ?? []) shown.reasons.set(`${reason.id} ${Object.keys(reason.data ?? {})}`, reason);
  const parts = facts && typeof key === 'string' ? facts : value;
  for (const name in parts) gather(parts[name as keyof typeof parts], shown);
}

function isMessage(value: object): boolean {
  for (const name in value) if (name !== 'key' && name !== 'facts') return false;
  return true;
}
