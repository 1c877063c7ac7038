import fc from "fast-check";

/** Reads a list of commands, one a line; `⏎` is a line break in one, and a brace behind a dollar is escaped. */
const list = (text: string): readonly string[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.replaceAll("$\\{", "${").replaceAll("⏎", "\n"));

/** Ways to write a command that runs `marker`. None needs anything but the folder it runs in. */
export const MARKERS: readonly string[] = list(String.raw`
marker
marker a "b c"
\marker
'mar'ker
mark"e"r
m\arker
$'\x6darker'
$'mark\145r'
"marker"
mar\⏎ker
$\{NOTHING}marker
$NOTHING marker
"$(echo marker)"
$(echo marker) x
M=marker; $M x
M=mark; $\{M}er x
M=marker; "$\{M}" x
{marker,x}
command marker
exec marker
eval marker
eval 'mar'"ker" x
eval "$(echo marker)"
X=1 marker
X=1 Y=2 marker x
X=$(marker)
env marker
env -i PATH="$PATH" marker
env -S 'marker a'
env -S'X=1 marker'
nice marker
nice -n 5 marker
nice -5 marker
timeout 5 marker
timeout -k 1 -s KILL 5 marker
timeout --signal=KILL 5 marker
nohup marker
setsid -w marker
stdbuf -oL marker
stdbuf --output=L marker
bash -c marker
bash -ec 'marker'
bash -c '"$@"' _ marker x
bash -c '$0' marker
sh -c 'marker; true'
sh -c 'exec marker'
bash <<< marker
bash -s <<< 'marker x'
echo marker | bash
echo marker | sh
. ./script
source script
source <(echo marker)
bash <(echo marker)
xargs marker < a.txt
echo x | xargs -n1 marker
echo x | xargs -I% marker %
echo x | xargs sh -c 'marker "$@"' _
echo marker | xargs env
echo 'marker x' | xargs -I{} bash -c '{}'
find . -maxdepth 0 -exec marker {} \;
echo x | xargs -I{} marker {} {}
x=a; echo $\{x/a/$(marker)}
a=(1); unset 'a[$(marker)]'
find . -maxdepth 0 -exec marker {} +
find . -maxdepth 0 -execdir marker \;
find . -maxdepth 0 -exec sh -c 'marker "$1"' _ {} \;
trap marker EXIT
trap 'marker x' EXIT
trap -- marker EXIT
trap marker DEBUG; true
coproc marker; wait
time marker
time -p marker
! marker
f() { marker; }; f
f() { "$@"; }; f marker x
f() ( marker ); f
function f { marker; }; f
cd() { marker; }; cd x
command_not_found_handle() { marker; }; no-such-command
f() { marker; }; export -f f; bash -c f
f() { marker; }; trap f EXIT
awk 'BEGIN { system("marker") }'
awk 'BEGIN { print "x" | "marker" }'
awk 'BEGIN { "marker" | getline }'
sed '1e marker' a.txt
sed 's/a/marker/e' a.txt
sed -n -e '1!d' -e 'e marker' a.txt
tar -cf x.tar a.txt --checkpoint=1 --checkpoint-action=exec=marker
tar -cf x.tar -I marker a.txt
tar cf x.tar a.txt; tar xf x.tar --to-command=marker
sort -S 1b --compress-program=marker a.txt a.txt script; marker
x='a[$(marker)]'; (( x ))
x='a[$(marker)]'; echo $(( x ))
x='a[$(marker)]'; echo $[ x + 1 ]
x='a[$(marker)]'; let y=x
x='a[$(marker)]'; [[ x -eq 1 ]]
x='a[$(marker)]'; for (( i = x; i < 0; i++ )); do :; done
x='a[$(marker)]'; b=(1 2); echo $\{b[x]}
x='a[$(marker)]'; b[x]=1
x='a[$(marker)]'; s=abc; echo $\{s:x:1}
x='a[$(marker)]'; echo $\{!x}
x='a[$(marker)]'; declare -i y=x
x='a[$(marker)]'; printf -v "$x" 1
printf -v 'a[$(marker)]' 1
read 'a[$(marker)]' <<< 1
x='a[$(marker)]'; read "$x" <<< 1
test -v 'a[$(marker)]'
[ -v 'a[$(marker)]' ]
[[ -v 'a[$(marker)]' ]]
let 'a[$(marker)]=1'
declare 'a[$(marker)]=1'
declare -a 'a=($(marker))'
declare -n r='a[$(marker)]'; echo $r
x='$(marker)'; echo "$\{x@P}"
PS4='$(marker)'; set -x; :
mapfile -C marker -c 1 lines < a.txt
compgen -C marker
compgen -W '$(marker)'
shopt -s expand_aliases⏎alias x=marker⏎x
hash -p "$(command -v marker)" other; other
BASH_ENV=./script bash -c true
PROMPT_COMMAND=marker; eval "$PROMPT_COMMAND"
A[$(marker)]=1
A=(1 $(marker))
A=([$(marker)]=1)
exec 3< <(marker); cat <&3
echo x > >(marker); sleep 0.05
select x in a; do marker; done <<< 1
case x in x) marker;; esac
case x in y) ;; x) marker;& z) ;; esac
if false; then :; elif marker; then :; fi
until marker; do break; done
jobs -x marker x
sub/../../bin/marker
PATH=$PATH:/none marker
cd ../bin && ./marker
p=../bin; "$p"/marker
[[ $(marker) == x ]]
echo "$\{x:-$(marker)}"
echo "$\{x:=$(marker)}"
cat <<< "$(marker)"
> "out$(marker)"
builtin command marker
builtin eval marker
command eval 'exec marker'
`);

