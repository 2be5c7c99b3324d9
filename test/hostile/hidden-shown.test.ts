import { afterEach, describe, expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import type { KeptAsk } from '../headless/documents';
import { anyAnswer } from '../support/answer';
import { ANNS, actor, combatant, FOE, HostileTable, OPENING, RULESETS, token } from './hostile-table';

const [LAST, BOBS] = [combatant(4), combatant(1)];
const NAME = 'Quixotl Ambusher';
const SECRETS = [NAME, FOE, token(3)];

/** Returns all that Ann's client shows of the fight, as text. */
async function shownTo(hostile: HostileTable): Promise<string> {
  const { ann, ruleset } = hostile;
  const { windows, game, adapterOf } = ann.page;
  const combat = game.combats.contents[0];
  const adapter = adapterOf(ruleset);
  const fight = windows.fightOf(combat);
  const view = (command: Command) => adapter.ruleset.views.action(fight.encounter, command, fight.viewer);
  const sheets = game.actors.contents.filter((one) => one.isOwner).map((one) => windows.actorContext(one, adapter));
  const { combat: _, fight: __, ...sheet } = sheets[0] ?? {};
  const commands = [
    ...new Set([...JSON.stringify(sheet).matchAll(/"command":"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text)),
  ]
    .map((text) => JSON.parse(JSON.parse(`"${text}"`)))
    .flatMap((command) => [command, { ...command, at: LAST }]);
  const messages = game.messages.contents.filter((one) => one.visible ?? true);
  const cards = await Promise.all(
    messages.filter(({ type, whisper }) => type === ruleset && whisper.length === 0).map(windows.cardHTML),
  );
  const tracker = windows.trackerContext(fight);
  return [
    JSON.stringify(sheet),
    JSON.stringify(tracker),
    ...commands.map((command) => JSON.stringify(view(command))),
    ...cards,
  ].join('\n');
}

/** Returns the places of a text that name the hidden fighter, with their surroundings. */
const leaksIn = (shown: string): string[] =>
  SECRETS.flatMap((secret) => {
    const at = shown.indexOf(secret);
    return at < 0 ? [] : [shown.slice(Math.max(0, at - 200), at + 100)];
  });

/** Returns Ann's candidates that name the hidden fighter although she is not its target. */
const offersAbout = (hostile: HostileTable): unknown[] => {
  const { open } = hostile.combat.system;
  return (open?.asks ?? []).filter(
    ({ ask, given, withheld = [] }: KeptAsk) =>
      !given &&
      ask.kind === 'offer' &&
      ask.candidates[0].by === ANNS &&
      ask.candidates[0].commands.every(({ at }, index) => at === FOE || withheld.includes(index)),
  );
};

/** Returns asks that Ann can read but not answer, in which a hidden fighter is asked or acts. */
function asksOfHidden({ ann, combat }: HostileTable): unknown[] {
  const { windows, game, openAsks } = ann.page;
  const own = game.combats.contents[0];
  const shown = new Set(windows.trackerContext(windows.fightOf(own)).asks.map(({ key }) => key));
  const isHiddens = combat.system.history[combat.system.open?.exchange ?? 0].command.by === FOE;
  return openAsks(own).filter(({ key, by, mayAnswer }) => shown.has(key) && !mayAnswer && (by === FOE || isHiddens));
}

/** Hiding a foe works alike in all rulesets; their texts differ. */
const HIDDEN = RULESETS.map((ruleset, at) => ({ ruleset, by: at % 2 ? 'token' : 'combatant' }));

describe('the client of a player while a foe is hidden', () => {
  let hostile: HostileTable;
  afterEach(() => hostile?.table.close());

  it.each(HIDDEN)(
    'shows no name of it in $ruleset by its $by',
    async ({ ruleset, by }) => {
      hostile = await HostileTable.open(ruleset, { seed: 9, settings: { 'cadence.autoThrow': 'never' } });
      await hostile.calm();
      await hostile.gmDoes(() =>
        hostile.combat.combatants.get(FOE).token.update({ name: NAME, hidden: by === 'token' }),
      );
      await hostile.gmDoes((game) => game.actors.get(actor(3)).update({ name: NAME }));
      await hostile.gmDoes(() => hostile.combat.combatants.get(FOE).update({ name: NAME, hidden: by === 'combatant' }));
      expect(leaksIn(await shownTo(hostile))).toEqual([]);
      const encounter = () => hostile.gm.page.encounterOf(hostile.combat);
      const defineCommands = (fighter: string, at: string) => {
        const viewer = { gm: true, owns: [], targets: [at] };
        const { groups, itemActions } = hostile.rules.views.sheet(encounter(), encounter().fighters[fighter], viewer);
        return [...groups.flatMap(({ actions }) => actions), ...Object.values(itemActions).flat()].map(
          ({ command }) => ({ ...command, at }),
        );
      };
      const way = (fighter: string) => {
        const { place } = encounter().fighters[fighter];
        return [1, 2].map((far) => ({ ...place, x: place.x + far }));
      };
      const mine = defineCommands(FOE, ANNS);
      const all = [
        ...mine.filter(({ with: item }) => item).slice(0, 4),
        ...mine.filter(({ with: item }) => !item).slice(0, 12),
        ...defineCommands(ANNS, LAST).slice(0, 6),
        ...defineCommands(LAST, FOE).slice(0, 3),
        ...defineCommands(BOBS, LAST).slice(0, 3),
      ];
      for (const command of all) {
        const isWay = /run|move|walk|shift|step|stride/.test(command.do);
        await hostile.commands(isWay ? { ...command, at: undefined, path: way(command.by) } : command);
        for (let asked = 0; hostile.combat.system.open && asked < 12; asked++) {
          expect(leaksIn(await shownTo(hostile)), JSON.stringify(command)).toEqual([]);
          if (hostile.combat.system.open.fault) break;
          const root = hostile.combat.system.history[hostile.combat.system.open.exchange].command;
          if (root.at !== ANNS) expect(offersAbout(hostile), JSON.stringify(command)).toEqual([]);
          expect(asksOfHidden(hostile), JSON.stringify(command)).toEqual([]);
          const { gm } = hostile;
          for (const { key, ask, mayAnswer } of gm.page.openAsks(hostile.combat)) {
            if (mayAnswer)
              gm.does('answers', () => gm.page.answer(hostile.combat, key, anyAnswer(ask, hostile.table.die)));
            await hostile.table.settle();
          }
        }
        if (hostile.combat.system.open) await hostile.gmDoes(() => hostile.gm.page.cancelExchange(hostile.combat));
        expect(leaksIn(await shownTo(hostile)), JSON.stringify(command)).toEqual([]);
      }
      expect(hostile.combat.system.step).toBeGreaterThan(4);
      expect(hostile.table.faults).toEqual([]);
    },
    2 * OPENING,
  );
});
