/** The part of the configuration that names what exists at a target already. */
import * as z from 'zod';
import { type FixtureKind, fixtureKinds } from '../../conformance/target/fixtures.ts';

const remedy = "must be a list of ids, such as ['7b1e6f0a-3c52-4d8e-9a41-2f6c8d0e1b73']";
const idRemedy = 'must be an id: a text that is not empty';

const Ids = z.array(z.string(idRemedy).min(1, idRemedy), remedy).exactOptional();

// Every kind has the same schema.
const shape = Object.fromEntries(fixtureKinds.map((kind) => [kind, Ids])) as Record<FixtureKind, typeof Ids>;

export const FixturesSchema = z.strictObject(shape);
