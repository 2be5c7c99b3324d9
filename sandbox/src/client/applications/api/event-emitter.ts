/**
 * Adds `addEventListener`, `removeEventListener` and `dispatchEvent` to a class. T13: common/utils/event-emitter.d.mts
 */
export class EventEmitter {
  static emittedEvents: string[] = [];

  #events: Record<string, Map<(event: Event) => unknown, { once: boolean }>> = {};

  addEventListener(type: string, listener: (event: Event) => unknown, { once = false } = {}): void {
    const known = (this.constructor as typeof EventEmitter).emittedEvents;
    if (!known.includes(type))
      throw new Error(`"${type}" is not a supported event of the ${this.constructor.name} class`);
    this.#events[type] ??= new Map();
    this.#events[type].set(listener, { once });
  }

  removeEventListener(type: string, listener: (event: Event) => unknown): void {
    this.#events[type]?.delete(listener);
  }

  /** Calls the listeners in order. Returns false if one prevented the default. */
  dispatchEvent(event: Event): boolean {
    const listeners = this.#events[event.type];
    for (const [listener, { once }] of [...(listeners ?? [])]) {
      listener(event);
      if (once) listeners?.delete(listener);
    }
    return !event.defaultPrevented;
  }
}
