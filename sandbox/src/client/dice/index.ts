import { closed } from '../../shared/not-in-sandbox';
import { CONFIG } from '../config';
import { FunctionTerm, ParentheticalTerm, PoolTerm } from './compound-terms';
import { MersenneTwister } from './mersenne';
import { RollParser } from './parser';
import { Roll } from './roll';
import { Coin, DiceTerm, Die, FateDie, NumericTerm, OperatorTerm, RollTerm, StringTerm } from './terms';

CONFIG['Dice'].types = [Die, FateDie];
CONFIG['Dice'].terms = { c: Coin, d: Die, f: FateDie };
CONFIG['Dice'].termTypes = {
  Die,
  Coin,
  FateDie,
  FunctionTerm,
  NumericTerm,
  OperatorTerm,
  ParentheticalTerm,
  PoolTerm,
  StringTerm,
};

export { Roll };

/** foundry.dice */
export const diceNamespace = closed('foundry.dice', {
  Roll,
  RollParser,
  MersenneTwister,
  terms: closed('foundry.dice.terms', {
    RollTerm,
    DiceTerm,
    Die,
    Coin,
    FateDie,
    FunctionTerm,
    NumericTerm,
    OperatorTerm,
    ParentheticalTerm,
    PoolTerm,
    StringTerm,
  }),
});
