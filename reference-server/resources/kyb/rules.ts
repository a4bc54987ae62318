export const kybRules = {};
