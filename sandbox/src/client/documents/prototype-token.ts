import type { Data } from '../../shared/data';
import { isPlainObject } from '../../shared/types-of';
import type { DataModel } from '../abstract/data-model';
import type { FieldTask } from '../data/fields/base';
import { ObjectField } from '../data/fields/index';
import { sightField } from './token-schema';

const sight = sightField();

/**
 * A token without a position, stored as given except for its sight. In Foundry it is a data model; systems call its
 * `updateSource` before an actor is created (Splittermond; dnd5e, module/documents/actor/actor.mjs).
 */
export class PrototypeTokenField extends ObjectField {
  override _cleanType(value: unknown, options: FieldTask = {}): unknown {
    const token = super._cleanType(value, options);
    if (options.partial || !isPlainObject(token)) return token;
    return { ...token, sight: sight.clean(token['sight'], { source: token }) };
  }

  override initialize(value: unknown, model?: DataModel, options: FieldTask = {}): unknown {
    const token = super.initialize(value, model, options);
    if (!model || !isPlainObject(token)) return token;
    const updateSource = (changes: Data): unknown =>
      model.updateSource({ prototypeToken: changes })['prototypeToken'] ?? {};
    return Object.defineProperty(token, 'updateSource', { value: updateSource, configurable: true });
  }
}
