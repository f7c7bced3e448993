// With loading.js: compiles what the server, the demo and the commands consist of, before their first start. All of it
// is loaded before anything runs, and the first to run ends the process.
import 'data:text/javascript,process.exit()';
import './src/server.ts';
import './src/demo.ts';
import './src/command-line.ts';
