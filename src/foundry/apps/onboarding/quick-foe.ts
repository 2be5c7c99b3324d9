import { type FoeChoice, type FoeRoles, foeOf } from '../../../toolkit/define/foe-roles';
import { allRulesets, isRulesetType } from '../../adapters/registry';
import { notify } from '../../platform/notice';
import { branchOf, localize, text } from '../../platform/text';
import { defaultRuleset, isPlayed } from '../../platform/world-settings';
import { foeSource } from './foe-source';

/** Returns the rulesets with foes by role that this world plays, that of the viewed encounter or of the world first. */
export function rulesetsWithRoles(): readonly { readonly id: string; readonly name: string }[] {
  const all = allRulesets().filter(({ roles }) => roles !== undefined);
  const played = all.filter(({ id }) => isPlayed(id));
  const first = isRulesetType(game.combat?.type) ? game.combat?.type : defaultRuleset();
  return (played.length > 0 ? played : all)
    .map(({ id }) => ({ id, name: text(`${branchOf(id)}.name`) }))
    .sort((a, b) => Number(b.id === first) - Number(a.id === first));
}

/** Returns a text of a role. @param key `label`, `hint` or `tactics` */
export const roleText = (rulesetId: string, role: string, key: string): string =>
  localize(rulesetId, { key: `Foe.${role}.${key}` });

export const foeItemName = (rulesetId: string, item: string): string => localize(rulesetId, { key: `FoeItem.${item}` });

/** Returns the creation data of a foe; null for an unknown choice. @param name of the role if it is blank */
export function quickFoeSource(rulesetId: string, table: FoeRoles, choice: FoeChoice, name: string) {
  const foe = foeOf(table, choice);
  if (!foe) return null;
  const { escapeHTML } = foundry.utils;
  const paragraph = (line: string): string => `<p>${escapeHTML(line)}</p>`;
  const [hint, tactics] = ['hint', 'tactics'].map((key) => roleText(rulesetId, choice.role, key));
  return foeSource({
    type: rulesetId,
    name: name.trim() || roleText(rulesetId, choice.role, 'label'),
    foe,
    heroes: table.heroes,
    biography: paragraph(hint ?? '') + paragraph(text('CADENCE.App.QuickFoe.atTheTable', { tactics: tactics ?? '' })),
    textOf: (key) => localize(rulesetId, { key }),
  });
}

/** Creates the foe in the world; null if it was refused, and the user is told. */
export async function createQuickFoe(
  rulesetId: string,
  table: FoeRoles,
  choice: FoeChoice,
  name: string,
): Promise<Actor.Stored | null> {
  const source = quickFoeSource(rulesetId, table, choice, name);
  const actor = source ? await Actor.implementation.create(source as never).catch(reported) : null;
  if (actor) return actor;
  notify('error', text('CADENCE.App.QuickFoe.refused', { name: source?.name ?? name }));
  return null;
}

function reported(error: unknown): null {
  console.error('Cadence | a foe could not be created', error);
  return null;
}
