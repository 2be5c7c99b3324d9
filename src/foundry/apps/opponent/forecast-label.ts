import type { LoadedEncounter } from '../../views/fight';

/** The last forecast of a fight, as the tracker shows it. */
export interface ForecastLabel {
  readonly text: string;
  readonly tooltip: string;
  /** The fight has moved on since. */
  readonly old: boolean;
}

type LabelLookup = (fight: LoadedEncounter) => ForecastLabel | null;

/** Empty until the code of forecasts is loaded. */
let labelOf: LabelLookup = () => null;

/** Called by the code of forecasts, which is loaded on first use. */
export function setForecastLabels(lookup: LabelLookup): void {
  labelOf = lookup;
}

export const forecastLabelOf: LabelLookup = (fight) => labelOf(fight);
