/** Decompresses a body, up to a limit. */
// As a whole, because an old Node.js, which is to say that it is too old, has no zstdDecompressSync.
import * as zlib from 'node:zlib';
import { mostBodyBytes, mostCodings } from './limits.ts';

const output = { maxOutputLength: mostBodyBytes };

/** Some servers leave out the zlib wrapper of deflate. */
function inflate(body: Buffer): Buffer {
  const [first = 0, second = 0] = body;
  const isWrapped = (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
  return isWrapped ? zlib.inflateSync(body, output) : zlib.inflateRawSync(body, output);
}

const decoders: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  identity: (body) => body,
  gzip: (body) => zlib.gunzipSync(body, output),
  'x-gzip': (body) => zlib.gunzipSync(body, output),
  deflate: inflate,
  br: (body) => zlib.brotliDecompressSync(body, output),
  zstd: (body) => zlib.zstdDecompressSync(body, output),
};

const isTooLong = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';

/**
 * A client that requests no coding may get any (RFC 9110, 12.5.3), so the coding that a server uses is never a violation.
 *
 * @param header value of `content-encoding`
 * @throws Error that says in words why there is no body
 */
export function decodeBody(body: Buffer, header: string): Buffer {
  const codings = header
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (codings.length > mostCodings) throw new Error(`it is compressed more than ${mostCodings} times over`);
  return codings.reduceRight((encoded, name) => {
    const decode = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
    if (decode === undefined)
      throw new Error(`its content-encoding ${JSON.stringify(name.slice(0, 40))} is not known`);
    if (encoded.length === 0) return encoded;
    try {
      return decode(encoded);
    } catch (cause) {
      const why = isTooLong(cause) ? `is longer than ${mostBodyBytes} bytes` : `is not ${name}, as it says`;
      throw new Error(`its body ${why}`, { cause });
    }
  }, body);
}
