import Handlebars from 'handlebars';
import { io } from 'socket.io-client';
import { boot } from './boot';
import { installGlobals } from './namespace';
import type { Transport } from './socket';

/** Foundry's extensions of built-ins that systems use. T14: common/primitives/*.d.mts */
Object.assign(Math, { clamp: (value: number, min: number, max: number) => Math.min(Math.max(value, min), max) });

installGlobals(globalThis);
Object.assign(globalThis, { Handlebars });

const session = /(?:^|;\s*)session=([^;]+)/.exec(document.cookie)?.[1];
const socket = io({ query: { session }, transports: ['websocket'], upgrade: false });

socket.once('session', ({ userId }: { userId: string | null }) => {
  if (!userId) {
    location.assign('join');
    return;
  }
  boot(socket as Transport).catch((error) => {
    console.error(error);
    document.body.append(
      Object.assign(document.createElement('pre'), { textContent: `${error.message}`, role: 'alert' }),
    );
  });
});
