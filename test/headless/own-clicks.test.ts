import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASS } from '../../src/kernel/ask';
import { anyAnswer } from '../support/answer';
import { ANN, FOE, Party } from './party';
import type { Tab } from './tab';

/** How a foe attacks, and what its victim is asked first; in Energy the attacker rolls in between. */
const ATTACKS = [
  ['clash', 'attack-basic-melee', 'choice'],
  ['energy', 'melee-attack', 'offer'],
] as const;

describe.each(ATTACKS)('a player who is attacked in %s', (ruleset, attack, question) => {
  let party: Party;
  let gm: Tab;
  let ann: Tab;
  const rollsThemselves = (tab: Tab, when: string) => tab.page.game.settings.set('cadence', 'autoThrow', when);
  const combatOf = (tab: Tab) => party.combatAt(tab);
  const asked = () => ann.page.openAsks(combatOf(ann)).filter(({ isMine, isAnswered }) => isMine && !isAnswered);

  /** A foe strikes at Ann's hero; she answers each question. Returns the kinds of what she was asked. */
  async function struck(): Promise<string[]> {
    const kinds: string[] = [];
    await party.send(gm, { do: attack, by: party.of(FOE), at: party.of(ANN) });
    for (let times = 0; times < 20 && party.combat.system.open; times++) {
      const [mine] = asked();
      if (mine) {
        kinds.push(mine.ask.kind);
        // Of the answers to a choice the second.
        const answer = mine.ask.kind === 'offer' ? [PASS] : anyAnswer(mine.ask, (sides) => Math.min(sides, 2));
        await party.done(ann, () => ann.page.answer(combatOf(ann), mine.key, answer));
      } else
        for (const { key, ask, isAnswered } of gm.page.openAsks(party.combat))
          if (!isAnswered) await party.done(gm, () => gm.page.answer(party.combat, key, party.answerTo(ask)));
    }
    expect(party.combat.system.open).toBeNull();
    return kinds;
  }

  beforeAll(async () => {
    party = await Party.open(ruleset, ['Gamemaster', 'Ann']);
    [gm, ann] = party.table.tabs as [Tab, Tab];
    await party.start();
    await party.untilTurn(party.of(FOE));
    // Only Energy has a time in which others may answer what was declared.
    if (ruleset === 'energy') await party.done(gm, () => gm.page.game.settings.set('cadence', 'energy.pause', 600));
  });
  afterAll(() => party?.table.close());

  it('clicks for each roll if none is automatic', async () => {
    const { cursor } = party.combat.system;
    expect(await struck()).toEqual([question, 'dice']);
    while (party.combat.system.cursor > cursor) await party.done(gm, () => gm.page.rewindStep(party.combat));
  });

  it('decides by one click, and the roll follows from it', async () => {
    await rollsThemselves(ann, 'own-actions');
    expect(await struck()).toEqual([question]);
    expect(party.table.faults).toEqual([]);
  });
});
