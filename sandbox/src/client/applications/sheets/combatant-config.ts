import { PlainSheet } from './plain-sheet';

/** T13: client/applications/sheets/combatant-config.d.mts; here it edits the name only. */
export class CombatantConfig extends PlainSheet {}
