#!/bin/sh
# What the tests need from the system: Chromium, Redis, PostgreSQL, nginx. Installs what is missing where
# apt-get is there and allowed; else names it and fails, so that no test is skipped in silence.
set -u

missing=""
command -v chromium >/dev/null || command -v chromium-browser >/dev/null \
    || command -v google-chrome >/dev/null || missing="$missing chromium"
command -v redis-server >/dev/null || missing="$missing redis-server"
command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 \
    || missing="$missing postgresql"
command -v nginx >/dev/null || [ -x /usr/sbin/nginx ] || missing="$missing nginx-light"
if [ "${1:-}" = night ]; then  # exports are opened in a spreadsheet, compose.yaml is read, clocks go wrong
    ls /usr/lib/*/faketime/libfaketimeMT.so.1 >/dev/null 2>&1 || missing="$missing faketime"
    command -v soffice >/dev/null || missing="$missing libreoffice-calc-nogui"
    command -v docker-compose >/dev/null || missing="$missing docker-compose"
fi
[ -z "$missing" ] && exit 0

as_root=""
if [ "$(id -u)" != 0 ]; then
    as_root="sudo -n"
    if ! sudo -n true 2>/dev/null; then
        echo "The tests need these packages, and this account may not install them:$missing" >&2
        exit 1
    fi
fi
if ! command -v apt-get >/dev/null; then
    echo "The tests need these, and there is no apt-get to install them with:$missing" >&2
    exit 1
fi

echo "Installing for the tests:$missing"
log=$(mktemp)
if ! { $as_root apt-get update && $as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install --yes --no-install-recommends $missing; } >"$log" 2>&1; then
    tail -20 "$log" >&2
    rm -f "$log"
    echo "The tests need these packages, and installing them failed:$missing" >&2
    exit 1
fi
rm -f "$log"
