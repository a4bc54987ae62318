/** Signs contracts on a server that always gives the next signature, whichever one is requested. */
import { inTurn, listAt, notOffered } from './helpers.ts';
import type { Fields } from './names.ts';
import type { OwnRequest, Send } from './send.ts';

interface Tools {
  readonly send: Send;
  readonly control: Send;
}

interface Signing {
  readonly path: { readonly contractId: string };
  readonly body: { readonly signatureId?: string };
}

interface Options {
  /** Reads the signatures of a contract, if `readContract` does not show them. */
  readonly read?: (contractId: string, send: Send) => Promise<readonly Fields[]>;
  /** Resolves when the signature can be read, for a server that works asynchronously. */
  readonly idle?: OwnRequest;
}

const signaturesOf = async (contractId: string, send: Send) =>
  listAt(await send({ path: `/v1/contracts/${contractId}` }), 'signatures');

/**
 * Signs one signature after the other. Only the next signature can be given; a case that needs another one is not
 * exercised.
 *
 * @param path of the control, such as `/test/contracts/{contractId}/sign`
 */
export const signsInOrder =
  (path: string, { read = signaturesOf, idle }: Options = {}) =>
  ({ path: { contractId }, body: { signatureId } }: Signing, { send, control }: Tools): Promise<void> =>
    inTurn(contractId, async () => {
      const next = (await read(contractId, send)).find(({ status }) => status === 'unsigned');
      if (next?.id !== signatureId) notOffered('Only the next signature of a contract can be given.');
      await control({ method: 'POST', path: path.replace('{contractId}', contractId) });
      if (idle !== undefined) await control(idle);
    });
