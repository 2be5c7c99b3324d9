import { SYSTEM_ID } from '../../platform/settings';
import { mainPage } from '../../views/pages';
import { characterOf } from '../ui/own-character';
import { openSheet } from '../ui/window-bases';

type Show = () => Promise<unknown> | unknown;

interface GuidedStep {
  readonly id: string;
  /** Highlighted if visible; otherwise the step is shown in the center of the screen. */
  readonly selector?: string;
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
    { id: 'tracker', selector: '#combat', show: () => tab('combat')() },
    { id: 'start', selector: '#combat .cadence-footer__controls', show: () => tab('combat')() },
    { id: 'declare', selector: '#cadence-bar' },
    { id: 'answer', selector: '#cadence-prompt' },
    { id: 'cards', selector: '#chat', show: () => tab('chat')() },
    { id: 'rewind', selector: '#combat [data-action="cadenceRewind"]', show: () => tab('combat')() },
    { id: 'rules', selector: '#compendium', show: () => tab('compendium')() },
  ],
  player: [
    { id: 'character', selector: '.cadence.sheet.actor', show: ownSheet },
    { id: 'actions', selector: '.cadence.sheet.actor nav [data-tab="actions"]', show: ownSheet },
    { id: 'target', show: withoutSheet },
    { id: 'declare', selector: '#cadence-bar' },
    { id: 'answer', selector: '#cadence-prompt' },
    { id: 'tracker', selector: '#combat', show: () => tab('combat')() },
    { id: 'cards', selector: '#chat', show: () => tab('chat')() },
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
      const { selector, show } = stepsOf(this.id as TourId).find(({ id }) => id === step?.id) ?? {
        selector: undefined,
        show: undefined,
      };
      await show?.();
      if (!step) return;
      const target = selector === undefined ? null : mainPage().querySelector(selector);
      if (target) await atRest(target);
      if (target?.checkVisibility()) step.selector = selector;
      else delete step.selector;
    }
  };
