export const externalAccountRules = {};
