import { expect, it } from "vitest";
import { createShellEnv } from "./shell-env.ts";

it("keys of providers are left out, whatever their case; everything else stays", () => {
  const env = {
    PATH: "/bin",
    OPENAI_API_KEY: "k",
    my_api_key: "k",
    API_KEY: "k",
    NODE_TEST_CONTEXT: "child-v8",
    NODE_OPTIONS: "--x",
    API_KEY_FILE: "/f",
    MYAPI_KEY: "stays",
    EMPTY: "",
    UNSET: undefined,
    constructor: "c",
  };
  expect(createShellEnv(env)).toEqual({
    PATH: "/bin",
    NODE_OPTIONS: "--x",
    API_KEY_FILE: "/f",
    MYAPI_KEY: "stays",
    EMPTY: "",
    constructor: "c",
  });
});
