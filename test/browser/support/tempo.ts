import { turnTo } from './sheet';
import type { Seat } from './table';

interface TempoClock {
  readonly round: number;
  readonly phase: string;
  readonly tempo: number;
  readonly turn: string | null;
  readonly acted: boolean;
  readonly justEnded: boolean;
}

/**
 * The active encounter of tempo, once this client has it; the demo world contains another one, with a fighter in it.
 */
const fight = ({ page }: Seat) =>
  page.waitForFunction(() => game.combats.find(({ type, active }) => type === 'tempo' && active));

const fighter = async (seat: Seat, name: string) =>
  (await fight(seat)).evaluateHandle((combat, name) => combat.combatants.find((each) => each.name === name), name);

const clock = async (seat: Seat): Promise<TempoClock> =>
  (await fight(seat)).evaluate(({ system }) => system.clock as never);

/**
 * Waits until a condition of the fight holds in each of these clients. @param given further arguments of the condition
 */
export async function until<Given = null>(
  seats: readonly Seat[],
  what: (seen: { combat: PageCombat; given: Given }) => unknown,
  given?: Given,
): Promise<void> {
  for (const seat of seats) await seat.page.waitForFunction(what as never, { combat: await fight(seat), given });
}

interface TempoActor {
  readonly name: string;
  readonly owner?: 'Ann' | 'Bob';
  readonly system?: object;
  readonly items?: readonly object[];
}

/** Creates actors with tokens in a row and an encounter, and removes the previous one. Run by the GM. */
export const setUp = (gm: Seat, actors: readonly TempoActor[]): Promise<void> =>
  gm.page.evaluate(async (actors) => {
    const before = game.combats.filter(({ type, id }) => type === 'tempo' && !id.startsWith('demo'));
    const stood = before.flatMap(({ combatants }) => combatants.map(({ tokenId }) => tokenId));
    for (const combat of before) await combat.delete();
    await canvas.scene.deleteEmbeddedDocuments('Token', stood);
    const made = await Actor.createDocuments(
      actors.map(({ owner, ...actor }) => ({
        type: 'tempo',
        ...actor,
        ...(owner && { ownership: { [game.users.getName(owner).id]: 3 } }),
        prototypeToken: { name: actor.name, actorLink: true, disposition: owner ? 1 : -1 },
      })),
    );
    const tokens = [];
    for (const [at, actor] of made.entries())
      tokens.push(
        (await actor.getTokenDocument({ x: 600 + 100 * (at % 2), y: 900 + 100 * Math.floor(at / 2) })).toObject(),
      );
    const placed: PageToken[] = await canvas.scene.createEmbeddedDocuments('Token', tokens);
    const combat = await Combat.create({ type: 'tempo', scene: canvas.scene.id, active: true });
    const combatants = placed.map(({ id, actorId }) => ({
      type: 'tempo',
      tokenId: id,
      sceneId: canvas.scene.id,
      actorId,
    }));
    await combat.createEmbeddedDocuments('Combatant', combatants);
    await combat.activate();
  }, actors);

/** Opens the tracker on the fight, once it has this many fighters. */
export async function watch({ page }: Seat, fighters: number): Promise<void> {
  const isThere = (fighters: number) =>
    game.combats.find(({ type, active, combatants }) => type === 'tempo' && active && combatants.size === fighters);
  const fight = await page.waitForFunction(isThere, fighters);
  await fight.evaluate(async (combat) => {
    ui.combat.viewed = combat;
    ui.sidebar.changeTab('combat', 'primary');
    await ui.combat.render({ force: true });
  });
  await page.locator('#combat .cadence-rows').waitFor();
}

export async function sheet(seat: Seat, name: string) {
  const id = await (await fighter(seat, name)).evaluate(async ({ actor }) => {
    await actor.sheet.render({ force: true });
    return actor.sheet.id;
  });
  const open = seat.page.locator(`[id="${id}"]`);
  await turnTo(open, 'actions');
  return open.locator('[data-tab="actions"]').last();
}

export const target = async (seat: Seat, name: string): Promise<void> =>
  (await fighter(seat, name)).evaluate(({ token }) => token.object.setTarget(true, { releaseOthers: true }));

/** Advances as the GM until the count reaches this number. */
export async function countTo(gm: Seat, seats: readonly Seat[], tempo: number, phase = 'players'): Promise<void> {
  for (let n = 0; n < 25; n++) {
    const before = await clock(gm);
    if (before.tempo === tempo && before.phase === phase)
      return until(seats, ({ combat, given }) => combat.system.clock.tempo === given, tempo);
    // Where a fighter is known to wait, numbers can be skipped in one go.
    const options = { skip: phase !== 'players' };
    await (await fight(gm)).evaluate(async (combat, options) => {
      await combat.submit({ do: 'count', by: 'gm', options });
    }, options);
    await until(
      [gm],
      ({ combat: { system }, given }) => system.clock.tempo !== given.tempo || system.clock.phase !== given.phase,
      before,
    );
  }
  throw new Error(`the count never came to ${tempo} ${phase}`);
}

/** Submits a fighter's command as a macro would, for what the test is not about. */
export const submit = async (seat: Seat, name: string, command: Omit<Command, 'by'> & { by?: string }, at?: string) =>
  (await fight(seat)).evaluate(
    async (combat, { name, at, command }) => {
      const named = (name: string) => combat.combatants.find((each) => each.name === name).id;
      await combat.submit({ by: named(name), ...(at && { at: named(at) }), ...(command as Omit<Command, 'by'>) });
    },
    // As in `submit` of table.ts.
    { name, at: at ?? null, command: command as object },
  );

export async function plan(seat: Seat, name: string, ...actions: string[]): Promise<void> {
  for (const action of actions) await submit(seat, name, { do: 'plan', options: { action } });
}
