/** Issues tokens by the control plane, as the dashboard would. */
import type { ControlSchemas } from '../state/schemas.ts';
import type { Scenario } from './scenario.ts';

export async function issueToken(
  { control }: Pick<Scenario, 'control'>,
  body: {
    readonly type: 'org' | 'user';
    readonly businessId: string;
    readonly userId?: string;
    readonly addresses?: readonly string[];
  },
): Promise<ControlSchemas['IssuedToken']> {
  const answer = await control.send('POST', '/tokens', body);
  if (answer.status !== 201) throw new Error(`issueToken answered ${answer.status}`);
  return answer.body as ControlSchemas['IssuedToken'];
}
