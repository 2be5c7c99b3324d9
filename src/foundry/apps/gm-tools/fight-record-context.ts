import type { FightRecord, FightReplay } from '../../../encounter/fight-record';
import { summarizeFight } from '../../../encounter/fight-summary';
import type { Ruleset } from '../../../encounter/ruleset';
import { isNeutral } from '../../../encounter/sides';
import type { Fighter, FighterId } from '../../../encounter/state';
import { GM } from '../../../kernel/ask';
import { text } from '../../platform/text';
import { Parts } from '../../views/parts';

const MASTER = { gm: true, owns: [], targets: [] };

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
  return rows
    .map((row) => {
      const { name = row.fighter, side = '' } = record.start.fighters[row.fighter] ?? {};
      const rate =
        row.attempts > 0 ? text('CADENCE.App.Record.rate', { successes: row.successes, attempts: row.attempts }) : '–';
      const rolls =
        row.best === null ? '–' : text('CADENCE.App.Record.rolls', { best: row.best, worst: row.worst ?? 0 });
      return { ...row, name, side, img: facesOf(row.fighter), rate, rolls };
    })
    .sort((a, b) => b.given - a.given);
}

/** Returns the watched moment of a record: its command, and the fighters with what they have left. */
export function momentContext(ruleset: Ruleset, replay: FightReplay, facesOf: (id: FighterId) => string) {
  const { rows, clock } = ruleset.views.tracker(replay.encounter, MASTER);
  const nameOf = (id: FighterId): string => replay.encounter.fighters[id]?.name ?? text('CADENCE.App.unseen');
  const parts = new Parts(ruleset.id).withGauges(rows.flatMap(({ gauges }) => gauges)).withNames(nameOf);
  const last = replay.record.exchanges[replay.position - 1]?.command;
  const action = last ? parts.localize({ key: `Action.${last.do}.label` }) : '';
  const facts = {
    action,
    name: last && last.by !== GM ? nameOf(last.by) : '',
    target: last?.at ? nameOf(last.at) : '',
  };
  const sentence = facts.name === '' ? 'command' : facts.target === '' ? 'by' : 'byAt';
  return {
    position: replay.position,
    length: replay.length,
    isFirst: replay.position === 0,
    isLast: replay.position === replay.length,
    clock: parts.localize(clock),
    command: last ? text(`CADENCE.App.Record.${sentence}`, facts) : text('CADENCE.App.Record.beginning'),
    fighters: rows.map(({ id, gauges, badges, out }) => ({
      ...{ id, out, name: nameOf(id), img: facesOf(id) },
      gauges: gauges.map((gauge) => parts.gauge(gauge)),
      badges: badges.map((badge) => parts.badge(badge)),
    })),
  };
}
