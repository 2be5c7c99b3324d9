import { afterEach, expect, it } from 'vitest';
import { BAR_VIEW } from './game-page';
import { ANN, FOE, Party } from './party';
import type { Tab } from './tab';
import { COMBAT } from './world';

let party: Party;
afterEach(() => party?.table.close());

const STILL = 'data:image/webp;base64,still';

/** What the tracker with its timeline, the bar and the party's prompts show of fighters. */
async function shownTo(tab: Tab): Promise<string> {
  const { windows } = tab.page;
  const tracker = windows.trackerContext(windows.fightOf(party.combatAt(tab, COMBAT)));
  const { actor } = party.combatAt(tab).combatants.get(party.of(ANN));
  const bar = windows.barContext(actor, BAR_VIEW);
  return JSON.stringify([tracker.rows, tracker.track, tracker.outsiders, bar]);
}

it.each(['tokens/ogre.webm', 'tokens/OGRE.MP4?1', 'tokens/ogre.m4v'])(
  'the animated token %s is shown by its portrait, then by a still picture that is made once',
  async (src) => {
    party = await Party.open('energy', ['Gamemaster', 'Ann']);
    const [gm, ann] = party.table.tabs as [Tab, Tab];
    const made: string[] = [];
    for (const tab of [gm, ann]) {
      const createThumbnail = async (path: string) => {
        made.push(path);
        return STILL;
      };
      Object.assign(tab.page.game, { video: { createThumbnail } });
    }
    await party.start();
    for (const token of [ANN, FOE])
      await party.done(gm, () => party.combat.combatants.get(party.of(token)).token.update({ 'texture.src': src }));
    for (const tab of [gm, ann]) {
      // The first look may be too early for the picture.
      await shownTo(tab);
      await party.arrive();
      const shown = await shownTo(tab);
      expect(shown).toContain(STILL);
      expect(shown).not.toContain(src);
    }
    expect(made).toEqual([src, src]);
    expect(party.table.faults).toEqual([]);
  },
);

it('an animated token whose file cannot be loaded keeps the portrait of its actor', async () => {
  party = await Party.open('energy', ['Gamemaster']);
  const { gm } = party;
  const createThumbnail = () => Promise.reject(new Error('no such file'));
  Object.assign(gm.page.game, { video: { createThumbnail } });
  await party.start();
  const { token, actor } = party.combat.combatants.get(party.of(FOE));
  await party.done(gm, () => token.update({ 'texture.src': 'tokens/missing.webm' }));
  for (let times = 0; times < 2; times++) {
    const shown = await shownTo(gm);
    await party.arrive();
    expect(shown).not.toContain('missing.webm');
    expect(shown).toContain(actor.img);
  }
});
