/**
 * Limits for the responses of a target. Each is far above what the interface document allows, but the document does not state
 * them, so reaching one is not a violation: the check ends as errored.
 * docs/targets.md, "Hostile and broken targets", lists them.
 */

/** Bytes of a body, both as sent and decompressed. */
export const mostBodyBytes = 8 * 1024 * 1024;

/** Bytes of a status line and headers. */
export const mostHeaderBytes = 16 * 1024;

/** Informational responses (1xx) before the response itself. */
export const mostInterimAnswers = 20;

/** Compressions of one body inside of each other. */
export const mostCodings = 3;

/** Objects and lists inside of each other. */
export const deepestJson = 200;

/** Values in one body: each takes many times its own length in memory, and more if it is a violation. */
export const mostJsonValues = 100_000;
