--- The output of each document's runs, in a buffer of its own, shown in one window that is used again.
---
--- A file's run starts on an empty buffer; cells' outputs follow each other. Frames of a traceback are links.
local ansi = require("pyflow.ansi")
local options = require("pyflow.options")
local M = {}

local namespace = vim.api.nvim_create_namespace("pyflow.output")

---@class pyflow.Output
---@field bufnr integer
---@field screen pyflow.Screen
---@field kind? "file"|"cell"|"selection" of the last run that ended
---@field fresh boolean whether a run has started that printed nothing yet
---@field due boolean whether the buffer will be drawn

---@type table<string, pyflow.Output>
local outputs = {}

--- Goes to the frame of a traceback under the cursor, in a window that shows the file or in the last one used.
local function follow()
  local file, number = vim.api.nvim_get_current_line():match('File "([^"]+)", line (%d+)')
  if not file or not vim.uv.fs_stat(file) and vim.fn.bufnr(file) < 0 then
    return
  end
  local window = vim.fn.win_getid(vim.fn.winnr("#"))
  local bufnr = vim.fn.bufadd(file)
  vim.fn.bufload(bufnr)
  for _, other in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    if vim.api.nvim_win_get_buf(other) == bufnr then
      window = other
    end
  end
  if window == 0 or window == vim.api.nvim_get_current_win() then
    vim.cmd.split()
  else
    vim.api.nvim_set_current_win(window)
  end
  vim.cmd("normal! m'")
  vim.bo[bufnr].buflisted = true
  vim.api.nvim_win_set_buf(0, bufnr)
  vim.api.nvim_win_set_cursor(0, { math.min(tonumber(number) or 1, vim.api.nvim_buf_line_count(bufnr)), 0 })
  vim.cmd("normal! ^")
end

---@param uri string
---@return pyflow.Output
local function of(uri)
  local output = outputs[uri]
  if output and vim.api.nvim_buf_is_valid(output.bufnr) then
    return output
  end
  local bufnr = vim.api.nvim_create_buf(false, true)
  local name = uri == "" and "code" or vim.fs.basename(vim.uri_to_fname(uri))
  -- Two documents may have one name: the number tells them apart.
  vim.api.nvim_buf_set_name(bufnr, ("pyflow://output/%d/%s"):format(bufnr, name))
  vim.bo[bufnr].bufhidden = "hide"
  vim.bo[bufnr].modifiable = false
  vim.bo[bufnr].filetype = "pyflow-output"
  output = { bufnr = bufnr, screen = ansi.screen(), fresh = false, due = false }
  outputs[uri] = output
  vim.keymap.set("n", "<CR>", follow, { buffer = bufnr, desc = "PyFlow: go to the frame under the cursor" })
  vim.keymap.set("n", "q", "<Cmd>close<CR>", { buffer = bufnr, desc = "PyFlow: close the output" })
  return output
end

---@return integer? window that shows an output
local function window()
  for _, id in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    if vim.w[id].pyflow_output then
      return id
    end
  end
end

