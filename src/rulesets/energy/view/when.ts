import type { Message } from '../../../encounter/view';
import { message } from '../../../toolkit/define/labels';
import { atMoment, type WhenContext, type WhenRules, whenPoolSuffices } from '../../../toolkit/views/when';
import { isOpen } from '../clock';
import { is } from '../conditions';
import type { EnergyEncounter } from '../state';
import { energyPerRound } from '../stats';
import { untilLabel } from './card';

type Context = WhenContext<EnergyEncounter>;

/** E-04: Stamina limits the Energy of the next Round. */
function energy(context: Context): Message | null {
  const { fighter, reason } = context;
  const available = energyPerRound(fighter.pools.stamina.value, is(fighter, 'exhausted'));
  return Number(reason.data?.needs) <= available
    ? message('When.energy', { given: available })
    : whenPoolSuffices('energy')(context);
}

/** E-05. */
function agility(context: Context): Message | null {
  const available = context.fighter.pools.agility.max;
  return Number(context.reason.data?.needs) <= available ? message('When.agility', { given: available }) : null;
}

const round = ({ encounter }: Context): Message => atMoment(isOpen(encounter) ? 'next-round' : 'round-opens')();

/** When a refused action becomes possible. */
export const WHEN: WhenRules<EnergyEncounter> = {
  until: untilLabel,
  rows: {
    energy,
    agility,
    stamina: whenPoolSuffices('stamina'),
    'swift-spent': round,
    'swap-spent': round,
    'initiative-spent': round,
    'not-open': atMoment('round-opens'),
    'agile-spent': atMoment('energy-spent'),
    'uses-spent': atMoment('rested'),
    'no-surges': atMoment('rested'),
    'round-open': atMoment('fight-over'),
    'still-bleeding': atMoment('stabilized'),
    restrained: atMoment('free'),
    restraining: atMoment('let-go'),
    'no-sprint': atMoment('sprinted'),
  },
};
