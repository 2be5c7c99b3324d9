import { withinReach } from '../../support/reach';

withinReach('slots');
