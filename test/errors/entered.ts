import type { Actor } from '../headless/documents';
import type { Tab } from '../headless/tab';

type Validity = object;
interface Shown {
  readonly type?: string;
  /** Of a list, its entries. */
  readonly value?: string | readonly string[];
  readonly step?: string;
  readonly min?: string;
  readonly max?: string;
}

/** Returns the message of an invalid input: of a weapon's damage, or of a number that no ruleset declares. */
async function enteredAt({ page }: Tab, actor: Actor, validity: Validity, shown: Shown) {
  const weapon = actor.items.find(({ type }) => type === 'energyWeapon');
  const input = { type: 'number', value: '99', step: '1', min: '', max: '', ...shown };
  const inBrowser = { ...input, validity, setCustomValidity() {}, getAttribute: () => null };
  const text = typeof input.value === 'string' ? weapon.system.schema.getField('damage') : undefined;
  const field =
    input.type === 'number' ? actor.schema.getField('sort') : (text ?? actor.system.schema.getField('weaknesses'));
  return page.windows.whyUnfit(inBrowser, field, input.value);
}

/** What each notice about a value on a sheet needs to appear. */
export function unfitEntries(tab: () => Tab, actor: () => Actor) {
  const at = (...entered: [Validity, Shown]) => enteredAt(tab(), actor(), ...entered);
  return {
    'Notice.unfit.number': () => at({ badInput: true }, { step: 'any' }),
    'Notice.unfit.numberLeast': () => at({ rangeUnderflow: true }, { step: 'any', min: '0' }),
    'Notice.unfit.numberBetween': () => at({ rangeOverflow: true }, { step: 'any', min: '0', max: '9' }),
    'Notice.unfit.whole': () => at({ stepMismatch: true }, {}),
    'Notice.unfit.wholeLeast': () => at({ rangeUnderflow: true }, { min: '1' }),
    'Notice.unfit.wholeBetween': () => at({ rangeOverflow: true }, { min: '1', max: '40' }),
    'Notice.unfit.blank': () => at({}, { type: 'text', value: '' }),
    'Notice.unfit.text': () => at({}, { type: 'text', value: 'much' }),
    'Notice.unfit.letters': () => at({}, { type: 'text', value: 'x'.repeat(1001) }),
    'Notice.unfit.entries': () => at({}, { type: 'text', value: Array.from({ length: 1001 }, () => 'fire') }),
  };
}
