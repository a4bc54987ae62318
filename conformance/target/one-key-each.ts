/** Controls for a server on which each business has one org key, and user tokens cannot be revoked. */
import { notOffered, textAt } from '../adapter/helpers.ts';
import type { OwnRequest } from '../adapter/send.ts';
import type { Controls } from './controls.ts';

interface Place {
  /** With `{userId}` or `{businessId}`. */
  readonly path: string;
  /** Place of the token in the response. */
  readonly token: string;
}

interface Places {
  readonly user: Place;
  readonly org: Place;
  readonly revokeOrg: Pick<OwnRequest, 'method' | 'path'>;
}

const ofUser = 'user';

/** Issues tokens by `POST`. The id of an org key is that of its business. */
export const oneKeyEach = ({
  user,
  org,
  revokeOrg,
}: Places): Required<Pick<Controls, 'issueToken' | 'revokeToken'>> => ({
  issueToken: async (send, request) => {
    const [place, id] = request.type === 'user' ? [user, request.userId] : [org, request.businessId];
    const path = place.path.replace(/\{(userId|businessId)\}/, id);
    const issued = await send({ method: 'POST', path });
    return { id: request.type === 'user' ? ofUser : id, token: textAt(issued, place.token) };
  },
  revokeToken: async (send, tokenId) => {
    if (tokenId === ofUser) notOffered('Tokens of users cannot be revoked.');
    await send({ method: 'POST', ...revokeOrg, path: revokeOrg.path.replace('{businessId}', tokenId) });
  },
});
