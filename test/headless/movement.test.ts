import { VARIANTS, type Variants } from '@cadence/sandbox';
import { afterEach, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import type { Token } from './documents';
import { ANN, FOE, Party } from './party';
import type { Tab } from './tab';
import { idOf } from './world';

/** A tool of the token controls. */
interface Tool {
  readonly active: boolean;
  onChange(event: undefined, active: boolean): void;
}

/** The result of a change of a token in a running fight, by its cause. */
describe('in a running fight', () => {
  let party: Party;
  let gm: Tab;
  let ann: Tab;

  async function open(variants: Variants = {}, { start = true } = {}): Promise<void> {
    party = await Party.open('energy', ['Gamemaster', 'Ann'], variants);
    [gm, ann] = party.table.tabs as [Tab, Tab];
    if (start) await party.start();
  }
  afterEach(async () => {
    Reflect.deleteProperty(globalThis, 'document');
    await party.table.close();
  });

  const tokenAt = (tab: Tab, token: number) => tab.page.game.scenes.contents[0].tokens.get(idOf('Token', token));
  const placeOf = (token: number, tab = gm): number[] => {
    const { x, y, elevation } = tokenAt(tab, token)._source;
    return [x, y, elevation];
  };
  const sizeOf = (token: number): number[] => {
    const { width, height } = tokenAt(gm, token)._source;
    return [width, height];
  };
  const energyOf = (token: number): number => party.encounter.fighters[party.of(token)].pools.energy.value;
  const step = (): number => party.combat.system.step;
  const doing = (tab: Tab, token: number, deed: (token: Token) => unknown): Promise<void> =>
    party.done(tab, () => deed(tokenAt(tab, token)));
  /** Moves a token by dragging or with another movement method. */
  const moves = (tab: Tab, token: number, way: object[], options: object = { method: 'dragging' }): Promise<void> =>
    doing(tab, token, (document) => document.move(way, options));
  /** Ctrl+Z on the map. */
  const undoes = (tab: Tab, token: number, x: number, y: number): Promise<void> =>
    doing(tab, token, (document) => {
      const movement = { [document.id]: { waypoints: [{ x, y, action: 'displace' }], method: 'undo' } };
      return document.update({ x, y }, { isUndo: true, movement });
    });
  /** Answers the dialogs of a user; returns their texts. */
  function says(tab: Tab, answer: boolean): string[] {
    const asked: string[] = [];
    const DialogV2 = {
      async confirm({ content }: { readonly content: string }) {
        asked.push(content);
        return answer;
      },
    };
    tab.page.foundry.applications = { api: { DialogV2 } };
    return asked;
  }

  it.each(['dragging', 'keyboard'])('a player’s movement by %s is a command with its whole path', async (method) => {
    await open();
    const [[x, y], energy, before] = [placeOf(ANN), energyOf(ANN), step()];
    const way = [
      { x: x, y: y - 200, checkpoint: true, explicit: true },
      { x: x, y: y - 400, checkpoint: true, explicit: true },
    ];
    await moves(ann, ANN, way, { method });
    expect(placeOf(ANN)).toEqual([x, y - 400, 0]);
    expect([step(), energyOf(ANN)]).toEqual([before + 1, energy - 2]);
  });

  it.each<[string, (token: Token) => unknown, unknown]>([
    ['size, about the middle', (token) => token.resize({ width: 2, height: 2 }, { method: 'config' }), [2, 2]],
    ['size alone', (token) => token.update({ width: 2, height: 2 }), [2, 2]],
    ['elevation, through the HUD', (token) => token.move({ elevation: 3 }, { method: 'hud' }), 3],
    ['place, through its window', (token) => token.move({ x: 200, y: 300 }, { method: 'config' }), [200, 300]],
    ['place, as a region teleports', (token) => token.move({ x: 200, y: 300, action: 'displace' }), [200, 300]],
    ['place, as it is pasted', (token) => token.move({ x: 200, y: 300 }, { method: 'paste' }), [200, 300]],
  ])('the GM changes its %s as in plain Foundry', async (_, deed, wanted) => {
    await open();
    const before = step();
    await doing(gm, FOE, deed);
    const [x, y, elevation] = placeOf(FOE);
    expect([sizeOf(FOE), [x, y], elevation]).toContainEqual(wanted);
    expect(step()).toBe(before);
    expect(placeOf(FOE, ann)).toEqual(placeOf(FOE));
  });

  it('a token that the GM enlarges around its center keeps its size; one that a player enlarges does not', async () => {
    await open();
    const [x, y] = placeOf(ANN);
    const grown = [
      [x - 100, y - 100, 0],
      [3, 3],
    ];
    await doing(gm, ANN, (token) => token.resize({ width: 3, height: 3 }));
    expect([placeOf(ANN), sizeOf(ANN)]).toEqual(grown);
    await doing(ann, ANN, (token) => token.resize({ width: 5, height: 5 }));
    expect([placeOf(ANN), sizeOf(ANN)]).toEqual(grown);
    expect(party.heard(gm)).toMatch(/changed back/);
  });

  it.each([
    ['by a macro', { method: 'api' }],
    ['as the rest of an older move', { method: 'dragging', chain: ['abcdefghijklmnop'] }],
    ['as if it were undone', null],
  ])('a player’s token that is moved %s stays in place', async (_, options) => {
    await open();
    const before = [placeOf(ANN), step()];
    await (options ? moves(ann, ANN, [{ x: 0, y: 0 }], options) : undoes(ann, ANN, 0, 0));
    expect([placeOf(ANN), step()]).toEqual(before);
    expect(placeOf(ANN, ann)).toEqual(before[0]);
    expect(party.heard(options ? gm : ann)).toMatch(options ? /put back/ : /only the GM/);
  });

  it('a way up costs what the rules charge, is written, and is undone', async () => {
    await open();
    const [[x, y], energy] = [placeOf(ANN), energyOf(ANN)];
    await moves(ann, ANN, [{ x, y, elevation: 2 }]);
    expect(placeOf(ANN)).toEqual([x, y, 2]);
    expect(energyOf(ANN)).toBe(energy - 1);
    expect(party.encounter.fighters[party.of(ANN)].place.elevation).toBe(2);
    await party.done(gm, () => gm.page.rewindStep(party.combat));
    expect([placeOf(ANN), energyOf(ANN)]).toEqual([[x, y, 0], energy]);
  });

  it('a move that is undone on the map is undone in the history, if the GM confirms', async () => {
    await open();
    const [[x, y], energy, before] = [placeOf(ANN), energyOf(ANN), step()];
    await moves(ann, ANN, [{ x, y: y - 200 }]);
    const asked = says(gm, false);
    await undoes(gm, ANN, x, y);
    expect([placeOf(ANN), step()]).toEqual([[x, y - 200, 0], before + 1]);
    expect(asked).toEqual([expect.stringMatching(/Mira/)]);
    says(gm, true);
    await undoes(gm, ANN, x, y);
    expect([placeOf(ANN), energyOf(ANN)]).toEqual([[x, y, 0], energy]);
    expect(party.combat.system.cursor).toBe(before);
  });

  it('later steps are undone with it', async () => {
    await open();
    const [[x, y], cursor] = [placeOf(ANN), party.combat.system.cursor];
    await moves(ann, ANN, [{ x, y: y - 200 }]);
    const adjust = { do: 'adjust', by: 'gm', at: party.of(FOE), options: { pool: 'energy', to: 1 } };
    await party.play(adjust as never);
    const asked = says(gm, true);
    await undoes(gm, ANN, x, y);
    expect(asked[0]).toMatch(/undone with it: 1/);
    expect([placeOf(ANN), party.combat.system.cursor]).toEqual([[x, y, 0], cursor]);
  });

  it('a move that the GM made outside the rules is undone as in plain Foundry', async () => {
    await open();
    const [x, y] = placeOf(FOE);
    await moves(gm, FOE, [{ x: 0, y: 0 }], { method: 'config' });
    const asked = says(gm, true);
    await undoes(gm, FOE, x, y);
    expect([placeOf(FOE), asked]).toEqual([[x, y, 0], []]);
  });

  it('no path is recorded, so that the next one is measured from the token’s place', async () => {
    await open();
    const [x, y] = placeOf(ANN);
    await moves(ann, ANN, [{ x, y: y - 200 }]);
    await moves(gm, FOE, [{ x: 0, y: 0 }], { method: 'config' });
    expect([ANN, FOE].map((token) => tokenAt(gm, token).movementHistory)).toEqual([[], []]);
  });

  it('the GM drags freely where core’s switch allows it, as a step without a price', async () => {
    await open();
    const [before, energy] = [step(), energyOf(FOE)];
    const tools = { unconstrainedMovement: { active: true } };
    gm.page.ui.controls = { controls: { tokens: { tools } } };
    await moves(gm, FOE, [{ x: 0, y: 0 }]);
    expect([placeOf(FOE), step(), energyOf(FOE)]).toEqual([[0, 0, 0], before + 1, energy]);
  });

  it('the GM’s drag is a push while its tool is on, and ends at a fighter in the way', async () => {
    await open();
    const [[x, y], before, energy] = [placeOf(FOE), step(), energyOf(FOE)];
    // Foundry builds the tools again with each scene. API v14: getSceneControlButtons
    const pushTool = () => {
      const tools: Record<string, Tool> = {};
      gm.page.Hooks.callAll('getSceneControlButtons', { tokens: { tools } });
      return defined(tools['cadencePush'], 'the tool');
    };
    expect(pushTool().active).toBe(false);
    pushTool().onChange(undefined, true);
    expect(pushTool().active).toBe(true);
    await moves(gm, FOE, [{ x: x - 100, y: y - 300 }]);
    expect([placeOf(FOE), step(), energyOf(FOE)]).toEqual([[x - 100, y - 300, 0], before + 1, energy]);
    // Bram stands next to its starting place.
    await moves(gm, FOE, [{ x: x - 100, y: y + 100 }]);
    expect([placeOf(FOE), step()]).toEqual([[x - 100, y - 100, 0], before + 2]);
    pushTool().onChange(undefined, false);
    expect(pushTool().active).toBe(false);
  });

  it('the referee moves through what stops a walker', async () => {
    await open();
    const [x, y] = placeOf(ANN);
    const wall = { type: 'rectangle', x: 0, y: y - 200, width: 2400, height: 100 };
    const behaviors = [{ type: 'modifyMovementCost', system: { difficulties: { walk: null } } }];
    await party.done(gm, () =>
      gm.page.game.scenes.contents[0].createEmbeddedDocuments('Region', [{ name: 'Chasm', shapes: [wall], behaviors }]),
    );
    await doing(gm, FOE, (token) => token.move({ x: token.x, y: y - 400 }));
    expect(placeOf(FOE)[1]).toBe(y - 100);
    const path = [{ x: (x + 50) / 100, y: (y - 350) / 100, width: 1, height: 1, elevation: 0, facing: 0 }];
    await party.send(gm, { do: 'place', by: 'gm', at: party.of(ANN), path } as never);
    expect(placeOf(ANN)).toEqual([x, y - 400, 0]);
    // The token is not put back only as far as the chasm either.
    await moves(ann, ANN, [{ x, y: y - 300 }], { method: 'api' });
    await moves(ann, ANN, [{ x, y: y + 200 }], { method: 'api', constrainOptions: { ignoreCost: true } });
    expect(placeOf(ANN)).toEqual([x, y - 400, 0]);
  });

  it.each(VARIANTS.continuation.values)(
    'a move that the GM began earlier continues (options of the continued move: %s)',
    async (continuation) => {
      await open({ continuation }, { start: false });
      const way = [
        { x: 0, y: 0, checkpoint: true },
        { x: 0, y: 300, checkpoint: true },
      ];
      // Between the two it waits for the token on the map.
      let arrives = (): void => undefined;
      const foe = tokenAt(gm, FOE);
      Object.defineProperty(foe, 'object', {
        value: {
          movementAnimationPromise: new Promise<void>((done) => (arrives = done)),
          refresh() {},
          _onUpdate() {},
        },
      });
      await moves(gm, FOE, way);
      expect(placeOf(FOE)).toEqual([0, 0, 0]);
      await party.start();
      const before = step();
      arrives();
      await party.arrive();
      expect([placeOf(FOE), step()]).toEqual([[0, 300, 0], before]);
    },
  );
});
