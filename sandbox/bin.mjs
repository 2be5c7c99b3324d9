#!/usr/bin/env node
import { buildOutdated, SERVER } from './build.mjs';

/** Builds what has changed and runs the server with the arguments of the command line. */
await buildOutdated();
await import(SERVER);
