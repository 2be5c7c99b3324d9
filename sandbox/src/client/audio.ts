import { closed, NotInSandbox } from '../shared/not-in-sandbox';

/** Sounds played on this client, oldest first, with their final volume. Read by tests. */
export const played: { src: string; volume: number }[] = [];

interface PlayedSound {
  src: string;
  volume?: number;
  channel?: string;
  loop?: boolean;
}

/** A sound that a package plays itself; always the whole file, on no channel. T13: client/audio/sound.d.mts */
class Sound extends EventTarget {
  loaded = false;
  playing = false;
  #element: HTMLAudioElement | null = null;

  constructor(
    readonly src: string,
    readonly options: object = {},
  ) {
    super();
  }

  async load(): Promise<this> {
    const response = await fetch(this.src);
    if (!response.ok) throw new Error(`${this.src} could not be loaded: ${response.status}`);
    this.loaded = true;
    return this;
  }

  async play({ volume = 1, loop = false }: { volume?: number; loop?: boolean } = {}): Promise<this> {
    this.#element ??= new Audio(this.src);
    Object.assign(this.#element, { volume: Math.min(1, volume), loop });
    this.playing = true;
    this.#element.addEventListener('ended', () => this.#end(), { once: true });
    await this.#element.play().catch((error: unknown) => console.warn('sandbox | a sound could not be played', error));
    return this;
  }

  #end(): void {
    this.playing = false;
    this.dispatchEvent(new Event('end'));
  }

  async stop(): Promise<this> {
    this.#element?.pause();
    if (this.playing) this.dispatchEvent(new Event('stop'));
    this.playing = false;
    return this;
  }
}

/** T14: client/audio/helper.d.mts; only the interface channel exists here. */
const AudioHelper = closed('foundry.audio.AudioHelper', {
  played,
  async preloadSound(src: string): Promise<Sound> {
    return new Sound(src).load();
  },
  async play(
    { src, volume = 1, channel = 'interface', loop = false }: PlayedSound,
    socketOptions: unknown = false,
  ): Promise<Sound> {
    if (channel !== 'interface' || loop || socketOptions !== false)
      throw new NotInSandbox('AudioHelper.play on another channel, in a loop or for others');
    const heard = volume * Number(game.settings.get('core', 'globalInterfaceVolume'));
    played.push({ src, volume: heard });
    // Browsers block sound before the first click; core waits for it.
    const sound = new Sound(src.startsWith('/') ? src : `/${src}`);
    if (typeof Audio === 'undefined' || navigator.userActivation?.hasBeenActive === false || heard === 0) return sound;
    return sound.play({ volume: heard });
  },
});

const GESTURES = ['click', 'keydown', 'auxclick'];

/** `game.audio`: what waits for the first gesture of the user. T13: client/audio/helper.d.mts */
export class GameAudio {
  locked = true;
  pending: (() => void)[] = [];
  readonly unlock: Promise<void> = this.awaitFirstGesture();

  async awaitFirstGesture(): Promise<void> {
    await new Promise((resolve) => {
      for (const name of GESTURES) globalThis.addEventListener?.(name, resolve, { once: true, capture: true });
    });
    this.locked = false;
    for (const start of this.pending.splice(0)) start();
  }
}

/** T14: client/audio/_module.d.mts */
export const audioNamespace = closed('foundry.audio', { AudioHelper, Sound });
