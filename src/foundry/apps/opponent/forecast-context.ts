import { isNeutral, sideOf } from '../../../encounter/sides';
import type { Encounter, Fighter, FighterId } from '../../../encounter/state';
import { lookup } from '../../../kernel/lookup';
import { difficultyOf, type FighterForecast, type Share } from '../../../opponent/forecast-fight';
import { copyIdOf, countIn, type Roster } from '../../../opponent/what-if';
import type { FighterLevels, LevelField } from '../../host/fighter-variants';
import { findText, numberText, text } from '../../platform/text';
import type { LoadedEncounter } from '../../views/fight';
import type { Face } from '../../views/parts';
import { type ForecastLabel, setForecastLabels } from './forecast-label';
import { type EncounterForecast, finishedForecastOf } from './forecast-run';

/** Fighters that may take part at most, of each one. */
export const MOST_COPIES = 9;
/** Fighters of which it is said how much they matter. */
const MOST_MATTERS = 3;

type ShownForecast = Pick<EncounterForecast, 'status' | 'result' | 'roster' | 'levels' | 'fights' | 'isChanged'>;

export interface ForecastWindowInput {
  readonly encounter: Encounter;
  readonly faces: ReadonlyMap<FighterId, Face>;
  /** As it is chosen now, perhaps other than in the forecast. */
  readonly roster: Roster;
  readonly levels: FighterLevels;
  /** Of the fighters that have a level. */
  readonly levelFields: ReadonlyMap<FighterId, LevelField>;
  readonly forecast: ShownForecast | null;
  /** The fight has moved on since the forecast. */
  readonly isOld: boolean;
}

const percentOf = (share: number): number => Math.round(share * 100);
const percentText = (share: number): string => text('CADENCE.App.Forecast.percent', { percent: percentOf(share) });
const roughly = (value: number): string => numberText(value, value < 10 ? 1 : 0);

/** Returns the side with most fighters of players; without any the heroes', or the first. */
export function playersSideOf({ fighters }: Encounter): string | null {
  const fighting = Object.values(fighters).filter((fighter) => !isNeutral(fighter));
  const sides = [...new Set(fighting.map(({ side }) => side))];
  const players = (of: string): number => fighting.filter(({ side, player }) => player && side === of).length;
  const rank = (side: string): number => players(side) + (side === 'heroes' ? 0.5 : 0);
  return sides.sort((a, b) => rank(b) - rank(a))[0] ?? null;
}

/** Returns the players' chance as a word with a percentage, or null if they do not fight. */
function difficultyText(encounter: Encounter, { result }: Pick<ShownForecast, 'result'>): string | null {
  const chance = lookup(result?.chances, playersSideOf(encounter) ?? '');
  if (!chance) return null;
  const difficulty = text(`CADENCE.App.Forecast.difficulty.${difficultyOf(chance.value)}`);
  return text('CADENCE.App.Forecast.label', { difficulty, percent: percentOf(chance.value) });
}

/** Returns what the tracker's header says of a finished forecast. */
export function forecastLabel(
  { encounter, adapter }: Pick<LoadedEncounter, 'encounter' | 'adapter'>,
  forecast: ShownForecast,
  isOld: boolean,
): ForecastLabel | null {
  const label = difficultyText(encounter, forecast);
  if (!label) return null;
  const side = findText(adapter.ruleset.id, `Side.${playersSideOf(encounter)}`) ?? '';
  const facts = { side, fights: forecast.result?.fights ?? 0 };
  return {
    text: label,
    tooltip: text(`CADENCE.App.Forecast.${isOld ? 'oldLabel' : 'labelHint'}`, facts),
    old: isOld,
  };
}

/** From now on the tracker shows the last finished forecast of a fight. */
export function registerForecastLabels(): void {
  setForecastLabels((fight) => {
    const forecast = finishedForecastOf(fight.host);
    return forecast && forecastLabel(fight, forecast, !forecast.isOf(fight));
  });
}

