export const taxRules = {};
