import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import type { FoeChoice, FoeRoles } from '../../src/toolkit/define/foe-roles';
import { choicesOf, nameOfChoice, rolesOf } from '../support/foe-roles';
import type { Actor } from './documents';
import type { GamePage } from './game-page';
import { Party } from './party';

/** Of the system's own exports in a page. */
interface QuickFoes {
  createQuickFoe(ruleset: string, table: FoeRoles, choice: FoeChoice, name: string): Promise<Actor | null>;
  loadFoeRoles(ruleset: string): Promise<FoeRoles | null>;
  rulesetsWithRoles(): readonly { readonly id: string; readonly name: string }[];
}

const RULESETS = ['clash', 'energy', 'seconds', 'slots', 'tempo'];
const CASTER: FoeChoice = { role: 'caster', rank: 3, attack: 'frost' };

describe('a quick foe', () => {
  let party: Party;
  let isRefused = false;

  beforeAll(async () => {
    party = await Party.open('seconds', ['Gamemaster'], {}, ({ Hooks }) =>
      Hooks.on('preCreateActor', () => !isRefused),
    );
  });
  afterAll(() => party?.table.close());

  const windows = () => party.gm.page.windows as GamePage['windows'] & QuickFoes;
  async function create(ruleset: string, table: FoeRoles, choice: FoeChoice, name = ''): Promise<Actor | null> {
    let actor: Actor | null = null;
    await party.done(party.gm, async () => {
      actor = await windows().createQuickFoe(ruleset, table, choice, name);
    });
    return actor;
  }

  it.each(RULESETS)(
    'of %s is an actor with items, temperament and threat, whose sheet can be read',
    async (ruleset) => {
      const table = rolesOf(ruleset);
      const rank = table.ranks;
      for (const choice of choicesOf(table).filter((each) => each.rank === rank)) {
        const actor = defined(await create(ruleset, table, choice), nameOfChoice(choice));
        const { temperament, threat } = defined(table.roles[choice.role], choice.role);
        expect(actor).toMatchObject({
          flags: { cadence: { temperament, ...(threat && { threat: { value: threat[rank], heroes: table.heroes } }) } },
          prototypeToken: { disposition: -1, actorLink: false, appendNumber: true },
        });
        expect(actor.items.map(({ name }) => name)).not.toContain('');
        const adapter = party.gm.page.adapterOf(ruleset);
        expect(windows().actorContext(actor, adapter)?.hasItems).toBe(true);
      }
      expect(party.table.faults).toEqual([]);
    },
  );

  it('has the name that was typed, or that of its role, and tactics in its biography', async () => {
    const table = rolesOf('slots');
    const named = defined(await create('slots', table, CASTER, '  <b>Old Marn</b> '), 'a foe');
    expect(named.name).toBe('<b>Old Marn</b>');
    expect(named).toMatchObject({ prototypeToken: { name: '<b>Old Marn</b>' } });
    const plain = defined(await create('slots', table, CASTER), 'a foe');
    expect(plain.name).toBe('Caster');
    expect(plain.items.map(({ name }) => name)).toEqual(['Frost bolt', 'Wand', 'Spark', 'Stumble']);
    expect(plain.system.biography).toMatch(/^<p>Harms from afar with magic.<\/p><p>At the table: Casts its bolt/);
  });

  it('is refused with a sentence for a choice that is in no table, or by a module', async () => {
    const table = rolesOf('slots');
    expect(await create('slots', table, { ...CASTER, rank: 9 }, 'Marn')).toBeNull();
    isRefused = true;
    expect(await create('slots', table, CASTER, 'Old Marn')).toBeNull();
    isRefused = false;
    const heard = party.heard(party.gm);
    for (const name of ['Marn', 'Old Marn']) expect(heard).toContain(`(error): ${name} could not be created.`);
  });

  it('is offered for the rulesets of the world, and its table may be unreadable', async () => {
    const ids = windows()
      .rulesetsWithRoles()
      .map(({ id }) => id);
    expect(ids.toSorted()).toEqual(RULESETS);
    // This client's server answers everything with an empty object.
    expect(await windows().loadFoeRoles('clash')).toBeNull();
    expect(party.heard(party.gm)).toContain('The foes in systems/cadence/roles/clash.json cannot be read.');
    expect(await windows().loadFoeRoles('nothing')).toBeNull();
  });
});
