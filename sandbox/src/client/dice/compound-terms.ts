import { CONFIG } from '../config';
import { applyModifiers, DIE_METHODS, type DieResult, POOL_MODIFIERS } from './modifiers';
import { Roll, type RollData } from './roll';
import { type DiceTerm, RollTerm, registerTerms } from './terms';
import type { EvaluationOptions, TermData } from './types';

const rollOf = (roll: Roll | RollData): Roll => (roll instanceof Roll ? roll : Roll.fromData(roll));

interface PoolData extends TermData {
  terms?: string[];
  rolls?: (Roll | RollData)[];
  modifiers?: string[];
  results?: DieResult[];
}

/** T14: client/dice/terms/parenthetical.d.mts */
export class ParentheticalTerm extends RollTerm {
  static override SERIALIZE_ATTRIBUTES = ['term', 'roll'];
  roll: Roll;

  constructor({ roll, options }: TermData & { roll?: Roll | RollData }) {
    super({ options });
    this.roll = rollOf(roll ?? {});
  }

  get term() {
    return this.roll.formula;
  }

  override get expression() {
    return `(${this.roll.formula})`;
  }

  override get total() {
    return this.roll.total;
  }

  override get isDeterministic() {
    return this.roll.isDeterministic;
  }

  override get dice(): DiceTerm[] {
    return this.roll.dice;
  }

  override _evaluate(options: EvaluationOptions) {
    this.roll.evaluateNow(options);
  }
}

/** T14: client/dice/terms/function.d.mts */
export class FunctionTerm extends RollTerm {
  static override SERIALIZE_ATTRIBUTES = ['fn', 'rolls'];
  fn: string;
  rolls: Roll[];

  constructor({ fn = '', rolls = [], options }: TermData & { fn?: string; rolls?: (Roll | RollData)[] }) {
    super({ options });
    this.fn = fn;
    this.rolls = rolls.map(rollOf);
  }

  override get expression() {
    return `${this.fn}(${this.rolls.map((roll) => roll.formula).join(', ')})`;
  }

  override get total(): number {
    // The parser only accepts names of Math and of `CONFIG.Dice.functions`.
    const apply = CONFIG.Dice.functions[this.fn] ?? Math[this.fn as 'max'];
    return apply(...this.rolls.map((roll) => roll.total));
  }

  override get isDeterministic() {
    return this.rolls.every((roll) => roll.isDeterministic);
  }

  override get dice(): DiceTerm[] {
    return this.rolls.flatMap((roll) => roll.dice);
  }

  override _evaluate(options: EvaluationOptions) {
    for (const roll of this.rolls) roll.evaluateNow(options);
  }
}

/** A pool of rolls: `{2d6, 1d10}kh`. T14: client/dice/terms/pool.d.mts */
export class PoolTerm extends RollTerm {
  static MODIFIERS = { ...POOL_MODIFIERS };
  static override SERIALIZE_ATTRIBUTES = ['terms', 'rolls', 'modifiers', 'results'];
  terms: string[];
  rolls: Roll[];
  modifiers: string[];
  results: DieResult[];
  faces = Number.POSITIVE_INFINITY;

  constructor({ terms, rolls = [], modifiers = [], results = [], options }: PoolData) {
    super({ options });
    this.rolls = rolls.map(rollOf);
    this.terms = terms ?? this.rolls.map((roll) => roll.formula);
    this.modifiers = modifiers;
    this.results = results;
  }

  get number() {
    return this.rolls.length;
  }

  throwDie(): never {
    throw new Error('A pool cannot explode or be rerolled');
  }

  override get expression() {
    return `{${this.terms.join(', ')}}${this.modifiers.join('')}`;
  }

  override get total() {
    return this.results.filter((r) => r.active).reduce((sum, r) => sum + (r.count ?? r.result), 0);
  }

  override get isDeterministic() {
    return this.rolls.every((roll) => roll.isDeterministic);
  }

  override get dice(): DiceTerm[] {
    return this.rolls.flatMap((roll) => roll.dice);
  }

  override _evaluate(options: EvaluationOptions) {
    this.results = this.rolls.map((roll) => ({ result: roll.evaluateNow(options).total, active: true }));
    this.modifiers = applyModifiers(this, this.modifiers, PoolTerm.MODIFIERS);
  }
}

Object.assign(PoolTerm.prototype, DIE_METHODS);
registerTerms({ ParentheticalTerm, FunctionTerm, PoolTerm });
Roll.makers = {
  parenthetical: (terms: RollTerm[]) => new ParentheticalTerm({ roll: Roll.fromTerms(terms) }),
  pool: (terms: RollTerm[][], modifiers: string[]) =>
    new PoolTerm({ rolls: terms.map((list) => Roll.fromTerms(list)), modifiers }),
  fn: (fn: string, terms: RollTerm[][]) => new FunctionTerm({ fn, rolls: terms.map((list) => Roll.fromTerms(list)) }),
};
