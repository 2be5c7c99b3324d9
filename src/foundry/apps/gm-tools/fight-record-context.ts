import { type FightRecord, FightReplay, MASTER } from '../../../encounter/fight-record';
import { summarizeFight, waitTimesIn } from '../../../encounter/fight-summary';
import type { Ruleset } from '../../../encounter/ruleset';
import { isNeutral } from '../../../encounter/sides';
import type { Fighter, FighterId } from '../../../encounter/state';
import { GM } from '../../../kernel/ask';
import { lookup } from '../../../kernel/lookup';
import { turningPointIn, winnerIn } from '../../../opponent/turning-point';
import { findText, text } from '../../platform/text';
import { Parts } from '../../views/parts';
import type { FightChances } from './fight-chances';

/** The fighters of a record that did something or can do something; a stone only stands there. */
function participants({ start, exchanges }: FightRecord): readonly Fighter[] {
  const active = new Set(exchanges.flatMap(({ command }) => [command.by, command.at]));
  return Object.values(start.fighters).filter((fighter) => active.has(fighter.id) || !isNeutral(fighter));
}

/** Returns the table of who did what, the most damage first. */
export function summaryContext(record: FightRecord, facesOf: (id: FighterId) => string) {
  const fighters = participants(record);
  const rows = summarizeFight(
    fighters.map(({ id }) => id),
    record.exchanges,
  );
  const waits = waitTimesIn(record);
  return rows
    .map((row) => {
      const { name = row.fighter, side = '' } = record.start.fighters[row.fighter] ?? {};
      const rate =
        row.attempts > 0 ? text('CADENCE.App.Record.rate', { successes: row.successes, attempts: row.attempts }) : '–';
      const rolls =
        row.best === null ? '–' : text('CADENCE.App.Record.rolls', { best: row.best, worst: row.worst ?? 0 });
      const wait = waits.get(row.fighter);
      return { ...row, name, side, img: facesOf(row.fighter), rate, rolls, time: wait ? durationText(wait) : '–' };
    })
    .sort((a, b) => b.given - a.given);
}

/** Returns minutes and seconds. */
function durationText(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Returns the watched moment of a record: its command, and the fighters with what they have left. */
export function momentContext(ruleset: Ruleset, replay: FightReplay, facesOf: (id: FighterId) => string) {
  const { rows, clock } = ruleset.views.tracker(replay.encounter, MASTER);
  const nameOf = (id: FighterId): string => replay.encounter.fighters[id]?.name ?? text('CADENCE.App.unseen');
  const parts = new Parts(ruleset.id).withGauges(rows.flatMap(({ gauges }) => gauges)).withNames(nameOf);
  return {
    position: replay.position,
    length: replay.length,
    isFirst: replay.position === 0,
    isLast: replay.position === replay.length,
    clock: parts.localize(clock),
    command: commandText(parts, replay, nameOf),
    fighters: rows.map(({ id, gauges, badges, out }) => ({
      ...{ id, out, name: nameOf(id), img: facesOf(id) },
      gauges: gauges.map((gauge) => parts.gauge(gauge)),
      badges: badges.map((badge) => parts.badge(badge)),
    })),
  };
}

/** Returns what happened last before a moment. */
function commandText(parts: Parts, { record, position }: FightReplay, nameOf: (id: FighterId) => string): string {
  const last = record.exchanges[position - 1]?.command;
  if (!last) return text('CADENCE.App.Record.beginning');
  const facts = {
    action: parts.localize({ key: `Action.${last.do}.label` }),
    name: last.by === GM ? '' : nameOf(last.by),
    target: last.at ? nameOf(last.at) : '',
  };
  const sentence = `${facts.name === '' ? 'command' : 'by'}${facts.target === '' ? '' : 'At'}`;
  return text(`CADENCE.App.Record.${sentence}`, facts);
}

const percentOf = (share: number): number => Math.round(share * 100);

/** Returns the curve of the winner's chance and the turning point, as far as they are known. */
export function chancesContext(ruleset: Ruleset, replay: FightReplay, { moments, isRunning }: FightChances) {
  const { length } = replay;
  const side = winnerIn(moments);
  const chanceAt = (at: number): number => lookup(moments[at]?.chances, side ?? '') ?? 0;
  const sideText = side === null ? '' : (findText(ruleset.id, `Side.${side}`) ?? side);
  const points = moments.map(({ position }, at) => ({ position, percent: percentOf(chanceAt(at)) }));
  const list = points.map((point) => text('CADENCE.App.Record.chanceAt', point)).join(', ');
  const turningPoint = isRunning || side === null ? null : turningPointContext(ruleset, replay, moments, sideText);
  return {
    isRunning,
    isAsked: isRunning || moments.length > 0,
    curve: points.map(({ position, percent }) => `${(100 * position) / length},${100 - percent}`).join(' '),
    now: (100 * replay.position) / length,
    turn: turningPoint && (100 * turningPoint.position) / length,
    aria: text('CADENCE.App.Record.chances', { side: sideText, list }),
    label: text('CADENCE.App.Record.chanceOf', { side: sideText }),
    turningPoint,
    none: !isRunning && moments.length > 0 && !turningPoint,
  };
}

function turningPointContext(
  ruleset: Ruleset,
  { record }: FightReplay,
  moments: FightChances['moments'],
  side: string,
): { readonly position: number; readonly sentence: string } | null {
  const turn = turningPointIn(moments);
  if (!turn) return null;
  const at = new FightReplay(record);
  at.goTo(turn.position);
  const { clock, command } = momentContext(ruleset, at, () => '');
  const facts = { clock, command, side, before: percentOf(turn.before), after: percentOf(turn.after) };
  return {
    position: turn.position,
    sentence: text(`CADENCE.App.Record.${turn.width > 1 ? 'turnAbout' : 'turn'}`, facts),
  };
}
