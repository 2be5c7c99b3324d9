export const RESOURCES: readonly string[];
