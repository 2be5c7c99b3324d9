import type { Tab } from '../headless/tab';

/** What is said of an input of the field for a weapon's damage, in a browser that finds this wrong with it. */
export async function enteredAt(
  { hands }: Tab,
  actor: any,
  validity: object,
  shown: { type?: string; value?: string; step?: string; min?: string; max?: string },
) {
  const weapon = actor.items.find(({ type }: { type: string }) => type === 'energyWeapon');
  const input = { type: 'number', value: '99', step: '1', min: '', max: '', ...shown };
  const inBrowser = { ...input, validity, setCustomValidity() {}, getAttribute: () => null };
  return hands.windows.whyUnfit(inBrowser, weapon.system.schema.getField('damage'), input.value);
}
