import { measureFile } from './measure';

measureFile();
