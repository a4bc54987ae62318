/** Imported first by each entry of the package, before an old Node.js fails at something that it does not have. */
const needed = [22, 18] as const;
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < needed[0] || (major === needed[0] && minor < needed[1]))
  throw new Error(
    `workforce-conformance needs Node.js ${needed.join('.')} or newer, and this is ${process.versions.node}; ` +
      'types, client and webhooks alone run on Node.js 20: @workforce-conformance/sdk',
  );

export {};
