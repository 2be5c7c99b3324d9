import { type Answer, type InputAsk, PASS } from '../../src/kernel/ask';
import { type Dice, type Die, rollDice } from '../../src/kernel/dice';

/** Returns a random valid answer to an ask. */
export function anyAnswer(ask: InputAsk, die: Die): Answer {
  switch (ask.kind) {
    case 'dice':
      return rollDice(ask.dice, die);
    case 'offer': {
      const answers = ask.candidates.map(({ commands }) => die(commands.length + 1) - 2);
      const first = answers.findIndex((index) => index !== PASS);
      return answers.map((index, at) => (ask.wait === 'first' && at !== first ? PASS : index));
    }
    case 'place':
      return [ask.places[die(ask.places.length) - 1]];
    case 'choice': {
      const open = ask.options.filter(({ whyNot }) => whyNot.length === 0);
      const picked = open[die(open.length) - 1];
      if (!picked) throw new Error(`${ask.id} leaves nothing to choose: ${JSON.stringify(ask)}`);
      return [picked.id];
    }
    case 'amount':
      return [ask.min + die(ask.max - ask.min + 1) - 1];
    case 'text':
      return ['<b>so</b> be it'];
    case 'all':
      return ask.asks.map((each) => anyAnswer(each, die)) as unknown as Answer;
  }
}

/** Returns the first faces, as many as the dice need, or null for too few. */
export function facesFor(dice: Dice, faces: readonly number[]): number[] | null {
  const left = [...faces];
  try {
    return [
      ...rollDice(dice, () => {
        const face = left.shift();
        if (face === undefined) throw new TooFewFaces();
        return face;
      }),
    ];
  } catch (error) {
    if (error instanceof TooFewFaces) return null;
    throw error;
  }
}

class TooFewFaces extends Error {
  override readonly name = 'TooFewFaces';
}
