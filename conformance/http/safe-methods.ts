/** Methods that change nothing at the server (RFC 9110, 9.2.1). */
export const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD']);
