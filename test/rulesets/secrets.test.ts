import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/encounter/exchange';
import { sectionOf } from '../../src/encounter/exchange';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Encounter, FighterId } from '../../src/encounter/state';
import type { Viewer } from '../../src/encounter/view';
import { copyOf } from '../support/copy';
import { TESTED } from '../support/rulesets';
import { gearOf, scenarioFiles, scenariosOf } from '../support/scenario/files';
import { playScenario } from '../support/scenario/play';
import { readScenarios, type Scenario } from '../support/scenario/scenario';
import { fewByDay, sampled, TIER } from '../tiers/tier';

const GM: Viewer = { gm: true, owns: [], targets: [] };
const ownerOf = (id: FighterId): Viewer => ({ gm: false, owns: [id], targets: [] });

interface Played {
  readonly file: string;
  readonly after: Encounter;
  readonly exchange: Exchange;
}

function playAll(ruleset: Ruleset, scenarios: readonly Scenario[]): Played[] {
  const played: Played[] = [];
  for (const scenario of scenarios) {
    const note = (_: Encounter, after: Encounter, exchange: Exchange) =>
      void played.push({ file: scenario.file, after: copyOf(after), exchange });
    for (const _ of playScenario(scenario, { [ruleset.id]: ruleset }, gearOf(ruleset.id, '.'), note));
  }
  return played;
}

const namesIn = ({ fighters }: Encounter) =>
  Object.fromEntries(Object.values(fighters).map(({ id, name }) => [id, name]));
const cardFor = ({ views }: Ruleset, { after, exchange }: Played, viewer: Viewer, names = namesIn(after)) =>
  views.card({ exchange, open: [], names, viewer });

/** A mark of names that only secrets have. */
const MARK = 'Zz';

/** Returns the scenarios of Clash in which every spell and skill is a hidden one. */
function hiddenAbilities(): readonly Scenario[] {
  return scenarioFiles('test/scenarios/clash').flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const changed = text.replaceAll(
      /\{ type: (skill|spell), name: ([^,}"]+)([^}]*)/g,
      (_, type: string, name: string, rest: string) =>
        `{ type: ${type}, ${rest.includes('hidden:') ? '' : 'hidden: true, '}id: ${name.toLowerCase().replaceAll(' ', '-')}, name: ${MARK}${name}${rest}`,
    );
    return changed === text ? [] : readScenarios(changed, file);
  });
}

/** Returns a line as who does not know the ability reads it. */
const unnamed = (line: object): string =>
  JSON.stringify(line).replaceAll(new RegExp(`"${MARK}[^"]*"`, 'g'), JSON.stringify({ key: 'Note.hidden-ability' }));

describe('[C-25, C-26] a hidden ability', () => {
  const [clash] = TESTED.filter(({ id }) => id === 'clash');
  it('is named to its owner and the GM only, and hides no lines of others', () => {
    if (!clash) return;
    let concealed = 0;
    let partly = 0;
    for (const played of playAll(clash, sampled(fewByDay(hiddenAbilities(), 40), 12))) {
      const { after, exchange, file } = played;
      const { views } = clash;
      const whole = cardFor(clash, played, GM);
      for (const viewer of Object.keys(after.fighters).map(ownerOf)) {
        const [own = ''] = viewer.owns;
        const isOwn = new Set(after.fighters[own]?.items.map(({ name }) => name));
        const isIdentified = exchange.command.do === 'identify-hidden' && exchange.command.by === own;
        const card = cardFor(clash, played, viewer);
        const shown = JSON.stringify([isIdentified ? null : card, views.tracker(after, viewer), views.areas?.(after)]);
        const named = [...shown.matchAll(/Zz[A-Z][\w -]*/g)].map(([name]) => name.split(' (')[0] ?? '');
        expect(
          named.filter((name) => !isOwn.has(name)),
          `${file}: ${JSON.stringify(exchange.command)} for ${own}`,
        ).toEqual([]);
        if (exchange.command.by === own) expect(card.title, file).toEqual(whole.title);
        // Who identifies it learns of it alone.
        if (exchange.command.do === 'identify-hidden') continue;
        const isConcealed = card.title.key !== whole.title.key;
        if (isConcealed) concealed++;
        else {
          // What is at the top of an open exchange is for everybody; the same about two hidden abilities is one line.
          const top = (lines: typeof card.lines) => {
            const shown = lines.filter(({ depth }) => depth === 0);
            const kinds = shown.map((line, at) => [line.kind === 'text' ? unnamed(line) : at, line.kind] as const);
            return [...new Map(kinds).values()];
          };
          expect(top(card.lines), `${file}: ${JSON.stringify(exchange.command)}`).toEqual(top(whole.lines));
          if (card.lines.length < whole.lines.length) partly++;
        }
        // Own rolls and changes of an own fighter are never lost.
        const about = (lines: typeof card.lines) =>
          lines.filter((line) => (line.kind === 'roll' ? line.by === own : line.kind === 'text' && line.of === own))
            .length;
        expect(about(card.lines), `${file}: ${JSON.stringify(exchange.command)} about ${own}`).toBe(about(whole.lines));
      }
    }
    expect(concealed).toBeGreaterThan(0);
    // Few scenarios have a hidden reaction inside an action that is none.
    if (TIER !== 'fast') expect(partly).toBeGreaterThan(0);
  });
});

it('a hidden fighter has no line and no heading on a card, and no other fighter loses one', () => {
  let hiddenReactions = 0;
  for (const ruleset of TESTED)
    for (const played of playAll(ruleset, sampled(fewByDay(scenariosOf(ruleset.id), 10), 2))) {
      const { after, exchange, file } = played;
      for (const hidden of Object.values(after.fighters)) {
        const mark = `${MARK}${hidden.id}`;
        const others = Object.keys(after.fighters).filter((other) => other !== hidden.id);
        for (const own of others.slice(0, 2)) {
          const viewer = { ...ownerOf(own), hiddenFighters: [hidden.id] };
          const names = { ...namesIn(after), [hidden.id]: mark };
          const card = cardFor(ruleset, played, viewer, names);
          const whole = cardFor(ruleset, played, ownerOf(own), names);
          const label = `${file}: ${JSON.stringify(exchange.command)}, ${hidden.id} hidden from ${own}`;
          const headings = card.lines.filter(({ kind }) => kind === 'section');
          expect(JSON.stringify(headings), label).not.toContain(mark);
          expect(
            card.lines.filter(
              (line) => (line.kind === 'roll' ? line.by : line.kind === 'text' ? line.of : '') === hidden.id,
            ),
            label,
          ).toEqual([]);
          const about = (lines: typeof card.lines) =>
            lines.filter((line) => line.kind === 'roll' && line.by === own).length;
          expect(about(card.lines), label).toBe(about(whole.lines));
          if (exchange.entries.some((entry) => sectionOf(entry)?.by === hidden.id)) hiddenReactions++;
        }
      }
    }
  // Not every ruleset has one among these.
  if (TESTED.length > 1) expect(hiddenReactions).toBeGreaterThan(0);
});
