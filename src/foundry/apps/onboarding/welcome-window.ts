import { allRulesets, isRulesetType } from '../../adapters/registry';
import { setWelcomed } from '../../platform/hidden-settings';
import { notify } from '../../platform/notice';
import { SYSTEM_ID } from '../../platform/settings';
import { branchOf, text } from '../../platform/text';
import { defaultRuleset, playOnly } from '../../platform/world-settings';
import { characterOf } from '../ui/own-character';
import { templatePart } from '../ui/templates';
import { type Context, HandlebarsWindow, openSheet, type RenderOptions } from '../ui/window-bases';
import { startTour } from './tours';

interface WelcomeForm {
  readonly ruleset?: string;
  readonly prepared?: boolean;
  readonly tour?: boolean;
}

/** The first-start dialog: a GM chooses the world's ruleset and its prepared fight; a player may start a tour. */
export class WelcomeWindow extends HandlebarsWindow {
  static override DEFAULT_OPTIONS: object = {
    id: `${SYSTEM_ID}-welcome`,
    tag: 'form',
    classes: ['cadence', 'cadence-welcome'],
    position: { width: 560, height: 'auto' },
    window: { title: 'CADENCE.Welcome.title', icon: 'fa-solid fa-hourglass-start', contentClasses: ['standard-form'] },
    form: { handler: WelcomeWindow.onSubmit },
    actions: { openSheet: WelcomeWindow.onOpenSheet },
  };

  static override PARTS = {
    welcome: templatePart('onboarding/welcome-window'),
    footer: { template: 'templates/generic/form-footer.hbs' },
  };

  protected override async _prepareContext(options: RenderOptions): Promise<Context> {
    const context = await super._prepareContext(options);
    const gm = game.user.isGM;
    const character = characterOf(game.user);
    const isNew = !game.actors?.contents.some(({ type }) => isRulesetType(type));
    return Object.assign(context, {
      gm,
      /** A world that already has actors stays as it is by default. */
      isNew,
      rulesets: gm ? rulesetsToPlay(isNew) : [],
      character: gm ? null : character?.name,
      plays: character && isRulesetType(character.type) ? text(`${branchOf(character.type)}.title`) : null,
      buttons: [
        {
          type: 'submit',
          icon: 'fa-solid fa-play',
          label: gm && isNew ? 'CADENCE.Welcome.begin' : 'CADENCE.Welcome.play',
        },
      ],
    });
  }

  protected override _onClose(options: object): void {
    super._onClose(options);
    void setWelcomed();
  }

  static async onSubmit(this: WelcomeWindow, _event: Event, _form: Element, { object }: { object: WelcomeForm }) {
    const { ruleset, prepared, tour } = object;
    if (game.user.isGM) {
      if (ruleset)
        await playOnly(
          ruleset,
          allRulesets().map(({ id }) => id),
        );
      if (prepared) await importPrepared(ruleset || defaultRuleset());
    }
    await this.close();
    if (tour) await startTour(game.user.isGM ? 'master' : 'player');
  }

  static async onOpenSheet(this: WelcomeWindow): Promise<void> {
    await openSheet(characterOf(game.user));
  }
}

const rulesetsToPlay = (isNew: boolean) =>
  allRulesets().map(({ id }) => ({
    id,
    title: text(`${branchOf(id)}.title`),
    chosen: isNew && id === defaultRuleset(),
    prepared: adventuresOf(id) !== null,
  }));

const adventuresOf = (ruleset: string) => game.packs?.get(`${SYSTEM_ID}.${ruleset}-adventure`) ?? null;

async function importPrepared(ruleset: string): Promise<void> {
  const [adventure] = ((await adventuresOf(ruleset)?.getDocuments()) ?? []) as Adventure.Implementation[];
  if (!adventure) return;
  await adventure.import({ dialog: false });
  const [source] = adventure._source.scenes;
  const scene = source?._id ? game.scenes?.get(source._id) : undefined;
  await scene?.activate();
  notify('info', text('CADENCE.Welcome.imported', { name: adventure.name }));
}
