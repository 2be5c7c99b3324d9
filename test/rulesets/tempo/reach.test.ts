import { withinReach } from '../../support/reach';

withinReach('tempo');
