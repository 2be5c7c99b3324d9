import { getProperty } from '../../shared/property';
import type { OperationOptions } from '../abstract/operations';
import { CONFIG } from '../config';
import type { ChatMessage } from '../documents/chat-message';
import type { Speaker } from '../documents/speaker';
import { calculate } from './arithmetic';
import { type Makers, RollParser } from './parser';
import { type DiceTerm, NumericTerm, OperatorTerm, RollTerm } from './terms';
import type { EvaluationOptions, TermData, TermOptions } from './types';

/** The serialized form of a roll. */
export interface RollData {
  class?: string;
  options?: TermOptions;
  dice?: unknown[];
  formula?: string;
  terms?: TermData[];
  total?: number | undefined;
  evaluated?: boolean;
}

interface RollRenderOptions {
  flavor?: string;
  template?: string;
  isPrivate?: boolean;
}

/** T14: client/dice/roll.d.mts; foundry-api.md section 8 */
export class Roll {
  static CHAT_TEMPLATE = 'templates/dice/roll.hbs';
  static TOOLTIP_TEMPLATE = 'templates/dice/tooltip.hbs';
  static makers: Makers;

  data: object;
  options: TermOptions;
  terms: RollTerm[];
  _formula: string;
  _evaluated = false;
  _total: number | undefined;

  constructor(formula: string, data: object = {}, options: TermOptions = {}) {
    this.data = data ?? {};
    this.options = options;
    this.terms = (this.constructor as typeof Roll).parse(String(formula), this.data);
    this._formula = (this.constructor as typeof Roll).getFormula(this.terms);
  }

  static create(formula: string, data: object = {}, options: TermOptions = {}): Roll {
    const cls = CONFIG['Dice'].rolls[0] ?? Roll;
    return new cls(formula, data, options);
  }

  /**
   * Evaluates an expression with the functions of Math in scope. Throws unless the result is a number. T14:
   * client/dice/roll.d.mts
   */
  static safeEval(expression: string): number {
    let result: unknown;
    try {
      // A function made of text is sloppy, so that `with` is allowed.
      result = new Function('sandbox', `with (sandbox) { return ${expression} }`)(Roll.MATH_PROXY);
    } catch {
      result = undefined;
    }
    if (typeof result !== 'number' || Number.isNaN(result))
      throw new Error(`Roll.safeEval produced a non-numeric result from expression "${expression}"`);
    return result;
  }

  /** Hides every global from an expression. T14: client/dice/roll.d.mts `MATH_PROXY` */
  static MATH_PROXY = new Proxy(Math, {
    has: () => true,
    get: (math, key) => (key === Symbol.unscopables ? undefined : Reflect.get(math, key)),
    set: () => false,
  });

  static get defaultImplementation() {
    return CONFIG['Dice'].rolls[0];
  }

  static parse(formula: string, data: object = {}): RollTerm[] {
    if (!formula) return [];
    return RollParser.parse(this.replaceFormulaData(formula, data), Roll.makers);
  }

  static replaceFormulaData(
    formula: string,
    data: object,
    { missing, warn = false }: { missing?: string; warn?: boolean } = {},
  ): string {
    return formula.replace(/@([a-z.0-9_-]+)/gi, (match, path) => {
      const value = getProperty(data, path);
      if (value === undefined || value === null) {
        if (warn) console.warn(`${match} is not in the roll data`);
        return missing !== undefined ? String(missing) : match;
      }
      if (typeof value !== 'object') return String(value).trim();
      return String(('value' in value ? value.value : null) ?? match);
    });
  }

  static getFormula(terms: RollTerm[]): string {
    return terms
      .map((term) => term.formula)
      .join('')
      .trim();
  }

  static validate(formula: string): boolean {
    try {
      const replaced = this.replaceFormulaData(formula, {}, { missing: '1' });
      return (
        this.parse(replaced).length > 0 &&
        !RollParser.parse(replaced, Roll.makers).some((term) => term.constructor.name === 'StringTerm')
      );
    } catch {
      return false;
    }
  }

  static fromTerms(terms: RollTerm[], options: TermOptions = {}): Roll {
    const roll = new this('', {}, options);
    roll.terms = terms;
    roll._formula = this.getFormula(terms);
    roll._evaluated = terms.length > 0 && terms.every((term) => term._evaluated);
    if (roll._evaluated) roll._total = roll._evaluateTotal();
    return roll;
  }

  get formula(): string {
    return this._formula;
  }

  /** 0 before evaluation (C13: `Number(this._total) || 0`; Splittermond's suite expects it). */
  get total(): number {
    return Number(this._total) || 0;
  }

  get product(): number | undefined {
    return this._total;
  }

  get result(): string {
    return this.terms
      .map((term) => term.total)
      .join('')
      .trim();
  }

  get dice(): DiceTerm[] {
    return this.terms.flatMap((term) => term.dice);
  }

  get isDeterministic(): boolean {
    return this.terms.every((term) => term.isDeterministic);
  }

  toString() {
    return this._formula;
  }

  async evaluate({ minimize = false, maximize = false }: EvaluationOptions = {}): Promise<this> {
    if (this._evaluated)
      throw new Error(`The ${this.constructor.name} has already been evaluated and is now immutable`);
    return this.evaluateNow({ minimize, maximize });
  }

