#!/usr/bin/env node
import { SERVER, sandboxSteps } from './build.mjs';

/** Builds both programs and runs the server with the arguments of the command line. */
await Promise.all(sandboxSteps.map(({ run }) => run()));
await import(SERVER);
