import type { Operation } from '../../openapi/description.ts';
import { type SchemaViolation, validate } from '../../openapi/validate.ts';

type Violations = readonly SchemaViolation[];

/** Validates requests against the description, as pure functions. */
export const validationRules = {
  /** Violations of the body's schema. */
  ofBody(
    operation: { readonly id: string; readonly requestBody?: Operation['requestBody'] },
    body: unknown,
  ): Violations {
    return operation.requestBody === undefined ? [] : validate(operation.requestBody, body);
  },

  /** Violations of the schemas of the parameters in one place, each at the name of its parameter. */
  ofParameters(
    { parameters }: { readonly id: string; readonly parameters: Operation['parameters'] },
    place: 'path' | 'query',
    values: Readonly<Record<string, unknown>>,
  ): Violations {
    return parameters.flatMap((parameter): Violations => {
      if (parameter.in !== place) return [];
      const value = values[parameter.name];
      if (value === undefined)
        return parameter.required ? [{ path: [parameter.name], message: 'is missing' }] : [];
      return validate(parameter.schema, value).map((violation) => ({ ...violation, path: [parameter.name] }));
    });
  },
};
