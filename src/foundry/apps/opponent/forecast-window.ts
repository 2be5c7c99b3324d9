import { countIn, type Roster } from '../../../opponent/what-if';
import { onChange } from '../../host/changes';
import { documentsOf, type ExchangeDocument, isAvailable } from '../../host/exchange-document';
import { type FighterLevels, type LevelField, levelFieldOf } from '../../host/fighter-variants';
import { facesOf, fightOf } from '../../views/fight';
import { isInput, targetOf } from '../../views/pages';
import { patchParts } from '../ui/patch';
import { Redraw } from '../ui/redraw';
import { templatePart } from '../ui/templates';
import { type Context, HandlebarsWindow, openWindowOf, type RenderOptions } from '../ui/window-bases';
import { forecastContext, MOST_COPIES, registerForecastLabels } from './forecast-context';
import { forecastOf, onForecast, startForecast } from './forecast-run';
import { measureContext } from './measure-context';
import { measurementOf, onMeasurement, startMeasurement } from './measure-run';
import { loadFightThreats, threatContext } from './threat-context';

/**
 * Forecasts an encounter for the GM, as it is now or with other fighters, and measures its foes. Closing it stops
 * neither.
 */
class ForecastWindow extends HandlebarsWindow {
  static override DEFAULT_OPTIONS = {
    id: 'cadence-forecast',
    classes: ['cadence', 'cadence-forecast'],
    position: { width: 560, height: 640 },
    window: { title: 'CADENCE.App.Forecast.title', icon: 'fa-solid fa-scale-balanced', resizable: true },
    actions: {
      run: ForecastWindow.onRun,
      cancel: ForecastWindow.onCancel,
      more: ForecastWindow.onMore,
      fewer: ForecastWindow.onFewer,
      reset: ForecastWindow.onReset,
      measure: ForecastWindow.onMeasure,
      cancelMeasure: ForecastWindow.onCancelMeasure,
    },
  };

  static override PARTS = { forecast: templatePart('opponent/forecast-window', ['.cadence-forecast__scroll']) };

  #host: ExchangeDocument | null = null;
  #roster: Roster = {};
  #levels: FighterLevels = {};
  #stops: readonly (() => unknown)[] = [];
  readonly #redraw = new Redraw(() => (this.rendered ? this.#update() : undefined));

  showFor(host: ExchangeDocument): Promise<this> {
    if (host !== this.#host) {
      const { roster = {}, levels = {} } = forecastOf(host) ?? {};
      this.#roster = roster;
      this.#levels = levels;
      this.#host = host;
    }
    return this.render({ force: true });
  }

  async #update(): Promise<void> {
    const isGone = this.#host && !isAvailable(this.#host);
    await (isGone ? this.close() : this.render());
  }

  protected override async _prepareContext(options: RenderOptions): Promise<Context> {
    const context = await super._prepareContext(options);
    const fight = fightOf(this.#host);
    if (!fight) return context;
    const { host, encounter } = fight;
    const forecast = forecastOf(host);
    const isOld = forecast !== null && !forecast.isOf(fight);
    const threats = await loadFightThreats(fight, this.#roster);
    const threat = threatContext(threats);
    const chosen = { roster: this.#roster, levels: this.#levels };
    const levelFields = new Map(
      Object.keys(encounter.fighters).flatMap((id): [string, LevelField][] => {
        const field = this.#levelFieldOf(id);
        return field ? [[id, field]] : [];
      }),
    );
    return Object.assign(
      context,
      forecastContext({ encounter, faces: facesOf(host), ...chosen, levelFields, forecast, isOld }),
      { threat: threat && { ...threat, measure: measureContext(threats, measurementOf(host)) } },
    );
  }

  protected override async _onFirstRender(context: Context, options: RenderOptions): Promise<void> {
    await super._onFirstRender(context, options);
    const redraw = (): void => void this.#redraw.request();
    const redrawFor = (host: ExchangeDocument): unknown => host === this.#host && redraw();
    this.#stops = [onChange(redraw), onForecast(redrawFor), onMeasurement(redrawFor)];
    this.element.addEventListener('change', (event) => void this.#change(event));
  }

  /** Colors are those of the ruleset. */
  protected override async _onRender(context: Context, options: RenderOptions): Promise<void> {
    await super._onRender(context, options);
    this.element.dataset.ruleset = fightOf(this.#host)?.adapter.ruleset.id ?? '';
  }

  protected override _onClose(options: object): void {
    super._onClose(options);
    for (const stop of this.#stops) stop();
  }

  protected override _replaceHTML(result: Record<string, HTMLElement>, content: HTMLElement, options: RenderOptions) {
    super._replaceHTML(patchParts(this.parts, result), content, options);
  }

  async #setCount(id: string | undefined, count: number): Promise<void> {
    if (id) this.#roster = { ...this.#roster, [id]: Math.max(0, Math.min(count, MOST_COPIES)) };
    await this.render();
  }

  #levelFieldOf(id: string): LevelField | null {
    const fight = fightOf(this.#host);
    return fight && levelFieldOf(fight.adapter, documentsOf(fight.host, id).actor);
  }

  /** Shows the level as it is accepted. */
  async #setLevel(id: string | undefined, input: HTMLInputElement): Promise<void> {
    const field = id && this.#levelFieldOf(id);
    if (!field) return;
    const { [id]: before = field.level, ...others } = this.#levels;
    const typed = input.valueAsNumber;
    const level = Number.isFinite(typed) ? field.clamp(typed) : before;
    input.value = String(level);
    this.#levels = level === field.level ? others : { ...others, [id]: level };
    await this.render();
  }

  async #change(event: Event): Promise<void> {
    const input = targetOf(event);
    if (!isInput(input)) return;
    if (input.type === 'number') await this.#setLevel(rowAt(input), input);
    else await this.#setCount(rowAt(input), Number(input.checked));
  }

  static async onMore(this: ForecastWindow, _event: PointerEvent, button: HTMLElement): Promise<void> {
    const id = rowAt(button);
    await this.#setCount(id, countIn(this.#roster, id ?? '') + 1);
  }

  static async onFewer(this: ForecastWindow, _event: PointerEvent, button: HTMLElement): Promise<void> {
    const id = rowAt(button);
    await this.#setCount(id, countIn(this.#roster, id ?? '') - 1);
  }

  static async onReset(this: ForecastWindow): Promise<void> {
    this.#roster = {};
    this.#levels = {};
    await this.render();
  }

  static async onRun(this: ForecastWindow): Promise<void> {
    const fight = fightOf(this.#host);
    if (fight) startForecast(fight, { roster: this.#roster, levels: this.#levels });
    await this.render();
  }

  static async onCancel(this: ForecastWindow): Promise<void> {
    if (this.#host) forecastOf(this.#host)?.stop();
    await this.render();
  }

  static async onMeasure(this: ForecastWindow): Promise<void> {
    const fight = fightOf(this.#host);
    if (fight) await startMeasurement(fight, this.#roster);
    await this.render();
  }

  static async onCancelMeasure(this: ForecastWindow): Promise<void> {
    if (this.#host) measurementOf(this.#host)?.stop();
    await this.render();
  }
}

const rowAt = (target: HTMLElement): string | undefined =>
  target.closest<HTMLElement>('.cadence-forecast__fighter')?.dataset.id;

export async function showForecast(host: ExchangeDocument): Promise<void> {
  if (!game.user.isGM) return;
  registerForecastLabels();
  await (openWindowOf(ForecastWindow) ?? new ForecastWindow()).showFor(host);
}
