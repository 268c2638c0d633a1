--- Figures and other shown values: Neovim draws no images, so they are kept as files, named in the output.
local M = {}

--- Files kept of each kind of value; older ones are written over.
local KEPT = 50
local endings = { ["image/png"] = "png", ["image/jpeg"] = "jpg", ["image/svg+xml"] = "svg", ["text/html"] = "html" }
local written = 0

---@param params { runId: string, uri?: string, data: table<string, string> }
function M.on_display(params)
  local uri = type(params.uri) == "string" and params.uri or ""
  local output = require("pyflow.output")
  local data = type(params.data) == "table" and params.data or {}
  for _, mime in ipairs({ "image/png", "image/jpeg", "image/svg+xml", "text/html" }) do
    local text = data[mime]
    if type(text) == "string" then
      local is_text = mime == "text/html" or mime == "image/svg+xml"
      local fine, bytes = pcall(is_text and tostring or vim.base64.decode, text)
      local folder = vim.fs.joinpath(vim.fn.stdpath("cache") --[[@as string]], "pyflow")
      if fine and vim.fn.mkdir(folder, "p", "0700") then
        local path = vim.fs.joinpath(folder, ("%d-%d.%s"):format(vim.fn.getpid(), written % KEPT, endings[mime]))
        local file = io.open(path, "wb")
        if file then
          file:write(bytes)
          file:close()
          written = written + 1
          output.note(uri, ("[%s: %s]  gx opens it"):format(mime, path))
        end
      end
      if not (mime == "text/html" and data["text/plain"]) then
        return
      end
      break
    end
  end
  if type(data["text/plain"]) == "string" then
    output.note(uri, data["text/plain"])
  end
end

return M
