import type { Roll } from './roll';
import type { DiceTerm, RollTerm } from './terms';

/** Options of a roll or a term, which are stored with it. */
export interface TermOptions {
  flavor?: string | undefined;
  /** How far a die is from what it was to reach. */
  marginSuccess?: number;
  /** While it is evaluated. */
  _force?: { minimize: boolean; maximize: boolean };
  [option: string]: unknown;
}

/** How a roll is evaluated. */
export interface EvaluationOptions {
  minimize?: boolean;
  maximize?: boolean;
  strict?: boolean;
  allowInteractive?: boolean;
}

/** What a term is stored as: its class, and what that class says of it. */
export interface TermData {
  class?: string;
  options?: TermOptions;
  evaluated?: boolean;
  [attribute: string]: unknown;
}

export type TermClass = typeof RollTerm;

/** `CONFIG.Dice`. T14: client/config.d.mts */
export interface DiceConfig {
  types: (typeof DiceTerm)[];
  terms: Record<string, typeof DiceTerm>;
  termTypes: Record<string, TermClass>;
  rolls: (typeof Roll)[];
  randomUniform: () => number;
  functions: Record<string, (...args: number[]) => number>;
  fulfillment: { defaultMethod: string; methods: object };
}
