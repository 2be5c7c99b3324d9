import { withinReach } from '../../support/reach';

withinReach('clash');
