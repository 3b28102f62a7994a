#!/bin/sh
# nginx by the template beside this file: fills in each ${TACKLEBOX_…} from the environment, fails on one that isn't
# there, and becomes nginx. Arguments go to nginx.
set -eu

mkdir -p "$TACKLEBOX_RUN"
awk '{
    while (match($0, /\$\{TACKLEBOX_[A-Z_]*\}/)) {
        name = substr($0, RSTART + 2, RLENGTH - 3)
        if (!(name in ENVIRON)) { print name " is not set" > "/dev/stderr"; exit 1 }
        $0 = substr($0, 1, RSTART - 1) ENVIRON[name] substr($0, RSTART + RLENGTH)
    }
    print
}' "$(dirname "$0")/nginx.conf.template" >"$TACKLEBOX_RUN/nginx.conf"

PATH=$PATH:/usr/sbin
exec nginx -e stderr -p "$TACKLEBOX_RUN" -c "$TACKLEBOX_RUN/nginx.conf" "$@"
