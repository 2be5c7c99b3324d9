/**
 * Members of Foundry 14 and Cadence that the installed types (13.346) lack. Compile time only.
 * T14 is https://github.com/League-of-Foundry-Developers/foundry-vtt-types at 14.366.
 */

/** T14: client/helpers/active-effect-registry.d.mts */
interface EffectRegistry {
  refresh(event: string, context: object): Promise<void>;
}

/** T14: client/applications/ux/context-menu.d.mts, ContextMenu.Entry */
interface MenuEntry {
  readonly label: string;
  readonly icon: string;
  visible(target: HTMLElement): boolean;
  onClick(event: Event, target: HTMLElement): void;
}

interface DiceInterception {
  willTrigger3DRoll: boolean;
}

/**
 * The global of the module "Dice So Nice". `synchronize` shows the roll to other clients; `message` is revealed with it; the speaker
 * decides whether
 * a foe's dice stay hidden.
 */
interface Dice3d {
  showForRoll(
    roll: unknown,
    user: unknown,
    synchronize: boolean,
    whisper: readonly string[] | null,
    blind: boolean,
    message: string | null,
    speaker: unknown,
  ): Promise<unknown>;
}

/** Answers a query of another user. The user is passed since core issue 13418; T14 lacks it, so it may be missing. */
type QueryHandler = (data: unknown, options?: { readonly user?: User.Implementation }) => unknown;

declare module '@league-of-foundry-developers/foundry-vtt-types/configuration' {
  /** Only what `register.ts` calls at `init` runs before the game is ready. */
  interface AssumeHookRan {
    ready: never;
  }

  interface SettingConfig {
    [key: `cadence.${string}`]: any;
  }

  namespace Hooks {
    interface HookConfig {
      'cadence.init': (api: object) => void;
      'cadence.setting': () => void;
      'cadence.secret': () => void;
      'cadence.pressThing': (token: TokenDocument.Implementation) => void;
      'cadence.step': (host: Combat.Implementation | ChatMessage.Implementation) => void;
      'cadence.acted': (host: Combat.Implementation | ChatMessage.Implementation, facts: object) => void;
      'cadence.preAct': (host: Combat.Implementation | ChatMessage.Implementation, facts: object) => unknown;
      /** T14: client/hooks.d.mts, getDocumentContextOptions */
      getChatMessageContextOptions: (app: unknown, entries: MenuEntry[]) => void;
      /** T14: client/hooks.d.mts, renderApplicationV2 */
      renderCombatTracker: () => void;
      hoverToken: (token: Token.Implementation, isOver: boolean) => void;
      diceSoNiceReady: (dice3d: never) => void;
      'babele.init': (babele: { setSystemTranslationsDir(folder: string): void }) => void;
      'item-piles-ready': () => void;
      'combat-tracker-dock-init': (dock: never) => void;
      diceSoNiceMessagePreProcess: (message: string, asked: DiceInterception) => void;
      diceSoNiceMessageProcessed: (message: string, asked: DiceInterception) => void;
    }
  }

  namespace ActiveEffect {
    /** T14: client/documents/active-effect.d.mts */
    const registry: EffectRegistry;
  }

  namespace foundry {
    interface Game {
      readonly dice3d?: Dice3d;
      /** API: Item Piles, docs/api.md. */
      readonly itempiles?: { readonly API: { addSystemIntegration(data: object): void } };
    }
  }

  namespace foundry.documents {
    /** T14: client/documents/_module.d.mts; foundryvtt issues 11898, 14174, 14356 */
    function modifyBatch(operations: readonly object[]): Promise<unknown>;
  }

  namespace foundry.utils {
    /** T14: client/utils/_module.d.mts */
    function parseHTML(html: string): HTMLElement;
  }

  namespace foundry.data {
    /** T14: common/data/_module.d.mts */
    class ActiveEffectTypeDataModel<
      Schema extends foundry.data.fields.DataSchema,
      Parent extends foundry.abstract.Document.Any,
    > extends foundry.abstract.TypeDataModel<Schema, Parent> {}
  }

  namespace foundry.applications.sidebar.tabs {
    interface ChatLog {
      /** T14: client/applications/sidebar/tabs/chat.d.mts */
      updateMessage(message: ChatMessage.Implementation): Promise<void>;
      deleteMessage(id: string): void;
    }
  }
}

declare global {
  namespace CONFIG {
    interface Queries {
      'cadence.secret': QueryHandler;
      'cadence.here': QueryHandler;
      'cadence.request': QueryHandler;
    }
  }

  /** Deletes the key it is assigned to. T14: common/data/operators.d.mts, ForcedDeletion */
  const _del: unknown;
  /** Replaces an object instead of merging into it. T14: common/data/operators.d.mts, ForcedReplacement */
  function _replace(value: unknown): object;
}

export {};
