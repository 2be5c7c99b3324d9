import { conditionIcon } from '../adapters/condition-data';
import { adapterOf } from '../adapters/registry';
import { notice } from '../platform/notice';
import { branchOf, text } from '../platform/text';
import { mainPage } from '../views/pages';
import { setCondition } from './by-hand';
import { takeNamed } from './named-action';

/** `@Action[energy.run]`, `@Condition[energy.prone]{flat on the ground}`: a ruleset's id, a point, the id there, and a label if one likes. */
const PATTERN = /@(Action|Condition)\[([\w.-]+)\.([\w-]+)\](?:\{([^}]+)\})?/g;
const ID = 'cadenceReference';

/**
 * Links to actions and conditions in journals, descriptions and chat. T14: client/applications/ux/text-editor.d.mts `EnricherConfig`;
 * the names are those of foundryvtt/crucible (module/enrichers.mjs).
 */
export function registerEnrichers(): void {
  CONFIG.TextEditor.enrichers.push({
    id: ID,
    pattern: PATTERN,
    enricher: async (match: RegExpMatchArray) => linkOf(match),
    onRender: (element: HTMLElement) => listen(element),
  } as never);
}

/** Null where there is no such thing, so that what was written stays as it is. */
function linkOf([, kind, ruleset, id, label]: RegExpMatchArray): HTMLElement | null {
  const table = adapterOf(ruleset)?.ruleset;
  if (!table || !ruleset || !id) return null;
  const branch = `${branchOf(ruleset)}.${kind}.${id}`;
  if (!game.i18n.has(`${branch}.label`)) return null;
  const condition = kind === 'Condition' ? table.conditions[id] : undefined;
  if (kind === 'Condition' && !condition) return null;
  const link = mainPage().createElement('a');
  link.className = 'content-link cadence-reference';
  link.role = 'button';
  link.tabIndex = 0;
  Object.assign(link.dataset, { cadence: kind, ruleset, reference: id, tooltip: '', tooltipText: tipOf(branch) });
  link.append(iconOf(condition ? conditionIcon(condition.icon) : null), label ?? text(`${branch}.label`));
  return link;
}

function iconOf(src: string | null): HTMLElement {
  if (!src) {
    const icon = mainPage().createElement('i');
    icon.className = 'fa-solid fa-hand-fist';
    icon.inert = true;
    return icon;
  }
  const img = mainPage().createElement('img');
  Object.assign(img, { src, alt: '', className: 'cadence-reference__icon' });
  return img;
}

const tipOf = (branch: string): string => [text(`${branch}.label`), text(`${branch}.hint`)].join(': ');

/** What is inside stays as long as the text does, so the listeners live and die with it, in whatever window it stands. */
function listen(element: HTMLElement): void {
  const link = element.querySelector<HTMLElement>('.cadence-reference');
  if (!link) return;
  link.addEventListener('click', (event) => {
    event.preventDefault();
    event.stopPropagation();
    void follow(link);
  });
  link.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' || event.key === ' ') link.click();
  });
}

/** An action is done by the fighter this user has at hand, its options asked first; a condition is the game master's to give and take. */
async function follow({ dataset }: HTMLElement): Promise<void> {
  const { cadence: kind, ruleset, reference: id } = dataset;
  const adapter = adapterOf(ruleset);
  if (!adapter || !ruleset || !id) return;
  if (kind === 'Action') return takeNamed({ ruleset, do: id }, { asking: true });
  if (!game.user.isGM) return;
  const actors = (canvas?.ready ? (canvas.tokens?.controlled ?? []) : []).flatMap(({ actor }) =>
    actor?.type === ruleset ? [actor] : [],
  );
  if (actors.length === 0) {
    notice('info', text('CADENCE.Notice.named.nobody', { ruleset: text(`${branchOf(ruleset)}.name`) }));
    return;
  }
  const on = actors.some((actor) => !actor.statuses.has(id));
  for (const actor of actors) if (actor.statuses.has(id) !== on) await setCondition(actor, adapter, id, on);
}
