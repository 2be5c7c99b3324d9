import { closed, unsupportedClass } from '../../shared/not-in-sandbox';
import { DataModel } from '../abstract/data-model';
import * as fields from '../data/fields/index';

/** A way to detect tokens. The sandbox stores them; it has no vision. T14: client/canvas/perception/detection-mode.d.mts */
class DetectionMode extends DataModel {
  static get DETECTION_TYPES() {
    return { SIGHT: 0, SOUND: 1, MOVE: 2, OTHER: 3 };
  }

  static get BASIC_MODE_ID() {
    return 'basicSight';
  }

  static override defineSchema() {
    return {
      id: new fields.StringField({ blank: false }),
      label: new fields.StringField({ blank: false }),
      tokenConfig: new fields.BooleanField({ initial: true }),
      walls: new fields.BooleanField({ initial: true }),
      angle: new fields.BooleanField({ initial: true }),
      type: new fields.NumberField({ initial: 0, choices: Object.values(this.DETECTION_TYPES) }),
    };
  }
}

/**
 * How a token sees. Shaders and uniforms are kept as given. T14: client/canvas/perception/vision-mode.d.mts
 */
class VisionMode extends DataModel {
  static LIGHTING_VISIBILITY = { DISABLED: 0, ENABLED: 1, REQUIRED: 2 };

  static override defineSchema() {
    return {
      id: new fields.StringField({ blank: false }),
      label: new fields.StringField({ blank: false }),
      tokenConfig: new fields.BooleanField({ initial: true }),
      canvas: new fields.ObjectField(),
      lighting: new fields.ObjectField(),
      vision: new fields.ObjectField(),
    };
  }
}

export const perception = closed('foundry.canvas.perception', { DetectionMode, VisionMode });

const RENDERING = 'foundry.canvas.rendering';

class BaseSamplerShader extends unsupportedClass(`${RENDERING}.shaders.BaseSamplerShader`) {
  /** Packages register their subclasses at `init`; the sandbox draws nothing with them. */
  static registerPlugin(_options?: object): void {}
}

/** Bases of filters and shaders that packages extend while they load. */
export const rendering = closed(RENDERING, {
  batching: closed(`${RENDERING}.batching`, {
    BatchShaderGenerator: unsupportedClass(`${RENDERING}.batching.BatchShaderGenerator`),
  }),
  filters: closed(`${RENDERING}.filters`, {
    AbstractBaseFilter: unsupportedClass(`${RENDERING}.filters.AbstractBaseFilter`),
  }),
  shaders: closed(`${RENDERING}.shaders`, {
    AmplificationBackgroundVisionShader: unsupportedClass(`${RENDERING}.shaders.AmplificationBackgroundVisionShader`),
    BaseSamplerShader,
    ColorAdjustmentsSamplerShader: unsupportedClass(`${RENDERING}.shaders.ColorAdjustmentsSamplerShader`),
  }),
});

const modes = <M>(cls: new (data: object) => M, ids: Record<string, string>): Record<string, M> =>
  Object.fromEntries(Object.entries(ids).map(([id, label]) => [id, new cls({ id, label })]));

/** T14: client/config.d.mts `Canvas.detectionModes`, `Canvas.visionModes`; the ones that every token may have. */
export const defaultPerceptionConfig = () => ({
  detectionModes: modes(DetectionMode, {
    lightPerception: 'DETECTION.LightPerception',
    basicSight: 'DETECTION.BasicSight',
  }),
  visionModes: modes(VisionMode, { basic: 'VISION.ModeBasicVision', darkvision: 'VISION.ModeDarkvision' }),
});
