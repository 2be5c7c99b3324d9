import { CONFIG } from '../config';
import {
  Coin,
  type DiceTerm,
  Die,
  FateDie,
  NumericTerm,
  OperatorTerm,
  parseModifiers,
  type RollTerm,
  StringTerm,
} from './terms';

const FUNCTIONS = ['abs', 'ceil', 'floor', 'max', 'min', 'round', 'sign', 'trunc', 'sqrt', 'pow'];

export interface Makers {
  parenthetical(terms: RollTerm[]): RollTerm;
  pool(terms: RollTerm[][], modifiers: string[]): RollTerm;
  fn(name: string, terms: RollTerm[][]): RollTerm;
}

/** Parses dice with modifiers, pools, arithmetic, functions, and flavor in brackets. T14: client/dice/parser.d.mts */
export class RollParser {
  private at = 0;

  constructor(
    private readonly formula: string,
    private readonly make: Makers,
  ) {}

  static parse(formula: string, make: Makers): RollTerm[] {
    const parser = new RollParser(formula, make);
    const terms = parser.expression();
    if (parser.at < parser.formula.length)
      throw new Error(`Unexpected "${parser.formula[parser.at]}" in roll formula "${formula}"`);
    return terms;
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    const sticky = new RegExp(pattern.source, 'iy');
    sticky.lastIndex = this.at;
    const match = sticky.exec(this.formula);
    if (match) this.at += match[0].length;
    return match;
  }

  private expression(): RollTerm[] {
    const terms: RollTerm[] = [];
    for (;;) {
      for (let sign = this.match(/\s*([+-])\s*/); sign; sign = this.match(/\s*([+-])\s*/)) {
        if (sign[1] === '-') terms.push(new OperatorTerm({ operator: '-' }));
      }
      this.match(/\s*/);
      const operand = this.withFlavor(this.operand());
      terms.push(isSign(terms) ? this.negative(operand, terms.pop()) : operand);
      const operator = this.match(/\s*([-+*/%])\s*/);
      if (!operator) break;
      terms.push(new OperatorTerm({ operator: operator[1] }));
    }
    this.match(/\s*/);
    return terms;
  }

  /**
   * A sign before a number is part of it, so that "3 + -2" keeps its form; any other term is wrapped in parentheses.
   * T14: client/dice/parser.d.mts `_wrapNegativeTerm`; Splittermond maps "-2d6" as a parenthetical term.
   */
  private negative(operand: RollTerm, _sign: RollTerm | undefined): RollTerm {
    if (operand instanceof NumericTerm) {
      operand.number *= -1;
      return operand;
    }
    return this.make.parenthetical([operand, new OperatorTerm({ operator: '*' }), new NumericTerm({ number: -1 })]);
  }

  private withFlavor(term: RollTerm): RollTerm {
    const flavor = this.match(/\s*\[([^\]]*)\]/);
    if (flavor) term.options.flavor = flavor[1];
    return term;
  }

  private operand(): RollTerm {
    const name = this.match(/([a-z]+)\s*\(/);
    if (name) {
      if (!FUNCTIONS.includes(name[1]!.toLowerCase()) && !CONFIG['Dice'].functions[name[1]!]) {
        throw new Error(`"${name[1]}" is not a known function in roll formula "${this.formula}"`);
      }
      const fn = CONFIG['Dice'].functions[name[1]!] ? name[1]! : name[1]!.toLowerCase();
      return this.make.fn(fn, this.list(')'));
    }
    if (this.match(/\(/)) return this.parenthesis();
    if (this.match(/\{/)) return this.make.pool(this.list('}'), this.modifiers());
    const dice = this.match(/(\d*)d(\d+|[a-z%])/);
    if (dice) return this.dice(dice[1] ? Number(dice[1]) : 1, dice[2]!);
    const number = this.match(/\d+(?:\.\d+)?/);
    if (number) return new NumericTerm({ number: number[0] });
    const word = this.match(/[\w.@]+/);
    if (word) return new StringTerm({ term: word[0] });
    throw new Error(`Unable to parse roll formula "${this.formula}" at position ${this.at}`);
  }

  private list(close: string): RollTerm[][] {
    const entries: RollTerm[][] = [];
    do entries.push(this.expression());
    while (this.match(/\s*,\s*/));
    if (this.formula[this.at] !== close) throw new Error(`Missing "${close}" in roll formula "${this.formula}"`);
    this.at++;
    return entries;
  }

  /** In `(2+1)d6` a deterministic parenthesis gives the number of dice. */
  private parenthesis(): RollTerm {
    const [terms] = this.list(')');
    const dice = this.match(/d(\d+|[a-z%])/);
    const term = this.make.parenthetical(terms!);
    if (!dice) return term;
    if (!term.isDeterministic) throw new Error(`The sandbox does not support a rolled number of dice: ${this.formula}`);
    term._evaluate({});
    return this.dice(Number(term.total), dice[1]!);
  }

  private dice(number: number, kind: string): RollTerm {
    const modifiers = this.modifiers();
    if (/^\d+$/.test(kind)) return new Die({ number, faces: Number(kind), modifiers });
    const registered = CONFIG['Dice'].terms[kind.toLowerCase()];
    if (kind === '%') return new Die({ number, faces: 100, modifiers });
    const known: Record<string, typeof DiceTerm> = { c: Coin, f: FateDie };
    const cls = registered ?? known[kind.toLowerCase()];
    if (!cls) throw new Error(`"d${kind}" is not a known die in roll formula "${this.formula}"`);
    return new cls({ number, modifiers });
  }

  private modifiers(): string[] {
    // T14: client/dice/terms/dice.d.mts `MODIFIERS_REGEXP_STRING`, without the comma of a list
    const text = this.match(/[^ (){}[\]+\-*/,]+/)?.[0] ?? '';
    const modifiers = parseModifiers(text.toLowerCase());
    if (!modifiers) throw new Error(`"${text}" is not a die modifier in roll formula "${this.formula}"`);
    return modifiers;
  }
}

/** True if the list ends in a minus that follows nothing or another operator. */
function isSign(terms: RollTerm[]): boolean {
  const [before, last] = [terms.at(-2), terms.at(-1)];
  return last instanceof OperatorTerm && last.operator === '-' && (!before || before instanceof OperatorTerm);
}
