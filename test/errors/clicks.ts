import type { Ruleset } from '../../src/encounter/ruleset';
import { defined } from '../../src/kernel/defined';
import type { Combat } from '../headless/documents';
import type { Tab } from '../headless/tab';

interface Seats {
  readonly referee: Tab;
  readonly ann: Tab;
  reads(tab: Tab, deed: () => unknown): Promise<string>;
}

const COMBAT = 'soakCombat000000';
const actor = (at: number) => `soakActor${at}`.padEnd(16, '0');

type Provoked = Record<string, () => Promise<string>>;

/** What is read between fights, such as when gear is dropped on a fighter, by the key of the text. */
export const clicksBetweenFights = (seats: () => Seats): Provoked => ({
  'Reason.nothing-to-end': () => {
    const { referee, reads } = seats();
    const command = { do: 'leave-fight', by: 'gm', at: 'soakCombatant100' };
    return reads(referee, () => referee.page.submit(referee.page.game.combats.get(COMBAT), command));
  },
  'Reason.no-reserve': () => {
    const { referee, reads } = seats();
    const command = { do: 'reinforce', by: 'gm' };
    return reads(referee, () => referee.page.submit(referee.page.game.combats.get(COMBAT), command));
  },
  'Notice.give.given': () => gives(seats(), seats().referee, 2, 1),
  'Notice.give.count': () => gives(seats(), seats().referee, 2, 1, 0),
  'Notice.give.notYours': () => gives(seats(), seats().ann, 1, 0),
  'Notice.give.notTheirs': () => withoutHandingOver(seats(), () => gives(seats(), seats().ann, 0, 1)),
});

/** What is read after a click during a fight. */
export const clicksInFight = (seats: () => Seats): Provoked => ({
  'Reason.paused': async () => {
    const { referee, ann, reads } = seats();
    const pause = (paused: boolean) => () => referee.page.game.togglePause(paused, { broadcast: true });
    await reads(referee, pause(true));
    const command = { do: 'defend', by: 'soakCombatant000' };
    const text = await reads(ann, () => ann.page.submit(ann.page.game.combats.get(COMBAT), command));
    await reads(referee, pause(false));
    return text;
  },
  'Notice.sharedMode': async () => {
    const { referee, reads } = seats();
    const { game, Hooks, submit } = referee.page;
    const attack = { do: 'melee-attack', by: 'soakCombatant000', at: 'soakCombatant400' };
    await game.settings.set('core', 'messageMode', 'gm');
    const hook = Hooks.on('cadence.preAct', () => false);
    const text = await reads(referee, () => submit(game.combats.get(COMBAT), attack, { force: true }));
    Hooks.off('cadence.preAct', hook);
    await game.settings.set('core', 'messageMode', 'public');
    return text;
  },
  'Notice.give.fighting': () => withoutHandingOver(seats(), () => gives(seats(), seats().ann, 0, 1)),
  'Notice.noEncounter': () => {
    const { ann, reads } = seats();
    return reads(ann, () => ann.page.windows.pressAction(null, {}, {}));
  },
  'Notice.noOptions': () => {
    const { referee, reads } = seats();
    const { game, windows } = referee.page;
    return reads(referee, () => windows.askOptions(game.combats.get(COMBAT), { do: 'end-round', by: 'gm' }));
  },
  'Notice.targetChanged': () => {
    const { ann, reads } = seats();
    return reads(ann, () => pressesAimedSince(ann, ann.page.game.combats.get(COMBAT)));
  },
});

function gives({ reads }: Seats, tab: Tab, from: number, to: number, count?: number): Promise<string> {
  const { game, windows } = tab.page;
  const [giver, receiver] = [game.actors.get(actor(from)), game.actors.get(actor(to))];
  const item = defined(
    giver.items.find((each) => windows.isHandedOver(each, receiver)),
    'gear',
  );
  return reads(tab, () => windows.giveItem(item, receiver, count));
}

/** As in rulesets whose actions hand nothing over. */
async function withoutHandingOver({ ann }: Seats, deed: () => Promise<string>): Promise<string> {
  const { ruleset }: { ruleset: Ruleset } = ann.page.adapterOf('energy');
  const { gear } = ruleset;
  Object.assign(ruleset, { gear: { types: gear.types } });
  const text = await deed();
  Object.assign(ruleset, { gear });
  return text;
}

/** Clicks a button that names a target only since the pointer was pressed on it. */
function pressesAimedSince({ page }: Tab, host: Combat): unknown {
  const command = { do: 'trip', by: 'soakCombatant000' };
  const button = { dataset: { command: JSON.stringify(command), needs: 'target' }, closest: () => button };
  const listeners: (readonly [type: string, listener: (event: object) => void])[] = [];
  const addEventListener = (...listener: (typeof listeners)[number]) => listeners.push(listener);
  page.windows.bindActionOptions({ addEventListener }, () => host);
  for (const [type, listener] of listeners) if (type === 'pointerdown') listener({ target: button });
  button.dataset.command = JSON.stringify({ ...command, at: 'soakCombatant300' });
  return page.windows.pressAction(host, { detail: 1, shiftKey: false }, button);
}
