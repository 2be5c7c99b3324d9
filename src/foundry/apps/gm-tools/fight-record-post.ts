import { type FightRecord, FightReplay } from '../../../encounter/fight-record';
import type { Ruleset } from '../../../encounter/ruleset';
import type { FighterId } from '../../../encounter/state';
import { askChoice } from '../../platform/confirmation';
import { text } from '../../platform/text';
import { render } from '../ui/templates';
import type { FightChances } from './fight-chances';
import { chancesContext, summaryContext } from './fight-record-context';

interface PostedFight {
  readonly ruleset: Ruleset;
  readonly record: FightRecord;
  readonly chances: FightChances | null;
  /** Fighters that players must not know of; null if that is unknown. */
  readonly hidden: ReadonlySet<FighterId> | null;
  /** Names under which players know fighters that are not revealed. */
  readonly disguises?: ReadonlyMap<FighterId, string>;
}

/** Posts what happened in a fight. If players may not know all its fighters, the GM chooses who reads what. */
export async function postSummary(fight: PostedFight): Promise<void> {
  const { hidden, record } = fight;
  const rows = summaryContext(record, () => '');
  const names = rows.filter(({ fighter }) => hidden?.has(fighter)).map(({ name }) => name);
  if (hidden && names.length === 0) return post(fight, new Set(), {});
  const choice = await askChoice({
    title: text('CADENCE.App.Record.post'),
    lines: [
      hidden
        ? text('CADENCE.App.Record.hiddenFighters', { names: names.join(', ') })
        : text('CADENCE.App.Record.unknownHidden'),
    ],
    buttons: {
      whisper: text('CADENCE.App.Record.toGamemasters'),
      public: text(`CADENCE.App.Record.${hidden ? 'withoutHidden' : 'toAll'}`),
    },
  });
  if (choice === 'whisper') await post(fight, new Set(), { whisper: ChatMessage.getWhisperRecipients('GM') });
  if (choice === 'public') await post(fight, hidden ?? new Set(), {});
}

async function post(
  { record, ruleset, chances, disguises = new Map() }: PostedFight,
  hidden: ReadonlySet<FighterId>,
  message: object,
): Promise<void> {
  const told = 'whisper' in message ? record : withoutSecrets(record);
  const shown = summaryContext(told, () => '').filter(({ fighter }) => !hidden.has(fighter));
  const rows = shown.map((row) => ({ ...row, name: disguises.get(row.fighter) ?? row.name }));
  const unnamed = new Set([...hidden, ...disguises.keys()]);
  const turningPoint = chances && turningPointText(ruleset, record, chances, unnamed, told !== record);
  const content = await render('gm-tools/fight-summary', { name: record.name, rows, turningPoint });
  await ChatMessage.implementation.create({ content, ...message } as ChatMessage.CreateData);
}

/** The best and worst rolls and the successes would tell dice that were kept from players. */
function withoutSecrets(record: FightRecord): FightRecord {
  const { exchanges, times = [], secret = [] } = record;
  if (secret.length === 0) return record;
  const kept = exchanges.flatMap((_, at) => (secret.includes(at) ? [] : at));
  return {
    ...record,
    exchanges: kept.flatMap((at) => exchanges[at] ?? []),
    times: times.flatMap(({ exchange, ...time }) =>
      kept.includes(exchange) ? { ...time, exchange: kept.indexOf(exchange) } : [],
    ),
  };
}

/** A turning point that a hidden fighter had a part in would tell of it. */
function turningPointText(
  ruleset: Ruleset,
  record: FightRecord,
  chances: FightChances,
  hidden: ReadonlySet<FighterId>,
  isPublic: boolean,
): string | undefined {
  const { turningPoint } = chancesContext(ruleset, new FightReplay(record), chances);
  const index = (turningPoint?.position ?? 0) - 1;
  if (isPublic && record.secret?.includes(index)) return undefined;
  const command = record.exchanges[index]?.command;
  const isTold = [command?.by, command?.at].some((id) => id !== undefined && hidden.has(id));
  return isTold ? undefined : turningPoint?.sentence;
}
