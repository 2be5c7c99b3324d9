import type { Encounter } from '../../encounter/state';
import { adjustTotal, type Breakdown, sum, withMinimum } from '../../toolkit/combat/breakdown';
import { type ResolvedSettings, resolveSettings } from '../../toolkit/define/setting';
import {
  type Base,
  type CheckId,
  isWeapon,
  type SaveId,
  SETTINGS,
  type SecondsItem,
  type Size,
  ticksOf,
  type Weapon,
} from './schema';

/** What a world has settled of these rules. */
export type WorldSettings = ResolvedSettings<typeof SETTINGS>;

/** Totals shown on the sheet, in its order. Speed in metres a second. */
export const FIGURES = [
  ...['speed', 'dodge', 'defence', 'fortitude', 'reflex', 'willpower'],
  ...['sleightOfHand', 'stealth', 'perception', 'intimidation'],
] as const;
type FigureId = (typeof FIGURES)[number];

export interface SecondsStats extends Pick<Base, 'str' | 'dex' | 'agi' | 'size' | 'weight' | 'hands' | 'sureFooted'> {
  readonly secondsPerTurn: number;
  readonly reactionsMax: number;
  readonly speed: number;
  readonly dodge: number;
  /** What is added to the die of each check and save. */
  readonly checks: Readonly<Record<CheckId, number>>;
  readonly saves: Readonly<Record<SaveId, number>>;
  readonly figures: Readonly<Record<FigureId, Breakdown>>;
}

const worlds = new WeakMap<Encounter['settings'], WorldSettings>();

/** What holds in this encounter's world. */
export function worldSettingsOf({ settings }: Pick<Encounter, 'settings'>): WorldSettings {
  let world = worlds.get(settings);
  if (!world) {
    world = resolveSettings(SETTINGS, settings);
    worlds.set(settings, world);
  }
  return world;
}

const SPEEDS: Readonly<Record<Size, keyof WorldSettings>> = {
  tiny: 'speedTiny',
  small: 'speedSmall',
  medium: 'speedMedium',
  large: 'speedLarge',
  huge: 'speedHuge',
};

/** Everything that follows from what is entered: ledger section 3. */
export function derive(base: Base, world: WorldSettings): SecondsStats {
  const figures = {} as Record<FigureId, Breakdown>;
  const figure = (id: FigureId, derived: Breakdown, typed: number | null = null): number => {
    figures[id] = typed === null ? derived : adjustTotal(derived, typed, 'override');
    return figures[id].value;
  };
  const { str, dex, agi } = base;
  const bySize = Number(world[SPEEDS[base.size]]);
  const speed = figure(
    'speed',
    withMinimum(world.speedMinimum, sum({ bySize, agi: agi * world.speedPerAgi })),
    base.speed,
  );
  const dodge = figure('dodge', withMinimum(0, sum({ base: world.dodgeBase, agi })), base.dodge);
  figure('defence', sum({ base: world.defenceBase, dodge }));
  const saves = {
    fortitude: figure('fortitude', sum({ str, misc: base.fortitudeMisc }), base.fortitude),
    reflex: figure('reflex', sum({ agi, misc: base.reflexMisc }), base.reflex),
    willpower: figure('willpower', sum({ misc: base.willpower })),
  };
  const checks = {
    str,
    dex,
    'sleight-of-hand': figure('sleightOfHand', sum({ dex, rank: base.sleightOfHand })),
    stealth: figure('stealth', sum({ dex, rank: base.stealth })),
    perception: figure('perception', sum({ rank: base.perception })),
    intimidation: figure('intimidation', sum({ rank: base.intimidation })),
  };
  const { size, weight, hands, sureFooted } = base;
  return {
    str,
    dex,
    agi,
    size,
    weight,
    hands,
    sureFooted,
    secondsPerTurn: ticksOf(world.secondsPerTurn + base.bonusSeconds),
    reactionsMax: world.reactionsPerRound + base.extraReactions,
    speed,
    dodge,
    checks,
    saves,
    figures,
  };
}

/** Weapons in the slots: only these can attack (S-37). */
export const weaponsInHand = ({ items }: { readonly items: readonly SecondsItem[] }): Weapon[] =>
  items.filter(isWeapon).filter(({ equipped }) => equipped);
