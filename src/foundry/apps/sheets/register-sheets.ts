import type { UnloadedAdapter } from '../../adapters/adapter';
import { SYSTEM_ID } from '../../platform/settings';
import { CadenceActorSheet } from './actor-sheet';
import { CadenceItemSheet } from './item-sheet';

function registerSheets(rulesets: readonly UnloadedAdapter[]): void {
  const sheets: { registerSheet(document: unknown, scope: string, sheet: unknown, options: object): void } =
    foundry.applications.apps.DocumentSheetConfig;
  sheets.registerSheet(Actor, SYSTEM_ID, CadenceActorSheet, {
    types: rulesets.map(({ id }) => id),
    makeDefault: true,
    label: 'CADENCE.Sheet.actor',
  });
  sheets.registerSheet(Item, SYSTEM_ID, CadenceItemSheet, {
    types: rulesets.flatMap(({ models }) => Object.keys(models.Item)),
    makeDefault: true,
    label: 'CADENCE.Sheet.item',
  });
}

export const SHEETS = { init: registerSheets };
