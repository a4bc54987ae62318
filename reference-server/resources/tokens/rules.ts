export const tokenRules = {};
