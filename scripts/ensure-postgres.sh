#!/usr/bin/env bash
# Installs Debian's PostgreSQL server where none is found; the journal's tests start one of their own.
set -euo pipefail

has_server() {
  [ -x "$1/initdb" ] && [ -x "$1/pg_ctl" ] && [ -x "$1/postgres" ]
}

# The same places in which the tests look: the path, then Debian's folder.
IFS=: read -ra folders <<<"$PATH"
for folder in "${folders[@]}" /usr/lib/postgresql/*/bin; do
  if has_server "$folder"; then
    exit 0
  fi
done

# Only the server's files: no cluster that starts with the machine.
export DEBIAN_FRONTEND=noninteractive
install() {
  apt-get update &&
    apt-get install -y postgresql-common &&
    sed -i 's/^#\?create_main_cluster.*/create_main_cluster = false/' \
      /etc/postgresql-common/createcluster.conf &&
    apt-get install -y postgresql
}

if ! install >&2; then
  echo "error: postgresql could not be installed" >&2
  echo "hint: as root: apt-get update && apt-get install -y postgresql" >&2
  exit 1
fi
