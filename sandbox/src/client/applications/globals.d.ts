// Foundry's globals, which the client reads at call time. `namespace.ts` and `boot.ts` assign them.
import type * as Constants from '../../shared/constants';
import type { Document } from '../abstract/document';
import type { Canvas } from '../canvas/canvas';
import type { CONFIG as Configuration } from '../config';
import type { Roll as RollClass } from '../dice/roll';
import type { Game } from '../game';
import type { Hooks as HooksClass } from '../hooks';
import type { foundry as Namespace } from '../namespace';
import type * as Uuid from '../uuid';
import type { UserInterface } from './interface';

declare global {
  var game: Game;
  /** Empty before the interface is rendered. */
  var ui: UserInterface;
  var Hooks: typeof HooksClass;
  var CONFIG: typeof Configuration;
  var CONST: typeof Constants;
  /** Null before `boot.ts` creates it, and in a client without a window. */
  var canvas: Canvas;
  var foundry: typeof Namespace;
  var Roll: typeof RollClass;
  var _loc: (key: string, data?: object) => string;
  var fromUuid: typeof Uuid.fromUuid;
  var fromUuidSync: typeof Uuid.fromUuidSync;
  var getDocumentClass: (name: string) => typeof Document | undefined;
}
