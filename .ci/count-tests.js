// node .ci/count-tests.js REPORT EXIT_CODE: prints "<passed> <failed>" of vitest's JSON report.
import { existsSync, readFileSync } from "node:fs";

const [path, exitCode] = process.argv.slice(2);
const report = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : null;
const passed = report?.numPassedTests ?? 0;
// A file that could not be loaded has no tests that could fail.
const brokenFiles = (report?.testResults ?? []).filter(
  ({ status, assertionResults }) => status === "failed" && !assertionResults.some((test) => test.status === "failed"),
).length;
const failed = (report?.numFailedTests ?? 0) + brokenFiles;
// A run may fail without a failed test: an error between the tests, a server that did not start, no test at all.
const isUncounted = failed === 0 && (exitCode !== "0" || passed === 0);
console.log(`${passed} ${isUncounted ? 1 : failed}`);
