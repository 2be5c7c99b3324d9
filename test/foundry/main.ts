import { A1 } from './assumptions/a1-taken-id';
import { A2 } from './assumptions/a2-mixed-batch';
import { A3 } from './assumptions/a3-player-request';
import { A4 } from './assumptions/a4-own-combatant';
import { A5 } from './assumptions/a5-refused-movement';
import { A6 } from './assumptions/a6-queries';
import { A7 } from './assumptions/a7-created-time';
import { A8 } from './assumptions/a8-compendia';
import { A10 } from './assumptions/a10-refused-batch';
import { A11 } from './assumptions/a11-vetoed-operation';
import { A12 } from './assumptions/a12-object-fields';
import { A13 } from './assumptions/a13-marks';
import { A15 } from './assumptions/a15-states';
import { A20 } from './assumptions/a20-effect-icons';
import { A21 } from './assumptions/a21-effect-phases';
import { A22 } from './assumptions/a22-item-effects';
import { A23 } from './assumptions/a23-limited-sheet';
import { A24 } from './assumptions/a24-roll-data';
import { A25 } from './assumptions/a25-turn-events';
import { A26 } from './assumptions/a26-expiry';
import { A27 } from './assumptions/a27-world-time';
import { A28 } from './assumptions/a28-region-events';
import { A29 } from './assumptions/a29-turn-marker';
import { A30 } from './assumptions/a30-movement-methods';
import { A31 } from './assumptions/a31-recorded-ways';
import { A32 } from './assumptions/a32-region-geometry';
import { A33 } from './assumptions/a33-undone-moves';
import { A34 } from './assumptions/a34-map-controls';
import { A35 } from './assumptions/a35-messages';
import { A36 } from './assumptions/a36-interface';
import { A37 } from './assumptions/a37-tracker';
import { A38 } from './assumptions/a38-windows';
import { A40 } from './assumptions/a40-query-sender';
import { A41 } from './assumptions/a41-in-memory';
import { A45 } from './assumptions/a45-compendia';
import { A46 } from './assumptions/a46-conventions';
import { A50 } from './assumptions/a50-flagged-requests';
import { A51 } from './assumptions/a51-bounds';
import { A52 } from './assumptions/a52-walls';
import { A53 } from './assumptions/a53-things';
import { A54 } from './assumptions/a54-palette';
import { A55 } from './assumptions/a55-numbers';
import { A56 } from './assumptions/a56-levels';
import { A60 } from './assumptions/a60-hit-points';
import { A61 } from './assumptions/a61-condition-panels';
import { A62 } from './assumptions/a62-rounds';
import { A63 } from './assumptions/a63-footprints';
import { answerTasks } from './player';
import type { Quench } from './quench';
import { Hooks, isGM } from './stage';

/** The module `cadence-quench`: every client answers queries, and the GM's runs the batches. */
answerTasks();
Hooks.on('quenchReady', (quench: Quench) => {
  if (!isGM()) return;
  for (const { id, belief, register } of [
    A1,
    A2,
    A3,
    A4,
    A5,
    A6,
    A7,
    A8,
    A10,
    A11,
    A12,
    A13,
    A15,
    A20,
    A21,
    A22,
    A23,
    A24,
    A25,
    A26,
    A27,
    A28,
    A29,
    A30,
    A31,
    A32,
    A33,
    A34,
    A35,
    A36,
    A37,
    A38,
    A40,
    A41,
    A45,
    A46,
    A50,
    A51,
    A52,
    A53,
    A54,
    A55,
    A56,
    A60,
    A61,
    A62,
    A63,
  ])
    quench.registerBatch(`cadence.${id.toLowerCase()}`, register, { displayName: `CADENCE: ${id}. ${belief}` });
});
