import type { Tool } from './tool.ts';
import { dredd } from './tools/dredd.ts';
import { portman } from './tools/portman.ts';
import { prism } from './tools/prism.ts';
import { schemathesis } from './tools/schemathesis.ts';
import { specmatic } from './tools/specmatic.ts';
import { suite } from './tools/suite.ts';

/** @param cache the folder that the peers are installed in */
export const toolsIn = (cache: string): readonly Tool[] => [
  suite,
  portman(cache),
  dredd(cache),
  prism,
  schemathesis(cache),
  specmatic(cache),
];
