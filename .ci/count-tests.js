// node .ci/count-tests.js REPORT EXIT_CODE FAILURES: prints "<passed> <failed>" of vitest's JSON report, and appends to the
// file FAILURES what failed, with the first lines of why.
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";

const [path, exitCode, failures] = process.argv.slice(2);
const report = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : null;
const passed = report?.numPassedTests ?? 0;
const files = report?.testResults ?? [];
const failedTests = files.flatMap(({ name, assertionResults }) =>
  assertionResults
    .filter(({ status }) => status === "failed")
    .map(({ fullName, failureMessages }) => ({ file: name, title: fullName, why: failureMessages?.join("\n") ?? "" })),
);
// A file that could not be loaded has no tests that could fail.
const brokenFiles = files
  .filter(
    ({ status, assertionResults }) => status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  )
  .map(({ name, message }) => ({ file: name, title: "(the file itself)", why: message ?? "" }));
const failed = [...failedTests, ...brokenFiles];
// A run may fail without a failed test: an error between the tests, a server that did not start, no test at all.
const isUncounted = failed.length === 0 && (exitCode !== "0" || passed === 0);
if (isUncounted) failed.push({ file: path, title: "(the run itself)", why: `it ended with exit code ${exitCode}` });

const LINES_OF_WHY = 25;
for (const { file, title, why } of failed) {
  const firstLines = why.split("\n").slice(0, LINES_OF_WHY).join("\n    ");
  appendFileSync(failures, `FAILED ${relative(process.cwd(), file)} > ${title}\n    ${firstLines}\n`);
}
console.log(`${passed} ${failed.length}`);
