import type { Seat } from './table';

/**
 * The prepared fights: rows of the tracker, Ann's hero, the foe placed next to them, and a command that asks something;
 * it is the foe's attack where foes attack without a plan. Who casts a spell that needs
 * nothing, if anyone does; and
 * what a defender is asked at most for an attack.
 */
export const FIGHTS = [
  {
    ruleset: 'energy',
    combat: 'demoCombat000000',
    rows: 4,
    hero: 'Mira',
    foe: { name: 'Gnoll raider', token: 'demoTokenGnoll00', x: 800, y: 600 },
    asks: 'melee-attack',
    strikes: true,
    caster: null,
    answers: 1,
  },
  {
    ruleset: 'tempo',
    combat: 'demoTpCombat0000',
    rows: 6,
    hero: 'Ailsa',
    foe: { name: 'Hill raider', token: 'demoTpTRaider000', x: 900, y: 1100 },
    asks: 'skill-roll',
    strikes: false,
    caster: null,
    answers: 0,
  },
  {
    ruleset: 'clash',
    combat: 'demoClCombat0000',
    rows: 6,
    hero: 'Wystan',
    foe: { name: 'Hired blade', token: 'demoClTBlade0000', x: 500, y: 500 },
    asks: 'attack-basic-melee',
    strikes: true,
    caster: 'Wystan',
    answers: 1,
  },
  {
    ruleset: 'seconds',
    combat: 'demoScCombat0000',
    rows: 5,
    hero: 'Tamsin',
    foe: { name: 'Gnoll raider', token: 'demoScTRaider000', x: 600, y: 700 },
    asks: 'attack',
    strikes: true,
    caster: null,
    answers: 0,
  },
  {
    ruleset: 'slots',
    combat: 'demoSlCombat0000',
    rows: 6,
    hero: 'Rowena',
    foe: { name: 'Wolf', token: 'demoSlTWolf00000', x: 500, y: 1000 },
    asks: 'primary-attack',
    strikes: true,
    caster: null,
    answers: 0,
  },
] as const;
export type Fight = (typeof FIGHTS)[number];

/** Shows a fight and its scene in these windows. */
export async function showFight(gm: Seat, seats: readonly Seat[], { combat }: Fight): Promise<void> {
  await gm.page.evaluate(async (id) => {
    const combat = game.combats.get(id);
    await combat.scene.activate();
    await combat.activate();
  }, combat);
  for (const { page } of seats) {
    await page.waitForFunction((id) => {
      const isOnMap = canvas.ready && canvas.scene?.id === game.combats.get(id).scene.id;
      return isOnMap && game.combat?.id === id;
    }, combat);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  }
}
