import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Returns the license notices of the bundled `dependencies`. Licenses require a copy of the notice, and minifying
 * removes comments.
 * @throws for a library without a license file
 */
export async function noticesOf(root = '.') {
  const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const parts = await Promise.all(
    Object.keys(dependencies)
      .sort()
      .map((name) => noticeOf(root, name)),
  );
  return `Cadence contains these libraries.\n\n${parts.join('\n')}`;
}

async function noticeOf(root, name) {
  const folder = join(root, 'node_modules', name);
  const { version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const file = (await readdir(folder)).find((each) => /^licen[cs]e(\.\w+)?$/i.test(each));
  if (!file) throw new Error(`${name} has no license file`);
  const text = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n').trim();
  return `${name} ${version} (${license})\n${'-'.repeat(78)}\n${text}\n`;
}
