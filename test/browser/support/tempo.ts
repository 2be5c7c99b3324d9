import { expect } from 'vitest';
import { inGame, type Seat } from './table';

/** The encounter of tempo that is active; the demo world holds another one, and a fighter in it. */
export const FIGHT = `game.combats.find((combat) => combat.type === 'tempo' && combat.active)`;
export const fighter = (name: string) => `${FIGHT}.combatants.find((each) => each.name === '${name}')`;
export const system = (name: string) => `${fighter(name)}.actor.system`;

export const clock = (seat: Seat) =>
  inGame<{ round: number; phase: string; tempo: number; turn: string | null; acted: boolean }>(
    seat.page,
    `return ${FIGHT}.system.clock;`,
  );

/** Until each of these clients knows it of the fight, which is called `combat`. */
export async function until(seats: readonly Seat[], what: string): Promise<void> {
  for (const { page } of seats)
    await page.waitForFunction(`(() => { const combat = ${FIGHT}; return combat && (${what}); })()`);
}

/**
 * Makes actors with tokens beside each other and an encounter around them, where the one before is taken away. Run by the game master.
 */
export async function setUp(gm: Seat, actors: string): Promise<void> {
  await inGame(
    gm.page,
    `const [ann, bob] = ['Ann', 'Bob'].map((name) => game.users.getName(name).id);
     const before = game.combats.filter(({ type, id }) => type === 'tempo' && !id.startsWith('demo'));
     const stood = before.flatMap(({ combatants }) => combatants.map(({ tokenId }) => tokenId));
     for (const combat of before) await combat.delete();
     await canvas.scene.deleteEmbeddedDocuments('Token', stood);
     const made = await Actor.createDocuments((${actors}).map((actor, at) => ({
       type: 'tempo', ...actor,
       prototypeToken: { name: actor.name, actorLink: true, disposition: actor.ownership ? 1 : -1 },
     })));
     const tokens = [];
     for (const [at, actor] of made.entries())
       tokens.push((await actor.getTokenDocument({ x: 600 + 100 * (at % 2), y: 900 + 100 * Math.floor(at / 2) })).toObject());
     const placed = await canvas.scene.createEmbeddedDocuments('Token', tokens);
     const combat = await Combat.create({ type: 'tempo', scene: canvas.scene.id, active: true });
     await combat.createEmbeddedDocuments('Combatant', placed.map((token) => ({
       type: 'tempo', tokenId: token.id, sceneId: canvas.scene.id, actorId: token.actorId,
     })));
     await combat.activate();`,
  );
}

/** Opens the tracker on the fight. */
export async function watch(seat: Seat, fighters: number): Promise<void> {
  await until([seat], `combat.combatants.size === ${fighters}`);
  await inGame(
    seat.page,
    `ui.combat.viewed = ${FIGHT}; ui.sidebar.changeTab('combat', 'primary'); await ui.combat.render({ force: true });`,
  );
  await seat.page.locator('#combat .cadence-rows').waitFor();
}

/** Opens a fighter's sheet at its actions. */
export async function sheet(seat: Seat, name: string) {
  await inGame(seat.page, `await ${fighter(name)}.actor.sheet.render({ force: true });`);
  const id = await inGame<string>(seat.page, `return ${fighter(name)}.actor.sheet.id;`);
  const open = seat.page.locator(`[id="${id}"]`);
  await open.locator('nav [data-tab="actions"]').click();
  return open.locator('[data-tab="actions"]').last();
}

/** Presses a button of a fighter's sheet, and puts the sheet away, so that nothing lies over what comes next. */
export async function press(seat: Seat, name: string, button: string): Promise<void> {
  await (await sheet(seat, name)).locator(`[data-id="${button}"]`).first().click();
  await inGame(seat.page, `await ${fighter(name)}.actor.sheet.close({ animate: false });`);
}

export const target = (seat: Seat, name: string) =>
  inGame(seat.page, `${fighter(name)}.token.object.setTarget(true, { releaseOthers: true });`);

/** The game master calls on, until the count is there. */
export async function countTo(gm: Seat, seats: readonly Seat[], tempo: number, phase = 'players'): Promise<void> {
  for (let n = 0; n < 25; n++) {
    const before = await clock(gm);
    if (before.tempo === tempo && before.phase === phase) return until(seats, `combat.system.clock.tempo === ${tempo}`);
    // To where somebody is known to wait one may call on in one go.
    const options = { skip: phase !== 'players' };
    await inGame(gm.page, `await ${FIGHT}.submit({ do: 'count', by: 'gm', options: ${JSON.stringify(options)} });`);
    const { tempo: was, phase: of } = before;
    await until([gm], `combat.system.clock.tempo !== ${was} || combat.system.clock.phase !== '${of}'`);
  }
  throw new Error(`the count never came to ${tempo} ${phase}`);
}

/** Answers the question on the screen with the button that says this. */
export const answer = (seat: Seat, name: string | RegExp) =>
  seat.page.locator('.cadence-prompt').getByRole('button', { name }).first().click();

/** Until the exchange is over and the turn's action done. */
export const acted = (seats: readonly Seat[]) =>
  until(seats, 'combat.system.open === null && combat.system.clock.acted');

/** Gives a command of a fighter as a macro would: for what is not what the test is about. */
export const submit = (seat: Seat, name: string, command: object, at?: string) =>
  inGame(
    seat.page,
    `await ${FIGHT}.submit({ by: ${fighter(name)}.id, ${at ? `at: ${fighter(at)}.id,` : ''} ...${JSON.stringify(command)} });`,
  );

/** Plans these actions. */
export async function plan(seat: Seat, name: string, ...actions: string[]): Promise<void> {
  for (const action of actions) await submit(seat, name, { do: 'plan', options: { action } });
}

/** All that this client knows: every document there is, and what its browser keeps. */
export const known = (seat: Seat) =>
  inGame<string>(
    seat.page,
    `const documents = [...game.combats, ...game.messages, ...game.actors, ...game.users].map((each) => each.toObject());
     return JSON.stringify([documents, { ...localStorage }, { ...sessionStorage }]);`,
  );

/** Until the pools at these paths are so, as this client knows them. */
export async function expectPools(seat: Seat, name: string, pools: Record<string, number>): Promise<void> {
  const read = Object.keys(pools).map((path) => `'${path}': ${system(name)}.${path}`);
  await expect.poll(() => inGame(seat.page, `return { ${read.join(', ')} };`)).toEqual(pools);
}
