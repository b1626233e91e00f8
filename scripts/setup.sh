#!/bin/sh
# Make .venv and install the package into it, with what `play`, `test`, `bench`, `docs` or `dist` needs, in the versions of
# constraints.txt, on which the suite has passed; with NEWEST=yes, in the newest ones. Usage: setup.sh PYTHON WHAT
set -eu
python=$1
what=$2

"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    echo "Ludejo needs Python 3.11 or later; $python is $("$python" --version 2>&1)" >&2
    exit 2
}

# Run apt-get, after whoever else holds one of its locks: ten minutes at most.
apt_get() {
    sudo=$([ "$(id -u)" = 0 ] || echo sudo)
    tries=0
    until said=$($sudo env DEBIAN_FRONTEND=noninteractive apt-get -qq "$@" 2>&1); do
        tries=$((tries + 1))
        case $said in */lock*) ;; *) tries=300 ;; esac
        [ $tries -lt 300 ] || { echo "$said" >&2; exit 1; }
        [ $tries -gt 1 ] || echo "Setting up: waiting for another program that uses apt. $said" | head -n 1
        sleep 2
    done
}

if [ ! -x .venv/bin/python ]; then
    echo "Setting up: making .venv"
    if ! "$python" -m venv .venv 2>/dev/null; then
        # Debian keeps venv in a package of its own.
        rm -rf .venv
        echo "Setting up: installing python3-venv, which Debian keeps apart from python3"
        apt_get update
        apt_get install -y python3-venv
        "$python" -m venv .venv
    fi
fi

# The tests drive browsers and a PostgreSQL server of their own.
missing=""
if [ "$what" = test ]; then
    command -v chromium-headless-shell >/dev/null || missing="$missing chromium-headless-shell"
    command -v firefox-esr >/dev/null || command -v firefox >/dev/null || missing="$missing firefox-esr"
    command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing="$missing postgresql"
fi
if [ -n "$missing" ]; then
    echo "Setting up: installing Debian's$missing, which the tests need"
    apt_get update
    # shellcheck disable=SC2086  # several words, several packages
    apt_get install -y --no-install-recommends $missing
fi

# A test stands the table behind nginx. It is only unpacked, since to install it would start a server on this machine.
if [ "$what" = test ] && ! command -v nginx >/dev/null && [ ! -x /usr/sbin/nginx ] && [ ! -d .venv/nginx ]; then
    echo "Setting up: unpacking Debian's nginx, which a test needs"
    [ -n "$missing" ] || apt_get update
    if ! (mkdir -p .venv/nginx && cd .venv/nginx && apt-get -qq download nginx && dpkg -x nginx_*.deb .) 2>/dev/null; then
        rm -rf .venv/nginx
        echo "Setting up: it cannot be had, so that test is left out"
    fi
fi

case $what in
    play) extras="[table]" ;;
    test) extras="[table,push,passkeys,environments,docs,test,check]" ;;
    bench) extras="[table,bench]" ;;
    docs) extras="[table,docs]" ;;
    dist) extras="[dist]" ;;
esac
versions="--constraint constraints.txt"
[ -z "${NEWEST:-}" ] || versions="--upgrade --upgrade-strategy eager"
echo "Setting up: installing ludejo$extras and what it depends on (a minute or two the first time)"
# Python compiles what it imports by itself; most of what is installed is never imported.
# shellcheck disable=SC2086  # several words, several options
.venv/bin/python -m pip install --no-compile --quiet --disable-pip-version-check $versions --editable ".$extras"
touch ".venv/ready-$what"
