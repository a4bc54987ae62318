export const fileRules = {};
