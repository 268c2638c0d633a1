-- Parts of the plug-in that need no server: the output's screen, cells, motions, text objects, options.
package.path = vim.fs.dirname(debug.getinfo(1, "S").source:sub(2)) .. "/?.lua;" .. package.path
local t = require("check")
vim.opt.runtimepath:prepend(vim.env.PYFLOW_NVIM)
vim.cmd.runtime("plugin/pyflow.lua")

--- What a screen shows after it was fed these pieces.
local function shown(...)
  local screen = require("pyflow.ansi").screen()
  for _, piece in ipairs({ ... }) do
    screen:feed(piece)
  end
  local _, lines, marks = screen:take()
  return lines, marks
end

local function screens()
  t.equal("lines are split", shown("a\nb\n"), { "a", "b", "" })
  t.equal("a carriage return writes over", shown("10%\r20%\rdone"), { "done" })
  t.equal("a shorter text leaves the rest", shown("abcdef\rXY"), { "XYcdef" })
  t.equal("erase to the end of the line", shown("abcdef\rXY\27[K"), { "XY" })
  t.equal("backspace", shown("ab\b\bxy"), { "xy" })
  t.equal("cursor up, as nested progress bars do", shown("one\ntwo\n\27[A\27[ATWO"), { "TWO", "two", "" })
  t.equal("clear screen", shown("a\nb\27[2Jc"), { "c" })
  t.equal("what is not known is dropped", shown("a\27]0;title\7b\27[?25lc\27(d\7e"), { "abcde" })
  t.equal("wide and accented text counts by characters", shown("é日本\rX"), { "X日本" })
  local whole, marks = shown("\27[1;31mred\27[0m plain")
  t.equal("colours leave the text", whole, { "red plain" })
  t.check("colours are highlights", #marks == 1 and marks[1].from == 0 and marks[1].to == 3, marks)
  local group = vim.api.nvim_get_hl(0, { name = marks[1].group })
  t.check("bold and red", group.bold and group.fg ~= nil, group)
  local _, rich = shown("\27[38;5;196ma\27[48;2;1;2;3mb\27[7mc")
  local last = vim.api.nvim_get_hl(0, { name = rich[3].group })
  t.check("256 colours, 24 bits, reverse", last.fg == 0xff0000 and last.bg == 0x010203 and last.reverse, last)
  for cut = 1, 9 do
    local text = "\27[1;31mred"
    local cut_lines, cut_marks = shown(text:sub(1, cut), text:sub(cut + 1))
    t.check("a sequence cut at " .. cut, cut_lines[1] == "red" and #cut_marks == 1, cut_lines)
  end
  local screen = require("pyflow.ansi").screen()
  screen:feed(("x\n"):rep(50))
  screen:take()
  t.equal("old lines are dropped", screen:trim(10), 41)
  screen:feed("end")
  local first, lines = screen:take()
  t.equal("and the rest goes on", { first, lines }, { 9, { "end" } })
  local started = vim.uv.hrtime()
  screen:feed(("\27[32mok\27[0m line\r\n"):rep(20000))
  local took = (vim.uv.hrtime() - started) / 1e6
  t.check(("20000 coloured lines in %d ms"):format(took), took < 5000)
end

local source = {
  "import os",
  "",
  "# %% first",
  "a = 1",
  "",
  "",
  "#%% second",
  "b = 2",
  "# In[3]:",
  "c = 3",
  "# a comment with 100 %%",
}

local function cells()
  local module = require("pyflow.cells")
  vim.cmd.enew()
  vim.bo.buftype = "nofile"
  vim.api.nvim_buf_set_lines(0, 0, -1, false, source)
  t.equal("markers of all tools", module.markers(0), { 3, 7, 9 })
  t.equal("the cell around a line", { module.around(0, 5) }, { 3, 6, 4 })
  t.equal("before the first marker", { module.around(0, 2) }, { 1, 2, 1 })
  local function row()
    return vim.api.nvim_win_get_cursor(0)[1]
  end
  vim.cmd("normal! gg")
  vim.cmd.normal(vim.keycode("<Plug>(pyflow-next)"))
  t.equal("next cell", row(), 4)
  vim.cmd.normal(vim.keycode("2<Plug>(pyflow-next)"))
  t.equal("two further", row(), 10)
  vim.cmd.normal(vim.keycode("<Plug>(pyflow-previous)"))
  t.equal("previous cell", row(), 8)
  vim.cmd.normal(vim.keycode("5<Plug>(pyflow-previous)"))
  t.equal("up to the first", row(), 1)
  require("pyflow.maps").set(vim.api.nvim_get_current_buf())
  vim.api.nvim_win_set_cursor(0, { 5, 0 })
  vim.cmd.normal("dih")
  t.equal("inner cell without marker and blanks", vim.api.nvim_buf_get_lines(0, 2, 5, false), { "# %% first", "", "" })
  vim.cmd.normal("dah")
  t.equal("a cell with its marker", vim.api.nvim_buf_get_lines(0, 0, 3, false), { "import os", "", "#%% second" })
  vim.cmd.normal(vim.keycode("gg]hvihy"))
  t.equal("in visual mode", vim.fn.getreg('"'), "b = 2\n")
end

local function commands()
  t.equal("words are completed", vim.fn.getcompletion("PyFlow re", "cmdline"), { "restart" })
  t.equal("only the first word", vim.fn.getcompletion("PyFlow run re", "cmdline"), {})
  local missing = {}
  for _, word in ipairs(vim.split("run cell selection above all stop restart output variables explain fix ask", " ")) do
    if not vim.tbl_contains(require("pyflow.commands").words(), word) then
      missing[#missing + 1] = word
    end
  end
  t.equal("all words are there", missing, {})
  local said
  local notify = vim.notify
  vim.notify = function(text)
    said = text
  end
  vim.cmd("PyFlow nonsense")
  t.check("an unknown word names the known", said and said:find("selection", 1, true), said)
  require("pyflow.options").set({ cmd = { "/nowhere/pyflow", "lsp" } })
  vim.cmd("PyFlow run")
  t.check("a missing program is named", said and said:find("/nowhere/pyflow", 1, true), said)
  vim.notify = notify
end

local function trust()
  local options = require("pyflow.options")
  local folder = vim.fn.tempname()
  vim.fn.mkdir(folder .. "/inside", "p")
  options.set({})
  t.equal("no workspace is trusted unasked", options.trusts(folder), false)
  options.set({ trusted = { folder } })
  t.equal("folders below a trusted one are", options.trusts(folder .. "/inside"), true)
  t.equal("others are not", { options.trusts(vim.fs.dirname(folder)), options.trusts(folder .. "2") }, { false, false })
  options.set({ trusted = function(root)
    return root == folder
  end })
  t.equal("a function decides", { options.trusts(folder), options.trusts("/") }, { true, false })
end

local function help()
  vim.cmd.helptags(vim.env.PYFLOW_NVIM .. "/doc")
  local tags = vim.fn.getcompletion("pyflow", "help")
  t.check("the help has its tags", vim.tbl_contains(tags, "pyflow.txt") and vim.tbl_contains(tags, "pyflow-options"), tags)
  local text = table.concat(vim.fn.readfile(vim.env.PYFLOW_NVIM .. "/doc/pyflow.txt"), "\n")
  local absent = {}
  for _, word in ipairs(require("pyflow.commands").words()) do
    if not text:find("*:PyFlow-" .. word .. "*", 1, true) then
      absent[#absent + 1] = word
    end
  end
  t.equal("every word is in the help", absent, {})
  vim.fn.delete(vim.env.PYFLOW_NVIM .. "/doc/tags")
end

t.all(function()
  screens()
  cells()
  commands()
  trust()
  help()
end)
