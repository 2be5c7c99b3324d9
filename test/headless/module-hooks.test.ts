import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import { defined } from '../../src/kernel/defined';
import { requestIn } from '../support/request';
import { actorAt, tokenAt } from './module-api';
import { ANN, FOE, Party } from './party';
import type { Tab } from './tab';

let party: Party;
let [gm, ann, bob]: Tab[] = [];

beforeEach(async () => {
  party = await Party.open('energy');
  [gm, ann, bob] = party.table.tabs;
  await party.start();
});
afterEach(async () => {
  expect(party.table.faults).toEqual([]);
  await party.table.close();
});

const step = (): number => party.combat.system.step;
const defend = (token: number): Command => ({ do: 'defend', by: party.of(token) });

async function hide(token: number): Promise<void> {
  await party.done(gm, () => party.combat.combatants.get(party.of(token)).update({ hidden: true }));
  await party.done(gm, () => tokenAt(gm, token).update({ hidden: true }));
}

describe('cadence.preAct', () => {
  interface Facts {
    readonly command: Command;
    readonly user: { readonly name: string };
    readonly actor: object | null;
    readonly targets: readonly object[];
  }
  const listen = ({ page }: Tab, answer: (facts: Facts) => unknown) =>
    page.Hooks.on('cadence.preAct', (_: object, facts: Facts) => answer(facts));

  it.each([
    ['a text', () => 'Not while it rains.', 'Not while it rains.'],
    ['a key of a language file', () => 'CADENCE.Reason.closed', 'The question was already answered'],
    ['false', () => false, 'without a reason'],
    [
      'an error',
      () => {
        throw new Error('Out of ammunition');
      },
      'Out of ammunition',
    ],
  ])('refuses a player’s command with %s, on the referee’s client', async (_, answer, shown) => {
    listen(gm, answer);
    const before = step();
    await party.send(ann, defend(ANN));
    expect(step()).toBe(before);
    const [request] = ann.page.game.messages.contents.filter((message) => requestIn(message));
    expect(await ann.page.windows.requestHTML(request)).toContain(shown);
  });

  it.each([
    ['undefined', () => undefined],
    ['true', () => true],
    ['an empty text', () => ''],
  ])('allows a command with %s', async (_, answer) => {
    listen(gm, answer);
    const before = step();
    await party.send(ann, defend(ANN));
    expect(step()).toBeGreaterThan(before);
  });

  it('tells the listener the documents and the user, as copies', async () => {
    const told: Facts[] = [];
    listen(gm, (facts) => {
      told.push(facts);
      Object.assign(facts.command, { do: 'run' });
    });
    const before = step();
    await party.send(ann, defend(ANN));
    await party.send(gm, { do: 'melee-attack', by: party.of(FOE), at: party.of(ANN) });
    expect(step()).toBeGreaterThan(before + 1);
    expect(told.map(({ user }) => user.name)).toEqual(['Ann', 'Gamemaster']);
    expect(told.map(({ actor }) => actor)).toEqual([actorAt(party, gm, ANN), actorAt(party, gm, FOE)]);
    expect(told[1].targets).toEqual([actorAt(party, gm, ANN)]);
    expect(party.combat.system.history[before + 1].command.do).toBe('defend');
  });

  it('does not run on the client of a player, and not for the clock', async () => {
    const asked: string[] = [];
    listen(ann, () => 'no');
    listen(gm, ({ command }) => void asked.push(command.do));
    const before = step();
    await party.send(ann, defend(ANN));
    await party.play({ do: 'end-round', by: 'gm' });
    expect(step()).toBeGreaterThan(before + 1);
    expect(asked).toEqual(['defend']);
  });

  it('refuses the GM’s own command with a notification', async () => {
    listen(gm, () => 'Not now.');
    const [before, from] = [step(), party.table.log.length];
    await party.send(gm, defend(ANN));
    expect(step()).toBe(before);
    expect(party.heard(gm, from)).toContain('Not now.');
  });

  it('is called once for a listener that was registered once', async () => {
    let calls = 0;
    gm.page.Hooks.once('cadence.preAct', () => {
      calls++;
      return false;
    });
    await party.send(gm, defend(ANN));
    await party.send(gm, defend(ANN));
    expect(calls).toBe(1);
  });
});

