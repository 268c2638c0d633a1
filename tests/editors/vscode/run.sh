#!/usr/bin/env bash
# The extension's unit tests, then its scenarios in VS Code (code-server) in headless Chromium.
# Pictures of each step are left in target/editors/vscode. PORT (default 18080) is on the loopback only.
set -euo pipefail
HERE=$(cd "$(dirname "$0")" && pwd)
ROOT=$(cd "$HERE/../../.." && pwd)
EDITORS=${PYFLOW_EDITORS_DIR:?run tests/editors/run}
PORT=${PORT:-18080}
OUT=${CARGO_TARGET_DIR:-$ROOT/target}/editors/vscode
WORK=$(mktemp -d -t "pyflow vscode é XXXXXX")
export PYFLOW_TEST_MARK=vscode-$$
rm -rf "$OUT" && mkdir -p "$OUT"

cd "$ROOT/editors/vscode"
[ -d node_modules/esbuild ] || npm ci --no-audit --no-fund --loglevel=error --ignore-scripts
npx tsc -p .
UNIT=$(npm test 2>&1) || true
UNIT_PASSED=$(sed -nE 's/^(# |ℹ )pass ([0-9]+)$/\2/p' <<< "$UNIT")
UNIT_FAILED=$(sed -nE 's/^(# |ℹ )fail ([0-9]+)$/\2/p' <<< "$UNIT")
[ "$UNIT_FAILED" = 0 ] || echo "$UNIT"
./package.sh "$PYFLOW_BIN" linux-x64 "$OUT/pyflow.vsix" >/dev/null

mkdir -p "$WORK/user/User" "$WORK/home" "$WORK/work"
cat > "$WORK/user/User/settings.json" <<'END'
{ "workbench.startupEditor": "none", "workbench.secondarySideBar.defaultVisibility": "hidden",
  "telemetry.telemetryLevel": "off", "chat.disableAIFeatures": true, "update.mode": "none",
  "extensions.autoUpdate": false, "editor.minimap.enabled": false, "files.autoSave": "off",
  "security.workspace.trust.enabled": false, "terminal.integrated.gpuAcceleration": "off",
  "editor.occurrencesHighlight": "off", "editor.selectionHighlight": false, "window.commandCenter": false }
END
printf 'bind-addr: 127.0.0.1:%s\nauth: none\ncert: false\n' "$PORT" > "$WORK/config.yaml"
SERVER=("$EDITORS/bin/code-server" --config "$WORK/config.yaml" --user-data-dir "$WORK/user" --extensions-dir "$WORK/extensions")
export HOME=$WORK/home
"${SERVER[@]}" --install-extension "$OUT/pyflow.vsix" > "$OUT/install.log" 2>&1
# A session of its own: the extension host is ended with it.
setsid "${SERVER[@]}" --disable-telemetry --disable-update-check --disable-workspace-trust \
  --disable-getting-started-override > "$OUT/code-server.log" 2>&1 &
PID=$!
trap 'kill -- -$PID 2>/dev/null || true; rm -rf "$WORK"' EXIT
for _ in $(seq 150); do (exec 3<>"/dev/tcp/127.0.0.1/$PORT") 2>/dev/null && break; sleep 0.2; done
PLAYWRIGHT=$EDITORS/playwright/node_modules/playwright-core/index.mjs \
  UNIT_PASSED=$UNIT_PASSED UNIT_FAILED=$UNIT_FAILED SERVER_GROUP=$PID \
  timeout 540 "$EDITORS/bin/node" "$HERE/scenarios.mjs" "http://127.0.0.1:$PORT" "$WORK/work" "$OUT"
