import { readFileSync } from 'node:fs';
import { Deployment } from 'kubernetes-models/apps/v1';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service } from 'kubernetes-models/v1';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { createProgram } from '../../bin/program.ts';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

/** The flags that `conformance serve` has. */
async function flagsOfServe(): Promise<readonly (string | undefined)[]> {
  const { commands } = await createProgram(() => {}, ['serve']);
  return commands.find((command) => command.name() === 'serve')?.options.map(({ long }) => long) ?? [];
}

const flagsIn = (words: readonly string[]) =>
  words.filter((word) => word.startsWith('--')).map((word) => word.replace(/=.*/, ''));

describe('the Kubernetes manifests', () => {
  const [deployment, service, budget, policy] = parseAllDocuments(read('../../deploy/kubernetes.yaml'), {
    merge: true,
  }).map((document) => document.toJS());
  const { spec } = deployment.spec.template;
  const [container] = spec.containers;

  test('are what the API takes', () => {
    expect(() => new Deployment(deployment).validate()).not.toThrow();
    expect(() => new Service(service).validate()).not.toThrow();
    expect(() => new PodDisruptionBudget(budget).validate()).not.toThrow();
    expect(() => new NetworkPolicy(policy).validate()).not.toThrow();
    const slip = { ...deployment, spec: { ...deployment.spec, replicas: 'three' } };
    expect(() => new Deployment(slip).validate()).toThrow('replicas');
  });

  test('select the pods that there are, on the port that they have', () => {
    const { labels } = deployment.spec.template.metadata;
    expect(labels).toEqual(deployment.spec.selector.matchLabels);
    expect(service.spec.selector).toEqual(labels);
    expect(budget.spec.selector.matchLabels).toEqual(labels);
    expect(policy.spec.podSelector.matchLabels).toEqual(labels);
    const [{ name, containerPort }] = container.ports;
    expect(service.spec.ports[0].targetPort).toBe(name);
    expect(container.args).toContain(`--port=${containerPort}`);
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'])
      expect(container[probe].httpGet.port).toBe(name);
  });

  test('give a pod no more than it needs', () => {
    expect(spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(container.resources).toMatchObject({
      requests: { cpu: expect.anything() },
      limits: { memory: '512Mi' },
    });
  });

  test('stay available while pods come and go', () => {
    expect(deployment.spec.strategy.rollingUpdate.maxUnavailable).toBe(0);
    expect(budget.spec.minAvailable).toBeLessThan(deployment.spec.replicas);
  });

  test('hold no secret, and name flags that there are', async () => {
    expect(container.env).toBeUndefined();
    expect(await flagsOfServe()).toEqual(expect.arrayContaining(flagsIn(container.args)));
    expect(flagsIn(container.args).length).toBeGreaterThan(3);
  });
});

describe('the Dockerfile', () => {
  const instructions = read('../../deploy/Dockerfile')
    .replaceAll(/^\s*#.*$/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) =>
      line
        .trim()
        .split(/\s+/, 1)
        .concat(line.trim().replace(/^\S+\s+/, '')),
    );
  const all = (name: string) => instructions.flatMap(([word, rest = '']) => (word === name ? [rest] : []));
  const known = 'FROM WORKDIR COPY RUN ENV USER EXPOSE STOPSIGNAL HEALTHCHECK ENTRYPOINT CMD'.split(' ');

  test('has instructions that there are, and lists where lists are wanted', () => {
    expect(instructions.filter(([word = '']) => !known.includes(word))).toEqual([]);
    for (const name of ['ENTRYPOINT', 'CMD'])
      for (const list of all(name)) expect(JSON.parse(list)).toBeInstanceOf(Array);
    const [check = ''] = all('HEALTHCHECK');
    expect(JSON.parse(check.slice(check.indexOf('[')))).toHaveLength(3);
  });

  test('takes the Node.js of the project, fixed to its major version', () => {
    const { devDependencies } = JSON.parse(read('../../package.json'));
    const [, major] = /(\d+)/.exec(devDependencies.node) ?? [];
    const images = all('FROM').map((from) => from.split(' ')[0]);
    expect(images).toEqual([...Array(2).fill(`node:${major}-slim`), 'installed', 'installed']);
  });

  test('builds the server unless the image of a run is asked for', () => {
    const stages = all('FROM').map((from) => from.split(' AS ')[1]);
    expect(stages).toEqual(['build', 'installed', 'run', 'serve']);
    expect(all('ENTRYPOINT')).toEqual(['["conformance"]']);
  });

  test('runs as the user of the manifests, without secrets, with flags that there are', async () => {
    expect(all('USER')).toEqual(['10001:10001']);
    expect(all('ENV')).toEqual(['NODE_ENV=production']);
    const [suite, server] = all('CMD');
    expect(JSON.parse(suite ?? '')).toEqual(['run']);
    const [serve, ...words] = JSON.parse(server ?? '[]');
    expect(serve).toBe('serve');
    expect(await flagsOfServe()).toEqual(expect.arrayContaining(flagsIn(words)));
  });

  test('has in its context what is built, and nothing of this machine', () => {
    const ignored = read('../../deploy/Dockerfile.dockerignore').split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['.git', 'node_modules', 'dist']));
    const built: string[] = JSON.parse(read('../../tsconfig.build.json')).include;
    expect(ignored.filter((name) => built.includes(name) || name === 'scripts')).toEqual([]);
  });
});
