import { closed, NotInSandbox } from '../shared/not-in-sandbox';

/** Sounds played on this client, oldest first, with their final volume. Read by tests. */
export const played: { src: string; volume: number }[] = [];

interface PlayedSound {
  src: string;
  volume?: number;
  channel?: string;
  loop?: boolean;
}

/** T14: client/audio/helper.d.mts; only the interface channel exists here. */
const AudioHelper = closed('foundry.audio.AudioHelper', {
  played,
  async play({ src, volume = 1, channel = 'interface', loop = false }: PlayedSound, socketOptions: unknown = false) {
    if (channel !== 'interface' || loop || socketOptions !== false)
      throw new NotInSandbox('AudioHelper.play on another channel, in a loop or for others');
    const heard = volume * Number(game.settings.get('core', 'globalInterfaceVolume'));
    played.push({ src, volume: heard });
    // Browsers block sound before the first click; core waits for it.
    if (typeof Audio === 'undefined' || navigator.userActivation?.hasBeenActive === false || heard === 0) return;
    const sound = new Audio(src.startsWith('/') ? src : `/${src}`);
    sound.volume = Math.min(1, heard);
    await sound.play().catch((error: unknown) => console.warn('sandbox | a sound could not be played', error));
  },
});

/** T14: client/audio/_module.d.mts */
export const audioNamespace = closed('foundry.audio', { AudioHelper });
