type Token = number | string;

/** Computes a sequence of numbers and operators; `*`, `/` and `%` before `+` and `-`. */
export function calculate(tokens: Token[]): number {
  let at = 0;
  const value = (): number => {
    const token = tokens[at++];
    if (token === '-') return -value();
    if (token === '+') return value();
    if (typeof token !== 'number') throw new Error(`Unexpected "${token ?? 'end'}" in a roll's arithmetic`);
    return token;
  };
  const product = (): number => {
    let left = value();
    while (['*', '/', '%'].includes(tokens[at] as string)) {
      const operator = tokens[at++];
      const right = value();
      left = operator === '*' ? left * right : operator === '/' ? left / right : left % right;
    }
    return left;
  };
  let total = product();
  while (tokens[at] === '+' || tokens[at] === '-') {
    const operator = tokens[at++];
    const right = product();
    total = operator === '+' ? total + right : total - right;
  }
  return total;
}
