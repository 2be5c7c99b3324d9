import { withinReach } from '../../support/reach';

withinReach('energy');
