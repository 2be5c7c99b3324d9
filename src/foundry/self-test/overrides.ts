/**
 * What our classes override, by the class: each is looked for in the class they extend. Names that begin with an underscore are not listed: with
 * us they are all Foundry's, so they are read off the classes. A test holds this against their code, so that whoever overrides something more
 * has it looked for too.
 */
export const OVERRIDES = {
  CadenceActor: [
    'createDialog',
    'modifyTokenAttribute',
    'getDefaultArtwork',
    'toggleStatusEffect',
    'getRollData',
    'migrateData',
    'prepareDerivedData',
    'applyActiveEffects',
  ],
  CadenceCombat: [
    'createDialog',
    'createDocuments',
    'migrateData',
    'startCombat',
    'nextRound',
    'nextTurn',
    'previousRound',
    'previousTurn',
    'rollInitiative',
    'rollAll',
    'rollNPC',
    'setInitiative',
    'resetAll',
    'endCombat',
    'prepareBaseData',
    'setupTurns',
    'combatant',
    'nextCombatant',
    'getTimeDelta',
  ],
  CadenceCombatant: ['createDocuments', 'migrateData', 'rollInitiative', 'prepareDerivedData'],
  CadenceItem: [
    'createDialog',
    'getDefaultArtwork',
    'getRollData',
    'migrateData',
    'prepareEmbeddedDocuments',
    'prepareDerivedData',
  ],
  CadenceEffect: ['migrateData'],
  CadenceMessage: ['migrateData', 'prepareBaseData', 'renderHTML', 'visible'],
  CadenceToken: ['prepareBaseData'],
  CadenceRuler: ['WAYPOINT_LABEL_TEMPLATE', 'clear'],
  CadenceTracker: ['DEFAULT_OPTIONS', 'PARTS', 'render'],
  CadenceActorSheet: ['DEFAULT_OPTIONS', 'PARTS', 'TABS', 'changeTab', 'render'],
  CadenceItemSheet: ['DEFAULT_OPTIONS', 'PARTS'],
} as const;
