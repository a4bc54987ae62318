/** The least traffic that is of use to a validating proxy: every operation once, as its examples say. */

interface Parameter {
  readonly $ref?: string;
  readonly in?: string;
  readonly name?: string;
  readonly example?: string;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly examples?: Readonly<Record<string, { value: unknown }>> }>
    >;
  };
}

/** The parts of a description that are read here. */
export interface ExampleDescription {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation | readonly Parameter[]>>>>;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
}

export interface ExampleRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

/** Reads come before the requests that delete their resources. */
const rank = ({ method }: ExampleRequest) => ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].indexOf(method);

/** The requests of a description; those with another body than JSON are left out. */
export function exampleRequests({ paths, components }: ExampleDescription): readonly ExampleRequest[] {
  const requests: ExampleRequest[] = [];
  for (const [template, item] of Object.entries(paths))
    for (const [method, operation] of Object.entries(item)) {
      if (!('operationId' in operation)) continue;
      const { requestBody, parameters = [] } = operation;
      const json = requestBody?.content['application/json'];
      if (requestBody !== undefined && json === undefined) continue;
      const path = parameters
        .map(({ $ref, ...inline }) =>
          $ref === undefined ? inline : components.parameters[$ref.split('/').at(-1) ?? ''],
        )
        .reduce(
          (text, parameter) => text.replace(`{${parameter?.name}}`, parameter?.example ?? ''),
          template,
        );
      const [example] = Object.values(json?.examples ?? {});
      requests.push({
        method: method.toUpperCase(),
        path,
        ...(json && { body: JSON.stringify(example?.value ?? {}) }),
      });
    }
  return requests.toSorted((a, b) => rank(a) - rank(b));
}

/** Sends them one after the other. The proxy judges the responses. */
export async function onceEach(
  description: ExampleDescription,
  baseUrl: string,
  token: string,
): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  for (const { method, path, body } of exampleRequests(description)) {
    const response = await fetch(baseUrl + path, { method, headers, ...(body !== undefined && { body }) });
    await response.arrayBuffer();
  }
}
