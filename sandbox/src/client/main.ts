import Handlebars from 'handlebars';
import jQuery from 'jquery';
import { io } from 'socket.io-client';
import { boot } from './boot';
import { installGlobals } from './namespace';
import { extendPrimitives } from './primitives';
import type { Transport } from './socket';

extendPrimitives(globalThis);
installGlobals(globalThis);
// v14 still loads jQuery for V1 applications; every page has both names.
Object.assign(globalThis, { Handlebars, jQuery, $: jQuery });

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
