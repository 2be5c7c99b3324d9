import { CONFIG } from '../config';
import {
  applyModifiers,
  DIE_METHODS,
  DIE_MODIFIERS,
  type DieResult,
  type Modifiers,
  POOL_MODIFIERS,
  splitModifiers,
} from './modifiers';
import type { EvaluationOptions, TermClass, TermData, TermOptions } from './types';

/** T14: client/dice/terms/term.d.mts */
export class RollTerm {
  static SERIALIZE_ATTRIBUTES: string[] = [];
  options: TermOptions;
  _evaluated = false;
  isIntermediate = false;

  constructor({ options = {} }: TermData = {}) {
    this.options = options;
  }

  get expression(): string {
    return '';
  }

  get formula(): string {
    return this.options.flavor ? `${this.expression}[${this.options.flavor}]` : this.expression;
  }

  get total(): number | string | undefined {
    return undefined;
  }

  get flavor(): string {
    return this.options.flavor ?? '';
  }

  get isDeterministic(): boolean {
    return true;
  }

  get dice(): DiceTerm[] {
    return [];
  }

  async evaluate(options: EvaluationOptions = {}): Promise<this> {
    this._evaluate(options);
    this._evaluated = true;
    return this;
  }

  _evaluate(_options: EvaluationOptions): void {}

  toJSON(): TermData {
    const data: TermData = { class: this.constructor.name, options: this.options, evaluated: this._evaluated };
    for (const key of (this.constructor as TermClass).SERIALIZE_ATTRIBUTES) data[key] = Reflect.get(this, key);
    return data;
  }

  static fromData(data: TermData): RollTerm {
    const name = data.class ?? '';
    const cls = CONFIG['Dice'].termTypes[name] ?? TERMS[name];
    if (!cls) throw new Error(`Unable to recreate ${data.class} instance from provided data`);
    return cls._fromData(data);
  }

  static _fromData(data: TermData): RollTerm {
    const term = new this(data);
    term._evaluated = data.evaluated ?? true;
    return term;
  }
}

export class NumericTerm extends RollTerm {
  static override SERIALIZE_ATTRIBUTES = ['number'];
  number: number;

  constructor({ number, options }: TermData & { number?: number | string }) {
    super({ options });
    this.number = Number(number);
  }

  override get expression() {
    return String(this.number);
  }

  override get total() {
    return this.number;
  }
}

export class OperatorTerm extends RollTerm {
  static override SERIALIZE_ATTRIBUTES = ['operator'];
  operator: string;

  constructor({ operator = '+', options }: TermData & { operator?: string | undefined }) {
    super({ options });
    this.operator = operator;
  }

  override get expression() {
    return ` ${this.operator} `;
  }

  override get total() {
    return ` ${this.operator} `;
  }
}

export class StringTerm extends RollTerm {
  static override SERIALIZE_ATTRIBUTES = ['term'];
  term: string;

  constructor({ term = '', options }: TermData & { term?: string }) {
    super({ options });
    this.term = term;
  }

  override get expression() {
    return this.term;
  }

  override get total() {
    return this.term;
  }

  override _evaluate() {
    throw new Error(`Unresolved StringTerm ${this.term} requested for evaluation`);
  }
}

interface DiceData extends TermData {
  number?: number;
  faces?: number;
  modifiers?: string[];
  results?: DieResult[];
}

/** T14: client/dice/terms/dice.d.mts */
export class DiceTerm extends RollTerm {
  static DENOMINATION = '';
  static MODIFIERS: Modifiers = {};
  static override SERIALIZE_ATTRIBUTES = ['number', 'faces', 'modifiers', 'results', 'method'];
  number: number;
  faces: number;
  modifiers: string[];
  results: DieResult[];
  method: string | null = null;

  constructor({ number = 1, faces = 6, modifiers = [], results = [], options = {} }: DiceData = {}) {
    super({ options });
    this.number = Number(number);
    this.faces = Number(faces);
    this.modifiers = modifiers;
    this.results = results;
    if (results.length > 0) this._evaluated = true;
  }

