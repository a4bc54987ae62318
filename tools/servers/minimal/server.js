// Start: node server.js (see README.md).
import http from 'node:http';
import { ApiError, forbidden, invalid, isObject, notFound, unauthorized } from './check.js';
import { now } from './clock.js';
import { matchRoute, Plain } from './router.js';
import { db, orgKeys, platform, userTokens } from './state.js';
import './people.js';
import './kyc.js';
import './payrolls.js';
import './money.js';
import './documents.js';
import './businesses.js';
import './control.js';

const MAX_BODY = 10 * 1024 * 1024;

// Determines the caller and its business.
function authenticate(request) {
  const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (!token) throw unauthorized();
  if (token === process.env.PLATFORM_KEY) {
    const tenantKey = request.headers['x-multitenantkey'];
    if (!tenantKey) return { kind: 'platform', business: platform, tenantGiven: false };
    const business = [...db.businesses.values()].find((b) => b.ofPlatform && b.tenantKey === tenantKey);
    if (!business) throw forbidden('the tenant key does not belong to the platform');
    return { kind: 'platform', business, tenantGiven: true };
  }
  // The tenant header means nothing with the other tokens and is ignored.
  if (orgKeys.has(token)) return { kind: 'org', business: db.businesses.get(orgKeys.get(token)) };
  const session = userTokens.get(token);
  const user = session && db.users.get(session.userId);
  if (!user || now() >= session.expires) throw unauthorized();
  return { kind: 'user', user, business: db.businesses.get(user.businessId) };
}
function readBody(request) {
  return new Promise((resolve, reject) => {
    const chunks = [];
    let size = 0;
    request.on('data', (chunk) => {
      size += chunk.length;
      if (size <= MAX_BODY) chunks.push(chunk);
    });
    request.on('end', () =>
      size > MAX_BODY
        ? reject(new ApiError(413, 'invalid_request_body', 'the request is too large'))
        : resolve(Buffer.concat(chunks)),
    );
    request.on('error', reject);
  });
}
function parseJson(buffer) {
  if (!buffer.length) return {};
  let body;
  try {
    body = JSON.parse(buffer.toString('utf8'));
  } catch {
    throw invalid({ body: 'must be JSON' });
  }
  if (!isObject(body)) throw invalid({ body: 'must be a JSON object' });
  return body;
}
async function answer(request) {
  const buffer = await readBody(request);
  const [path, search = ''] = request.url.split('?');
  let context = {};
  if (path.startsWith('/control/')) {
    const key = process.env.CONTROL_KEY;
    if (key && request.headers.authorization !== `Bearer ${key}`) throw unauthorized();
  } else context = authenticate(request);
  const found = matchRoute(request.method, path);
  if (!found) throw notFound();
  Object.assign(context, { params: found.params, query: new URLSearchParams(search) });
  if (context.kind === 'user' && !found.user?.(context)) throw forbidden();
  context.body = found.raw ? buffer : parseJson(request.method === 'GET' ? Buffer.alloc(0) : buffer);
  return found.handler(context);
}
const server = http.createServer(async (request, response) => {
  let status = 200;
  let result;
  try {
    result = await answer(request);
  } catch (error) {
    const known = error instanceof ApiError;
    if (!known) console.error(error);
    status = known ? error.status : 500;
    result = known
      ? { code: error.code, message: error.message, params: error.params }
      : { code: 'internal_error', message: 'an unexpected error occurred, retry later' };
  }
  if (result === undefined) {
    response.writeHead(204).end();
    return;
  }
  const plain = result instanceof Plain;
  const text = plain ? result.text : JSON.stringify(result);
  response
    .writeHead(status, {
      'content-type': plain ? result.type : 'application/json',
      'content-length': Buffer.byteLength(text),
      ...(plain ? result.headers : {}),
    })
    .end(text);
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env.PORT) || 0, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}`);
});
process.on('SIGTERM', () => process.exit(0));
