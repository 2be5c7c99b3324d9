import { Report, words } from './report';
import { rules } from './rules';
import { selfTesting } from './self-test';
import { drawing } from './sheets';

/** `npm run bench -- rules` and `-- sheets` measure only those. */
const [only] = words;

const report = new Report(only ?? 'all');
if (only !== 'sheets') await rules(report);
if (only !== 'rules') drawing(report);
if (!only) await selfTesting(report);
report.close();
