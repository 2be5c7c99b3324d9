import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import type { Grade, Grading } from '../../src/toolkit/define/foe-grades';
import type { FoeChoice, FoeRoles } from '../../src/toolkit/define/foe-roles';
import { rolesOf } from '../support/foe-roles';
import type { Actor } from './documents';
import type { GamePage } from './game-page';
import { FOE, Party } from './party';

/** Of the system's own exports in a page. */
interface Grades {
  createQuickFoe(ruleset: string, table: FoeRoles, choice: FoeChoice, name: string): Promise<Actor | null>;
  gradeFoe(actor: Actor, grading: Grading, grade: Grade | null): Promise<void>;
}

const RULESETS = ['clash', 'energy', 'seconds', 'slots', 'tempo'];

describe('a foe', () => {
  let party: Party;
  beforeAll(async () => {
    party = await Party.open('seconds', ['Gamemaster']);
  });
  afterAll(() => party?.table.close());

  const windows = () => party.gm.page.windows as GamePage['windows'] & Grades;
  async function made(ruleset: string, rank = 3): Promise<any> {
    const table = rolesOf(ruleset);
    const attack = defined(Object.keys(table.roles.guard?.looks ?? {})[0], 'an attack');
    let actor: Actor | null = null;
    await party.done(party.gm, async () => {
      actor = await windows().createQuickFoe(ruleset, table, { role: 'guard', rank, attack }, 'Guard');
    });
    const foe: any = defined(actor, 'a foe');
    await party.done(party.gm, () => foe.update({ flags: { cadence: { threat: { value: 40, heroes: 2 } } } }));
    return foe;
  }
  const press = async (actor: any, ...grades: (Grade | null)[]) => {
    for (const grade of grades)
      await party.done(party.gm, () => windows().gradeFoe(actor, rolesOf(actor.type).grading, grade));
  };
  const stored = ({ _source: { name, system, items, flags, prototypeToken } }: any): unknown =>
    structuredClone({ name, system, items: items.map((item: any) => item.system), flags, token: prototypeToken.name });
  const healthOf = (actor: any) => {
    const { health } = party.gm.page.adapterOf(actor.type) as any;
    return party.gm.page.foundry.utils.getProperty(actor.system, `${health.path}`) as { value: number; max: number };
  };

  it.each(RULESETS)(
    'of %s becomes elite, weak or of another level, and is as before with one press',
    async (ruleset) => {
      const foe = await made(ruleset);
      const before = stored(foe);
      const { max } = healthOf(foe);
      const threat = foe.flags.cadence.threat.value;
      const numbers = () =>
        JSON.stringify([foe.system, foe.items.map(({ system }: any) => system)].map((each) => JSON.stringify(each)));
      const plain = numbers();

      await press(foe, 'elite');
      expect([foe.name, foe._source.prototypeToken.name]).toEqual(['Elite Guard', 'Elite Guard']);
      expect(healthOf(foe).max).toBeGreaterThan(max * 1.4);
      expect(foe.flags.cadence.threat.value).toBeGreaterThan(threat);
      expect(numbers()).not.toBe(plain);
      await press(foe, 'higher', 'higher');
      expect(foe.name).toBe('Elite Guard (+2)');
      await press(foe, 'weak');
      expect(foe.name).toBe('Weak Guard (+2)');
      await press(foe, 'weak', 'lower', 'lower');
      expect(stored(foe)).toEqual(before);
      await press(foe, 'weak');
      expect(healthOf(foe).max).toBeLessThan(max);
      expect(foe.flags.cadence.threat.value).toBeLessThan(threat);
      await press(foe, 'lower', 'lower', 'lower', 'lower', 'lower', null);
      expect(stored(foe)).toEqual(before);
      expect(party.table.faults).toEqual([]);
    },
  );

  it('keeps what was changed by hand meanwhile, and the share of health that is left', async () => {
    const foe = await made('seconds');
    const { max } = healthOf(foe);
    await press(foe, 'elite');
    await party.done(party.gm, () =>
      foe.update({
        name: 'Captain',
        'system.str': foe.system.str + 3,
        'system.hp.value': Math.round(healthOf(foe).max / 2),
      }),
    );
    const { str } = foe.system;
    await press(foe, null);
    expect([foe.name, foe.system.str]).toEqual(['Captain', str - 1]);
    expect(healthOf(foe)).toMatchObject({ max, value: Math.round(max / 2) });
  });

  it('has no value beyond the limits of its sheet', async () => {
    const foe = await made('slots', 1);
    await press(foe, 'lower', 'lower', 'weak');
    expect([foe.system.level, foe.name]).toEqual([1, 'Weak Guard (−2)']);
    await press(foe, 'higher', 'higher', 'weak', 'higher');
    expect([foe.system.level, foe.name]).toEqual([2, 'Guard (+1)']);
  });

  it('of a token on the map has the name on its token, and leaves the others of its kind alone', async () => {
    const combatant = party.combat.combatants.get(party.of(FOE)) as any;
    const { token } = combatant;
    expect(token.actorLink).toBe(false);
    const [name, world] = [token.name, structuredClone(token.baseActor._source.system)];
    await press(token.actor, 'elite', 'higher');
    expect([token.name, token.actor.name]).toEqual([`Elite ${name} (+1)`, `Elite ${token.baseActor.name} (+1)`]);
    expect(token.baseActor._source.system).toEqual(world);
    await press(token.actor, null);
    expect(token.name).toBe(name);
    // A name of its own stays.
    await party.done(party.gm, () => token.update({ name: 'Grip' }));
    await press(token.actor, 'weak');
    expect(token.name).toBe('Grip');
  });

  it('of a token whose kind was graded before keeps the number in its name', async () => {
    const { token } = party.combat.combatants.get(party.of(4)) as any;
    expect(token.actorLink).toBe(false);
    const { name } = token.baseActor;
    await press(token.baseActor, 'elite');
    await party.done(party.gm, () => token.update({ name: `Elite ${name} (2)` }));
    await press(token.actor, null);
    expect([token.name, token.actor.name, token.baseActor.name]).toEqual([`${name} (2)`, name, `Elite ${name}`]);
  });

  it('is only told apart where the stored state can be read', async () => {
    const foe = await made('tempo');
    await party.done(party.gm, () => foe.update({ flags: { cadence: { graded: { kind: 'elite', level: 'x' } } } }));
    await press(foe, 'weak');
    expect(foe.name).toBe('Weak Guard');
  });
});
