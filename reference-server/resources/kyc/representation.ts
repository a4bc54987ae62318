import { fieldsOf } from '../../state/fields.ts';
import type { KycComponentState, KycRecord } from '../../state/records/people.ts';
import type { Schemas } from '../../state/schemas.ts';

function shownComponent(component: KycComponentState): Schemas['KycComponent'] {
  return component.status === 'rejected'
    ? fieldsOf(component, ['status', 'reason'])
    : { status: component.status };
}

/**
 * A verification as it is read (section "Endpoints, KYC"). There is no word for a component that was never submitted: the
 * identity is then without a status, and the address is left out.
 */
export function shownKyc({ identity, address }: KycRecord): Schemas['KycRecord'] {
  return {
    identity: identity ? shownComponent(identity) : {},
    ...(address && { address: shownComponent(address) }),
  };
}
