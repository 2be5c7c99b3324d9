/** The API: start a server or open a world, and choose variants for both. */
export { openWorld, type Sandbox, type SandboxOptions, startServer } from './server/server';
export type { Database, DatabaseWrite } from './server/store';
export type { World } from './server/world';
export {
  randomVariants,
  readVariants,
  useVariants,
  VARIANTS,
  type VariantName,
  type Variants,
  type VariantValue,
  variant,
} from './variants';
