/**
 * What Foundry 14 and Cadence have and the installed types (13.346) do not, declared once for the compiler. Nothing here exists at run
 * time. Each member has its source beside it: T14 is https://github.com/League-of-Foundry-Developers/foundry-vtt-types at 14.366.
 */

declare module '@league-of-foundry-developers/foundry-vtt-types/configuration' {
  /** All of the system's code but what `register.ts` calls at `init` runs once the game is ready. */
  interface AssumeHookRan {
    ready: never;
  }
}

export {};
