import { checkFightRecord, type FightRecord, FightReplay, readFightRecord } from '../../../encounter/fight-record';
import type { FighterId } from '../../../encounter/state';
import type { Adapter } from '../../adapters/adapter';
import { loadAdapter } from '../../adapters/registry';
import { clearPlaces, showPlaces } from '../../canvas/replay';
import type { ExchangeDocument } from '../../host/exchange-document';
import { notify } from '../../platform/notice';
import { text } from '../../platform/text';
import { isInput, targetOf } from '../../views/pages';
import { patchParts } from '../ui/patch';
import { render, templatePart } from '../ui/templates';
import { type Context, HandlebarsWindow, type RenderOptions } from '../ui/window-bases';
import { FightChances } from './fight-chances';
import { chancesContext, momentContext, summaryContext } from './fight-record-context';
import { facesIn, recordOf } from './fight-record-source';

const NO_FACE = 'icons/svg/mystery-man.svg';

/** For the GM: what happened in a fight, to post or to export, and to watch again. */
class FightRecordWindow extends HandlebarsWindow {
  static override DEFAULT_OPTIONS = {
    id: 'cadence-record',
    classes: ['cadence', 'cadence-record'],
    position: { width: 620, height: 640 },
    window: { title: 'CADENCE.App.Record.title', icon: 'fa-solid fa-scroll', resizable: true },
    actions: {
      post: FightRecordWindow.onPost,
      export: FightRecordWindow.onExport,
      exportScenario: FightRecordWindow.onExportScenario,
      chances: FightRecordWindow.onChances,
      turningPoint: FightRecordWindow.onTurningPoint,
      open: FightRecordWindow.onOpen,
      back: FightRecordWindow.onBack,
      forward: FightRecordWindow.onForward,
    },
  };

  static override PARTS = { record: templatePart('gm-tools/fight-record-window', ['.cadence-record__all']) };

  #record: FightRecord | null = null;
  #replay: FightReplay | null = null;
  #adapter: Adapter | null = null;
  #faces: ReadonlyMap<FighterId, string> = new Map();
  /** Where the rules now differ from the record; empty if they do not. */
  #fault = '';
  #chances: FightChances | null = null;

  async show(record: FightRecord | null, faces: ReadonlyMap<FighterId, string>): Promise<void> {
    this.#record = record;
    this.#faces = faces;
    this.#adapter = record ? await loadAdapter(record.ruleset) : null;
    this.#replay = record && new FightReplay(record);
    this.#replay?.goTo(Number.POSITIVE_INFINITY);
    this.#fault = '';
    this.#chances?.stop();
    this.#chances = this.#chancesOf(record);
    await this.render({ force: true });
  }

