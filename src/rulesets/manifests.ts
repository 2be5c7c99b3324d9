import type { RulesetManifest } from '../toolkit/define/manifest';
import { MANIFEST as clash } from './clash/manifest';
import { MANIFEST as energy } from './energy/manifest';
import { MANIFEST as seconds } from './seconds/manifest';
import { MANIFEST as slots } from './slots/manifest';
import { MANIFEST as tempo } from './tempo/manifest';

/** The built-in manifests; a world loads the rules on first use. */
export const MANIFESTS: readonly RulesetManifest[] = [clash, energy, seconds, slots, tempo];
