import type { Encounter } from '../../encounter/state';
import { adjustTotal, type Breakdown, sum, withMinimum } from '../../toolkit/combat/breakdown';
import { type ResolvedSettings, resolveSettings } from '../../toolkit/define/setting';
import {
  type ActorValues,
  type CheckId,
  isWeapon,
  type SaveId,
  SETTINGS,
  type SecondsItem,
  type Size,
  ticksOf,
  type Weapon,
} from './schema';

export type WorldSettings = ResolvedSettings<typeof SETTINGS>;

/** On the sheet, in this order; speed in metres a second. */
export const FIGURES = [
  ...['speed', 'dodge', 'defence', 'fortitude', 'reflex', 'willpower'],
  ...['sleightOfHand', 'stealth', 'perception', 'intimidation'],
] as const;
type FigureId = (typeof FIGURES)[number];

export interface SecondsStats
  extends Pick<ActorValues, 'str' | 'dex' | 'agi' | 'size' | 'weight' | 'hands' | 'sureFooted'> {
  readonly secondsPerTurn: number;
  readonly reactionsMax: number;
  readonly speed: number;
  readonly dodge: number;
  /** Added to the die. */
  readonly checks: Readonly<Record<CheckId, number>>;
  readonly saves: Readonly<Record<SaveId, number>>;
  readonly figures: Readonly<Record<FigureId, Breakdown>>;
}

const worlds = new WeakMap<Encounter['settings'], WorldSettings>();

/** Cached by the settings object. */
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

/** Ledger section 3. */
export function derive(base: ActorValues, world: WorldSettings): SecondsStats {
  const figures = {} as Record<FigureId, Breakdown>;
  const figure = (id: FigureId, derived: Breakdown, entered: number | null = null): number => {
    figures[id] = entered === null ? derived : adjustTotal(derived, entered, 'override');
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

/** S-37. */
export const weaponsInHand = ({ items }: { readonly items: readonly SecondsItem[] }): Weapon[] =>
  items.filter(isWeapon).filter(({ equipped }) => equipped);

/** S-39, S-A25: with caught weapons, which are held in no slot. */
export const weaponsHeld = ({ items }: { readonly items: readonly SecondsItem[] }): Weapon[] =>
  items.filter(isWeapon).filter(({ equipped, held }) => equipped || held);
