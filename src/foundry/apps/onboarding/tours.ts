import { SYSTEM_ID } from '../../platform/settings';
import { mainPage } from '../../views/pages';
import { characterOf } from '../ui/own-character';
import { openSheet } from '../ui/window-bases';

/** Brings into view what a step speaks of. */
type Show = () => Promise<unknown> | unknown;

interface GuidedStep {
  readonly id: string;
  /** What is highlighted, once it is in view; where it is not there the step stands in the middle of the screen. */
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

/** The tours by their ids: what a game master does in a fight, and what a player does. */
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

/** Waits until an element has come to rest: the sidebar opens by and by, and what is highlighted is measured once. */
async function atRest(element: Element): Promise<void> {
  const frame = () => new Promise(requestAnimationFrame);
  const whereabouts = () => Object.values(element.getBoundingClientRect().toJSON()).join();
  let before = '';
  for (let frames = 0; frames < LONGEST_MOVE && before !== whereabouts(); frames++) {
    before = whereabouts();
    await frame();
    await frame();
  }
}

/** Pairs of frames. */
const LONGEST_MOVE = 30;

/** Registers the tours with Foundry, where *Tour Management* lists them. API: ToursCollection#register, once `setup` is over */
export function registerTours(): void {
  for (const id of Object.keys(TOURS) as TourId[]) {
    const branch = `CADENCE.Tour.${id}`;
    game.tours.register(SYSTEM_ID, id, new (guided())(configOf(id, branch)) as never);
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

/** Begins a tour, or goes on where somebody left it. */
export async function startTour(id: TourId): Promise<void> {
  if (!game.tours.get(`${SYSTEM_ID}.${id}`)) registerTours();
  await game.tours.get(`${SYSTEM_ID}.${id}`)?.start();
}

/**
 * A tour that shows what it speaks of. Foundry throws where a step's element is missing, so a step names it only once it is there; what
 * is not there yet, such as a question, is spoken of in the middle of the screen. API: Tour#_preStep, Tour#progress
 */
const guided = () =>
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