---@param output pyflow.Output
local function draw(output)
  output.due = false
  local bufnr = output.bufnr
  if not vim.api.nvim_buf_is_valid(bufnr) then
    return
  end
  local followers = {}
  for _, id in ipairs(vim.fn.win_findbuf(bufnr)) do
    if vim.api.nvim_win_get_cursor(id)[1] == vim.api.nvim_buf_line_count(bufnr) then
      followers[#followers + 1] = id
    end
  end
  local dropped = output.screen:trim(options.get().output.lines)
  vim.bo[bufnr].modifiable = true
  if dropped > 0 then
    vim.api.nvim_buf_set_lines(bufnr, 0, math.min(dropped, vim.api.nvim_buf_line_count(bufnr)), false, {})
  end
  local first, lines, marks = output.screen:take()
  vim.api.nvim_buf_clear_namespace(bufnr, namespace, first, -1)
  vim.api.nvim_buf_set_lines(bufnr, first, -1, false, lines)
  vim.bo[bufnr].modifiable = false
  for _, mark in ipairs(marks) do
    vim.api.nvim_buf_set_extmark(bufnr, namespace, mark.row, mark.from, { end_col = mark.to, hl_group = mark.group })
  end
  for _, id in ipairs(followers) do
    vim.api.nvim_win_set_cursor(id, { vim.api.nvim_buf_line_count(bufnr), 0 })
  end
end

---@param output pyflow.Output
local function soon(output)
  if not output.due then
    output.due = true
    vim.schedule(function()
      draw(output)
    end)
  end
end

--- Shows a document's output without going there.
---@param output pyflow.Output
local function show(output)
  local id = window()
  if id then
    vim.api.nvim_win_set_buf(id, output.bufnr)
    return id
  end
  local here = vim.api.nvim_get_current_win()
  vim.cmd(options.get().output.split)
  id = vim.api.nvim_get_current_win()
  vim.api.nvim_win_set_buf(id, output.bufnr)
  vim.w[id].pyflow_output = true
  vim.wo[id].winfixheight = true
  vim.wo[id].number, vim.wo[id].relativenumber, vim.wo[id].signcolumn = false, false, "no"
  vim.api.nvim_win_set_cursor(id, { vim.api.nvim_buf_line_count(output.bufnr), 0 })
  vim.api.nvim_set_current_win(here)
  return id
end

--- Opens the output of a buffer and goes there.
---@param bufnr integer
function M.open(bufnr)
  vim.api.nvim_set_current_win(show(of(vim.uri_from_bufnr(bufnr))))
end

--- The buffer that has a document's output.
---@param uri string
---@return integer
function M.buffer(uri)
  return of(uri).bufnr
end

---@param uri string
function M.on_start(uri)
  local output = of(uri)
  output.fresh = true
  if window() then
    show(output)
  end
end

--- A run's first text. What a file's run left goes; after a cell's run it follows, behind an empty line.
---@param output pyflow.Output
local function begin(output)
  if not output.fresh then
    return
  end
  output.fresh = false
  if output.kind == "file" then
    output.screen = ansi.screen()
  elseif #output.screen.lines > 1 then
    output.screen:note("", "PyFlowNote")
  end
end

---@param params { runId: string, uri?: string, stream: string, text: string, dropped?: integer }
function M.on_output(params)
  local uri = type(params.uri) == "string" and params.uri or ""
  local output = of(uri)
  begin(output)
  output.screen:feed(params.text)
  if (tonumber(params.dropped) or 0) > 0 then
    output.screen:note(("… %d bytes left out …"):format(params.dropped), "PyFlowNote")
  end
  if options.get().output.open == "auto" and not window() then
    show(output)
  end
  soon(output)
end

--- Text that the user typed.
---@param uri string?
---@param text string
function M.echo(uri, text)
  local output = of(type(uri) == "string" and uri or "")
  output.screen:feed(text)
  soon(output)
end

--- A line that is no output of the program.
---@param uri string
---@param text string
function M.note(uri, text)
  local output = of(uri)
  begin(output)
  output.screen:note(text, "PyFlowNote")
  soon(output)
end

---@param uri string
---@param result table
function M.on_finish(uri, result)
  local output = of(uri)
  begin(output)
  output.kind = result.kind
  local value = result.result
  if result.kind ~= "file" and type(value) == "table" and type(value.repr) == "string" then
    output.screen:note("⇒ " .. value.repr, "PyFlowResult")
  end
  local runs = require("pyflow.runs")
  output.screen:note(
    ("── %s · %s ──"):format(runs.summary(result), runs.duration(result.durationMs or 0)),
    result.status == "ok" and "PyFlowNote" or "PyFlowError"
  )
  soon(output)
end

--- Empties a document's output.
---@param uri string
function M.clear(uri)
  local output = of(uri)
  output.screen = ansi.screen()
  soon(output)
end

return M
