#!/usr/bin/env bash
# Packs a platform's .vsix that carries the server: package.sh BINARY TARGET OUT.vsix
#   BINARY  the pyflow program, TARGET one of VS Code's names (linux-x64, linux-arm64, darwin-arm64, win32-x64, …)
set -euo pipefail
[ $# = 3 ] || { echo "use: $0 BINARY TARGET OUT.vsix" >&2; exit 2; }
BINARY=$(realpath "$1") TARGET=$2 OUT=$(realpath -m "$3")
cd "$(dirname "$0")"
[ -d node_modules/esbuild ] || npm ci --no-audit --no-fund --loglevel=error --ignore-scripts
node build.mjs
python3 - "$BINARY" "$TARGET" "$OUT" <<'PYTHON'
import json, sys, zipfile
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

binary, target, out = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
package = json.loads(Path("package.json").read_text(encoding="utf-8"))
manifest = f"""<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id={quoteattr(package["name"])} Version={quoteattr(package["version"])}
      Publisher={quoteattr(package["publisher"])} TargetPlatform={quoteattr(target)}/>
    <DisplayName>{escape(package["displayName"])}</DisplayName>
    <Description xml:space="preserve">{escape(package["description"])}</Description>
    <Tags>{escape(",".join(package["keywords"]))}</Tags>
    <Categories>{escape(",".join(package["categories"]))}</Categories>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value={quoteattr(package["engines"]["vscode"])}/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value={quoteattr(",".join(package["extensionKind"]))}/>
    </Properties>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
  </Assets>
</PackageManifest>
"""
types = {".json": "application/json", ".js": "application/javascript", ".md": "text/markdown",
         ".svg": "image/svg+xml", ".vsixmanifest": "text/xml", ".exe": "application/octet-stream"}
defaults = "".join(f'<Default Extension="{ending}" ContentType="{kind}"/>' for ending, kind in types.items())
content = ('<?xml version="1.0" encoding="utf-8"?>'
           '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
           f'{defaults}<Override PartName="/extension/server/pyflow" ContentType="application/octet-stream"/></Types>')
name = "pyflow.exe" if target.startswith("win32") else "pyflow"
out.parent.mkdir(parents=True, exist_ok=True)
with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as package_file:
    package_file.writestr("extension.vsixmanifest", manifest)
    package_file.writestr("[Content_Types].xml", content)
    files = [Path("package.json"), Path("README.md"), Path("dist/extension.js")]
    files += sorted(Path("media").iterdir()) + sorted(Path("walkthrough").iterdir())
    for file in files:
        package_file.write(file, f"extension/{file.as_posix()}")
    program = zipfile.ZipInfo(f"extension/server/{name}")
    program.external_attr = 0o100755 << 16
    program.create_system = 3
    program.compress_type = zipfile.ZIP_DEFLATED
    package_file.writestr(program, binary.read_bytes())
print(out)
PYTHON
