import { dirname, join, normalize } from 'node:path';
import { defineConfig } from 'vitepress';

/** Where the sources are; links from the pages to files outside of `docs` lead there. Without it they are plain text. */
const REPOSITORY = process.env.CADENCE_REPOSITORY ?? '';

const RULESETS = ['tempo', 'seconds', 'slots', 'clash', 'energy'];
const nameOf = (id) => id.charAt(0).toUpperCase() + id.slice(1);
const items = (folder) => RULESETS.map((id) => ({ text: nameOf(id), link: `/${folder}/${id}` }));
const pages = (...links) => links.map(([text, link]) => ({ text, link: `/${link}` }));

/** Anchors as GitHub makes them, so that a link leads to its heading there and here. */
const slugOf = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

/** Links to files outside of `docs` lead to the repository. */
function linkToSources(md) {
  const isOutside = (href, page) =>
    !/^(?:[a-z]+:|#|\/)/.test(href) && normalize(join(dirname(page), href)).startsWith('..');
  md.core.ruler.push('sources', ({ tokens, env }) => {
    for (const { children } of tokens)
      for (const [at, token] of (children ?? []).entries()) {
        const href = token.type === 'link_open' ? token.attrGet('href') : null;
        if (!href || !isOutside(href, env.relativePath)) continue;
        const path = normalize(join('docs', dirname(env.relativePath), href));
        if (REPOSITORY) token.attrSet('href', `${REPOSITORY}/blob/main/${path}`);
        else {
          const close = children.slice(at).find(({ type }) => type === 'link_close');
          for (const each of [token, close]) Object.assign(each, { tag: 'span', attrs: null });
        }
      }
  });
}

export default defineConfig({
  title: 'Cadence',
  description: 'Five tabletop combat rulesets for Foundry Virtual Tabletop in which time is the resource.',
  base: process.env.CADENCE_SITE_BASE ?? '/',
  outDir: '../site',
  cleanUrls: false,
  markdown: { config: linkToSources, anchor: { slugify: slugOf } },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: pages(['Play', 'play/'], ['Run', 'run/prepare'], ['Write', 'architecture']),
    ...(REPOSITORY && { socialLinks: [{ icon: 'github', link: REPOSITORY }] }),
    sidebar: [
      { text: 'Play', items: [...pages(['What is the same', 'play/']), ...items('play')] },
      {
        text: 'Run a game',
        items: pages(
          ['Prepare', 'run/prepare'],
          ['Run a fight', 'run/run'],
          ['Settings and keys', 'settings'],
          ['Balance', 'balance'],
          ['Every screen', 'screens'],
          ['Reliability', 'reliability'],
          ['A stuck exchange', 'debug-a-stuck-exchange'],
        ),
      },
      { text: 'Rules, one by one', collapsed: true, items: items('rules') },
      {
        text: 'Write for it',
        collapsed: true,
        items: pages(
          ['Architecture', 'architecture'],
          ['Decisions', 'decisions/'],
          ['Glossary', 'glossary'],
          ['A ruleset', 'add-a-ruleset'],
          ['An action', 'add-an-action'],
          ['A language', 'add-a-language'],
          ['German words', 'languages/de'],
          ['French words', 'languages/fr'],
          ['Spanish words', 'languages/es'],
          ['For modules', 'for-modules'],
          ['API', 'api'],
          ['Names in formulas', 'roll-data'],
          ['Stored data', 'stored-data'],
          ['Opponents', 'opponent'],
        ),
      },
      {
        text: 'Work on it',
        collapsed: true,
        items: pages(
          ['Testing', 'testing'],
          ['Scenario files', 'scenario-files'],
          ['Performance', 'performance'],
          ['Threat model', 'threat-model'],
          ['Releases', 'releases'],
        ),
      },
    ],
  },
});
