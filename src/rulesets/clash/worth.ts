import type { Worth } from '../../encounter/worth';
import type { ChoiceAsk } from '../../kernel/ask';
import { isAble } from './conditions';
import type { OfferedDefense } from './reactions';
import { DEFENSE_DIE } from './skills/check';
import type { ClashEncounter } from './state';
import { armsInHand } from './stats';

/** What a weapon in hand is worth. */
const ARMED = 0.15;

/** The attack that an unseen one is thought to be, and the damage of a blow. */
const UNSEEN = 14;
const BLOW = 8;

/** C-A13: returns the defenses that most likely keep off most, the best first; others cost something. */
function preferredDefenses({ fighters }: ClashEncounter, { by, facts = {} }: ChoiceAsk): readonly string[] | null {
  const fighter = fighters[by];
  const { attack = UNSEEN, defenses } = facts;
  if (!fighter || !defenses) return null;
  const arms = armsInHand(fighter);
  const keepsOff = ([, { kind, bonus = 0, with: id }]: [string, OfferedDefense]): number => {
    if (kind === 'none' || kind === 'spell') return -1;
    const chance = Math.min(1, Math.max(0, (DEFENSE_DIE.sides + 1 + bonus - Number(attack)) / DEFENSE_DIE.sides));
    const shield = arms.find((arm) => (id === undefined ? arm.blockValue !== null : arm.id === id));
    return chance * (kind === 'block' ? Math.min(1, (shield?.blockStrength ?? 0) / BLOW) : 1);
  };
  return Object.entries(defenses as Record<string, OfferedDefense>)
    .sort((a, b) => keepsOff(b) - keepsOff(a))
    .map(([id]) => id);
}

export const WORTH: Omit<Worth<ClashEncounter>, 'promise'> = {
  isOut: (fighter) => !isAble(fighter),
  health: ({ pools: { hp } }) => (hp.max > 0 ? hp.value / hp.max : 0),
  gear: ({ items }) => (items.some((item) => item.type === 'clashWeapon' && item.equipped) ? ARMED : 0),
  pools: { mp: 0.1 },
  conditions: { grappled: -0.2, 'off-balance': -0.1, unseen: 0.1, empowered: 0.1 },
  preferredAnswers: preferredDefenses,
  answers: {
    'after-parry': ['parry-nothing'],
    zone: ['torso'],
  },
};