describe('cadence.acted', () => {
  interface Facts {
    readonly command: Command | null;
    readonly actor: object | null;
    readonly targets: readonly object[];
    readonly outcome: { readonly result: string } | null;
    readonly effects: readonly { readonly kind: string; readonly actor: string; readonly pool?: string }[];
    readonly isOver: boolean;
  }

  const heardBy = ({ page }: Tab): Facts[] => {
    const heard: Facts[] = [];
    page.Hooks.on('cadence.acted', (_: object, facts: Facts) => void heard.push(facts));
    return heard;
  };
  const attack = async (by: number, at: number): Promise<void> => {
    await party.play({ do: 'melee-attack', by: party.of(by), at: party.of(at) });
  };
  const poolsOf = (facts: readonly Facts[], uuid: string) =>
    facts.flatMap(({ effects }) => effects.filter(({ kind, actor }) => kind === 'pool' && actor === uuid));

  it('is called on every client after each step, in order, until the exchange is over', async () => {
    const heard = [gm, ann, bob].map(heardBy);
    const before = step();
    await attack(ANN, FOE);
    for (const [at, facts] of heard.entries()) {
      const tab = [gm, ann, bob][at];
      expect(facts).toHaveLength(step() - before);
      expect(facts.map(({ isOver }) => isOver)).toEqual(facts.map((_, nth) => nth === facts.length - 1));
      expect(new Set(facts.map(({ actor }) => actor))).toEqual(new Set([actorAt(party, tab, ANN)]));
      expect(facts[0].targets).toEqual([actorAt(party, tab, FOE)]);
      expect(facts[0].command).toMatchObject({ do: 'melee-attack', at: party.of(FOE) });
      expect(facts.some(({ outcome }) => typeof outcome?.result === 'string')).toBe(true);
      expect(poolsOf(facts, actorAt(party, tab, ANN).uuid)).not.toEqual([]);
    }
  });

  it('is not called when a step is undone or redone', async () => {
    await party.send(ann, defend(ANN));
    const heard = heardBy(gm);
    await party.done(gm, () => gm.page.rewindStep(party.combat));
    await party.done(gm, () => gm.page.redoStep(party.combat));
    expect(heard).toEqual([]);
  });

  it('hides a hidden fighter and its action from players, but not what happens to others', async () => {
    await hide(FOE);
    const [master, player] = [heardBy(gm), heardBy(bob)];
    await party.send(gm, defend(FOE));
    expect(master).toHaveLength(1);
    expect(player).toEqual([]);
    await attack(FOE, ANN);
    expect(master.length).toBeGreaterThan(1);
    const foe = actorAt(party, gm, FOE);
    expect(JSON.stringify(player)).not.toContain(foe.uuid);
    expect(JSON.stringify(player)).not.toContain(party.of(FOE));
    for (const { command, actor, outcome, targets } of player)
      expect([command, actor, outcome, targets]).toEqual([null, null, null, []]);
  });

  it('hides a hidden target from players', async () => {
    await hide(FOE);
    const player = heardBy(bob);
    await attack(ANN, FOE);
    const [{ command, targets }] = player;
    expect([command?.at, targets]).toEqual([undefined, []]);
    expect(JSON.stringify(player.map(({ effects, outcome }) => [effects, outcome]))).not.toContain(party.of(FOE));
    expect(poolsOf(player, actorAt(party, gm, FOE).uuid)).toEqual([]);
  });

  it('hides the pools of foes if the world hides them, and values that the GM enters', async () => {
    const foe = actorAt(party, gm, FOE).uuid;
    const [master, player] = [heardBy(gm), heardBy(ann)];
    const adjust = (to: number) =>
      party.send(gm, { do: 'adjust', by: 'gm', at: party.of(FOE), options: { pool: 'aura', to } });
    await adjust(3);
    expect(poolsOf(player, foe)).toHaveLength(1);
    expect(player[0].command).toEqual({ do: 'adjust', by: 'gm', at: party.of(FOE) });
    expect(master[0].command?.options).toEqual({ pool: 'aura', to: 3 });
    await party.done(gm, () => gm.page.game.settings.set('cadence', 'foePools', 'hidden'));
    await adjust(2);
    expect(poolsOf(player, foe)).toHaveLength(1);
    expect(poolsOf(master, foe)).toHaveLength(2);
  });

  it('gives copies, so that a listener cannot change the history', async () => {
    gm.page.Hooks.on('cadence.acted', (_: object, { command }: Facts) =>
      Object.assign(defined(command, 'a command'), { do: 'x' }),
    );
    await party.send(ann, defend(ANN));
    expect(party.combat.system.history[step()].command.do).toBe('defend');
  });

  it('is called for a step outside encounters', async () => {
    await party.done(gm, () => party.combat.delete());
    const heard = heardBy(bob);
    const actor = defined(
      ann.page.game.actors.contents.find(({ isOwner }) => isOwner),
      'an actor',
    );
    await party.done(ann, () =>
      ann.page.windows.act(ann.page.draftCard('energy'), { do: 'short-rest', by: actor.uuid }, 'nothing'),
    );
    expect(heard.map(({ command }) => command?.do)).toEqual(['short-rest']);
  });
});

/** As docs/for-modules.md says. */
describe('a package that wraps a method', () => {
  type Method = (...given: unknown[]) => unknown;
  const called: string[] = [];
  const wrap = (prototype: Record<string, Method>, name: string, who: string): void => {
    const { [name]: original } = prototype;
    prototype[name] = function (this: unknown, ...given) {
      called.push(who);
      return original.apply(this, given);
    };
  };

  it('is called if it wraps the class in use, and not if it wraps the class of core', async () => {
    const own = gm.page.CONFIG.Combat.documentClass.prototype as unknown as Record<string, Method>;
    wrap(Object.getPrototypeOf(own), 'nextRound', 'core');
    wrap(own, 'nextRound', 'Cadence');
    const { round } = party.combat;
    await party.done(gm, () => (party.combat as unknown as { nextRound(): unknown }).nextRound());
    await party.answerAll();
    expect(party.combat.round).toBe(round + 1);
    expect(called).toEqual(['Cadence']);
  });

  it('finds no turn in Energy, and round and turn in one write elsewhere', async () => {
    expect(party.combat.turn).toBeNull();
    const other = await Party.open('clash', ['Gamemaster']);
    await other.start();
    const changes: object[] = [];
    other.gm.page.Hooks.on('updateCombat', (_: object, changed: object) => {
      if ('round' in changed || 'turn' in changed) changes.push(changed);
    });
    for (let times = 0; times < 20 && other.combat.round < 2; times++) await other.play(other.onward()[0]);
    expect(changes.at(-1)).toMatchObject({ round: 2, turn: 0 });
    await other.table.close();
  });
});
