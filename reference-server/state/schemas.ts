/** Names for the types that are generated from the descriptions. */
import type { components as controlComponents } from '../../openapi/generated/control-types.ts';
import type { components } from '../../openapi/generated/types.ts';

export type Schemas = components['schemas'];
export type ControlSchemas = controlComponents['schemas'];
export type Money = Schemas['Money'];
