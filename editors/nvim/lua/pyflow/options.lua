--- The options and their defaults. They are read when they are used, so `set` works at any time.
local M = {}

---@class pyflow.Options
local defaults = {
  --- How the server is started.
  cmd = { "pyflow", "lsp" },
  --- Settings of the server, section `pyflow`: { sandbox = { profile = "strict" } }.
  settings = {},
  --- Whether the workspace may choose its interpreter and other guarded settings: true, false, a list of
  --- folders whose workspaces are trusted, or a function of the workspace's folder.
  ---@type boolean|string[]|fun(root: string?): boolean
  trusted = false,
  --- Sets the suggested maps in Python buffers.
  maps = false,
  --- What the suggested maps start with.
  prefix = "<leader>r",
  --- "virtual" shows values at the ends of lines; "hints" leaves them to `vim.lsp.inlay_hint`; "off" shows none.
  ---@type "virtual"|"hints"|"off"
  results = "virtual",
  output = {
    --- "auto" opens the output at a run's first text, "manual" only by `:PyFlow output`.
    ---@type "auto"|"manual"
    open = "auto",
    --- The command that makes the window.
    split = "botright 12split",
    --- Lines kept of each document's output.
    lines = 10000,
  },
}

local current = defaults

---@param options? pyflow.Options
function M.set(options)
  current = vim.tbl_deep_extend("force", defaults, options or {})
end

---@return pyflow.Options
function M.get()
  return current
end

--- The server's settings. An empty table would be sent as a list.
---@return table
function M.settings()
  local settings = current.settings
  return next(settings) and settings or vim.empty_dict()
end

--- Whether the user trusts a workspace.
---@param root string?
---@return boolean
function M.trusts(root)
  local trusted = current.trusted
  if type(trusted) == "function" then
    return trusted(root) == true
  elseif type(trusted) ~= "table" then
    return trusted == true
  elseif not root then
    return false
  end
  local real = vim.uv.fs_realpath(root) or root
  for _, folder in ipairs(trusted) do
    folder = vim.fs.normalize(folder)
    if vim.fs.relpath(vim.uv.fs_realpath(folder) or folder, real) then
      return true
    end
  end
  return false
end

return M
