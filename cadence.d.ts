/**
 * The API of Cadence for other packages: `game.system.api`, and `globalThis.cadence` for macros.
 *
 * Needs no types of Foundry. Documents are described by the members that Cadence promises; cast them to your own types.
 * Each member says since which version it exists. It is stable within a major version, and before 1.0.0 within a minor version:
 * it may gain members, but it loses none and keeps their meaning.
 */

/** A document of Foundry. */
export interface CadenceDocument {
  readonly id: string | null;
  readonly uuid: string;
}

/** A value that survives `JSON.stringify`. */
export type CadenceJson =
  | string
  | number
  | boolean
  | null
  | readonly CadenceJson[]
  | { readonly [key: string]: CadenceJson | undefined };

/** Meters on the map. `x` and `y` are the center, `facing` is in degrees clockwise from south. */
export interface CadencePlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly elevation: number;
  readonly facing: number;
  /** The id of the scene's level; omitted on a scene of one level. */
  readonly level?: string;
}

/** What a fighter does, as data. Fighters are ids: of the combatant, or outside encounters the uuid of the token or actor. */
export interface CadenceCommand {
  readonly do: string;
  /** The acting fighter, or `gm`. */
  readonly by: string;
  readonly at?: string;
  /** The id of the item. */
  readonly with?: string;
  readonly path?: readonly CadencePlace[];
  readonly options?: Readonly<Record<string, CadenceJson | undefined>>;
}

/** An action that a fighter could use now. Texts are in the user's language. Since 0.6. */
export interface CadenceAction {
  /** Unique among the fighter's actions; for `act`. */
  readonly id: string;
  /** The id of the rule. Several actions may share it, such as an attack with each weapon. */
  readonly action: string;
  readonly label: string;
  readonly hint: string;
  /** Path of an image. */
  readonly img: string;
  readonly group: { readonly id: string; readonly label: string };
  readonly price: readonly { readonly pool: string; readonly label: string; readonly amount: number }[];
  /** Why it is not possible now; null if it is. */
  readonly whyNot: string | null;
  /** False if `act` would be refused. A missing target alone is asked for. */
  readonly isAvailable: boolean;
  /** Null if unknown, or if the user must not know them. */
  readonly odds: readonly CadenceOdds[] | null;
  /** The uuid of its item. */
  readonly item: string | null;
  /** What is asked for if it is not passed to `act`. */
  readonly needs: 'nothing' | 'target' | 'path' | 'area';
  readonly options: readonly CadenceOption[];
}

export interface CadenceOdds {
  readonly label: string;
  /** From 0 to 1; null if the label is an amount. */
  readonly chance: number | null;
  /** False if the number comes from simulated games. */
  readonly isExact: boolean;
}

/** An option of an action. */
export interface CadenceOption {
  readonly key: string;
  readonly label: string;
  readonly hint: string;
  readonly kind: 'toggle' | 'number' | 'text' | 'choice';
  /** Of a toggle: what to pass if it is on. */
  readonly value?: unknown;
  readonly min?: number;
  readonly max?: number;
  readonly choices?: readonly { readonly value: unknown; readonly label: string }[];
}

/** What `act` may be given. Since 0.6. */
export interface CadenceActOptions {
  /** Tokens, token documents, actors, or their uuids. By default the user's targets. */
  readonly targets?: readonly (string | { readonly uuid?: string; readonly document?: { readonly uuid: string } })[];
  /** By the keys of the action's options. */
  readonly options?: Readonly<Record<string, CadenceJson | undefined>>;
  /** For an action that needs a path: each place on the way, without the first. */
  readonly path?: readonly CadencePlace[];
}

/** The result of an attempt. A ruleset adds members of its own. */
export interface CadenceOutcome {
  readonly result: string;
  readonly success?: boolean;
  readonly critical?: boolean;
  readonly damage?: number;
  readonly [own: string]: unknown;
}

/** What happened to a fighter, by the uuids of its documents. */
export type CadenceEffect = { readonly actor: string | null; readonly token: string | null } & (
  | { readonly kind: 'pool'; readonly pool: string; readonly by: number }
  | { readonly kind: 'condition-added' | 'condition-removed'; readonly condition: string }
  | { readonly kind: 'item-transferred'; readonly item: string; readonly to: string | null }
  | { readonly kind: 'move' }
);

/** What an action did, as far as the user may know. Since 0.6. */
export interface CadenceActResult {
  readonly outcome: CadenceOutcome | null;
  readonly effects: readonly CadenceEffect[];
  /** The uuid of the card. */
  readonly card: string | null;
}

