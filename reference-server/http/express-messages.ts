import { IncomingMessage, type ServerOptions, ServerResponse } from 'node:http';
import type { Express } from 'express';

type MessageClass = new (...args: never[]) => object;

/** Constructs what a class does, with a prototype that inherits from that of the class. */
function withPrototype<Class extends MessageClass>(Base: Class, prototype: InstanceType<Class>): Class {
  function Message(...args: unknown[]): object {
    return Reflect.construct(Base, args, Message);
  }
  Message.prototype = prototype;
  // It takes and makes what the class does.
  return Message as unknown as Class;
}

/**
 * The messages of an application, for the server under it. Express gives each request and response its own prototype, and what
 * changes its prototype is slow from then on; these have it from the start.
 */
export function messagesOf({
  request,
  response,
}: Express): Required<Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>> {
  return {
    IncomingMessage: withPrototype<typeof IncomingMessage>(IncomingMessage, request),
    ServerResponse: withPrototype<typeof ServerResponse>(ServerResponse, response),
  };
}
