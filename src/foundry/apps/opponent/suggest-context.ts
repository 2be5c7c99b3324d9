import type { Command } from '../../../encounter/command';
import { areTogether } from '../../../encounter/scenes';
import { areFoes, sideOf } from '../../../encounter/sides';
import type { FighterId } from '../../../encounter/state';
import { maskHiddenPools } from '../../../encounter/visibility';
import { situationFor } from '../../../opponent/situation';
import type { Suggestion } from '../../../opponent/suggest';
import type { Task, TaskResult } from '../../../opponent/tasks';
import type { Temperament } from '../../../opponent/temperament';
import { gap } from '../../../toolkit/space/space';
import { documentsOf } from '../../host/exchange-document';
import { text } from '../../platform/text';
import { foePoolVisibility } from '../../platform/world-settings';
import { type LoadedFighter, targetNamesIn, trackerView } from '../../views/fight';
import { Parts } from '../../views/parts';
import { temperamentOf } from './foe-thought';

type SuggestTask = Extract<Task, { readonly kind: 'suggest' }>;
type SuggestResult = Extract<TaskResult, { readonly kind: 'suggest' }>;

/** A suggestion from fewer games shows no numbers: they would only be noise. */
const FEWEST_GAMES = 8;

/** Returns the question what a fighter should do, with no more than this user may know. */
export function suggestTask(fight: LoadedFighter, seed: number): SuggestTask {
  const { adapter, encounter, viewer, fighter, id } = fight;
  const known = maskHiddenPools(encounter, viewer, foePoolVisibility());
  const hiddenFighters = [...(viewer.hiddenFighters ?? []), ...fightersOutOfSight(fight)];
  return {
    kind: 'suggest',
    fighter: id,
    encounter: situationFor(adapter.ruleset, known, sideOf(fighter), { ...viewer, hiddenFighters }),
    temperament: temperamentFor(fight),
    seed,
  };
}

/** Foes whose tokens a player does not see: a way toward one would give its place away. */
function fightersOutOfSight({ host, encounter, viewer, fighter }: LoadedFighter): FighterId[] {
  if (viewer.gm || !canvas?.ready) return [];
  return Object.values(encounter.fighters).flatMap((other) => {
    const { token } = documentsOf(host, other.id);
    const isUnseen = token?.parent === canvas.scene && token?.object?.visible === false;
    return isUnseen && areFoes(fighter, other) ? [other.id] : [];
  });
}

/** A GM's foes have one of their own; everyone else is thought to be cunning. */
const temperamentFor = ({ host, viewer, fighter, id }: LoadedFighter): Temperament =>
  (viewer.gm && !fighter.player && temperamentOf(documentsOf(host, id).actor)) || 'cunning';

/** Returns the context of the list. @param result null before the first results; @param isDone false while it thinks */
export function suggestContext(fight: LoadedFighter, result: SuggestResult | null, isDone: boolean) {
  const isNothing = isDone && (result?.best ?? null) === null;
  const rows = isNothing ? [] : suggestionRows(fight, result?.suggestions ?? []);
  const end = isDone && rows.length === 0 ? endTurnOf(fight) : null;
  return {
    title: text('CADENCE.App.Suggest.title', { name: fight.fighter.name }),
    ruleset: fight.adapter.ruleset.id,
    isThinking: !isDone,
    rows,
    end,
    status: statusText(rows.length, isDone, end !== null),
  };
}

function statusText(count: number, isDone: boolean, canEnd: boolean): string {
  if (!isDone) return text('CADENCE.App.Suggest.thinking');
  if (count > 0) return text('CADENCE.App.Suggest.count', { count });
  return text(`CADENCE.App.Suggest.${canEnd ? 'nothingBetter' : 'none'}`);
}

function suggestionRows(fight: LoadedFighter, suggestions: readonly Suggestion[]) {
  const { adapter, encounter, host, id } = fight;
  const { ruleset } = adapter;
  const gauges = trackerView(fight).rows.find((row) => row.id === id)?.gauges ?? [];
  const parts = new Parts(ruleset.id).withGauges(gauges).withNames(targetNamesIn(host));
  return suggestions
    .filter(({ games }, at) => at === 0 || games > 0)
    .filter(({ command }) => ruleset.whyNot(encounter, command).length === 0)
    .map((suggestion) => {
      const { command } = suggestion;
      const { button, withoutOdds } = buttonOf(fight, command);
      const { label, aim, icon, cost, odds } = parts.action(button);
      const item = fight.fighter.items.find((carried) => carried.id === command.with)?.name;
      const named =
        item && !label.includes(item) ? text('CADENCE.App.Bar.withItem', { first: label, second: item }) : label;
      const numbers = odds ? [odds] : numbersFor(fight, suggestion);
      const why = [...numbers, ...reasonsFor(fight, suggestion)].join(' · ');
      const price = cost.map(({ aria }) => aria).join(', ');
      const aria = [[named, aim].filter(Boolean).join(' '), price, why].filter(Boolean).join(' · ');
      return { key: JSON.stringify(command), command, withoutOdds, label: named, aim, icon, cost, why, aria };
    });
}

