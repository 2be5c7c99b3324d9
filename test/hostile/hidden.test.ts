import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampled } from '../tiers/tier';
import { ANNS, actor, combatant, FOE, HostileTable, OPENING, RULESETS, SCENE, token } from './hostile-table';

const [LAST, UNKNOWN] = [combatant(4), 'notThereNotThere'];
const NAMES = [FOE, `Scene.${SCENE}.Token.${token(3)}`, `Actor.${actor(3)}`];

/**
 * A user who guesses the id of a hidden fighter gets the same refusal as for an unknown id. Foundry itself sends hidden
 * documents to every window; this checks that the referee does not confirm them.
 */
describe.each(sampled(RULESETS))('a fighter that is hidden in %s', (ruleset) => {
  let hostile: HostileTable;
  let before: unknown;

  beforeAll(async () => {
    hostile = await HostileTable.open(ruleset);
    await hostile.calm();
    await hostile.gmDoes(() => hostile.combat.combatants.get(FOE).token.update({ hidden: true }));
    await hostile.gmDoes(() => hostile.combat.combatants.get(FOE).update({ hidden: true }));
    before = hostile.picture();
  }, OPENING);
  afterAll(() => hostile?.table.close());

  /** All commands of her own buttons. */
  const commands = () => {
    const encounter = hostile.gm.page.encounterOf(hostile.combat);
    const viewer = { gm: false, owns: [ANNS], targets: [LAST] };
    const { groups, itemActions } = hostile.rules.views.sheet(encounter, encounter.fighters[ANNS], viewer);
    const buttons = [...groups.flatMap(({ actions }) => actions), ...Object.values(itemActions).flat()];
    return buttons.map(({ command }) => command);
  };

  it('is no target of any command, by none of its names, and is refused like an unknown id', async () => {
    const all = commands();
    expect(all.length).toBeGreaterThan(5);
    for (const [index, command] of all.entries()) {
      const fates: string[] = [];
      for (const at of [UNKNOWN, ...(index === 0 ? NAMES : [FOE])])
        fates.push(await hostile.posts(hostile.intent({ ...command, by: ANNS, at })));
      expect(new Set(fates), JSON.stringify(command)).toEqual(new Set(['target-gone']));
    }
    expect(hostile.picture()).toEqual(before);
  });

  it('is no target without a token either', async () => {
    await hostile.gmDoes(() =>
      hostile.combat.createEmbeddedDocuments('Combatant', [{ actorId: actor(2), hidden: true, type: ruleset }]),
    );
    const alone = hostile.combat.combatants.find(({ tokenId }) => !tokenId).id;
    expect(hostile.gm.page.encounterOf(hostile.combat).fighters[alone]).toBeDefined();
    const [command] = commands();
    expect(await hostile.posts(hostile.intent({ ...command, by: ANNS, at: alone }))).toBe('target-gone');
    await hostile.gmDoes(() => hostile.combat.combatants.get(alone).update({ hidden: false }));
    expect(await hostile.posts(hostile.intent({ ...command, by: ANNS, at: alone }))).not.toBe('target-gone');
  });
});

it(
  'a hidden fighter is refused like an unknown id in an option, too',
  async () => {
    const hostile = await HostileTable.open('energy');
    await hostile.calm();
    await hostile.gmDoes(() => hostile.combat.combatants.get(FOE).token.update({ hidden: true }));
    const challenge = { do: 'challenge-initiative', by: ANNS, at: LAST };
    for (const on of [UNKNOWN, FOE]) {
      const options = { action: 'melee-attack', on };
      expect(await hostile.posts(hostile.intent({ ...challenge, options }))).toMatch(/^target-gone/);
    }
    expect(await hostile.posts(hostile.intent({ ...challenge, options: { also: [FOE] } }))).toBe('taken');
    await hostile.calm();
    const { history, step } = hostile.combat.system;
    const steps = Object.values(history).filter(({ exchange }) => exchange === history[step].exchange);
    const entries = steps.flatMap((each) => each.entries);
    expect(JSON.stringify(entries)).toContain(LAST);
    expect(JSON.stringify(history)).not.toContain(`"also":"${FOE}"`);
    // The challenged fighter rolls first; a hidden foe may interrupt later like any other.
    const offered = entries.findIndex(({ ask }) => ask.kind === 'offer');
    expect(JSON.stringify(entries.slice(0, offered < 0 ? undefined : offered))).not.toContain(FOE);
    await hostile.table.close();
  },
  OPENING,
);
