import type {
  CadenceActed,
  CadenceAction,
  CadenceActOptions,
  CadenceActResult,
  CadenceApi,
  CadenceCommand,
  CadenceCommandDocuments,
  CadenceNamedAction,
  CadenceOption,
  CadenceRefusal,
  CadenceState,
} from '../../cadence';
import type { Command } from '../../src/encounter/command';
import type { API } from '../../src/foundry/api';
import type { ActOptions } from '../../src/foundry/api/act';
import type { ApiAction, ApiOption } from '../../src/foundry/api/actions';
import type { ActResult } from '../../src/foundry/api/follow-exchange';
import type { RefusalError } from '../../src/foundry/api/refusal';
import type { ApiState } from '../../src/foundry/api/state';
import type { NamedAction } from '../../src/foundry/apps/actions/perform-named-action';
import type { CommandDocuments } from '../../src/foundry/host/command-documents';
import type { ActedFacts } from '../../src/foundry/views/acted';

/** Fails to compile if the second type lacks something of the first. */
type Fits<Declared, Actual extends Declared> = [Declared, Actual];

/** `cadence.d.ts` declares what the code does, and nothing less: `npm run types` fails otherwise. */
export type DeclaredApi = [
  Fits<Pick<CadenceApi, keyof typeof API>, typeof API>,
  Fits<CadenceAction, ApiAction>,
  Fits<ApiAction, CadenceAction>,
  Fits<CadenceOption, ApiOption>,
  Fits<ApiOption, CadenceOption>,
  Fits<CadenceState, ApiState>,
  Fits<ApiState, CadenceState>,
  Fits<CadenceActOptions, ActOptions>,
  Fits<ActOptions, CadenceActOptions>,
  Fits<CadenceActResult, ActResult>,
  Fits<Record<keyof ActResult, unknown>, CadenceActResult>,
  Fits<CadenceCommand, Command>,
  Fits<Command, CadenceCommand>,
  Fits<CadenceCommandDocuments, CommandDocuments>,
  Fits<CadenceActed, ActedFacts>,
  Fits<Record<keyof ActedFacts, unknown>, CadenceActed>,
  Fits<CadenceRefusal, RefusalError>,
  Fits<NamedAction, CadenceNamedAction>,
];
