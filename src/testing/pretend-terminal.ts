/** Preloaded into a process whose output is read by a test: it takes it for a terminal of 80 columns and 24 lines. */
Object.assign(process.stdout, { isTTY: true, columns: 80, rows: 24 });
