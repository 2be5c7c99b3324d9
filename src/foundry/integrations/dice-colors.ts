import type { UnloadedAdapter } from '../adapters/adapter';
import { colorSetOf } from '../apps/chat/dice-so-nice';
import { text } from '../platform/text';

/** API: Dice So Nice, module/Dice3D.js `addColorset`. */
interface ColorSets {
  addColorset(colorset: object, mode: 'default'): Promise<void>;
}

/** Adds a color set for each type of damage to the module "Dice So Nice". Users may choose it for other dice too. */
function registerColors(rulesets: readonly UnloadedAdapter[]): void {
  Hooks.once('diceSoNiceReady', (dice3d: ColorSets) => {
    const styles = Object.assign({}, ...rulesets.map(({ damage }) => damage?.styles ?? {}));
    for (const [type, { foreground, background }] of Object.entries<{ foreground: string; background: string }>(styles))
      void dice3d.addColorset(
        {
          name: colorSetOf(type),
          description: text('CADENCE.App.Dice.colors', { type }),
          category: 'Cadence',
          ...{ foreground, background, outline: background, edge: background },
          ...{ texture: 'none', material: 'plastic', visibility: 'visible' },
        },
        'default',
      );
  });
}

export const DICE_COLORS = { init: registerColors };
