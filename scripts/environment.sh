#!/bin/sh
# Make .venv hold exactly what requirements/<set>.txt locks: `sh scripts/environment.sh base|dev`.
# Does nothing when it does already, so that starting again costs nothing.
set -eu
cd "$(dirname "$0")/.."

lock="requirements/$1.txt"
locks="requirements/base.txt"
[ "$1" = base ] || locks="$locks $lock"

python=""
for candidate in python3 python3.14 python3.13 python3.12 python3.11; do
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        python=$candidate
        break
    fi
done
if [ -z "$python" ]; then
    echo "Tacklebox needs Python 3.11 or newer, and found none (looked for python3, python3.11 to 3.14)." >&2
    exit 1
fi

if ! [ -x .venv/bin/python ]; then
    if ! "$python" -m venv .venv; then
        rm -rf .venv
        echo "Python can't make virtual environments here: install your system's python3-venv." >&2
        exit 1
    fi
fi

now=$(cat $locks | "$python" -c 'import hashlib, sys; print(hashlib.sha256(sys.stdin.buffer.read()).hexdigest())')
stamp=".venv/installed-$1"
[ "$(cat "$stamp" 2>/dev/null || true)" = "$now" ] && exit 0

echo "Installing the locked packages ($1) ..."
for each in $locks; do
    # Only errors are worth a line; pip's warnings are about the machine's own settings.
    .venv/bin/python -m pip install --quiet --quiet --disable-pip-version-check \
        --require-hashes --no-deps -r "$each"
done
echo "$now" > "$stamp"
