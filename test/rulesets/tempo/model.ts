/**
 * A second calculation of a Strike, written from the rules text (ledger section 3) and not from the code. Numbers only.
 */

export interface Body {
  hp: number;
  exertion: number;
  fate: '' | 'dying' | 'dead' | 'defeated';
  readonly isPC: boolean;
  readonly fortitude: number;
  readonly defence: number;
  readonly deflection: number;
  readonly sturdy: number;
}

export interface Guard {
  readonly body: Body;
  readonly isAdjacent: boolean;
}

export interface Blow {
  /** Added to the d20. */
  readonly toHit: number;
  /** Added to the Dice Value. */
  readonly extra: number;
  readonly target: Body;
  readonly guards: readonly Guard[];
  /** The target is Marked by the attacker, or the GM lends Advantage. */
  readonly isHelped: boolean;
  /** The attacker is Prone, or the GM lends Disadvantage. */
  readonly isHindered: boolean;
}

/** T-A53: a guard that is down protects no one; T-47: one that is apart neither. */
export const guarding = ({ guards }: Blow): Body[] =>
  guards.filter(({ body, isAdjacent }) => isAdjacent && body.fate === '').map(({ body }) => body);

/** T-A18: any number of either cancel out. Returns the faces that must be rolled, and which counts. */
export function d20Of(blow: Blow): { readonly faces: 1 | 2; readonly pick: (...faces: number[]) => number } {
  const isHindered = blow.isHindered || guarding(blow).length > 0;
  if (blow.isHelped === isHindered) return { faces: 1, pick: (face) => face ?? 0 };
  return { faces: 2, pick: blow.isHelped ? Math.max : Math.min };
}

/** T-A17: no natural 1 or 20. */
export const isHit = (blow: Blow, faces: readonly number[]): boolean =>
  d20Of(blow).pick(...faces) + blow.toHit >= blow.target.defence;

/** T-A19: Deflection of the target or of any guard, then the Sturdy of who suffers it. */
export function damageOf(blow: Blow, diceValue: number, sufferer: Body): number {
  const raw = Math.max(0, diceValue + blow.extra);
  const deflection = Math.max(blow.target.deflection, ...guarding(blow).map((guard) => guard.deflection));
  return Math.max(0, Math.max(0, raw - deflection) - sufferer.sturdy);
}

/** T-107, T-109, T-110, T-A53. */
export function hurt(body: Body, damage: number): void {
  const before = body.hp;
  body.hp = Math.max(0, before - damage);
  if (before === 0 || body.hp > 0 || body.fate !== '') return;
  if (!body.isPC) {
    body.fate = 'defeated';
    return;
  }
  const most = Math.max(1, 2 + body.fortitude);
  body.fate = body.exertion >= most ? 'dead' : 'dying';
  if (body.exertion < most) body.exertion += 1;
}
