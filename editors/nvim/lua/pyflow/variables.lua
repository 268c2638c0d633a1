--- The session's variables in a window of their own, read again after each run while it is open.
local client = require("pyflow.client")
local M = {}

local TITLE = "pyflow://variables"
---@type integer?, string?
local shown, of_uri

--- A repr on one line.
local function flat(text)
  return (tostring(text or ""):gsub("%s+", " "))
end

---@param variables { name: string, type: string, repr: string, size?: any }[]
---@return string[]
local function rows(variables)
  if #variables == 0 then
    return { "No variables: nothing was run in this session yet." }
  end
  local names, types = 4, 4
  for _, variable in ipairs(variables) do
    names = math.max(names, math.min(vim.fn.strdisplaywidth(variable.name), 30))
    types = math.max(types, math.min(vim.fn.strdisplaywidth(variable.type), 20))
  end
  local lines = {}
  for _, variable in ipairs(variables) do
    local pad_name = (" "):rep(math.max(names - vim.fn.strdisplaywidth(variable.name), 0))
    local pad_type = (" "):rep(math.max(types - vim.fn.strdisplaywidth(variable.type), 0))
    lines[#lines + 1] = ("%s%s  %s%s  %s"):format(variable.name, pad_name, variable.type, pad_type, flat(variable.repr))
  end
  return lines
end

---@param bufnr integer
local function fill(bufnr)
  client.command("variables", {}, function(answer)
    if shown and vim.api.nvim_buf_is_valid(shown) then
      vim.bo[shown].modifiable = true
      vim.api.nvim_buf_set_lines(shown, 0, -1, false, rows(answer or {}))
      vim.bo[shown].modifiable = false
    end
  end, bufnr)
end

--- Opens the window for a buffer's session and stays where the cursor is.
---@param bufnr integer
function M.open(bufnr)
  if not client.need(bufnr) then
    return
  end
  of_uri = vim.uri_from_bufnr(bufnr)
  if not shown or not vim.api.nvim_buf_is_valid(shown) then
    shown = vim.api.nvim_create_buf(false, true)
    vim.api.nvim_buf_set_name(shown, TITLE)
    vim.bo[shown].bufhidden = "wipe"
    vim.keymap.set("n", "q", "<Cmd>close<CR>", { buffer = shown, desc = "PyFlow: close the variables" })
  end
  if #vim.fn.win_findbuf(shown) == 0 then
    local here = vim.api.nvim_get_current_win()
    vim.cmd("botright vertical 50split")
    vim.api.nvim_win_set_buf(0, shown)
    vim.wo.wrap, vim.wo.number, vim.wo.relativenumber, vim.wo.winfixwidth = false, false, false, true
    vim.api.nvim_set_current_win(here)
  end
  fill(bufnr)
end

--- The session of a document may have other variables now.
---@param uri string
function M.on_change(uri)
  if uri == of_uri and shown and vim.api.nvim_buf_is_valid(shown) and #vim.fn.win_findbuf(shown) > 0 then
    fill(vim.uri_to_bufnr(uri))
  end
end

return M
