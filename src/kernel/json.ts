export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** An undefined member counts as absent. */
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}
