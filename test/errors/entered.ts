import type { Actor } from '../headless/documents';
import type { Tab } from '../headless/tab';

/** Returns the message of an invalid input: of a weapon's damage, or of a number that no ruleset declares. */
export async function enteredAt(
  { hands }: Tab,
  actor: Actor,
  validity: object,
  shown: { type?: string; value?: string; step?: string; min?: string; max?: string },
) {
  const weapon = actor.items.find(({ type }) => type === 'energyWeapon');
  const input = { type: 'number', value: '99', step: '1', min: '', max: '', ...shown };
  const inBrowser = { ...input, validity, setCustomValidity() {}, getAttribute: () => null };
  const field = input.type === 'number' ? actor.schema.getField('sort') : weapon.system.schema.getField('damage');
  return hands.windows.whyUnfit(inBrowser, field, input.value);
}
