export const userRules = {};