  /** Null for a ruleset that cannot forecast. */
  #chancesOf(record: FightRecord | null): FightChances | null {
    const ruleset = this.#adapter?.ruleset;
    if (!record || !ruleset?.loadWorth || record.exchanges.length === 0) return null;
    return new FightChances(ruleset, record, () => void (this.rendered && this.render()));
  }

  protected override async _prepareContext(options: RenderOptions): Promise<Context> {
    const context = await super._prepareContext(options);
    const faceOf = (id: FighterId): string => this.#faces.get(id) ?? NO_FACE;
    const [record, replay, adapter] = [this.#record, this.#replay, this.#adapter];
    const isWatched = adapter && replay && replay.length > 0;
    return Object.assign(context, {
      name: record?.name ?? '',
      manual:
        record && record.changedManually > 0
          ? text('CADENCE.App.Record.manual', { count: record.changedManually })
          : '',
      fault: this.#fault,
      rows: record ? summaryContext(record, faceOf) : [],
      moment: isWatched ? momentContext(adapter.ruleset, replay, faceOf) : null,
      chances: isWatched && this.#chances ? chancesContext(adapter.ruleset, replay, this.#chances) : null,
    });
  }

  protected override async _onFirstRender(context: Context, options: RenderOptions): Promise<void> {
    await super._onFirstRender(context, options);
    this.element.addEventListener('input', (event) => {
      const input = targetOf(event);
      if (isInput(input) && input.type === 'range') void this.#goTo(Number(input.value));
    });
    this.element.addEventListener('change', (event) => {
      const input = targetOf(event);
      const file = isInput(input) && input.type === 'file' ? input.files?.[0] : undefined;
      if (file) void this.#read(file);
    });
  }

  protected override _replaceHTML(result: Record<string, HTMLElement>, content: HTMLElement, options: RenderOptions) {
    super._replaceHTML(patchParts(this.parts, result), content, options);
  }

  protected override _onClose(options: object): void {
    super._onClose(options);
    this.#chances?.stop();
    clearPlaces();
  }

  async #goTo(position: number): Promise<void> {
    const replay = this.#replay;
    if (!replay) return;
    replay.goTo(position);
    showPlaces(Object.values(replay.encounter.fighters));
    await this.render();
  }

  /** Opens a record from a file, and checks it against the rules as they are now. */
  async #read(file: File): Promise<void> {
    const record = readFightRecord(await file.text());
    const adapter = record && (await loadAdapter(record.ruleset));
    if (!record || !adapter || !isWatchable(record, adapter))
      return notify('warn', text('CADENCE.App.Record.unreadable', { file: file.name }));
    await this.show(record, new Map());
    const fault = checkFightRecord(adapter.ruleset, record);
    if (!fault) return;
    this.#fault = text('CADENCE.App.Record.differs', { number: fault.exchange + 1, detail: fault.detail });
    await this.render();
  }

  static async onPost(this: FightRecordWindow): Promise<void> {
    const record = this.#record;
    if (!record) return;
    const rows = summaryContext(record, () => '');
    const turningPoint = this.#turningPoint()?.sentence;
    const content = await render('gm-tools/fight-summary', { name: record.name, rows, turningPoint });
    await ChatMessage.implementation.create({ content } as ChatMessage.CreateData);
  }

  #turningPoint() {
    const [ruleset, record, chances] = [this.#adapter?.ruleset, this.#record, this.#chances];
    return ruleset && record && chances ? chancesContext(ruleset, new FightReplay(record), chances).turningPoint : null;
  }

  static onExport(this: FightRecordWindow): void {
    if (this.#record) save(this.#record, JSON.stringify(this.#record), 'application/json', 'cadence-fight.json');
  }

  static async onExportScenario(this: FightRecordWindow): Promise<void> {
    const [ruleset, record] = [this.#adapter?.ruleset, this.#record];
    if (!ruleset || !record) return;
    const { scenarioTextOf } = await import('../../../encounter/fight-scenario');
    save(record, scenarioTextOf(ruleset, record), 'application/yaml', 'yaml');
  }

  static async onChances(this: FightRecordWindow): Promise<void> {
    const running = this.#chances?.start();
    await this.render();
    await running;
  }

  static async onTurningPoint(this: FightRecordWindow): Promise<void> {
    await this.#goTo(this.#turningPoint()?.position ?? 0);
  }

  static onOpen(this: FightRecordWindow): void {
    this.element.querySelector<HTMLInputElement>('input[type="file"]')?.click();
  }

  static async onBack(this: FightRecordWindow): Promise<void> {
    await this.#goTo((this.#replay?.position ?? 0) - 1);
  }

  static async onForward(this: FightRecordWindow): Promise<void> {
    await this.#goTo((this.#replay?.position ?? 0) + 1);
  }
}

function save({ name }: FightRecord, content: string, type: string, extension: string): void {
  // T14: client/utils/helpers.d.mts
  foundry.utils.saveDataToFile(content, type, `${name.slugify({ strict: true }) || 'fight'}.${extension}`);
}

/** Returns true if every moment can be shown: a file may contain anything. */
function isWatchable(record: FightRecord, { ruleset }: Adapter): boolean {
  try {
    const replay = new FightReplay(record);
    replay.goTo(replay.length);
    momentContext(ruleset, replay, () => '');
    summaryContext(record, () => '');
    return true;
  } catch {
    return false;
  }
}

let openWindow: FightRecordWindow | null = null;

/** Shows the record of a fight as it is now; it stays when the encounter is deleted. */
export async function showFightRecord(host: ExchangeDocument | null): Promise<void> {
  if (!game.user.isGM) return;
  openWindow = openWindow?.rendered ? openWindow : new FightRecordWindow();
  await openWindow.show(host && recordOf(host), host ? facesIn(host) : new Map());
}
