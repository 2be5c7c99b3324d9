import type { Command } from '../../encounter/command';
import type { OptionField, Viewer } from '../../encounter/view';
import { dialogs } from '../../rulebook/options';
import type { Action } from './act';
import { OPTIONS } from './options';
import type { ClashFighter } from './stats';

type Key = keyof typeof OPTIONS;
const DIALOGS = dialogs(OPTIONS);

/** Which options an action's command may be told, by its verb. */
const KEYS: Readonly<Record<string, readonly Key[]>> = {
  jump: ['pay', 'height', 'distance'],
  fall: ['metres', 'cause', 'incoming'],
  'mount-extra-action': ['pay', 'attackLevel', 'defenseLevel', 'behind'],
};
/** What is rolled against a defense or a save may be made easier or harder. */
const CONTESTED: readonly Key[] = ['attackLevel', 'defenseLevel', 'behind'];

/** What an action's command may be told besides, as far as it is the viewer's to say. */
export function fieldsOf(
  { category, needs }: Pick<Action, 'category' | 'needs'>,
  { place }: Pick<ClashFighter, 'place'>,
  { do: id }: Command,
  viewer: Pick<Viewer, 'gm'>,
): readonly OptionField[] {
  const contested = category === 'attack' && id !== 'escape-grapple' && id !== 'attack-item';
  const offMap: readonly Key[] = needs === 'path' && !place ? ['metres'] : [];
  return DIALOGS.fields(KEYS[id] ?? (contested ? CONTESTED : offMap), viewer);
}
