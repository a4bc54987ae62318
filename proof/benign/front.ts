/** A server in front of another one, which speaks HTTP in another way than the one behind it. */
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { request as send } from 'undici';

export interface FrontRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** Changes only JSON; anything else is passed through. */
  readonly json?: unknown;
}

export interface FrontAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** In chunks, without a length. */
  readonly inChunks?: boolean;
  /** Compressed, where the caller takes that. */
  readonly compressed?: boolean;
}

export type ChangeRequest = (request: FrontRequest) => FrontRequest;
export type ChangeAnswer = (answer: FrontAnswer, request: FrontRequest) => FrontAnswer;

const notPassedOn = ['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'expect'];

/** @param behind base address of the server behind it. */
export async function startFront(
  behind: string,
  { request: changeRequest, answer: changeAnswer }: { request?: ChangeRequest; answer?: ChangeAnswer },
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer(async (incoming, outgoing) => {
    const pieces: Buffer[] = [];
    for await (const piece of incoming) pieces.push(piece);
    const bytes = Buffer.concat(pieces);
    const isJson = incoming.headers['content-type']?.includes('json') ?? false;
    const { method = 'GET', url: path = '/' } = incoming;
    let asked: FrontRequest = { method, path };
    let body: Buffer | string = bytes;
    if (changeRequest && !path.startsWith('/_control')) {
      const json = isJson ? parsed(bytes.toString()) : undefined;
      asked = changeRequest({ method, path, ...(json !== undefined && { json }) });
      if (asked.json !== undefined && asked.json !== json) body = JSON.stringify(asked.json);
    }
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).filter(([name]) => !notPassedOn.includes(name)),
    );
    const answered = await send(`${behind}${asked.path}`, {
      method: asked.method as 'GET',
      headers,
      ...(body.length > 0 && { body }),
    });
    const contentType = answered.headers['content-type'];
    const plain: FrontAnswer = {
      status: answered.statusCode,
      headers: contentType === undefined ? {} : { 'content-type': String(contentType) },
      body: await answered.body.text(),
    };
    const answer = changeAnswer && !path.startsWith('/_control') ? changeAnswer(plain, asked) : plain;
    const takesGzip = String(incoming.headers['accept-encoding'] ?? '').includes('gzip');
    const isCompressed = answer.compressed === true && takesGzip && answer.body.length > 0;
    const content = isCompressed ? gzipSync(answer.body) : Buffer.from(answer.body);
    outgoing.writeHead(answer.status, {
      ...answer.headers,
      ...(isCompressed && { 'content-encoding': 'gzip' }),
      ...(!answer.inChunks && content.length > 0 && { 'content-length': content.length }),
    });
    if (answer.inChunks && content.length > 0) {
      const middle = Math.ceil(content.length / 2);
      outgoing.write(content.subarray(0, middle));
      outgoing.write(content.subarray(middle));
    } else if (content.length > 0) outgoing.write(content);
    outgoing.end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Undefined for text that is no JSON, which a front passes on unchanged. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
