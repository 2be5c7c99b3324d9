/** Plain data, as it is stored and sent. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** Members that are undefined count as absent. */
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}
