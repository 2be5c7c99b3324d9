import { SYSTEM_ID } from '../../platform/settings';
import { mainPage } from '../../views/pages';
import { characterOf } from '../ui/own-character';
import { openSheet } from '../ui/window-bases';

type Show = () => Promise<unknown> | unknown;

interface GuidedStep {
  readonly id: string;
  /** The first visible one is highlighted; without any, the step is shown in the center of the screen. */
  readonly selectors?: readonly string[];
  readonly show?: Show;
}

const tab = (name: 'combat' | 'chat' | 'compendium'): Show => {
  const sidebar: { expand(): void; changeTab(tab: string, group: string): void } = ui.sidebar as never;
  return () => {
    sidebar.expand();
    sidebar.changeTab(name, 'primary');
  };
};

const ownSheet: Show = () => openSheet(characterOf(game.user));
const withoutSheet: Show = async () => {
  await characterOf(game.user)?.sheet?.close();
};

const TOURS = {
  master: [
    { id: 'fight' },
    { id: 'tracker', selectors: ['#combat'], show: () => tab('combat')() },
    { id: 'start', selectors: ['#combat .cadence-footer__controls'], show: () => tab('combat')() },
    { id: 'declare', selectors: ['#cadence-bar', '#hotbar'] },
    { id: 'answer', selectors: ['#cadence-prompt', '#hotbar'] },
    { id: 'cards', selectors: ['#chat'], show: () => tab('chat')() },
    {
      id: 'rewind',
      selectors: ['#combat [data-action="cadenceRewind"]', '#combat .cadence-footer__history'],
      show: () => tab('combat')(),
    },
    { id: 'rules', selectors: ['#compendium'], show: () => tab('compendium')() },
  ],
  player: [
    { id: 'character', selectors: ['.cadence.sheet.actor'], show: ownSheet },
    { id: 'actions', selectors: ['.cadence.sheet.actor nav [data-tab="actions"]'], show: ownSheet },
    { id: 'target', show: withoutSheet },
    { id: 'declare', selectors: ['#cadence-bar', '#hotbar'] },
    { id: 'answer', selectors: ['#cadence-prompt', '#hotbar'] },
    { id: 'tracker', selectors: ['#combat'], show: () => tab('combat')() },
    { id: 'cards', selectors: ['#chat'], show: () => tab('chat')() },
  ],
} as const satisfies Readonly<Record<string, readonly GuidedStep[]>>;

type TourId = keyof typeof TOURS;

const stepsOf = (id: TourId): readonly GuidedStep[] => TOURS[id];

/** Waits until an element has stopped moving: the sidebar opens gradually, and the highlight is measured once. */
async function atRest(element: Element): Promise<void> {
  const frame = () => new Promise(requestAnimationFrame);
  const position = () => Object.values(element.getBoundingClientRect().toJSON()).join();
  let before = '';
  for (let frames = 0; frames < LONGEST_MOVE && before !== position(); frames++) {
    before = position();
    await frame();
    await frame();
  }
}

/** In pairs of frames. */
const LONGEST_MOVE = 30;

/** Registers the tours, which *Tour Management* lists. API: ToursCollection#register, once `setup` is over */
export function registerTours(): void {
  for (const id of Object.keys(TOURS) as TourId[]) {
    const branch = `CADENCE.Tour.${id}`;
    game.tours.register(SYSTEM_ID, id, new (createTourClass())(configOf(id, branch)) as never);
  }
}

const configOf = (id: TourId, branch: string) => ({
  namespace: SYSTEM_ID,
  id,
  title: `${branch}.title`,
  description: `${branch}.description`,
  display: true,
  canBeResumed: true,
  restricted: id === 'master',
  steps: stepsOf(id).map((step) => ({
    id: step.id,
    title: `${branch}.${step.id}.title`,
    content: `${branch}.${step.id}.content`,
  })),
});

export async function startTour(id: TourId): Promise<void> {
  if (!game.tours.get(`${SYSTEM_ID}.${id}`)) registerTours();
  await game.tours.get(`${SYSTEM_ID}.${id}`)?.start();
}

/** Foundry throws if a step's element is missing, so the selector is set only when the element is visible. API: Tour#_preStep, Tour#progress */
const createTourClass = () =>
  class extends foundry.nue.Tour {
    protected override async _preStep(): Promise<void> {
      await super._preStep();
      const step = this.currentStep;
      const { selectors = [], show }: Partial<GuidedStep> =
        stepsOf(this.id as TourId).find(({ id }) => id === step?.id) ?? {};
      await show?.();
      if (!step) return;
      const selector = selectors.find((each) => mainPage().querySelector(each)?.checkVisibility());
      const target = selector === undefined ? null : mainPage().querySelector(selector);
      if (target) await atRest(target);
      if (selector === undefined) delete step.selector;
      else step.selector = selector;
    }
  };
