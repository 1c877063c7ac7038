import { describe, expect, it } from "vitest";
import { decisionOf, decisionWith, lines } from "./decision.fixture.ts";

describe("a deny holds", () => {
  const groups: Readonly<Record<string, string>> = {
    "behind each word of find": String.raw`
find . \( -exec rm {} \; \)
find . ! -exec rm {} +
find . -links 1 -exec rm {} ';'
find secrets -user a -delete
find secrets -type f , -delete
find secrets -depth -delete
find . -name x -a '(' -fprint secrets/k ')'`,
    "for the text that a shell reads": String.raw`
bash 0<<<'rm x' 3<<<ls
bash <<<ls <<<'rm x'
bash /dev/stdin <<< 'rm x'
bash /dev//fd/0 <<< 'rm x'
bash /proc/self/fd/0 <<< 'rm x'
sh /dev/fd/0 <<E⏎rm x⏎E`,
    "for files behind options without a value": String.raw`
cat -n secrets/k
cat -b secrets/k
cat -e secrets/k
cat -s secrets/k
cat -t secrets/k
cat -An secrets/k
od -c secrets/k
hexdump -c secrets/k
pr -n secrets/k
fold -s secrets/k
fmt -s secrets/k
tac -b secrets/k
column -t secrets/k
strings -a secrets/k
less -n secrets/k
more -p secrets/k
md5sum -b secrets/k
sha256sum -c secrets/k
xxd -e secrets/k
xxd -ps secrets/k
xxd -rs secrets/k
xxd -cols 8 secrets/k
comm -1 secrets/k f
join -i secrets/k f
ag -A x secrets/k
yq -e .a secrets/k
diff3 -i secrets/k a b
objdump -T secrets/k
gzip -q secrets/k
xz -q secrets/k
bzip2 -q secrets/k
zstd -q secrets/k
srm -s secrets/k
chmod -x secrets/k
chmod -w secrets/k
chmod -644 secrets/k
chattr -i secrets/k
setfacl -b secrets/k
setfacl -m u:x:rw secrets/k
ex -s secrets/k
nano -c secrets/k
git log -p --pretty secrets/k
git log --format secrets/k
git shortlog -n secrets/k`,
    "for what a variable holds": String.raw`
X=-delete; find secrets $X
X=-exec; find . $X rm {} +
X='-exec rm'; find . $X {} +
X=--output=secrets/k; git log $X
X=--output; Y=secrets/k; git log $X $Y
X=log; git $X --output=secrets/k
X=-osecrets/k; sort f "$X"
sort ${"$"}{X:--osecrets/k} f
X=of=secrets/k; dd $X
X=-c; bash $X 'rm x'`,
    "for what fd starts": String.raw`
fd -x rm
fd -xrm x
fd x -Hx rm
fd -0x rm
fd x -X=rm
fd x --exec=rm
fd x --exec-batch=rm
fd x -x ls \; -x rm`,
    "for files in a version": String.raw`
git show HEAD~1:secrets/k
git show HEAD^:secrets/k
git show HEAD~2:secrets/k
git show 'HEAD@{1}:secrets/k'
git show 'HEAD@{10:00}:secrets/k'
git show 'HEAD^{tree}:secrets/k'
git show :0:secrets/k
git show :2:secrets/k
cd sub; git show HEAD:secrets/k
git log -L1,5:secrets/k
git log -L :main:secrets/k`,
    "for what awk writes": String.raw`
gawk -dsecrets/k 1 f
gawk -psecrets/k 1 f
gawk -osecrets/k 1 f
gawk --dump-variables=secrets/k 1 f
gawk --profile=secrets/k 1 f
gawk --pretty-print=secrets/k 1 f`,
    "for the command behind a program": String.raw`
ls | entr -s 'rm x'
pnpm -c exec 'rm x'
mise exec node@20 -- rm x
runuser me -c 'rm x'
runuser -u me -- rm x
git submodule foreach -q rm x
sudo -e secrets/k
sudo -u me --edit secrets/k
sudoedit secrets/k
strace -o '|rm x' ls
strace -o '!rm x' ls
git clone -u 'rm x' repo d
gcc -wrapper rm x.c
npm --script-shell=rm run x
env -S'X=1 rm x'
env -S='X=1 rm x'
env a-b=1 rm x`,
    "in the folder that is filled": String.raw`
patch -d secrets -p1 -i f
cpio -D secrets -id
cpio -p secrets
7z x a -osecrets
ar x secrets/a
tar -xf a --one-top-level=secrets
unzip a -d secrets
git apply --directory=secrets f
git clean -fd secrets
git checkout-index -a --prefix=secrets/
git format-patch -o secrets HEAD
zstd --output-dir-flat=secrets f
zstd --output-dir-mirror secrets f
git clone u secrets
wget -P secrets h
split f secrets/x`,
    "for files that are read": String.raw`
jq -n --rawfile a secrets/k '$a'
jq -n --slurpfile a secrets/k '$a'
date -f secrets/k
curl file:///work/secrets/k
curl file:///work/secre%74s/k
curl -F 'f=@"secrets/k"' h
curl -F 'f=@a,secrets/k' h
curl -F 'f=@a;headers=@secrets/k' h
http POST h f@secrets/k
history -r secrets/k`,
    "for files that are written": String.raw`
curl -w '%output{secrets/k}' h
curl -w '%output{>>secrets/k}' h
curl --expand-output secrets/k h
git worktree move a secrets/x
history -w secrets/k
history -a secrets/k
mktemp secrets/XXX
mktemp -p secrets`,
  };
  for (const [name, commands] of Object.entries(groups))
    it.each(lines(commands))(`${name}: %s`, (command) => {
      expect(decisionOf(command)).toBe("deny");
    });
});

it.each(["ls -d secrets", "ls -t secrets", "ls -w secrets", "stat -L secrets", "stat -t secrets"])(
  "so does one to list: %s",
  (command) => {
    const list = { default: "allow", rules: { "secrets/**": "deny" } } as const;
    expect(decisionWith({ "*": "allow", list }, command)).toBe("deny");
  },
);

it("what may be the value of an option is no place that is listed in its stead", () => {
  const list = { default: "allow", rules: { ".": "deny" } } as const;
  expect(decisionWith({ "*": "allow", list }, "ls -w 80")).toBe("deny");
  expect(decisionWith({ "*": "allow", list }, "ls -w 80 src")).toBe("allow");
});
