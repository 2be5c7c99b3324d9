export function compile(source: string, target: string): Promise<void>;
