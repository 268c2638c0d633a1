--- <Plug> maps for every command, and the suggested set for a buffer.
local M = {}

---@type { [1]: string|string[], [2]: string, [3]: string, [4]: string }[] modes, key after the prefix, <Plug> name, description
local suggested = {
  { "n", "r", "run", "run the file" },
  { "n", "c", "cell", "run the cell" },
  { "n", "n", "cell-next", "run the cell, go to the next" },
  { { "n", "x" }, "s", "selection", "run the selection or the statement" },
  { "n", "u", "above", "run the cells above" },
  { "n", "a", "all", "run all cells" },
  { "n", "x", "stop", "stop the run" },
  { "n", "R", "restart", "restart the session" },
  { "n", "o", "output", "show the output" },
  { "n", "v", "variables", "show the variables" },
  { "n", "e", "explain", "explain the error" },
  { "n", "f", "fix", "fix the error" },
}

--- Without the prefix.
local plain = {
  { { "n", "x", "o" }, "]h", "next", "next cell" },
  { { "n", "x", "o" }, "[h", "previous", "previous cell" },
  { { "x", "o" }, "ih", "inner-cell", "inner cell" },
  { { "x", "o" }, "ah", "a-cell", "a cell" },
  { "n", "<S-CR>", "cell-next", "run the cell, go to the next" },
  { "x", "<S-CR>", "selection", "run the selection" },
}

--- Defines the <Plug> maps. They do nothing in buffers without the server, except to say so.
function M.define()
  local commands = require("pyflow.commands")
  local cells = require("pyflow.cells")
  for _, entry in ipairs(suggested) do
    local name = entry[3]
    vim.keymap.set("n", ("<Plug>(pyflow-%s)"):format(name), function()
      commands.run(name, {})
    end, { desc = "PyFlow: " .. entry[4] })
  end
  vim.keymap.set("x", "<Plug>(pyflow-selection)", function()
    commands.run_visual()
  end, { desc = "PyFlow: run the selection" })
  for name, direction in pairs({ next = 1, previous = -1 }) do
    vim.keymap.set({ "n", "x", "o" }, ("<Plug>(pyflow-%s)"):format(name), function()
      cells.go(direction)
    end, { desc = ("PyFlow: %s cell"):format(name) })
  end
  vim.keymap.set({ "x", "o" }, "<Plug>(pyflow-inner-cell)", function()
    cells.select(true)
  end, { desc = "PyFlow: inner cell" })
  vim.keymap.set({ "x", "o" }, "<Plug>(pyflow-a-cell)", function()
    cells.select(false)
  end, { desc = "PyFlow: a cell" })
end

--- The suggested maps of one buffer. A map that the buffer has already is left alone.
---@param bufnr integer
function M.set(bufnr)
  local function map(modes, key, name, description)
    for _, mode in ipairs(type(modes) == "table" and modes or { modes }) do
      local known = vim.api.nvim_buf_call(bufnr, function()
        return vim.fn.maparg(key, mode, false, true)
      end)
      if known.buffer ~= 1 then
        vim.keymap.set(mode, key, ("<Plug>(pyflow-%s)"):format(name), {
          buffer = bufnr,
          remap = true,
          desc = "PyFlow: " .. description,
        })
      end
    end
  end
  local prefix = require("pyflow.options").get().prefix
  for _, entry in ipairs(suggested) do
    map(entry[1], prefix .. entry[2], entry[3], entry[4])
  end
  for _, entry in ipairs(plain) do
    map(entry[1], entry[2], entry[3], entry[4])
  end
end

return M
