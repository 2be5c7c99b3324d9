import type { FightForecast } from '../../src/opponent/forecast-fight';
import type { ThreatQuestion } from '../../src/opponent/measure-threat';
import type { ThreatRating } from '../../src/opponent/threat-rating';
import type { Roster } from '../../src/opponent/what-if';
import type { OpenAsk } from './documents';

/* What windows show, as tests read it. */

export interface BrowserEntry {
  readonly uuid: string;
  readonly name: string;
  readonly kind: string;
  readonly pack: string;
  readonly threat: ThreatRating | null;
  readonly values: Readonly<Record<string, readonly { readonly value: number | string; readonly label: string }[]>>;
}

export type FighterLevels = Readonly<Record<string, number>>;

export interface LevelField {
  readonly level: number;
  clamp(level: number): number;
}

export interface ForecastChange {
  readonly roster?: Roster;
  readonly levels?: FighterLevels;
}

export interface ForecastLimits {
  readonly fights: number;
  readonly budget: number;
}

export interface EncounterForecast {
  readonly status: string;
  readonly result: FightForecast | null;
}

export interface FightThreats {
  readonly heroes: number;
  readonly foes: readonly (ThreatRating | null)[];
}

export interface ThreatMeasurement {
  readonly isRunning: boolean;
  readonly fights: number;
  readonly foes: readonly { readonly name: string; readonly question: ThreatQuestion }[];
  stop(): void;
}

export interface BrowserQuery {
  readonly name: string;
  readonly kind: string;
  readonly filters: Readonly<Record<string, { readonly is?: string; readonly from?: number; readonly to?: number }>>;
}

export interface ShownFilter {
  readonly label: string;
  readonly numbers: boolean;
  readonly least?: number | string;
  readonly most?: number | string;
  readonly options: readonly { readonly label: string }[];
}

export interface ShownFoes {
  readonly isOn: boolean;
  readonly line: string;
  readonly isPaused: boolean;
  readonly toggles: ReadonlyMap<string, string>;
  isAnswering(asked: OpenAsk): boolean;
}
