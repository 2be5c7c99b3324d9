/**
 * A second calculation of one attack, in numbers only. It is written from the rules text and uses nothing of the
 * ruleset, so that both can be wrong only in the same way by accident.
 */

type Spot = 'torso' | 'arms' | 'legs' | 'head';

export interface Attack {
  readonly form: 'melee' | 'ranged' | 'projectile';
  /** Attack Value, or the caster's attribute. */
  readonly bonus: number;
  /** Advantage; negative: disadvantage. */
  readonly advantage: number;
  readonly damage: { readonly count: number; readonly sides: number };
  /** All flat bonuses of the weapon, the sheet and spells. */
  readonly flat: number;
  readonly strength: number;
  readonly rating: number;
}

export interface Target {
  readonly hp: number;
  readonly armor: Readonly<Record<Spot, number>>;
  readonly magicDefense: number;
  readonly dexterity: number;
  readonly perception: number;
  readonly constitution: number;
  readonly will: number;
  /** Of the mount; null on foot. */
  readonly mountDexterity: number | null;
  readonly riding: number;
  readonly offBalance: boolean;
  /** What presses take off the next defense. */
  readonly pressed: number;
  readonly advantage: number;
  readonly concentrates: boolean;
}

export type Defense =
  | { readonly kind: 'none' | 'dodge' }
  | { readonly kind: 'parry'; readonly value: number }
  | { readonly kind: 'block'; readonly value: number; readonly strength: number }
  | { readonly kind: 'spell'; readonly attributes: number; readonly hasFocus: boolean; readonly flat: number };

/** What the players choose. */
export interface Choices {
  readonly defense: Defense;
  readonly zone?: string;
  readonly throwsSecond?: boolean;
  readonly save?: string;
}

/** Rolls dice and returns their faces. */
type Table = (count: number, sides: number) => readonly number[];

export interface ExpectedStrike {
  readonly hp: number;
  readonly zone: Spot | null;
  readonly concentrates: boolean;
  /** Whether one of the four options after a parry follows. */
  readonly follows: boolean;
}

const sum = (faces: readonly number[]): number => faces.reduce((total, face) => total + face, 0);

/** One more die for each level; the best or the worst counts. */
function withAdvantage(table: Table, sides: number, advantage: number): number {
  const faces = table(1 + Math.abs(advantage), sides);
  return advantage < 0 ? Math.min(...faces) : Math.max(...faces);
}

export function calculate(
  attack: Attack,
  target: Target,
  choices: Choices,
  table: Table,
  { threshold, ridingCancels }: { readonly threshold: boolean; readonly ridingCancels: boolean },
): ExpectedStrike {
  const { defense } = choices;
  const total = withAdvantage(table, 20, attack.advantage) + attack.bonus;

  // The answer: a d12 and its values, without what presses took.
  let natural = 0;
  let answer = Number.NEGATIVE_INFINITY;
  if (defense.kind !== 'none') {
    const isMounted = target.mountDexterity !== null;
    const ridesWell = isMounted && ridingCancels && target.riding > 0;
    let level = target.advantage;
    if (defense.kind === 'spell') level -= defense.hasFocus ? 0 : 1;
    else level -= target.offBalance ? 1 : 0;
    if (defense.kind === 'dodge' && isMounted && !ridesWell) level -= 1;
    natural = withAdvantage(table, 12, level);
    const dodge = isMounted
      ? (target.mountDexterity ?? 0) + target.perception + (ridingCancels ? 0 : target.riding)
      : target.dexterity + target.perception;
    const value = 'value' in defense ? defense.value : defense.kind === 'spell' ? defense.attributes : dodge;
    answer = natural + value - target.pressed;
  }
  const succeeds = answer >= total;
  const unhurt = { hp: target.hp, zone: null, concentrates: target.concentrates };

  let named: Spot | null = null;
  if (succeeds && defense.kind === 'dodge') return { ...unhurt, follows: false };
  if (succeeds && defense.kind === 'parry') {
    if (natural >= 10) return { ...unhurt, follows: true };
    named = choices.zone as Spot;
    if (choices.throwsSecond && sum(table(1, 12)) >= natural) return { ...unhurt, follows: true };
  }
  const follows = succeeds && defense.kind === 'parry';

  const might = attack.form === 'melee' ? Math.floor(attack.strength * attack.rating) : 0;
  let incoming = Math.max(0, sum(table(attack.damage.count, attack.damage.sides)) + might + attack.flat);
  if (succeeds && defense.kind === 'block') incoming = Math.max(0, incoming - defense.strength);
  if (succeeds && defense.kind === 'spell' && incoming > 0)
    incoming = Math.max(0, incoming - Math.max(0, sum(table(1, 6)) + defense.flat));
  if (incoming === 0) return { ...unhurt, follows };

  const zone = named ?? spotOf(sum(table(1, 10)));
  const protection = attack.form === 'projectile' ? target.magicDefense : target.armor[zone];
  const hits = incoming > protection;
  const taken = hits ? (threshold ? incoming : incoming - protection) : 0;
  const hp = Math.max(0, target.hp - taken);
  const isAble = hp > 0;
  let holds = target.concentrates && isAble;
  if (hits && holds) {
    const bonus = choices.save === 'con' ? target.constitution : target.will;
    holds = sum(table(1, 20)) + bonus >= Math.max(10, Math.floor(incoming / 2));
  }
  return { hp, zone, concentrates: holds, follows: follows && isAble };
}

function spotOf(face: number): Spot {
  if (face <= 5) return 'torso';
  if (face <= 7) return 'arms';
  return face <= 9 ? 'legs' : 'head';
}
