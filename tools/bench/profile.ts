/** Attributes processor time to the code that used it, from a profile. */
import { type Profiler, Session } from 'node:inspector/promises';

const owners = [
  ['server', /\/reference-server\/|\/node_modules\/(express|router|helmet|cors|finalhandler)\//],
  ['undici', /\/node_modules\/undici\//],
  ['suite', /\/conformance\/|\/src\/|\/node_modules\/(fast-check|pure-rand)\//],
] as const;

type Owner = (typeof owners)[number][0] | 'Node';

/** The innermost caller that is of the server, undici or the suite; code that both of these share has no owner. */
function ownerOf(url: string): Owner | undefined {
  return owners.find(([, pattern]) => pattern.test(url))?.[0];
}

/** @returns shares in percent, such as `suite 20 %, undici 20 %, …`; code that none of them called counts as Node's. */
export async function profileShares(work: () => Promise<void>): Promise<string> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.start');
  await work();
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();

  const ofNode = new Map<number, Owner>();
  const parents = new Map(
    profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])),
  );
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const find = (node: Profiler.ProfileNode): Owner => {
    const known = ofNode.get(node.id) ?? ownerOf(node.callFrame.url);
    const parent = nodes.get(parents.get(node.id) ?? -1);
    const owner = known ?? (parent === undefined ? 'Node' : find(parent));
    ofNode.set(node.id, owner);
    return owner;
  };
  const micros: Partial<Record<Owner, number>> = {};
  let total = 0;
  for (const [index, id] of (profile.samples ?? []).entries()) {
    const node = nodes.get(id);
    if (node === undefined || node.callFrame.functionName === '(idle)') continue;
    const spent = profile.timeDeltas?.[index] ?? 0;
    const owner = find(node);
    micros[owner] = (micros[owner] ?? 0) + spent;
    total += spent;
  }
  return Object.entries(micros)
    .toSorted(([, left], [, right]) => right - left)
    .map(([owner, spent]) => `${owner} ${Math.round((spent / total) * 100)} %`)
    .join(', ');
}
