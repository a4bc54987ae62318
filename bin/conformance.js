#!/usr/bin/env node
// Without import.meta and other new syntax, so that an old Node can read it and say that it is too old.
(function start() {
  var needed = [22, 18];
  var have = process.versions.node.split('.').map(Number);
  if (have[0] < needed[0] || (have[0] === needed[0] && have[1] < needed[1])) {
    process.stderr.write(
      `error: conformance needs Node.js ${needed.join('.')} or newer, and this is ${process.versions.node}: ` +
        'run npx -p node@24 -p workforce-conformance conformance …\n',
    );
    process.exitCode = 2;
    return;
  }
  // Starts in half the time from the second run on.
  process.getBuiltinModule('module').enableCompileCache();
  var fs = process.getBuiltinModule('fs');
  var path = process.getBuiltinModule('path');
  var here = path.dirname(fs.realpathSync(process.argv[1]));
  // A package holds the build only. Where the sources are, a build may be older than they.
  var sources = fs.existsSync(path.join(here, 'main.ts'));
  (sources ? import('./main.ts') : import('../dist/bin/main.js')).catch(function fail(error) {
    process.stderr.write(`error: conformance could not start: ${error.message}\n`);
    process.exitCode = 3;
  });
})();