/** Places in which a command may stand, for `@`. Those in quotes take one without a quote of the same kind. */
const PLACES: readonly string[] = list(String.raw`
@
{ @; }
(@)
(@⏎)
{ @⏎}
true; @
true && @
false || @
@ && true
@ || true
@; true
@ | cat
true | @
true |& @
@ &⏎wait
! @
time { @; }
if @; then :; fi
if true; then @; fi
if false; then :; else @; fi
if false; then :; elif true; then @; fi
for i in 1; do @; done
for i in 1 2; do @; break; done
for i in $(@); do :; done
for (( ; ; )); do @; break; done
while true; do @; break; done
until false; do @; break; done
case a in a) @;; esac
case a in b) :;; *) @;; esac
case $(@) in x) :;; esac
case a in $(@)) :;; esac
echo $(@)
echo "$(@)"
echo "a $(@) b"
echo "$(echo "$(@)")"
echo $\{NOTHING:-$(@)}
echo "$\{NOTHING:-$(@)}"
echo $\{HOME:+$(@)}
echo $\{HOME/a/$(@)}
echo $\{HOME#$(@)}
echo $(( $(@; echo 1) + 1 ))
echo $(( 1 + $(@ >&2; echo 1) ))
echo {a,$(@)}
echo x$(@)y
echo $(⏎@⏎)
X=$(@)
echo $((@) )
((@) )
X=$(@) true
X="$(@)" true
declare X=$(@)
export X="$(@)"
A=($(@))
A[$(@; echo 0)]=1
cat <(@)
cat < <(@)
echo x > >(@); sleep 0.03
cat <<E⏎$(@)⏎E
cat <<-E⏎	$(@)⏎	E
cat <<E⏎$\{NOTHING:-$(@)}⏎E
cat <<< $(@)
cat <<< "$(@)"
echo > "out$(@)"
[[ -n $(@) ]]
[[ a == $(@) ]]
[ -n "$(@)" ]
(( $(@ >&2; echo 1) ))
f() { @; }; f
f() { @⏎}⏎f
f() { @; } > out; f
f() { f() { @; }; f; }; f
coproc { @; }; wait
{ @; } > out 2>&1
{ @; } 2>&1 | cat
(@) < a.txt
@ > /dev/null
@ 2> /dev/null
eval '@'
eval "@"
bash -c '@'
bash -c "@"
sh -c '@'
sh -c "@"
env bash -c '@'
bash <<'E'⏎@⏎E
bash <<< '@'
trap '@' EXIT
trap "@" EXIT
echo x | xargs -I% bash -c '@'
find . -maxdepth 0 -exec bash -c '@' \;
timeout 5 bash -c '@'
nice nohup bash -c '@'
cd sub && @
cd sub; @
(cd sub; @)
# comment⏎@
: "quoted # no comment"; @
: 'a⏎b'; @
: \⏎ x; @
function g { @; }; g
select x in a; do @; break; done <<< 1
`);

