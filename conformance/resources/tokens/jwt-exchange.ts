/** Section "Custom authentication" of the interface document. */

import type { JWTPayload } from 'jose';
import { CaseEnded } from '../../engine/outcome.ts';
import { isSuccess } from '../../http/is-success.ts';
import type { Caller } from '../../http/message.ts';
import { textIn } from '../../provider/answers.ts';
import type { Tenant } from '../../provider/businesses.ts';
import { type Check, example } from '../../provider/check.ts';
import { show } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { openTenant, timeOf } from '../../provider/tenant.ts';
import { deposit, walletIds } from '../../provider/wallet.ts';
import { createUser, type PersonWithUser } from '../users/actions.ts';

/** Loaded only when a token is signed, because a run sends its first request without it. */
const jose = () => import('jose');

async function sign(claims: JWTPayload, secret: string, algorithm = 'HS256'): Promise<string> {
  const { SignJWT } = await jose();
  return new SignJWT(claims)
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .sign(new TextEncoder().encode(secret));
}

function secretOf({ target }: Scenario): string {
  const { jwtSecret } = target.credentials;
  if (jwtSecret === undefined) throw new CaseEnded('The target offers no key for external tokens.');
  return jwtSecret;
}

/** The claims about the caller's user, valid for five minutes from now. */
function claimsOf({ target }: Scenario, { userId, email }: PersonWithUser, now: number): JWTPayload {
  return { [target.jwt?.subject ?? 'sub']: userId, email, iat: now, exp: now + 300 };
}

/**
 * The document does not show which claim names the user, so all candidates are present, and `sub`, or the claim that the
 * adapter names, is each of them in turn.
 */
function claimsToTry(scenario: Scenario, user: PersonWithUser, now: number): readonly JWTPayload[] {
  const { userId, personId, email } = user;
  const usual = claimsOf(scenario, user, now);
  const subject = scenario.target.jwt?.subject;
  const ids = [userId, email, personId];
  if (subject !== undefined) return ids.map((id) => ({ ...usual, [subject]: id }));
  const named = { ...usual, userId, user_id: userId, personId, person_id: personId };
  return [usual, ...ids.map((sub) => ({ ...named, sub }))];
}

/** Its encoding has both letters in which base64url differs from base64. */
const foreignName = { name: 'Zoë ~~~~~ ?????' };

/** Exchanges a token; neither it nor the resulting token is ever shown. */
async function exchange(scenario: Scenario, caller: Caller, jwt: string) {
  if (jwt.includes('.')) scenario.issued.conceal(jwt, 'CONFORMANCE_OWN_JWT');
  const response = await scenario.send('exchangeJwt', caller, { body: { jwt } });
  const redirectToken = textIn(response, 'redirectToken');
  if (redirectToken !== undefined) scenario.issued.conceal(redirectToken, 'CONFORMANCE_REDIRECT_TOKEN');
  return { ...response, redirectToken };
}

/** The text with one character of its last part replaced, so that the signature does not fit. */
function forge(jwt: string): string {
  const place = jwt.lastIndexOf('.') + 10;
  return jwt.slice(0, place) + (jwt[place] === 'A' ? 'B' : 'A') + jwt.slice(place + 1);
}

