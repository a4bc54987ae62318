import type { Client as FetchClient, FetchResponse, MaybeOptionalInit, ParseAs } from 'openapi-fetch';
import type { paths } from '../../openapi/generated/types.ts';

type HttpMethod = 'get' | 'put' | 'post' | 'delete' | 'patch';

type PathWith<Method extends HttpMethod> = {
  [Path in keyof paths]: paths[Path] extends { readonly [M in Method]: object } ? Path : never;
}[keyof paths];

type Init<Path extends keyof paths, Method extends HttpMethod, Parse extends ParseAs> = NonNullable<
  MaybeOptionalInit<paths[Path], Method>
> & { parseAs?: Parse };

/** What follows the path: it can be left out if nothing in it is required. */
type Rest<Options> = object extends Options ? [init?: Options] : [init: Options];

/**
 * One method of the client. The options are not a type parameter, as they are in openapi-fetch: a compiler that infers
 * their type takes fields that the body does not have.
 */
type Call<Method extends HttpMethod> = <Path extends PathWith<Method>, Parse extends ParseAs = 'json'>(
  path: Path,
  ...rest: Rest<Init<Path, Method, Parse>>
) => Promise<FetchResponse<NonNullable<paths[Path][Method]>, { parseAs: Parse }, 'application/json'>>;

/** Every operation by method and path: `client.GET('/v1/payrolls/{payrollId}', …)`. */
export interface Client extends Pick<FetchClient<paths, 'application/json'>, 'use' | 'eject'> {
  readonly GET: Call<'get'>;
  readonly PUT: Call<'put'>;
  readonly POST: Call<'post'>;
  readonly DELETE: Call<'delete'>;
  readonly PATCH: Call<'patch'>;
}
