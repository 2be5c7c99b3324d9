import { VIDEO_FILE_EXTENSIONS } from '../shared/constants';

/** Milliseconds until a video that does not load counts as broken. */
const LOADING = 10_000;

/** `game.video`: still pictures of videos. T14: client/helpers/media/video-helper.d.mts */
export class VideoHelper {
  /** By source. */
  readonly thumbs = new Map<string, string>();

  static hasVideoExtension(src: string): boolean {
    const path = src.split(/[?#]/)[0] ?? '';
    return Object.keys(VIDEO_FILE_EXTENSIONS).some((extension) => path.toLowerCase().endsWith(`.${extension}`));
  }

  /** Draws the first frame. */
  async createThumbnail(src: string, { width = 256, height = 256 } = {}): Promise<string> {
    const known = this.thumbs.get(src);
    if (known) return known;
    const video = document.createElement('video');
    Object.assign(video, { muted: true, preload: 'auto', crossOrigin: 'anonymous', src });
    await new Promise<void>((resolve, reject) => {
      const fail = () => reject(new Error(`${src} could not be loaded`));
      setTimeout(fail, LOADING);
      video.addEventListener('error', fail);
      video.addEventListener('loadeddata', () => resolve());
    });
    const drawn = Object.assign(document.createElement('canvas'), { width, height });
    drawn.getContext('2d')?.drawImage(video, 0, 0, width, height);
    const thumb = drawn.toDataURL();
    this.thumbs.set(src, thumb);
    return thumb;
  }
}
