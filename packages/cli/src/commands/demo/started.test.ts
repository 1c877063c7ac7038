import { expect, it } from "vitest";
import { commandAsStarted, shellPath } from "./started.ts";

it("a command is named as the person can start it", () => {
  expect(commandAsStarted({ npm_package_name: "polyglav-workspace", npm_command: "start" })).toBe(
    "npm run -s polyglav --",
  );
  expect(commandAsStarted({ npm_command: "exec" })).toBe("npx @polyglav/cli");
  expect(commandAsStarted({})).toBe("polyglav");
});

it("a path is quoted where a shell would take it apart", () => {
  expect(shellPath("/tmp/polyglav-demo-a1")).toBe("/tmp/polyglav-demo-a1");
  expect(shellPath("/tmp/it's here")).toBe(`'/tmp/it'\\''s here'`);
});