  get denomination(): string {
    return (this.constructor as typeof DiceTerm).DENOMINATION;
  }

  override get expression() {
    const kind = this.denomination === 'd' ? this.faces : this.denomination;
    return `${this.number}d${kind}${this.modifiers.join('')}`;
  }

  override get isDeterministic() {
    return false;
  }

  override get dice(): DiceTerm[] {
    return [this];
  }

  override get total(): number | undefined {
    if (!this._evaluated) return undefined;
    if (this.options.marginSuccess !== undefined) return this.options.marginSuccess;
    return this.values.reduce((sum, value) => sum + value, 0);
  }

  get values(): number[] {
    return this.results.filter((result) => result.active).map((result) => result.count ?? result.result);
  }

  mapRandomFace(random: number): number {
    return Math.ceil((1 - random) * this.faces);
  }

  throwDie(): DieResult {
    const { minimize, maximize } = this.options._force ?? {};
    const result = minimize ? 1 : maximize ? this.faces : this.mapRandomFace(CONFIG['Dice'].randomUniform());
    return { result: Math.min(Math.max(result, 1), this.faces), active: true };
  }

  override _evaluate({ minimize = false, maximize = false }: EvaluationOptions = {}) {
    if (this.number > 999) throw new Error('You may not evaluate a DiceTerm with more than 999 requested results');
    this.options._force = { minimize, maximize };
    for (let i = this.results.length; i < this.number; i++) this.results.push(this.throwDie());
    this.modifiers = applyModifiers(this, this.modifiers, (this.constructor as typeof DiceTerm).MODIFIERS);
    delete this.options._force;
  }

  getResultLabel(result: DieResult): string {
    return String(result.result);
  }

  getResultCSS(result: DieResult): (string | null)[] {
    const special = result.success !== undefined || result.failure !== undefined;
    return [
      'die',
      `d${this.faces}`,
      result.success ? 'success' : null,
      result.failure ? 'failure' : null,
      result.rerolled ? 'rerolled' : null,
      result.exploded ? 'exploded' : null,
      result.discarded ? 'discarded' : null,
      !special && result.result === 1 ? 'min' : null,
      !special && result.result === this.faces ? 'max' : null,
    ];
  }

  getTooltipData() {
    return {
      formula: this.expression,
      total: this.total,
      faces: this.faces,
      flavor: this.flavor,
      rolls: this.results.map((result) => ({
        result: this.getResultLabel(result),
        classes: this.getResultCSS(result).filter(Boolean).join(' '),
      })),
    };
  }
}

export class Die extends DiceTerm {
  static override DENOMINATION = 'd';
  /** Packages add commands of their own (Splittermond `MODIFIERS.ri`). */
  static override MODIFIERS: Modifiers = { ...DIE_MODIFIERS };
}
Object.assign(Die.prototype, DIE_METHODS);

export class Coin extends DiceTerm {
  static override DENOMINATION = 'c';

  constructor(data: DiceData = {}) {
    super({ ...data, faces: 2 });
  }

  override throwDie(): DieResult {
    return { result: super.throwDie().result - 1, active: true };
  }
}

export class FateDie extends DiceTerm {
  static override DENOMINATION = 'f';
  static override MODIFIERS: Modifiers = { r: 'reroll', rr: 'rerollRecursive', ...POOL_MODIFIERS };

  constructor(data: DiceData = {}) {
    super({ ...data, faces: 3 });
  }

  override throwDie(): DieResult {
    return { result: super.throwDie().result - 2, active: true };
  }
}

Object.assign(FateDie.prototype, DIE_METHODS);

const TERMS: Record<string, TermClass> = {
  RollTerm,
  NumericTerm,
  OperatorTerm,
  StringTerm,
  DiceTerm,
  Die,
  Coin,
  FateDie,
};
/** Registers terms that contain rolls, which avoids a circular import. */
export const registerTerms = (terms: Record<string, TermClass>) => Object.assign(TERMS, terms);
export const parseModifiers = splitModifiers;