/**
 * Returns the button of exactly this command. Odds that are not known yet are left out, because they take long; then `withoutOdds` is the
 * command to ask them for.
 */
function buttonOf({ adapter, encounter, viewer }: LoadedFighter, command: Command) {
  const { views } = adapter.ruleset;
  const aimed = { ...viewer, targets: command.at === undefined ? [] : [command.at] };
  const button = views.action(encounter, command, { ...aimed, gm: false, owns: [], seesOdds: false });
  const isAwaited = (views.oddsAwaited?.(encounter, aimed, button.command) ?? null) !== null;
  return isAwaited
    ? { button, withoutOdds: button.command }
    : { button: views.action(encounter, button.command, aimed), withoutOdds: null };
}

/** Returns chance and damage of the games that were played; empty if they were few, or if the user must not know. */
function numbersFor(fight: LoadedFighter, { command, games, chance, damage }: Suggestion): string[] {
  if (games < FEWEST_GAMES || !mayKnowNumbers(fight, command)) return [];
  const points = Math.round(damage ?? 0);
  const isBlow = points > 0 && fight.adapter.ruleset.intentOf(fight.encounter, command) === 'harm';
  const percent = Math.round((chance ?? 0) * 100);
  return [
    ...(chance === null ? [] : [text(`CADENCE.App.Suggest.${isBlow ? 'hit' : 'success'}`, { percent })]),
    ...(points > 0 ? [text('CADENCE.App.Suggest.damage', { damage: points })] : []),
  ];
}

/** Returns where it leads, and who threatens its end. */
function reasonsFor(fight: LoadedFighter, { command, exposedTo }: Suggestion): string[] {
  const name = targetNamesIn(fight.host);
  const why: string[] = [];
  const goal = goalOf(fight, command);
  if (goal) why.push(text(`CADENCE.App.Suggest.${goal.isReached ? 'upTo' : 'toward'}`, { name: name(goal.id) }));
  const names = new Intl.ListFormat(game.i18n.lang, { type: 'conjunction' }).format(exposedTo.map(name));
  if (names) why.push(text('CADENCE.App.Suggest.exposed', { names }));
  return why;
}

/** As for odds: a player sees numbers against fighters of players, and against others if the world shows odds. */
function mayKnowNumbers({ viewer, encounter }: LoadedFighter, { at }: Command): boolean {
  if (viewer.gm || viewer.seesOdds) return true;
  return at !== undefined && (encounter.fighters[at]?.player === true || viewer.owns.includes(at));
}

/** Returns the foe nearest to the end of a path that still fights, if the path is all there is to tell. */
function goalOf(fight: LoadedFighter, { at, path }: Command) {
  const { encounter, fighter } = fight;
  const end = path?.at(-1);
  if (!end || at !== undefined) return null;
  const unseen = fightersOutOfSight(fight);
  const [nearest] = Object.values(encounter.fighters)
    .flatMap((other) =>
      other.place &&
      areTogether(encounter.ground, end, other.place) &&
      areFoes(fighter, other) &&
      !unseen.includes(other.id) &&
      !documentsOf(fight.host, other.id).combatant?.isDefeated
        ? [{ id: other.id, distance: gap(encounter.ground, end, other.place) }]
        : [],
    )
    .sort((a, b) => a.distance - b.distance);
  return nearest ? { id: nearest.id, isReached: nearest.distance <= 0 } : null;
}

/** Returns the button that ends the turn, or passes where there are no turns; null while that is impossible. */
function endTurnOf({ adapter, encounter, id, viewer }: LoadedFighter) {
  const { endTurn } = adapter.ruleset.timing;
  if (endTurn === undefined) return null;
  const button = adapter.ruleset.views.action(encounter, { do: endTurn, by: id }, viewer);
  if (button.whyNot.length > 0) return null;
  const { label, icon, command } = new Parts(adapter.ruleset.id).action(button);
  return { label, icon, key: command };
}
