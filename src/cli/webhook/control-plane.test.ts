import { expect, test } from 'vitest';
import { startReferenceServer } from '../../../reference-server/server.ts';
import { createControlPlane } from './control-plane.ts';

test('a control plane with a key accepts only this key, and the error names the variable', async () => {
  const controlKey = 'key-of-the-control-plane';
  const { url, close } = await startReferenceServer({ control: true, controlKey });
  const refused = (key?: string) =>
    createControlPlane(url, key)
      .endpoints()
      .catch(({ code, message }) => [code, message]);
  expect(await refused()).toEqual([
    'CONFIGURATION_INVALID',
    expect.stringMatching(/requires a key: set CONFORMANCE_CONTROL_KEY /),
  ]);
  expect(await refused('another-key')).toEqual([
    'CONFIGURATION_INVALID',
    expect.stringMatching(/rejects the key: set CONFORMANCE_CONTROL_KEY /),
  ]);
  expect(await createControlPlane(url, controlKey).endpoints()).toEqual([]);
  await close();
});
