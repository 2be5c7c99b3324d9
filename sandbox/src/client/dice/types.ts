import type { Roll } from './roll';
import type { DiceTerm, RollTerm } from './terms';

/** Serialized with the roll or term. */
export interface TermOptions {
  flavor?: string | undefined;
  /** Set by the modifier `ms`: the difference to the target. */
  marginSuccess?: number;
  /** Set only during evaluation. */
  _force?: { minimize: boolean; maximize: boolean };
  [option: string]: unknown;
}

export interface EvaluationOptions {
  minimize?: boolean;
  maximize?: boolean;
  strict?: boolean;
  allowInteractive?: boolean;
}

/** The serialized form of a term: its class and the attributes of that class. */
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