/** A command line in which `marker` is hidden in some place of some place. */
export const hidden: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(...MARKERS), fc.array(fc.constantFrom(...PLACES), { maxLength: 3 }))
  .map(([marker, places]) => places.reduce(put, marker));

/** Characters that mean something to a shell, and a few that do not. */
const SIGNS = "'\"`$(){}[];&|<>\n\\ #!*?~=@%+-:,^ax1";

/** A command line like those, with a few characters put in or taken away: most are errors, and some mean other things. */
export const damaged: fc.Arbitrary<string> = fc
  .tuple(
    hidden,
    fc.array(fc.tuple(fc.nat(), fc.nat(3), fc.constantFrom(...Array.from(SIGNS), "$(", "${", "<<", "$((", "\\\n")), {
      minLength: 1,
      maxLength: 4,
    }),
  )
  .map(([source, changes]) =>
    changes.reduce((text, [at, taken, put]) => {
      const start = at % (text.length + 1);
      return text.slice(0, start) + put + text.slice(start + taken);
    }, source),
  );

/** Puts a command in a place, unless its quotes or lines would end that place. */
function put(command: string, place: string): string {
  const at = place.indexOf("@");
  const isIn = (quote: string): boolean => place[at - 1] === quote && place[at + 1] === quote;
  if (isIn("'") && command.includes("'")) return command;
  if (isIn('"') && /["$`\\]/.test(command)) return command;
  // What is inside of a document must not end it.
  if (command.includes("<<") && /<<|\)/.test(place))
    return place.startsWith("{") ? place.replace("@", () => `${command}\n`) : command;
  return place.replace("@", () => command);
}

const CHANGES = list(String.raw`
cd sub
cd ..
cd sub/deep
cd ./deep
cd none
cd -
cd
cd ~
cd ~/sub
cd "$HOME"
cd "$PWD"
cd -P sub
cd sub || exit
cd none || exit
cd none && exit
cd sub && exit 1
pushd sub
pushd
popd
exit
return
break
true
false
> f
>> f
echo x > g
touch h
cp a.txt c
cp ../a.txt d
tee t < a.txt
mkdir m && > m/n
> ../u
> sub/v
> ~/w
> "$HOME"/x
f
echo x | tee y
`);

/** A command line that changes its folder and makes files, with all ways of taking commands together. */
export const wandering: fc.Arbitrary<string> = fc.letrec<{ line: string }>((tie) => ({
  line: fc.oneof(
    { maxDepth: 5, depthSize: "large" },
    { weight: 2, arbitrary: fc.constantFrom(...CHANGES) },
    {
      weight: 5,
      arbitrary: fc
        .tuple(tie("line"), fc.constantFrom("; ", " && ", " || ", " | ", " &\n"), tie("line"))
        .map((parts) => parts.join("")),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(
          fc.constantFrom(
            "(@)",
            "{ @; }",
            "! { @; }",
            "if @; then @; else @; fi",
            "if @; then @; fi",
            "for i in 1 2; do @; done",
            "for i in 1 2; do @; break; done",
            "while ! @; do @; break; done",
            "case a in b) @;; a) @;; esac",
            "case a in a) @;& *) @;; esac",
            "f() { @; }; f",
            "f() { @; }; @; f",
            "f() (@); f",
            "eval '@'",
            "bash -c '@'",
            "echo $(@)",
            "time { @; }",
            "command cd sub; @",
            "{ @; } > log",
            "{ @; } < none",
            "trap '@' EXIT",
            "env -C sub bash -c '@'",
          ),
          tie("line"),
          tie("line"),
          tie("line"),
        )
        .map(([place, ...lines]) => lines.reduce((text, line) => text.replace("@", () => line), place)),
    },
  ),
})).line;