  async roll(options: EvaluationOptions = {}): Promise<this> {
    return this.evaluate(options);
  }

  evaluateSync({ strict = true, minimize = false, maximize = false }: EvaluationOptions = {}): this {
    if (this._evaluated)
      throw new Error(`The ${this.constructor.name} has already been evaluated and is now immutable`);
    if (strict && !this.isDeterministic && !minimize && !maximize) {
      throw new Error('Non-deterministic terms cannot be evaluated synchronously');
    }
    return this.evaluateNow({ minimize, maximize });
  }

  /** Evaluates the terms in order; evaluated terms keep their results. */
  evaluateNow(options: EvaluationOptions = {}): this {
    for (const term of this.terms) {
      if (!term._evaluated) term._evaluate(options);
      term._evaluated = true;
    }
    this._total = this._evaluateTotal();
    this._evaluated = true;
    return this;
  }

  _evaluateTotal(): number {
    const tokens = this.terms.map((term) => (term instanceof OperatorTerm ? term.operator : Number(term.total)));
    const total = tokens.length > 0 ? calculate(tokens) : 0;
    if (Number.isNaN(total)) throw new Error(`The formula "${this.formula}" has no numeric total`);
    return total;
  }

  clone(): Roll {
    return new (this.constructor as typeof Roll)(this._formula, this.data, { ...this.options });
  }

  async reroll(options: EvaluationOptions = {}): Promise<Roll> {
    return this.clone().evaluate(options);
  }

  alter(multiply: number, add: number, { multiplyNumeric = false }: { multiplyNumeric?: boolean } = {}): this {
    if (this._evaluated) throw new Error('You may not alter a Roll which has already been evaluated');
    for (const die of this.dice) die.number = Math.round(die.number * multiply + add);
    if (multiplyNumeric) for (const term of this.terms) if (term instanceof NumericTerm) term.number *= multiply;
    this.resetFormula();
    return this;
  }

  /** Recompiles the formula from the terms, which packages change in place. T14: client/dice/roll.d.mts */
  resetFormula(): string {
    this._formula = (this.constructor as typeof Roll).getFormula(this.terms);
    return this._formula;
  }

  static async simulate(formula: string, n = 10000): Promise<number[]> {
    return Array.from({ length: n }, () => new this(formula).evaluateNow().total);
  }

  async getTooltip(): Promise<string> {
    const { renderTemplate } = globalThis.foundry.applications.handlebars;
    return renderTemplate((this.constructor as typeof Roll).TOOLTIP_TEMPLATE, {
      parts: this.dice.map((die) => die.getTooltipData()),
    });
  }

  async render({ flavor, template, isPrivate = false }: RollRenderOptions = {}): Promise<string> {
    if (!this._evaluated) await this.evaluate();
    const { renderTemplate } = globalThis.foundry.applications.handlebars;
    return renderTemplate(template ?? (this.constructor as typeof Roll).CHAT_TEMPLATE, {
      formula: isPrivate ? '???' : this._formula,
      flavor: isPrivate ? null : (flavor ?? this.options.flavor),
      user: globalThis.game?.user?.id,
      tooltip: isPrivate ? '' : await this.getTooltip(),
      total: isPrivate ? '?' : Math.round(this.total * 100) / 100,
    });
  }

  /** Creates a chat message of this roll, or its data. v14: `messageMode`, see foundry-api.md section 8. */
  toMessage(messageData: object, options: OperationOptions & { create: false }): Promise<object>;
  toMessage(messageData?: object, options?: OperationOptions): Promise<ChatMessage | undefined>;
  async toMessage(
    messageData: object = {},
    { create = true, messageMode, ...options }: OperationOptions & { create?: boolean } = {},
  ): Promise<ChatMessage | object | undefined> {
    if (!this._evaluated) await this.evaluate();
    const cls = CONFIG['ChatMessage'].documentClass;
    const data: { speaker?: Speaker; [field: string]: unknown } = {
      content: String(this.total),
      sound: CONFIG['sounds']['dice'],
      rolls: [JSON.stringify(this.toJSON())],
      ...messageData,
    };
    data.speaker ??= cls.getSpeaker();
    if (messageMode) cls.applyMode(data, messageMode);
    return create ? cls.create(data, options) : data;
  }

  toJSON(): RollData {
    return {
      class: this.constructor.name,
      options: this.options,
      dice: [],
      formula: this._formula,
      terms: this.terms.map((term) => JSON.parse(JSON.stringify(term))),
      total: this._total,
      evaluated: this._evaluated,
    };
  }

  static fromJSON(json: string): Roll {
    return this.fromData(JSON.parse(json));
  }

  static fromData(data: RollData): Roll {
    const cls =
      CONFIG['Dice'].rolls.find((roll) => roll.name === data.class) ?? (data.class === 'Roll' ? Roll : undefined);
    if (!cls) throw new Error(`Unable to recreate ${data.class} instance from provided data`);
    const roll = new cls('', {}, data.options ?? {});
    roll.terms = (data.terms ?? []).map((term) => RollTerm.fromData(term));
    roll._formula = data.formula ?? cls.getFormula(roll.terms);
    roll._evaluated = data.evaluated ?? true;
    if (roll._evaluated) roll._total = data.total;
    return roll;
  }
}

CONFIG['Dice'].rolls.push(Roll);
