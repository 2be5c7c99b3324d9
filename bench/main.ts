import { rules } from './rules';
import { selfTesting } from './self-test';
import { drawing } from './sheets';

/** `npm run bench -- rules` only prints the table of the rules. */
const [only] = process.argv.slice(2);

await rules();
if (only !== 'rules') {
  drawing();
  await selfTesting();
}
