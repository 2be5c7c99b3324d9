import { type FightRecord, FightReplay } from '../../../encounter/fight-record';
import type { FighterId } from '../../../encounter/state';
import type { Adapter } from '../../adapters/adapter';
import { loadAdapter } from '../../adapters/registry';
import { clearPlaces, showPlaces } from '../../canvas/replay';
import { combatantIn, type ExchangeDocument, imgOf, nameOf } from '../../host/exchange-document';
import { disguisesIn } from '../../host/hidden-names';
import { encounterOf } from '../../host/store';
import { text } from '../../platform/text';
import { isInput, targetOf } from '../../views/pages';
import { patchParts } from '../ui/patch';
import { templatePart } from '../ui/templates';
import { type Context, HandlebarsWindow, openWindowOf, type RenderOptions } from '../ui/window-bases';
import { FightChances } from './fight-chances';
import { chancesContext, momentContext, summaryContext } from './fight-record-context';
import { openRecordFile, saveRecord, saveScenario } from './fight-record-files';
import { postSummary } from './fight-record-post';
import { hiddenIn, recordOf } from './fight-record-source';

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
  /** The encounter of the record; null for a file. */
  #host: ExchangeDocument | null = null;
  /** Where the rules now differ from the record; empty if they do not. */
  #fault = '';
  #chances: FightChances | null = null;

  /** @param host null for a record from a file, with where the rules differ from it */
  async show(record: FightRecord | null, host: ExchangeDocument | null, fault = ''): Promise<void> {
    this.#record = record;
    this.#host = host;
    this.#faces = host ? facesIn(host) : new Map();
    this.#adapter = record ? await loadAdapter(record.ruleset) : null;
    this.#replay = record && new FightReplay(record);
    this.#replay?.goTo(Number.POSITIVE_INFINITY);
    this.#fault = fault;
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

  async #read(file: File): Promise<void> {
    const opened = await openRecordFile(file);
    if (opened) await this.show(opened.record, null, opened.difference);
  }

  static async onPost(this: FightRecordWindow): Promise<void> {
    const [ruleset, record] = [this.#adapter?.ruleset, this.#record];
    if (!ruleset || !record) return;
    const disguises = this.#host ? disguisesIn(this.#host) : undefined;
    const hidden = this.#hiddenFighters(record);
    await postSummary({ ruleset, record, chances: this.#chances, hidden, ...(disguises && { disguises }) });
  }

  /** Null if it is unknown who was hidden. */
  #hiddenFighters({ hidden, start }: FightRecord): ReadonlySet<FighterId> | null {
    return hidden ? new Set(hiddenIn(this.#host, Object.keys(start.fighters), hidden)) : null;
  }

  #turningPoint() {
    const [ruleset, record, chances] = [this.#adapter?.ruleset, this.#record, this.#chances];
    return ruleset && record && chances ? chancesContext(ruleset, new FightReplay(record), chances).turningPoint : null;
  }

  static onExport(this: FightRecordWindow): void {
    if (this.#record) saveRecord(this.#record);
  }

  static async onExportScenario(this: FightRecordWindow): Promise<void> {
    const [ruleset, record] = [this.#adapter?.ruleset, this.#record];
    if (ruleset && record) await saveScenario(ruleset, record);
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

function facesIn(host: ExchangeDocument): ReadonlyMap<FighterId, string> {
  const ids = Object.keys(encounterOf(host)?.fighters ?? {});
  return new Map(
    ids.flatMap((id): [FighterId, string][] => {
      const combatant = combatantIn(host, id);
      return combatant && nameOf(combatant) ? [[id, imgOf(combatant)]] : [];
    }),
  );
}

/** Shows the record of a fight as it is now; it stays when the encounter is deleted. */
export async function showFightRecord(host: ExchangeDocument | null): Promise<void> {
  if (!game.user.isGM) return;
  await (openWindowOf(FightRecordWindow) ?? new FightRecordWindow()).show(host && recordOf(host), host);
}
