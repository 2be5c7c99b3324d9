import type { BuildOptions, Plugin } from 'esbuild';

export declare const atOnce: Plugin;
export declare function withoutGenerators(code: string, isAsking?: boolean): string;
export declare function atOnceOptions(entry: string, outfile: string): BuildOptions & { outfile: string };
