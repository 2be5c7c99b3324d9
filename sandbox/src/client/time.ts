import type { OperationOptions } from './abstract/operations';
import { CONFIG } from './config';
import { game } from './game';
import { Hooks } from './hooks';
import { dispatch } from './socket';

/** `game.time`. T14: client/helpers/time.d.mts */
export class GameTime {
  private offset = 0;

  /** The server's clock, in milliseconds. */
  get serverTime(): number {
    return Date.now() + this.offset;
  }

  get worldTime(): number {
    return game['settings']?.settings.has('core.time') ? Number(game['settings'].get('core', 'time')) : 0;
  }

  async sync(): Promise<this> {
    const sent = Date.now();
    const server = await dispatch('time');
    this.offset = server - (sent + Date.now()) / 2;
    return this;
  }

  async advance(delta: number, options: OperationOptions = {}): Promise<number> {
    return this.set(this.worldTime + Number(delta), options);
  }

  async set(time: number, options: OperationOptions = {}): Promise<number> {
    await game['settings'].set('core', 'time', time, options);
    return this.worldTime;
  }

  /** Handles a change of the world's clock on any client. */
  onUpdateWorldTime(time: number, options: OperationOptions = {}, userId: string = game['userId']) {
    const before = this.lastTime ?? time;
    this.lastTime = time;
    if (CONFIG['debug']['time']) console.log(`World time ${time}`);
    Hooks.callAll('updateWorldTime', time, time - before, options, userId);
    // Core refreshes the registry beside its hook (SoHL's notes on client/helpers/time.mjs).
    void CONFIG['ActiveEffect'].documentClass.registry.refresh('updateWorldTime');
  }

  private lastTime: number | undefined;
}
