/** Variants of the access and lifetime of user tokens, and of the form of redirect tokens. */

import { authenticationRules } from '../../reference-server/resources/tokens/authentication.ts';
import { tokenRules } from '../../reference-server/resources/tokens/rules.ts';
import { notFound, Refusal } from '../../reference-server/state/refusal.ts';
import { replacing } from '../faults/tools.ts';
import { asRecord, type BenignGroup, type BenignVariant } from './variant.ts';

/** Reads that return the same to every user of a business. */
const ofEverybody: readonly string[] = [
  'readBusiness',
  'listCustomFields',
  'readKyb',
  'listContractTemplates',
];

const livingFor = (moreSeconds: number): BenignVariant => ({
  interpretations: [48],
  overrides: replacing('tokens', {
    user(to, now) {
      const token = tokenRules.user(to, now);
      return { ...token, expiresAt: token.expiresAt + moreSeconds };
    },
  }),
});

const { confine } = authenticationRules;

/** A redirect token as a part of an address, and the other way round. */
const inAddress = (token: unknown) => `https://app.example/enter?token=${token}`;
const outOfAddress = (address: unknown) => String(address).split('token=').at(-1);

export const tokenVariants: BenignGroup = {
  checks: /^(access|tokens|jwt)\./,
  variants: {
    'user tokens that live 30 seconds less than an hour': livingFor(-30),
    'user tokens that live 30 seconds more than an hour': livingFor(30),
    'what belongs to others is not found with a user token': {
      interpretations: [60],
      overrides: replacing('authentication', {
        confine(caller, operation, path, query) {
          try {
            return confine(caller, operation, path, query);
          } catch (error) {
            throw error instanceof Refusal ? notFound() : error;
          }
        },
      }),
    },
    'user tokens that read the business, its custom fields, its KYB and its templates': {
      interpretations: [60],
      overrides: replacing('authentication', {
        confine: (caller, operation, path, query) =>
          ofEverybody.includes(operation) ? query : confine(caller, operation, path, query),
      }),
    },
    'redirect tokens that are addresses and last an hour': {
      interpretations: [62],
      overrides: replacing('tokens', {
        redirect: (to, now) => ({ ...tokenRules.redirect(to, now), expiresAt: now + 3_600 }),
      }),
      front: {
        request(request) {
          if (request.path !== '/v1/auth/token' || !request.json) return request;
          const { redirectToken, ...rest } = asRecord(request.json);
          return { ...request, json: { ...rest, redirectToken: outOfAddress(redirectToken) } };
        },
        answer(answer, { path }) {
          if (path !== '/v1/auth/login/jwt' || answer.status >= 300) return answer;
          const { redirectToken } = asRecord(JSON.parse(answer.body));
          return { ...answer, body: JSON.stringify({ redirectToken: inAddress(redirectToken) }) };
        },
      },
    },
  },
};
