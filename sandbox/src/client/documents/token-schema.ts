import { DEFAULT_TOKEN, TOKEN_DISPLAY_MODES, TOKEN_DISPOSITIONS } from '../../shared/constants';
import type { DataField } from '../data/fields/base';
import * as fields from '../data/fields/index';

export const number = (initial: number, options: object = {}) =>
  new fields.NumberField({ required: true, nullable: false, initial, ...options });
/** C13: common/documents/token.mjs, `bar1` and `bar2` begin with what the system names. */
const bar = (named: 'primaryTokenAttribute' | 'secondaryTokenAttribute') =>
  new fields.SchemaField({
    attribute: new fields.StringField({
      required: true,
      nullable: true,
      blank: false,
      initial: () => globalThis.game?.system?.[named] || null,
    }),
  });

/** C13, common/documents/token.mjs: a token without a range has no sight unless it says so, also one in a compendium. */
export const sightField = () =>
  new fields.SchemaField({
    enabled: new fields.BooleanField({
      initial: (data: { sight?: { range?: unknown } }) => Number(data.sight?.range) > 0,
    }),
    range: number(0, { min: 0, step: 0.01 }),
    angle: new fields.AngleField({ initial: 360 }),
    visionMode: new fields.StringField({ required: true, blank: false, initial: 'basic' }),
    color: new fields.ColorField(),
    attenuation: number(0.1, { min: 0, max: 1 }),
    brightness: number(0, { min: -1, max: 1 }),
    saturation: number(0, { min: -1, max: 1 }),
    contrast: number(0, { min: -1, max: 1 }),
  });

/** Fields of both tokens and prototype tokens. T13: TokenDocument.SharedProtoSchema. */
export function sharedTokenSchema(): Record<string, DataField> {
  return {
    displayName: number(TOKEN_DISPLAY_MODES.NONE),
    actorLink: new fields.BooleanField(),
    width: number(1, { positive: true }),
    height: number(1, { positive: true }),
    texture: new fields.SchemaField({
      src: new fields.StringField({ required: true, nullable: true, initial: DEFAULT_TOKEN }),
      tint: new fields.StringField({ required: true, blank: false, initial: '#ffffff' }),
      scaleX: number(1),
      scaleY: number(1),
      fit: new fields.StringField({ required: true, initial: 'contain' }),
      anchorX: number(0.5),
      anchorY: number(0.5),
      rotation: number(0),
    }),
    lockRotation: new fields.BooleanField(),
    rotation: number(0),
    alpha: number(1, { min: 0, max: 1 }),
    disposition: number(TOKEN_DISPOSITIONS.HOSTILE),
    displayBars: number(TOKEN_DISPLAY_MODES.NONE),
    bar1: bar('primaryTokenAttribute'),
    bar2: bar('secondaryTokenAttribute'),
    light: new fields.ObjectField(),
    sight: sightField(),
    ring: new fields.ObjectField(),
    turnMarker: new fields.ObjectField(),
    occludable: new fields.ObjectField(),
    movementAction: new fields.StringField({ required: true, blank: false, nullable: true, initial: null }),
    flags: new fields.ObjectField(),
  };
}
