import type { Stored, StoredChange } from '../migration/change';
import { pack } from './packed';
import { isPlain } from './shapes';

/** Why an exchange stopped was what the kernel says, and is a reason. Nothing is written for it: the next step replaces it whole. */
const fault: StoredChange = {
  ...{ since: '0.2.0', document: 'Combat', types: [], writes: [], drops: [] },
  migrate(system) {
    const open = system['open'] as Stored | null | undefined;
    if (typeof open?.['fault'] !== 'string') return system;
    return { ...system, open: { ...open, fault: { id: 'replay-failed', data: { detail: open['fault'] } } } };
  },
};

/** Steps of the history are packed. Nothing is written for it either: what is stored otherwise is forgotten after a hundred steps. */
const steps: StoredChange = {
  ...{ since: '0.2.0', document: 'Combat', types: [], writes: [], drops: [] },
  migrate(system) {
    const { history } = system;
    if (!isPlain(history)) return system;
    const packed = Object.entries(history).map(([step, was]) => [step, isPlain(was) ? pack(was) : was]);
    return { ...system, history: Object.fromEntries(packed) };
  },
};

/** What the referee keeps with a host, in an encounter as on a card. */
export const HOST_CHANGES: readonly StoredChange[] = [fault, steps];
