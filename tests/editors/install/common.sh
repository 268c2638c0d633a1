# Sourced by the install scripts: where the editors go.
# PYFLOW_EDITORS_DIR  a cache folder; nothing is written outside of it except Debian packages named by a script.
set -euo pipefail
EDITORS=${PYFLOW_EDITORS_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/pyflow-editors}
mkdir -p "$EDITORS/bin"

# Installs Debian packages that are missing, named as COMMAND=PACKAGE or COMMAND.
need() {
  local missing=() pair
  for pair in "$@"; do
    command -v "${pair%%=*}" >/dev/null || missing+=("${pair##*=}")
  done
  [ ${#missing[@]} = 0 ] && return
  if [ "$(id -u)" != 0 ]; then
    echo "missing: ${missing[*]}; install these packages first" >&2
    exit 3
  fi
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}
