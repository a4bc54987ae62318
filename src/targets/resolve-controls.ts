/** Turns the controls of a configuration into controls, and loads the modules that some are functions of. */
import type { AfterWrite, Words } from '../../conformance/adapter/adapter.ts';
import { ConformanceError, messageOf } from '../../conformance/engine/errors.ts';
import { type ControlRequest, type Controls, controlNames } from '../../conformance/target/controls.ts';
import { controlsOf } from '../../conformance/target/request-controls.ts';
import type { ControlFunction, ControlsConfig } from '../config/controls.ts';
import { importModule, placeOfError } from '../config/import-module.ts';
import type { TargetSettings } from '../config/settings.ts';

const refuse = (message: string, cause?: unknown) =>
  new ConformanceError('CONFIGURATION_INVALID', message, { cause });

async function loadFunction(name: keyof Controls, path: string, wanted: string): Promise<ControlFunction> {
  let exported: Readonly<Record<string, unknown>>;
  try {
    exported = await importModule(path);
  } catch (cause) {
    const where = cause instanceof Error ? placeOfError(cause, path) : '';
    throw refuse(
      `controls.${name}: ${path} could not be loaded: ${messageOf(cause).replace(/ imported from [\s\S]*/, '')}${where}`,
      cause,
    );
  }
  const found = exported[wanted];
  if (typeof found === 'function') return found as ControlFunction;
  throw refuse(`controls.${name}: ${path} exports no function ${wanted}`);
}

/**
 * @param config with the whole path of every module
 * @param words the target's words for the arguments of controls
 * @throws ConformanceError with code `CONFIGURATION_INVALID`
 */
export async function resolveControls(config: ControlsConfig, words: Words = {}): Promise<Controls> {
  const requests: Partial<Record<keyof Controls, ControlRequest>> = {};
  const functions: Partial<Record<keyof Controls, ControlFunction>> = {};
  for (const name of controlNames) {
    const control = config[name];
    if (control === undefined) continue;
    if (typeof control === 'function') functions[name] = control;
    else if ('path' in control) requests[name] = control;
    else functions[name] = await loadFunction(name, control.module, control.function ?? name);
  }
  // The author of a function is responsible for its parameters and result.
  return { ...controlsOf(requests, words), ...(functions as Controls) };
}

/** How to wait after a write; as a request it is one like that of a control. */
export const afterWriteOf = (own: NonNullable<TargetSettings['afterWrite']>): AfterWrite =>
  typeof own === 'function'
    ? own
    : async (send, businessId) => {
        // It is called like `drain`, which also gets a business.
        await controlsOf({ drain: own }).drain?.(send, businessId as string);
      };
