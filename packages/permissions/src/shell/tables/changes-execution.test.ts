import { expect, it } from "vitest";
import { changesExecution } from "./changes-execution.ts";

it.each([
  "PATH",
  "LD_PRELOAD",
  "LD_LIBRARY_PATH",
  "DYLD_INSERT_LIBRARIES",
  "BASH_ENV",
  "ENV",
  "IFS",
  "PS4",
  "PROMPT_COMMAND",
  "NODE_OPTIONS",
  "PYTHONPATH",
  "PYTHONSTARTUP",
  "PERL5LIB",
  "PERL5OPT",
  "RUBYOPT",
  "GIT_PAGER",
  "GIT_SSH_COMMAND",
  "GIT_DIR",
  "PAGER",
  "EDITOR",
  "VISUAL",
  "SHELLOPTS",
  "MANPAGER",
  "GH_BROWSER",
  "SUDO_ASKPASS",
  "npm_config_script_shell",
  "HOME",
  "CC",
  "MAKEFLAGS",
  "BASH_FUNC_ls%%",
  "KUBECONFIG",
])("%s changes what programs do", (name) => {
  expect(changesExecution(name)).toBe(true);
});

it.each([
  "CI",
  "NODE_ENV",
  "DEBUG",
  "FORCE_COLOR",
  "TZ",
  "LANG",
  "PORT",
  "X",
  "constructor",
  "__proto__",
  "PATHS",
  "path",
  "",
])("%j does not", (name) => {
  expect(changesExecution(name)).toBe(false);
});
