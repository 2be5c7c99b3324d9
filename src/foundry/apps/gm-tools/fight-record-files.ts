import { checkFightRecord, type FightRecord, readFightRecord, unwatchableIn } from '../../../encounter/fight-record';
import { rulesFaultIn, type ShapeFault } from '../../../encounter/fight-record-shape';
import type { Ruleset } from '../../../encounter/ruleset';
import type { Adapter } from '../../adapters/adapter';
import { loadAdapter } from '../../adapters/registry';
import { askChoice } from '../../platform/confirmation';
import { notify } from '../../platform/notice';
import { text } from '../../platform/text';

/** A file of a record that can be watched. */
interface OpenedRecord {
  readonly record: FightRecord;
  readonly adapter: Adapter;
  /** Where the rules now differ from it; empty if they do not. */
  readonly difference: string;
}

/** Bytes. */
const LARGEST_FILE = 100_000_000;

/** Reads a record from a file and plays it by the rules as they are now. Tells the user what is wrong with another file. */
export async function openRecordFile(file: Pick<File, 'name' | 'size' | 'text'>): Promise<OpenedRecord | null> {
  const refuse = (key: string, facts: Readonly<Record<string, string | number>> = {}): null => {
    notify('warn', text(`CADENCE.App.Record.${key}`, { file: file.name, ...facts }));
    return null;
  };
  const refuseAt = ({ path, reason }: ShapeFault): null =>
    refuse('wrong', { what: text(`CADENCE.App.Record.Wrong.${reason}`, { path: path || file.name }) });
  if (file.size > LARGEST_FILE) return refuse('tooLarge');
  let fault: ShapeFault | null = null;
  const record = readFightRecord(await file.text(), (found) => {
    fault = found;
  });
  if (fault) return refuseAt(fault);
  const adapter = record && (await loadAdapter(record.ruleset));
  if (!record || !adapter) return refuse('unreadable');
  const { ruleset } = adapter;
  const unknown = rulesFaultIn(ruleset, record);
  if (unknown) return refuseAt(unknown);
  const unwatchable = unwatchableIn(ruleset, record);
  if (unwatchable) return refuse('unwatchable', numbered(unwatchable));
  const differing = checkFightRecord(ruleset, record);
  const difference = differing ? text('CADENCE.App.Record.differs', numbered(differing)) : '';
  return { record, adapter, difference };
}

interface Found {
  readonly exchange: number;
  readonly detail: string;
}

/** Longer details are no help. */
const LONGEST_DETAIL = 300;

const numbered = ({ exchange, detail }: Found): Readonly<Record<string, string | number>> => ({
  number: exchange + 1,
  detail: detail.slice(0, LONGEST_DETAIL),
});

/** Saves a record, if it could be opened again. */
export function saveRecord(record: FightRecord): void {
  const written = JSON.stringify(record);
  let fault: ShapeFault | null = null;
  readFightRecord(written, (found) => {
    fault = found;
  });
  if (fault) notifyUnwritable(fault);
  else save(record.name, written, 'application/json', 'cadence-fight.json');
}

const notifyUnwritable = ({ path, reason }: ShapeFault): void =>
  notify('warn', text('CADENCE.App.Record.unwritable', { what: text(`CADENCE.App.Record.Wrong.${reason}`, { path }) }));

/** Saves a record as a scenario file, with or without the names in it, as the user chooses. */
export async function saveScenario(ruleset: Ruleset, record: FightRecord): Promise<void> {
  const choice = await askChoice({
    title: text('CADENCE.App.Record.exportScenario'),
    lines: [text('CADENCE.App.Record.names')],
    buttons: { without: text('CADENCE.App.Record.withoutNames'), with: text('CADENCE.App.Record.withNames') },
  });
  if (choice === null) return;
  const { scenarioTextOf } = await import('../../../encounter/fight-scenario');
  const isAnonymous = choice === 'without';
  try {
    const written = scenarioTextOf(ruleset, record, { isAnonymous });
    save(isAnonymous ? ruleset.id : record.name, written, 'application/yaml', 'yaml');
  } catch (error) {
    // A record whose rules have changed since may be impossible to follow.
    const detail = (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_DETAIL);
    notify('warn', text('CADENCE.App.Record.noScenario', { detail }));
  }
}

/** Of a file's name. */
const LONGEST_NAME = 80;

function save(name: string, content: string, type: string, extension: string): void {
  const stem = name.slice(0, LONGEST_NAME).slugify({ strict: true }) || 'fight';
  // T14: client/utils/helpers.d.mts
  foundry.utils.saveDataToFile(content, type, `${stem}.${extension}`);
}
