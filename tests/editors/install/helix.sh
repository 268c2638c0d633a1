#!/usr/bin/env bash
# Helix from Debian's package `hx`, unpacked into a folder of its own together with the libc that it needs:
# nothing of the system is replaced. Use: helix.sh [trixie|forky]
#   trixie  25.01.1-4, pinned; Debian stable, so it stays
#   forky   what Debian testing has: 25.07 or newer
. "$(dirname "$0")/common.sh"
SUITE=${1:-trixie}
case $SUITE in
  trixie) HX=hx=25.01.1-4 ;;
  forky) HX=hx ;;
  *) echo "use: $0 [trixie|forky]" >&2; exit 2 ;;
esac
need tmux

if ! "$EDITORS/bin/hx-$SUITE" --version >/dev/null 2>&1; then
  ROOT=$EDITORS/helix-$SUITE WORK=$EDITORS/apt-$SUITE
  rm -rf "$ROOT" "$WORK"
  mkdir -p "$ROOT" "$WORK/lists/partial" "$WORK/cache/archives/partial"
  # The mirror that this machine uses already, in either of apt's two notations.
  MIRROR=$({ cat /etc/apt/sources.list /etc/apt/sources.list.d/*.sources 2>/dev/null || true; } |
    sed -nE 's/^URIs: *([^ ]+).*/\1/p; s/^deb (\[[^]]*\] )?([^ ]+) .*/\2/p' | head -n 1)
  KEYS=/usr/share/keyrings/debian-archive-keyring.gpg
  echo "deb [signed-by=$KEYS] ${MIRROR:?no Debian mirror in /etc/apt} $SUITE main" > "$WORK/sources.list"
  # An index past its stated life is taken (the mirror may be a snapshot); its signature is still checked.
  APT=(apt-get -qq -o "Dir::Etc::SourceList=$WORK/sources.list" -o Dir::Etc::SourceParts=-
    -o "Dir::State::Lists=$WORK/lists" -o "Dir::Cache=$WORK/cache" -o APT::Sandbox::User=
    -o Acquire::Check-Valid-Until=false -o Acquire::Languages=none
    -o Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false
    -o Acquire::IndexTargets::deb::Contents-deb::DefaultEnabled=false)
  "${APT[@]}" update
  (cd "$WORK" && "${APT[@]}" download "$HX" libc6 libgcc-s1)
  for PACKAGE in "$WORK"/*.deb; do dpkg-deb -x "$PACKAGE" "$ROOT"; done
  rm -rf "$WORK"
  LOADER=$(find "$ROOT/usr/lib" -name 'ld-linux-*.so.*' | head -n 1)
  # Its own loader starts it, by its path and not through the environment: servers started by Helix have the
  # system's libc. Helix finds its runtime by its program's path, which is the loader's: so it is named.
  cat > "$EDITORS/bin/hx-$SUITE" <<END
#!/bin/sh
: "\${HELIX_RUNTIME:=$ROOT/usr/lib/hx/runtime}"
export HELIX_RUNTIME
exec $LOADER --library-path $(dirname "$LOADER") $ROOT/usr/lib/hx/hx "\$@"
END
  chmod +x "$EDITORS/bin/hx-$SUITE"
fi
"$EDITORS/bin/hx-$SUITE" --version
