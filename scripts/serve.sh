#!/bin/sh
# Bring the site in VAR up to date, then serve it. Called by `make run`, which sets the variables.
set -eu
cd "$(dirname "$0")/.."
python=.venv/bin/python

"$python" manage.py migrate --noinput --verbosity 0
collected=staticfiles/staticfiles.json
if ! [ -e "$collected" ] || [ -n "$(find static -newer "$collected" -print -quit)" ] \
    || [ requirements/base.txt -nt "$collected" ]; then
    "$python" manage.py collectstatic --noinput --clear --verbosity 0
fi
"$python" manage.py demo
exec "$python" manage.py serve --host "$HOST" --port "$PORT"
