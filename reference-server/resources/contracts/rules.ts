export const contractRules = {};
