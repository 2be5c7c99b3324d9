import { afterEach, describe, expect, it } from 'vitest';
import { ANN, FOE, MASTER, Party } from './party';

/** An attack of each ruleset whose button shows odds. */
const BLOWS: Readonly<Record<string, string>> = {
  energy: 'melee-attack',
  clash: 'attack-basic-melee',
  seconds: 'attack',
  slots: 'primary-attack',
  tempo: 'quick-attack',
};

describe.each(Object.keys(BLOWS))('a player’s odds against a foe in %s', (ruleset) => {
  let party: Party;
  afterEach(() => party?.table.close());

  it('are computed, unless the world hides them', async () => {
    party = await Party.open(ruleset, ['Gamemaster', 'Ann']);
    await party.start();
    const [gm, ann] = party.table.tabs;
    const { views } = party.rules;
    const [by, at] = [party.of(ANN), party.of(FOE)];
    const viewed = () => ann.page.windows.fightOf(party.combatAt(ann));
    const { encounter } = viewed();
    const sheet = views.sheet(encounter, encounter.fighters[by], { ...MASTER, targets: [at] });
    const all = [...sheet.groups.flatMap((group) => group.actions), ...Object.values(sheet.itemActions).flat()];
    const command = all.find(
      (action) => action.command.do === BLOWS[ruleset] && views.oddsAwaited?.(encounter, MASTER, action.command),
    )?.command;
    if (!command) throw new Error(`no attack with odds in ${ruleset}`);
    // Odds that the viewer may not know are never computed.
    const isShown = () => views.oddsAwaited?.(viewed().encounter, viewed().viewer, command) !== null;
    expect(isShown()).toBe(true);
    await party.done(gm, () => gm.page.game.settings.set('cadence', 'playerOdds', false));
    expect(isShown()).toBe(false);
  });
});
