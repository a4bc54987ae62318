/** Whether a status says that a request succeeded. The document shows no other success than 2XX. */
export const isSuccess = (status: number): boolean => status >= 200 && status <= 299;
