import * as CONST from '../shared/constants';
import { closed, unsupportedClass } from '../shared/not-in-sandbox';
import { _del, _replace, DataFieldOperator, ForcedDeletion, ForcedReplacement } from '../shared/operators';
import * as utils from '../shared/utils';
import { DataModel } from './abstract/data-model';
import { Document } from './abstract/document';
import { EmbeddedCollection } from './abstract/embedded-collection';
import { TypeDataModel } from './abstract/type-data';
import { appv1 } from './applications/appv1';
import { applications, cleanHTML, coreSheets, defaultUI, TooltipManager } from './applications/index';
import { audioNamespace } from './audio';
import {
  canvasNamespace,
  canvasTextStyle,
  defaultCanvasConfig,
  defaultMovementConfig,
  defaultPerceptionConfig,
  PIXI,
  Token,
  TokenRuler,
} from './canvas/index';
import { logCompatibilityWarning } from './compatibility';
import { CONFIG, documentConfig } from './config';
import { ActiveEffectTypeDataModel } from './data/active-effect-type';
import { DataModelValidationError, DataModelValidationFailure } from './data/fields/failure';
import * as fields from './data/fields/index';
import { installDeprecatedGlobals } from './deprecated-globals';
import { diceNamespace, Roll } from './dice/index';
import { AmbientLightDocument } from './documents/ambient-light';
import { documentClasses, documentsNamespace } from './documents/index';
import { RegionDocument } from './documents/region';
import { TokenDocument } from './documents/token';
import { WallDocument } from './documents/wall';
import { Game, game } from './game';
import { gridNamespace } from './grid/index';
import { Hooks } from './hooks';
import { Localization, localize } from './i18n';
import { ClientKeybindings, KeyboardManager } from './keybindings';
import { VideoHelper } from './media';
import { Tour, ToursCollection } from './nue/tour';
import { ClientSettings } from './settings';
import { SocketInterface } from './socket';
import { GameTime } from './time';
import { fromUuid, fromUuidSync } from './uuid';

const getDocumentClass = (name: string): typeof Document | undefined => documentConfig(name)?.documentClass;

Object.assign(CONFIG['ui'], defaultUI);
for (const [name, cls] of Object.entries(coreSheets))
  documentConfig(name)!.sheetClasses['base'] = { [`core.${cls.name}`]: { id: `core.${cls.name}`, cls, default: true } };
CONFIG['ux'].TooltipManager = TooltipManager;
Object.assign(CONFIG['Canvas'], defaultCanvasConfig, defaultPerceptionConfig());
CONFIG.canvasTextStyle = canvasTextStyle;
Object.assign(CONFIG['Token'], {
  objectClass: Token,
  rulerClass: TokenRuler,
  movement: defaultMovementConfig(),
  documentClass: TokenDocument,
});

/** `foundry`, as far as the sandbox has it; any other member throws NotInSandbox with its name. */
export const foundry = closed('foundry', {
  Game,
  CONST,
  abstract: closed('foundry.abstract', { DataModel, Document, TypeDataModel, EmbeddedCollection }),
  applications,
  appv1,
  audio: audioNamespace,
  canvas: canvasNamespace,
  data: closed('foundry.data', {
    fields: closed('foundry.data.fields', { ...fields }),
    ActiveEffectTypeDataModel,
    operators: closed('foundry.data.operators', { DataFieldOperator, ForcedDeletion, ForcedReplacement }),
    validation: closed('foundry.data.validation', { DataModelValidationError, DataModelValidationFailure }),
  }),
  dice: diceNamespace,
  documents: documentsNamespace,
  grid: gridNamespace,
  helpers: closed('foundry.helpers', {
    Hooks,
    GameTime,
    Localization,
    SocketInterface,
    ClientSettings,
    media: closed('foundry.helpers.media', { VideoHelper }),
    interaction: closed('foundry.helpers.interaction', { ClientKeybindings, KeyboardManager, TooltipManager }),
  }),
  nue: closed('foundry.nue', { Tour, ToursCollection }),
  utils: closed('foundry.utils', {
    ...utils,
    cleanHTML,
    fromUuid,
    fromUuidSync,
    getDocumentClass,
    getRoute: (path: string) => path,
    logCompatibilityWarning,
    parseHTML,
    saveDataToFile,
  }),
});

/** Returns the element if the text holds one, else a collection. T14: client/utils/helpers.d.mts */
function parseHTML(text: string): Element | HTMLCollection {
  const holder = document.createElement('template');
  holder.innerHTML = text;
  const { children } = document.importNode(holder.content, true);
  return children.length === 1 ? children[0]! : children;
}

/** Downloads a file. T14: client/utils/helpers.d.mts */
function saveDataToFile(data: string, type: string, filename: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([data], { type }));
  link.download = filename;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 100);
}

/** Documents of a scene; packages test with `instanceof`. T14: client/client.d.mts */
const canvasDocuments = {
  AmbientLightDocument,
  AmbientSoundDocument: unsupportedClass('AmbientSoundDocument'),
  DrawingDocument: unsupportedClass('DrawingDocument'),
  MeasuredTemplateDocument: unsupportedClass('MeasuredTemplateDocument'),
  NoteDocument: unsupportedClass('NoteDocument'),
  RegionDocument,
  TileDocument: unsupportedClass('TileDocument'),
  TokenDocument,
  WallDocument,
};

/** Installs the globals of v14. foundry-api.md section 13; T14: client/client.d.mts */
export function installGlobals(target: object) {
  Object.assign(target, documentClasses, {
    foundry,
    CONFIG,
    CONST,
    game,
    ui: { windows: {} },
    Hooks,
    Roll,
    ...canvasDocuments,
    PIXI,
    Collection: utils.Collection,
    Color: utils.Color,
    canvas: null,
    fromUuid,
    fromUuidSync,
    getDocumentClass,
    _loc: localize,
    _del,
    _replace,
  });
  installDeprecatedGlobals(target, foundry);
}