/** A token whose claims differ from the signed ones. */
function alter(jwt: string, claims: JWTPayload): string {
  const [header, , signature] = jwt.split('.');
  return [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
}

/**
 * Exchanges a redirect token for a user token, which must give access to its own user and to nothing of a stranger.
 *
 * @returns the user token, if there is one
 */
async function requireUserToken(
  scenario: Scenario,
  { caller }: Tenant,
  redirectToken: string,
  { own, stranger }: { readonly own: PersonWithUser; readonly stranger: PersonWithUser },
): Promise<string | undefined> {
  scenario.step('turn the redirect token into a user token');
  const created = await scenario.send('createUserToken', caller, { body: { redirectToken } });
  const token = textIn(created, 'token');
  if (token !== undefined) scenario.issued.conceal(token, 'CONFORMANCE_USER_TOKEN');
  const actual = `${created.status} with ${show(created.text)}`;
  scenario.require('TOKEN-004', isSuccess(created.status) && token !== undefined, 'a user token', actual);
  if (token === undefined) return undefined;
  for (const [label, { userId }, reaches] of [
    ['the user that it was exchanged for', own, true],
    ['another user', stranger, false],
  ] as const) {
    scenario.step(`read the verification of ${label} with the user token`);
    const read = await scenario.send('readKyc', { token }, { path: { userId } });
    const accepted = isSuccess(read.status);
    const expected = reaches ? 'the verification' : 'a refusal';
    scenario.require('TOKEN-004', accepted === reaches, expected, String(read.status));
  }
  return token;
}

/** A wallet belongs to the business, and to none of its users. */
async function requireNoWallet(scenario: Scenario, { caller }: Tenant, token: string): Promise<void> {
  if (!scenario.has('sandbox', 'list-wallets')) return;
  await deposit(scenario, caller, 5_000);
  const wallets = await walletIds(scenario, caller);
  scenario.independentStep('list the wallets with the user token');
  const shown = (await walletIds(scenario, { token })).filter((id) => wallets.includes(id));
  scenario.require('AUTH-015', shown.length === 0, 'no wallet of the business', `the wallets ${shown}`);
}

export const jwtExchangeChecks: readonly Check[] = [
  example({
    id: 'jwt.exchange',
    title: 'An external JWT is exchanged for a redirect token, which is exchanged for a user token',
    covers: ['TOKEN-001', 'TOKEN-004', 'AUTH-015'],
    // The claims of the token are not shown; only a reference server certainly understands ours.
    needs: ['external-jwt', 'create-person', 'invite-user'],
    run: async (scenario) => {
      const tenant = await openTenant(scenario);
      scenario.setup('create two users');
      const user = await createUser(scenario, tenant);
      const other = await createUser(scenario, tenant);
      const secret = secretOf(scenario);
      const now = timeOf(scenario, tenant);
      let claims = 0;
      let token: string | undefined;
      for (const [place, own, stranger] of [
        ['first', user, other],
        ['second', other, user],
      ] as const) {
        scenario.step(`exchange a token that names the ${place} user`);
        let answer: Awaited<ReturnType<typeof exchange>> | undefined;
        // The target accepted this form for the first user, so it must accept it for the second.
        const kinds = claimsToTry(scenario, own, now);
        for (; claims < kinds.length; claims += 1) {
          const signed = await sign({ ...kinds[claims], ...(place === 'second' && foreignName) }, secret);
          answer = await exchange(scenario, tenant.caller, signed);
          if (place === 'second' || answer.status < 400 || answer.status >= 500) break;
        }
        if (answer === undefined) return;
        const { status, text, redirectToken } = answer;
        if (place === 'first' && status >= 400 && status < 500) {
          scenario.skip(
            'TOKEN-001',
            `The target takes none of the claims that were tried for its own: ${status} with ${show(text)}.`,
          );
          return;
        }
        const holds = isSuccess(status) && redirectToken !== undefined && redirectToken !== '';
        scenario.require('TOKEN-001', holds, 'a redirectToken', `${status} with ${show(text)}`);
        if (redirectToken === undefined || !scenario.has('create-user-token')) continue;
        token = await requireUserToken(scenario, tenant, redirectToken, { own, stranger });
      }
      if (token !== undefined) await requireNoWallet(scenario, tenant, token);
      if (!scenario.has('create-user-token')) return;
      scenario.step('exchange tokens of both users at the same time');
      const exchangeAgain = async (each: PersonWithUser) =>
        exchange(
          scenario,
          tenant.caller,
          await sign(claimsToTry(scenario, each, now - 1)[claims] ?? {}, secret),
        );
      const [ofUser, ofOther] = await Promise.all([exchangeAgain(user), exchangeAgain(other)]);
      for (const [{ redirectToken }, own, stranger] of [
        [ofUser, user, other],
        [ofOther, other, user],
      ] as const)
        if (redirectToken !== undefined)
          await requireUserToken(scenario, tenant, redirectToken, { own, stranger });
    },
  }),
  example({
    id: 'jwt.forged',
    title: 'A JWT without a valid signature is not exchanged for a redirect token',
    covers: ['TOKEN-003'],
    needs: ['external-jwt', 'create-person', 'invite-user'],
    run: async (scenario) => {
      const tenant = await openTenant(scenario);
      scenario.setup('create two users');
      const user = await createUser(scenario, tenant);
      const other = await createUser(scenario, tenant);
      const now = timeOf(scenario, tenant);
      const secret = secretOf(scenario);
      const claims = claimsOf(scenario, user, now);
      const { UnsecuredJWT } = await jose();
      const valid = await sign(claims, secret);
      const refused: readonly (readonly [string, string])[] = [
        ['signed with another key', await sign(claims, `${secret} of somebody else, long enough`)],
        ['with a changed signature', forge(valid)],
        ['with another user than was signed', alter(valid, claimsOf(scenario, other, now))],
        ['without a signature', new UnsecuredJWT(claims).encode()],
        ['with an empty signature', `${valid.slice(0, valid.lastIndexOf('.') + 1)}`],
        ['that expired an hour ago', await sign({ ...claims, iat: now - 7_200, exp: now - 3_600 }, secret)],
        ['that is valid from an hour on only', await sign({ ...claims, nbf: now + 3_600 }, secret)],
        ['that is no token', 'not-a-token'],
      ];
      for (const [label, jwt] of refused) {
        scenario.independentStep(`exchange a token ${label}`);
        const { status, redirectToken } = await exchange(scenario, tenant.caller, jwt);
        const holds = status >= 400 && status < 500 && redirectToken === undefined;
        const actual = `${status} with ${redirectToken === undefined ? 'no' : 'a'} redirectToken`;
        scenario.require('TOKEN-003', holds, `a token ${label} rejected`, actual);
      }
    },
  }),
];
