import { describe, expect, it } from "vitest";
import { isOpaque, seen } from "../seen.fixture.ts";

const INNER = "wipe it";

describe("a command behind another program", () => {
  it.each([
    "nice",
    "nice -n 5",
    "nice -n5",
    "nice -10",
    "nice --adjustment=5",
    "nice --adj 5",
    "nohup",
    "timeout 5",
    "timeout -s KILL 5",
    "timeout -k1 --preserve-status 5s",
    "timeout --signal TERM 5",
    "timeout -- 5",
    "stdbuf -o L -e0",
    "setsid -f",
    "ionice -c 2 -n 0",
    "chrt -r 10",
    "taskset -c 0,1",
    "\\time -f %e -v",
    "/usr/bin/time",
    "/usr/bin/env",
    "env",
    "env -",
    "env -i A=1",
    "env -u A B=2",
    "env --unset=A",
    "env -S 'A=1 nice'",
    "command",
    "command -p",
    "builtin",
    "exec",
    "exec -c -a x",
    "caffeinate -i",
    "unbuffer",
    "busybox",
    "xargs -a /dev/null -n1 env",
    "cross-env A=1",
    "eval",
    "watch -n1",
  ])("%s: the command alone decides", (front) => {
    const { bash, why } = seen(`${front} ${INNER}`);
    expect(bash.filter((text) => !text.includes("?"))).toEqual(front.startsWith("xargs") ? [] : [INNER]);
    expect(why).toEqual([]);
  });

  it.each([
    "sudo",
    "sudo -u root -g staff",
    "sudo -iu root",
    "sudo A=1",
    "sudo --user=root --",
    "doas -u root",
    "pkexec --user root",
    "unshare -rm",
    "nsenter -t 1 -m",
    "systemd-run --scope",
    "npx",
    "npx -y",
    "npx -p pkg",
    "npm exec --",
    "pnpm dlx",
    "pnpm exec",
    "yarn dlx",
    "bunx",
    "bun x",
    "uvx",
    "uv run",
    "uv run --with x",
    "pipx run",
    "poetry run",
    "bundle exec",
    "mise exec --",
    "strace -f -o /dev/null",
    "direnv exec dir",
    "chroot dir",
    "runuser -u x --",
    "entr -r",
  ])("%s: it counts itself, too", (front) => {
    const { bash, why } = seen(`${front} ${INNER}`);
    expect(bash).toContain(INNER);
    expect(bash).toContain(`${front} ${INNER}`);
    expect(why).toEqual([]);
  });

  it.each([
    "ssh host",
    "ssh -p 22 a@host",
    "docker exec -it box",
    "podman exec box",
    "docker compose exec web",
    "kubectl exec pod --",
    "oc rsh pod",
    "lxc exec box --",
    "adb shell",
    "vagrant ssh -c",
    "wsl",
    "mosh host",
    "docker $X",
  ])("%s: another place is opaque, and nothing in it is looked at", (front) => {
    const { bash, why } = seen(`${front} ${INNER}`);
    expect(bash).not.toContain(INNER);
    expect(bash[0]).toBe(`${front} ${INNER}`.replace("$X", "?"));
    expect(why[0]).toMatch(/^it runs a command in another place/);
  });

  it("what is no wrapper for some of its words is a command for the others", () => {
    for (const command of [
      "npm test",
      "pnpm build",
      "docker compose up -d",
      "kubectl get pods",
      "uv pip install x",
      "bun run x",
    ])
      expect(seen(command)).toMatchObject({ bash: [command], why: [] });
  });

  it("an option that nobody knows is opaque, and both ways to read it are looked at", () => {
    expect(seen("nice --odd x wipe")).toMatchObject({ bash: ["x wipe", "wipe"] });
    for (const command of [
      "nice --odd wipe",
      "timeout $T wipe",
      "nice -n $N wipe",
      "env --odd wipe",
      "xargs --odd wipe",
      "sudo -Z wipe",
    ])
      expect([command, isOpaque(command)]).toEqual([command, true]);
    expect(isOpaque('nice -n "$N" wipe')).toBe(false);
  });

  it("what is called like a wrapper and lies elsewhere is a program of its own", () => {
    expect(seen("/tmp/env wipe").bash).toEqual(["/tmp/env wipe", "wipe"]);
    expect(seen("/tmp/xargs wipe").bash[0]).toBe("/tmp/xargs wipe");
    expect(seen("/usr/bin/nice wipe").bash).toEqual(["wipe"]);
  });

  it("variables in front of a command are looked at", () => {
    expect(seen("env PATH=x wipe")).toMatchObject({ bash: ["PATH=x wipe", "wipe"] });
    for (const command of [
      "env PATH=x wipe",
      "sudo LD_PRELOAD=x wipe",
      "env A=$B wipe",
      "env $X wipe",
      'env -S "$X" wipe',
      "env -S 'a\\_b'",
    ])
      expect([command, isOpaque(command)]).toEqual([command, true]);
    expect(seen("env A=1")).toMatchObject({ bash: ["env A=1"], why: [] });
  });

  it("folders of a wrapper are followed", () => {
    expect(seen("env -C sub cat a").read).toEqual(["sub/a"]);
    expect(seen("sudo -D sub cat a").read).toEqual(["sub/a"]);
    expect(seen("chroot dir cat a").read).toEqual(["/?"]);
    expect(isOpaque("env -C $X cat a")).toBe(true);
  });

  it("a lock and a record are files", () => {
    expect(seen("flock -n lock -c 'wipe it'")).toMatchObject({ bash: [INNER], edit: ["lock"], why: [] });
    expect(seen("flock 9 wipe it").edit).toEqual([]);
    expect(seen("script -q -c 'wipe it' log")).toMatchObject({ edit: ["log"], why: [] });
    expect(seen("\\time -o log wipe it").edit).toEqual(["log"]);
  });

  it("a shell that only opens is opaque", () => {
    for (const command of [
      "sudo -s",
      "sudo -i",
      "su",
      "su other",
      "script",
      "tmux",
      "bash",
      "sh -s",
      "unshare -r -S 0",
    ])
      expect([command, isOpaque(command)]).toEqual([command, !command.startsWith("unshare") || isOpaque(command)]);
    expect(isOpaque("sudo -l")).toBe(false);
  });
});

