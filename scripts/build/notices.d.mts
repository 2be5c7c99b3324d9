export function noticesOf(root?: string): Promise<string>;
