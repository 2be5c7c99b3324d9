import { CHAT_MESSAGE_STYLES, DEFAULT_TOKEN } from '../shared/constants';
import { deepClone } from '../shared/utils';

const OWNED = { folder: null, sort: 0, ownership: { default: 0 } };
const SYSTEM = { type: 'base', system: {} };

/**
 * Core fields a stored document always has. T14: common/documents/*.d.mts, the fields Cadence meets.
 * The data models of the system do not run on the server: `system` stays as it was sent.
 */
const DEFAULTS: Record<string, Record<string, any>> = {
  Actor: { ...OWNED, ...SYSTEM, name: '', img: DEFAULT_TOKEN, prototypeToken: {}, items: [], effects: [] },
  Item: { ...OWNED, ...SYSTEM, name: '', img: 'icons/svg/item-bag.svg', effects: [] },
  ActiveEffect: {
    ...SYSTEM,
    name: '',
    img: 'icons/svg/aura.svg',
    disabled: false,
    transfer: true,
    statuses: [],
    duration: {},
    start: null,
    origin: null,
    tint: '#ffffff',
    description: '',
    showIcon: 1,
    sort: 0,
  },
  ChatMessage: {
    ...SYSTEM,
    style: CHAT_MESSAGE_STYLES.OTHER,
    author: null,
    content: '',
    flavor: '',
    title: '',
    speaker: { scene: null, actor: null, token: null, alias: '' },
    whisper: [],
    blind: false,
    rolls: [],
    sound: null,
    emote: false,
  },
  Combat: { ...SYSTEM, scene: null, active: false, round: 0, turn: null, sort: 0, combatants: [], groups: [] },
  Combatant: {
    ...SYSTEM,
    actorId: null,
    tokenId: null,
    sceneId: null,
    name: null,
    img: null,
    initiative: null,
    hidden: false,
    defeated: false,
    group: null,
  },
  CombatantGroup: { ...SYSTEM, name: '', img: null, initiative: null, ownership: { default: 0 } },
  JournalEntry: { ...OWNED, name: '', pages: [] },
  JournalEntryPage: {
    name: '',
    type: 'text',
    title: { show: true, level: 1 },
    text: { content: '', format: 1 },
    sort: 0,
    ownership: { default: -1 },
  },
  RollTable: {
    ...OWNED,
    name: '',
    img: 'icons/svg/d20-grey.svg',
    description: '',
    results: [],
    formula: '',
    replacement: true,
    displayRoll: true,
  },
  TableResult: { type: 'text', name: '', img: null, description: '', weight: 1, range: [1, 1], drawn: false },
  Folder: { name: '', type: '', description: '', folder: null, sorting: 'a', sort: 0, color: null },
  Macro: {
    ...OWNED,
    name: '',
    type: 'chat',
    img: 'icons/svg/dice-target.svg',
    author: null,
    scope: 'global',
    command: '',
  },
  Scene: {
    ...OWNED,
    name: '',
    active: false,
    navigation: true,
    navOrder: 0,
    navName: '',
    width: 4000,
    height: 3000,
    padding: 0.25,
    initial: null,
    backgroundColor: '#999999',
    background: { src: null },
    grid: {
      type: 1,
      size: 100,
      style: 'solidLines',
      thickness: 1,
      color: '#000000',
      alpha: 0.2,
      distance: 5,
      units: 'ft',
    },
    tokens: [],
    regions: [],
  },
  Region: { name: '', color: '#808080', shapes: [], behaviors: [], visibility: 0, locked: false },
  RegionBehavior: { name: '', type: 'modifyMovementCost', system: {}, disabled: false },
  Setting: { key: '', value: null, user: null },
  Token: {
    name: '',
    displayName: 0,
    actorId: null,
    actorLink: false,
    delta: {},
    width: 1,
    height: 1,
    texture: { src: DEFAULT_TOKEN, scaleX: 1, scaleY: 1, rotation: 0 },
    shape: 4,
    x: 0,
    y: 0,
    elevation: 0,
    sort: 0,
    locked: false,
    lockRotation: false,
    rotation: 0,
    alpha: 1,
    hidden: false,
    disposition: -1,
    displayBars: 0,
    bar1: { attribute: null },
    bar2: { attribute: null },
    movementAction: null,
    _movementHistory: [],
  },
  User: {
    name: '',
    role: 1,
    color: '#888888',
    avatar: null,
    character: null,
    pronouns: '',
    hotbar: {},
    permissions: {},
    password: '',
    passwordSalt: '',
  },
};

/** Sent data with the core fields it left out. */
export function withDefaults(documentName: string, data: any): any {
  const defaults = deepClone(DEFAULTS[documentName] ?? {});
  const source: any = { _id: null, ...defaults, flags: {}, ...data };
  for (const key of ['speaker', 'grid', 'texture', 'background']) {
    if (defaults[key] && data[key] && typeof data[key] === 'object') source[key] = { ...defaults[key], ...data[key] };
  }
  return source;
}
