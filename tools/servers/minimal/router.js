// The table of routes. A handler gets the context and returns the answer's body, or nothing for 204.
export const routes = [];

// options.user: (context) => whether a user token may call this; without it user tokens get 403.
export function route(line, handler, options = {}) {
  const [method, path] = line.split(' ');
  routes.push({ method, parts: path.split('/').slice(1), handler, ...options });
}

export function matchRoute(method, path) {
  const parts = path.split('/').slice(1);
  for (const candidate of routes) {
    if (candidate.method !== method || candidate.parts.length !== parts.length) continue;
    const params = {};
    const fits = candidate.parts.every((part, i) => {
      if (!part.startsWith(':')) return part === parts[i];
      params[part.slice(1)] = parts[i];
      return parts[i] !== '';
    });
    if (fits) return { ...candidate, params };
  }
  return null;
}

// An answer that is not JSON.
export class Plain {
  constructor(type, text, headers = {}) {
    Object.assign(this, { type, text, headers });
  }
}
