import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampled } from '../tiers/tier';
import { ANNS, actor, combatant, FOE, OPENING, RULESETS, SCENE, Siege, token } from './siege';

const [LAST, UNKNOWN] = [combatant(4), 'notThereNotThere'];
const NAMES = [FOE, `Scene.${SCENE}.Token.${token(3)}`, `Actor.${actor(3)}`];

/**
 * A user who guesses the id of a hidden fighter gets the same refusal as for an unknown id. Foundry itself sends hidden
 * documents to every window; this checks that the referee does not confirm them.
 */
describe.each(sampled(RULESETS))('a fighter that is hidden in %s', (ruleset) => {
  let siege: Siege;
  let before: unknown;

  beforeAll(async () => {
    siege = await Siege.open(ruleset);
    await siege.calm();
    await siege.gmDoes(() => siege.combat.combatants.get(FOE).token.update({ hidden: true }));
    await siege.gmDoes(() => siege.combat.combatants.get(FOE).update({ hidden: true }));
    before = siege.picture();
  }, OPENING);
  afterAll(() => siege?.table.close());

  /** All commands of her own buttons. */
  const commands = () => {
    const encounter = siege.gm.page.encounterOf(siege.combat);
    const viewer = { gm: false, owns: [ANNS], targets: [LAST] };
    const { groups, itemActions } = siege.rules.views.sheet(encounter, encounter.fighters[ANNS], viewer);
    const buttons = [...groups.flatMap(({ actions }) => actions), ...Object.values(itemActions).flat()];
    return buttons.map(({ command }) => command);
  };

  it('is no target of any command, by none of its names, and is refused like an unknown id', async () => {
    const all = commands();
    expect(all.length).toBeGreaterThan(5);
    for (const [index, command] of all.entries()) {
      const fates: string[] = [];
      for (const at of [UNKNOWN, ...(index === 0 ? NAMES : [FOE])])
        fates.push(await siege.posts(siege.intent({ ...command, by: ANNS, at })));
      expect(new Set(fates), JSON.stringify(command)).toEqual(new Set(['target-gone']));
    }
    expect(siege.picture()).toEqual(before);
  });

  it('is no target without a token either', async () => {
    await siege.gmDoes(() =>
      siege.combat.createEmbeddedDocuments('Combatant', [{ actorId: actor(2), hidden: true, type: ruleset }]),
    );
    const alone = siege.combat.combatants.find(({ tokenId }) => !tokenId).id;
    expect(siege.gm.page.encounterOf(siege.combat).fighters[alone]).toBeDefined();
    const [command] = commands();
    expect(await siege.posts(siege.intent({ ...command, by: ANNS, at: alone }))).toBe('target-gone');
    await siege.gmDoes(() => siege.combat.combatants.get(alone).update({ hidden: false }));
    expect(await siege.posts(siege.intent({ ...command, by: ANNS, at: alone }))).not.toBe('target-gone');
  });
});

it(
  'a hidden fighter is refused like an unknown id in an option, too',
  async () => {
    const siege = await Siege.open('energy');
    await siege.calm();
    await siege.gmDoes(() => siege.combat.combatants.get(FOE).token.update({ hidden: true }));
    const challenge = { do: 'challenge-initiative', by: ANNS, at: LAST };
    for (const on of [UNKNOWN, FOE]) {
      const options = { action: 'melee-attack', on };
      expect(await siege.posts(siege.intent({ ...challenge, options }))).toMatch(/^target-gone/);
    }
    expect(await siege.posts(siege.intent({ ...challenge, options: { also: [FOE] } }))).toBe('taken');
    await siege.calm();
    const { history, step } = siege.combat.system;
    const steps = Object.values(history).filter(({ exchange }) => exchange === history[step].exchange);
    const entries = steps.flatMap((each) => each.entries);
    expect(JSON.stringify(entries)).toContain(LAST);
    expect(JSON.stringify(history)).not.toContain(`"also":"${FOE}"`);
    // The challenged fighter rolls first; a hidden foe may interrupt later like any other.
    const offered = entries.findIndex(({ ask }) => ask.kind === 'offer');
    expect(JSON.stringify(entries.slice(0, offered < 0 ? undefined : offered))).not.toContain(FOE);
    await siege.table.close();
  },
  OPENING,
);
