export const beneficiaryRules = {};