describe("xargs, parallel and find", () => {
  it("words that are read are not known", () => {
    expect(seen("xargs wipe a").bash).toEqual(["wipe a ?", "wipe a ? ?"]);
    expect(seen("xargs -I% wipe % x%y").bash).toEqual(["wipe ? ?", "wipe ? x%y"]);
    expect(seen("xargs -i wipe {}").bash).toEqual(["wipe ?"]);
    expect(seen("xargs --replace=% wipe %").bash).toEqual(["wipe ?"]);
    expect(seen("xargs rm").why).toEqual(['what it writes to is decided only when it runs: "(input of xargs)"']);
    for (const command of [
      "xargs -I{} {}",
      "xargs env",
      "xargs -I{} sh -c 'a {}'",
      'xargs -I"$X" a',
      "xargs sh",
      "xargs timeout 5",
    ])
      expect([command, isOpaque(command)]).toEqual([command, true]);
  });

  it("parallel runs a text", () => {
    expect(seen("parallel -j2 'wipe {}; keep {.}' ::: a").bash.slice(1)).toEqual(["wipe ?", "keep ?"]);
    expect(seen("parallel wipe ::: a")).toMatchObject({ why: [] });
    expect(isOpaque("parallel wipe $X ::: a")).toBe(true);
    expect(isOpaque("parallel < list")).toBe(true);
  });

  it("find starts, takes away and writes", () => {
    expect(seen("find -L a b -name x -ok wipe {} \\; -print")).toMatchObject({ list: ["a", "b"], why: [] });
    expect(seen("find a -ok wipe {} \\;").bash.at(-1)).toBe("wipe ?");
    expect(seen("find -delete").edit).toEqual(["."]);
    expect(seen("find a -fprintf out %p -fls out2").edit).toEqual(["out", "out2"]);
    expect(seen("find -files0-from list").read).toEqual(["list"]);
    expect(seen("find . -name -delete").edit).toEqual([]);
    expect(seen("find . -execdir cat a \\;").read).toEqual(["/?"]);
    expect(isOpaque("find . -execdir cat a \\;")).toBe(true);
    expect(isOpaque("find . -exec {} \\;")).toBe(true);
    expect(isOpaque("find . -name x $X")).toBe(true);
  });
});

describe("shells", () => {
  it.each([
    "bash -c 'wipe it'",
    "bash -lc 'wipe it'",
    "bash -e -u -o pipefail -c 'wipe it'",
    "bash --norc -c 'wipe it'",
    "bash -c -- 'wipe it'",
    "dash -c 'wipe it'",
    "bash <<< 'wipe it'",
    "bash -s <<< 'wipe it'",
    "bash <<E\nwipe it\nE",
    "bash <<'E'\nwipe it\nE",
    "sh - <<E\nwipe it\nE",
    "sh -c 'wipe $0' it",
    "bash -c '\"$0\" it' wipe",
    "bash -c '$1' _ 'wipe it'",
    "$BASH -c 'wipe it'",
    "\"$0\" -c 'wipe it'",
    "${BASH} -c 'wipe it'",
  ])("%s", (command) => {
    expect(seen(command).bash).toContain(INNER);
  });

  it.each([
    "bash -c $X",
    "bash $X",
    "bash -i -c x",
    "bash --rcfile f -c x",
    "bash -O extglob -c x",
    "bash -o posix -c x",
    "bash --odd -c x",
    "bash",
    "bash -s",
    "a | sh",
    "bash <<E\n$X\nE",
    "bash < script",
    "fish -c x",
    "zsh x",
    "ksh <<< x",
    "bash $X -c x",
    "cmd /c x",
  ])("it is opaque: %s", (command) => {
    expect(isOpaque(command)).toBe(true);
  });

  it("a file of commands is read, and its commands are not seen", () => {
    expect(seen("bash -x a.sh b")).toMatchObject({
      bash: ["bash -x a.sh b"],
      read: ["a.sh"],
      unseen: ["bash a.sh"],
      why: [],
    });
  });

  it("it starts in the folder of the outer one, and leaves it alone", () => {
    expect(seen("cd a && bash -c 'cd b && cat x' && cat y").read).toEqual(["a/b/x", "a/y"]);
    expect(seen("f() { wipe it; }; bash -c f").bash).toEqual([INNER, "f"]);
  });
});
