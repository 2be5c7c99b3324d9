import { IMAGE_FILE_EXTENSIONS } from '../../../shared/constants';
import { messageOf } from '../../../shared/errors';
import { notInSandbox } from '../../../shared/not-in-sandbox';
import type { BrowseFilesResponse } from '../../../shared/wire';
import { dispatch } from '../../socket';
import { ApplicationV2 } from '../api/application';
import type { Part } from '../api/handlebars-application';
import { HandlebarsApplicationMixin } from '../api/handlebars-application';
import type { GivenOptions, RenderContext, RenderOptions } from '../api/options';

const IMAGES = Object.keys(IMAGE_FILE_EXTENSIONS).map((extension) => `.${extension}`);

/** T14: client/applications/apps/file-picker.d.mts; uploads are not supported. */
export class FilePicker extends HandlebarsApplicationMixin(ApplicationV2) {
  static override DEFAULT_OPTIONS: GivenOptions = {
    id: 'file-picker',
    tag: 'form',
    window: { title: 'FILES.Title', icon: 'fa-solid fa-file-magnifying-glass', contentClasses: ['standard-form'] },
    position: { width: 560, height: 520 },
    actions: { pickDirectory: FilePicker.onPickDirectory, pickFile: FilePicker.onPickFile },
  };
  static override PARTS: Record<string, Part> = {
    body: { template: 'templates/apps/filepicker.hbs', scrollable: ['.files'] },
  };

  static get implementation(): typeof FilePicker {
    return CONFIG.ux.FilePicker ?? FilePicker;
  }

  static async browse(
    _source: string,
    target: string,
    { extensions = [] }: { extensions?: string[] } = {},
  ): Promise<BrowseFilesResponse> {
    const response = await dispatch('manageFiles', { action: 'browseFiles', target, extensions });
    if ('error' in response) throw new Error(response.error.message);
    return response;
  }

  static upload = notInSandbox('foundry.applications.apps.FilePicker.upload');
  static createDirectory = notInSandbox('foundry.applications.apps.FilePicker.createDirectory');

  /** The path of the current file. */
  request: string;
  callback?: ((path: string, picker: FilePicker) => void) | undefined;
  private results: BrowseFilesResponse | null = null;
  /** The folder of the current file. */
  private folder: string;

  constructor(options: GivenOptions = {}) {
    super(options);
    this.request = String(options['current'] ?? '');
    this.callback = options['callback'] as typeof this.callback;
    this.folder = this.request.split('/').slice(0, -1).join('/');
  }

  get canBrowse(): boolean {
    return game.user.hasPermission('FILES_BROWSE');
  }

  get target(): string {
    return this.folder;
  }

  get extensions(): string[] {
    return this.options['type'] === 'image' ? IMAGES : [];
  }

  /** Opens the given folder, by default that of the current file. A file is no valid target. */
  async browse(target?: string): Promise<this> {
    if (!this.canBrowse) return this;
    const folder = typeof target === 'string' ? target : this.target;
    try {
      const { extensions } = this;
      this.results = await FilePicker.browse('data', folder, { extensions });
      this.folder = folder;
    } catch (error) {
      ui.notifications.error(messageOf(error));
    }
    await this.render({ force: true });
    return this;
  }

  override async _prepareContext(options: RenderOptions): Promise<RenderContext> {
    const context = await super._prepareContext(options);
    const { dirs = [], files = [] } = this.results ?? {};
    const named = (path: string) => ({ path, name: path.split('/').at(-1), isPresent: path === this.request });
    const above = this.folder.split('/').slice(0, -1).join('/');
    return Object.assign(context, {
      target: this.folder || '/',
      above: this.folder ? [{ path: above, name: '..' }] : [],
      dirs: dirs.map(named),
      files: files.map(named),
      pictures: this.options['type'] === 'image',
    });
  }

  static onPickDirectory(this: FilePicker, _event: Event, target: HTMLElement): void {
    void this.browse(target.dataset.path ?? '');
  }

  static async onPickFile(this: FilePicker, _event: Event, target: HTMLElement): Promise<void> {
    this.request = target.dataset.path!;
    this.callback?.(this.request, this);
    await this.close();
  }
}
