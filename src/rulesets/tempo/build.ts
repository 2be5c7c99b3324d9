import type { Message } from '../../encounter/view';
import { buildOf, kitOf } from '../../toolkit/define/build';
import { message } from '../../toolkit/define/labels';
import { type ActorValues, ATTRIBUTES, costOf, isSpell, SCHEMA, type TempoItem, TIERS } from './schema';

interface Calling {
  /** In the order of {@link ATTRIBUTES}. */
  readonly attributes: readonly number[];
  readonly body: { readonly hpMax: number; readonly defence: number; readonly speed: number; readonly sturdy?: number };
  /** By tier. */
  readonly mana?: readonly number[];
}

/** Names every field, so that nothing of the calling chosen before remains. */
const calling = ({ attributes, body, mana = [] }: Calling) => ({
  ...Object.fromEntries(ATTRIBUTES.map((id, at) => [id, attributes[at] ?? 0])),
  sturdy: 0,
  ...body,
  ...Object.fromEntries(TIERS.map((tier, at) => [`mana${tier}`, mana[at] ?? 0])),
});

/** The ledger has no points to spend; the values are entered (T-A20). */
export const BUILD = buildOf(SCHEMA, {
  steps: [
    {
      id: 'calling',
      presets: {
        shield: calling({
          attributes: attributes({ str: 2, for: 2, dex: 1, awr: 1 }),
          body: { hpMax: 16, defence: 12, speed: 5 },
        }),
        duelist: calling({
          attributes: attributes({ str: 1, for: 1, dex: 3, awr: 2 }),
          body: { hpMax: 12, defence: 13, speed: 7 },
        }),
        breaker: calling({
          attributes: attributes({ str: 4, for: 3 }),
          body: { hpMax: 18, defence: 10, speed: 5, sturdy: 1 },
        }),
        weaver: calling({
          attributes: attributes({ dex: 1, int: 3, ins: 2, awr: 1 }),
          body: { hpMax: 10, defence: 11, speed: 6 },
          mana: [4, 2, 1],
        }),
      },
      kits: {
        shield: kitOf(
          {
            'Arming sword': '7EcJdwf954EllfdJ',
            'Round shield': '4FU2s3nKm4hx2tKK',
            'Mail shirt': 'jFL461ZI3B87sTKC',
            Brace: 'jJbOKU7dOM05zYnW',
            Tonic: 'ft3HQ9F9tGOunRuf',
          },
          { 'Round shield': { equipped: true } },
        ),
        duelist: kitOf({
          Rapier: 'Ac5WLsYGGaMyectl',
          'Boiled leather': 'LshdWAGSMmAEeyFz',
          Riposte: '3VzPiZJUQXZt9ag1',
          'Second look': 'yg8Wzdl5gwMx6kaC',
          Tonic: 'ft3HQ9F9tGOunRuf',
        }),
        breaker: kitOf({
          'Great axe': 'LPJvYHw9TGFLLMKA',
          'Quilted coat': 'cMkILBB7SWft0bhH',
          Whirl: 'CUdB7IAxgALIiSN7',
          'Finishing blow': 'FMZ4wGXglSdsxQHL',
          Tonic: 'ft3HQ9F9tGOunRuf',
        }),
        weaver: kitOf(
          {
            Stiletto: '5SklOjC5IjpoGFRh',
            'Paradigm of Flame': 'CSw4E8szxwhGr7yq',
            'Paradigm of Frost': 'PCUDUIezZMOQfmUz',
            Spark: 'Q4GVSfMtoUwNGHdn',
            'Ember lance': 'VcHam06CUXLVEs1P',
            Veil: 'Y6hb0VtdDc1vCCxa',
            'Star fall': 'hevXf0trqhuzaMPs',
          },
          { 'Paradigm of Flame': { active: true } },
        ),
      },
    },
    { id: 'attributes', fields: ATTRIBUTES },
    { id: 'body', fields: ['hpMax', 'defence', 'deflection', 'sturdy', 'speed', 'seek', 'size'] },
    {
      id: 'weapons',
      armory: { types: ['tempoWeapon'], shownFields: { tempoWeapon: ['dice', 'speed', 'range', 'reload'] } },
    },
    {
      id: 'gear',
      armory: {
        types: ['tempoGear', 'tempoConsumable'],
        shownFields: { tempoGear: ['deflection', 'sturdy'], tempoConsumable: ['dice', 'healing'] },
      },
    },
    {
      id: 'talents',
      armory: {
        types: ['tempoParadigm', 'tempoAbility', 'tempoReaction'],
        shownFields: { tempoAbility: ['tempo', 'tag'], tempoReaction: ['tempo', 'trigger'] },
      },
    },
    {
      id: 'magic',
      fields: TIERS.map((tier) => `mana${tier}`),
      armory: {
        types: ['tempoSpell'],
        shownFields: { tempoSpell: ['tempo', 'dice', 'cost1', 'cost2', 'cost3'] },
        warning: beyondMana,
      },
    },
  ],
  figures: ['defence', 'deflection', 'sturdy', 'speed', 'seek', 'maxExertion', 'actionsPerRound', 'reactionsPerTurn'],
});

function attributes(some: Readonly<Partial<Record<(typeof ATTRIBUTES)[number], number>>>): number[] {
  return ATTRIBUTES.map((id) => some[id] ?? 0);
}

/** The spell costs more Mana of a tier than the character has. */
function beyondMana(base: ActorValues, item: TempoItem): Message | null {
  const tier = isSpell(item) && TIERS.find((each) => costOf(item, each) > base[`mana${each}`]);
  return tier && isSpell(item)
    ? message('Build.mana', { tier, cost: costOf(item, tier), mana: base[`mana${tier}`] })
    : null;
}
