/** What a tool may do: whom it may send keys and writes to, and which files it may name. */
import { realpathSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import type { Environment } from '../../../conformance/engine/events.ts';
import { isLoopback } from '../../../conformance/http/addresses.ts';
import { normaliseBaseUrl } from '../../config/base-url.ts';
import { refuse } from '../../config/refuse.ts';
import type { TargetSettings } from '../../config/settings.ts';

/** Decided by the user who starts the command, never by a caller of a tool. */
export interface Leave {
  /** Whether writes may leave this machine. */
  readonly allowWrites: boolean;
  /** Address of `--base-url`. */
  readonly baseUrl?: string;
  readonly environment?: Environment;
}

type Addressed = Pick<TargetSettings, 'baseUrl' | 'controlBaseUrl' | 'access' | 'environment'>;

/** As `accessOf` decides it once the target is open. */
const isReadOnly = ({ access, environment }: Addressed): boolean =>
  access === 'read-only' || (access === undefined && environment === 'production');

/** The first address of a target that is not on this machine. */
const elsewhere = ({ baseUrl, controlBaseUrl }: Addressed): string | undefined =>
  [baseUrl, controlBaseUrl].find((address) => address !== undefined && !isLoopback(address));

/**
 * Without leave, a target that is not on this machine gets only reads, and a tool that needs more refuses before its first request.
 *
 * @throws ConformanceError with code `CONFIGURATION_INVALID`
 */
export function withinLeave<T extends Addressed>(target: T, tool: 'reads' | 'writes', leave: Leave): T {
  const address = elsewhere(target);
  if (address === undefined || leave.allowWrites || isReadOnly(target)) return target;
  if (tool === 'reads') return { ...target, access: 'read-only' };
  throw refuse(
    `${address} is not on this machine, and this tool would send writes there: call it with readOnly, if it has that, ` +
      'or have the user start the server with conformance mcp --allow-writes',
  );
}

/**
 * The caller of a tool chooses no address elsewhere, because the keys of the environment would be sent there.
 *
 * @param configured address of the configuration
 * @throws ConformanceError with code `CONFIGURATION_INVALID`
 */
export function allowedAddress(asked: string, configured: string | undefined, leave: Leave): string {
  const address = normaliseBaseUrl(asked);
  const known = [configured, leave.baseUrl]
    .flatMap((each) => each ?? [])
    .map((each) => normaliseBaseUrl(each));
  if (isLoopback(address) || known.includes(address)) return address;
  throw refuse(
    `${address} is not on this machine, and your keys would be sent there: have the user name it, as baseUrl of the ` +
      'configuration or with conformance mcp --base-url',
  );
}

/**
 * A file that a caller names is in the folder of the server.
 *
 * @throws ConformanceError with code `CONFIGURATION_INVALID`
 */
export function allowedFile(name: string): string {
  const folder = realpathSync('.');
  const inside = (path: string) => {
    const way = relative(folder, path);
    return way !== '..' && !way.startsWith(`..${sep}`) && resolve(folder, way) === path;
  };
  const path = resolve(folder, name);
  let real = path;
  try {
    real = realpathSync(path);
  } catch {
    // It is missing, which whoever reads it explains.
  }
  if (inside(path) && inside(real)) return path;
  throw refuse(
    `${name} is outside of ${folder}: name a file in the folder where conformance mcp was started`,
  );
}