/** Returns the context of the forecast window. */
export function forecastContext(input: ForecastWindowInput) {
  const { encounter, faces, roster, levels, levelFields, forecast } = input;
  const { result = null } = forecast ?? {};
  const first = playersSideOf(encounter);
  const fighters = Object.values(encounter.fighters)
    .filter((fighter) => !isNeutral(fighter))
    .sort((a, b) => Number(sideOf(b) === first) - Number(sideOf(a) === first));
  const nameOf = ({ id, name }: Fighter): string => faces.get(id)?.name ?? name;
  const sideText = (side: string): string => findText(encounter.ruleset, `Side.${side}`) ?? side;
  const isRunning = forecast?.status === 'running';
  const played = result?.fights ?? 0;
  const shownRoster = forecast?.roster ?? {};
  const known = new Map(result?.fighters.map((each) => [each.fighter, each]));
  const names = new Map<FighterId, string>();
  const rows = fighters.flatMap((fighter) => {
    const name = nameOf(fighter);
    const count = countIn(roster, fighter.id);
    const shared = { img: faces.get(fighter.id)?.img ?? '', side: sideText(sideOf(fighter)) };
    const copies = Math.max(0, countIn(shownRoster, fighter.id) - 1);
    names.set(fighter.id, name);
    const own = {
      id: fighter.id,
      name,
      ...shared,
      count,
      isCopy: false,
      isIn: count > 0,
      fewest: count <= 1,
      most: count === 0 || count >= MOST_COPIES,
      level: levelContext(levelFields.get(fighter.id), lookup(levels, fighter.id)),
      ...fighterContext(known.get(fighter.id)),
    };
    const others = Array.from({ length: result ? copies : 0 }, (_, at) => {
      const id = copyIdOf(fighter.id, at + 1);
      const copy = text('CADENCE.App.Forecast.copy', { name, number: at + 2 });
      names.set(id, copy);
      return { id, name: copy, ...shared, isCopy: true, isIn: true, ...fighterContext(known.get(id)) };
    });
    return [own, ...others];
  });
  const chances = Object.entries(result?.chances ?? {}).sort(([a], [b]) => Number(b === first) - Number(a === first));
  const isReady = new Set(fighters.filter(({ id }) => countIn(roster, id) > 0).map(({ side }) => side)).size > 1;
  return {
    rows,
    isReady,
    isRunning,
    isFirst: forecast === null,
    hasResult: result !== null,
    hasLevels: fighters.some(({ id }) => levelFields.has(id)),
    isChosenChanged: fighters.some(({ id }) => countIn(roster, id) !== 1 || id in levels),
    progress: {
      fights: played,
      all: forecast?.fights ?? 0,
      percent: forecast ? percentOf(played / forecast.fights) : 0,
      label: forecast ? text('CADENCE.App.Forecast.progress', { fights: played, all: forecast.fights }) : '',
    },
    notes: notesOf(input, fighters, nameOf),
    difficulty: forecast && difficultyText(encounter, forecast),
    sides: chances.map(([side, share]) => sideContext(sideText(side), share, side === first)),
    undecided:
      result && result.undecided > 0
        ? text('CADENCE.App.Forecast.undecided', { percent: Math.max(1, percentOf(result.undecided / played)) })
        : '',
    rounds: result ? roughly(result.rounds) : '',
    seconds: result ? roughly(result.seconds) : '',
    matters: mattersOf(result?.fighters ?? []).flatMap(({ fighter, side, matters }) => {
      const name = names.get(fighter);
      const facts = { side: sideText(side), points: percentOf(matters) };
      return name === undefined ? [] : text('CADENCE.App.Forecast.matter', { name, ...facts });
    }),
  };
}

const levelContext = (field: LevelField | undefined, chosen: number | undefined) =>
  field && { value: chosen ?? field.level, min: field.min, max: field.max, isChanged: chosen !== undefined };

function sideContext(name: string, { value, low, high }: Share, isPlayers: boolean) {
  const percents = { percent: percentOf(value), low: percentOf(low), high: percentOf(high) };
  return {
    name,
    isPlayers,
    percents,
    percent: percentText(value),
    interval: text('CADENCE.App.Forecast.interval', percents),
    aria: text('CADENCE.App.Forecast.side', { side: name, ...percents }),
  };
}

/** Without a forecast of it, such as for the fallen, nothing is said. */
const fighterContext = (forecast: FighterForecast | undefined) => ({
  isKnown: forecast !== undefined,
  falls: forecast ? percentText(forecast.falls) : '–',
  health: forecast ? percentText(forecast.health) : '–',
  fill: forecast ? percentOf(forecast.health) : 0,
});

/** Returns the fighters whose fall costs their side most; none whose fall costs nothing. That of the only one of a side is its defeat. */
const mattersOf = (fighters: readonly FighterForecast[]) =>
  fighters
    .filter(({ fighter, side }) => fighters.some((other) => other.side === side && other.fighter !== fighter))
    .flatMap((each) => (each.matters !== null && percentOf(each.matters) > 0 ? { ...each, matters: each.matters } : []))
    .sort((a, b) => b.matters - a.matters)
    .slice(0, MOST_MATTERS);

/** Returns what a reader must know of the numbers: which fight they are of, and how many were played. */
function notesOf(
  { roster, levels, forecast, isOld }: ForecastWindowInput,
  fighters: readonly Fighter[],
  nameOf: (fighter: Fighter) => string,
) {
  if (!forecast) return [];
  const { status, result, fights } = forecast;
  const played = result?.fights ?? 0;
  const count = { fights: played, all: fights };
  const isOther = fighters.some(
    ({ id }) =>
      countIn(roster, id) !== countIn(forecast.roster, id) || lookup(levels, id) !== lookup(forecast.levels, id),
  );
  const changes = fighters.flatMap((fighter) => {
    const count = countIn(forecast.roster, fighter.id);
    const level = lookup(forecast.levels, fighter.id);
    const name = nameOf(fighter);
    if (count === 0) return text('CADENCE.App.Forecast.without', { name });
    return [
      ...(count > 1 ? [text('CADENCE.App.Forecast.times', { name, count })] : []),
      ...(level === undefined ? [] : [text('CADENCE.App.Forecast.atLevel', { name, level })]),
    ];
  });
  return [
    ...(forecast.isChanged && changes.length > 0
      ? [{ id: 'changed', text: text('CADENCE.App.Forecast.changed', { changes: changes.join(', ') }) }]
      : []),
    ...(isOther ? [{ id: 'other', text: text('CADENCE.App.Forecast.other') }] : []),
    ...(isOld ? [{ id: 'old', text: text('CADENCE.App.Forecast.old') }] : []),
    ...(status === 'stopped' ? [{ id: 'stopped', text: text('CADENCE.App.Forecast.stopped', count) }] : []),
    ...(status === 'finished' ? [{ id: 'finished', text: text('CADENCE.App.Forecast.finished', count) }] : []),
  ];
}
