import { withinReach } from '../../support/reach';

withinReach('seconds');