/** Thrown by `act`. The message is in the user's language. */
export interface CadenceRefusal extends Error {
  readonly name: 'RefusalError';
  /** Ids of the reasons. */
  readonly reasons: readonly string[];
}

/** What the user may see of a fighter. Since 0.6. */
export interface CadenceState {
  readonly ruleset: string;
  /** The uuid of its encounter; null outside encounters. */
  readonly combat: string | null;
  readonly clock: { readonly round: number; readonly phase: string } | null;
  /** The uuids of the actors whose turn it is; empty without turns. */
  readonly acting: readonly string[];
  readonly isActing: boolean;
  readonly isOut: boolean;
  readonly pools: readonly {
    readonly id: string;
    readonly label: string;
    readonly value: number;
    readonly max: number;
    /** Value and maximum are quarters only. */
    readonly isRough: boolean;
  }[];
  readonly conditions: readonly {
    readonly id: string;
    readonly label: string;
    readonly img: string;
    readonly tone: 'harm' | 'boon' | 'neutral';
    readonly notes: readonly string[];
    /** Remaining rounds, including this one; null if not counted. */
    readonly left: number | null;
  }[];
}

/** An action by its name, for macros. */
export interface CadenceNamedAction {
  readonly ruleset: string;
  readonly do?: string;
  readonly item?: string;
  readonly options?: Readonly<Record<string, string | number | boolean>>;
}

/** The documents that a command names. */
export interface CadenceCommandDocuments {
  /** Null for commands of the GM and of the clock. */
  readonly actor: CadenceDocument | null;
  readonly token: CadenceDocument | null;
  readonly item: CadenceDocument | null;
  readonly targets: readonly CadenceDocument[];
  readonly targetTokens: readonly CadenceDocument[];
}

/** The second argument of the hook `cadence.acted`. Since 0.6. */
export interface CadenceActed extends CadenceCommandDocuments {
  /** Null if its fighter is hidden from the user. */
  readonly command: CadenceCommand | null;
  readonly outcome: CadenceOutcome | null;
  readonly effects: readonly CadenceEffect[];
  /** Equal for the steps of one exchange in this combat or card. */
  readonly exchange: number;
  readonly isOver: boolean;
}

/** The second argument of the hook `cadence.preAct`. Since 0.6. */
export interface CadencePreAct extends CadenceCommandDocuments {
  readonly command: CadenceCommand;
  /** The user that sent it. */
  readonly user: CadenceDocument;
}

/** Arguments and results of the hooks. The first argument is a Combat, or the ChatMessage of an exchange outside encounters. */
export interface CadenceHooks {
  'cadence.init': (api: CadenceApi) => void;
  'cadence.rules': (id: string) => void;
  'cadence.step': (host: CadenceDocument) => void;
  'cadence.acted': (host: CadenceDocument, facts: CadenceActed) => void;
  /** A text or false refuses the command, and so does an error. It must not be async. */
  'cadence.preAct': (host: CadenceDocument, facts: CadencePreAct) => string | boolean | undefined | void;
}

/** `game.system.api`. */
export interface CadenceApi {
  /** What this user could do with the actor now. Empty for actors of others and while the rules load. Since 0.6. */
  actionsOf(actor: CadenceDocument): readonly CadenceAction[];

  /** What this user may see of the actor. Null if that is nothing, and while the rules load. Since 0.6. */
  stateOf(actor: CadenceDocument): CadenceState | null;

  /**
   * Performs an action like a click on its button. Resolves when its exchange is over, or to null if the user canceled, must drag
   * the token first, withdrew the request, or the exchange was undone. Since 0.6.
   * @throws CadenceRefusal if the rules, the referee or another package refuse it
   */
  act(actor: CadenceDocument, id: string, options?: CadenceActOptions): Promise<CadenceActResult | null>;

  /** Performs a named action with the controlled fighter. Reasons against it are shown and never thrown. Since 0.5. */
  act(named: CadenceNamedAction): Promise<void>;

  /** Places tokens of these actors and adds them to the viewed encounter, or to a new one. Since 0.5. */
  bringIn(
    members: readonly { readonly actor: string; readonly x: number; readonly y: number; readonly hidden: boolean }[],
  ): Promise<void>;

  /** Adds a ruleset. Only during the hook `cadence.init`. Since 0.5. */
  register(ruleset: object, schema: object): void;

  /** Returns a ruleset by its id once its rules are loaded; null for an unknown id. Since 0.5. */
  rules(id: string): Promise<object | null>;

  /** The toolkit for rulesets: plain functions and values. Since 0.5. */
  readonly kernel: object;
  readonly encounter: object;
  readonly define: object;
  readonly turns: object;
  readonly combat: object;
  readonly space: object;
  readonly views: object;
}
