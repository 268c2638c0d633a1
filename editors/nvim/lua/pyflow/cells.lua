--- The cells of a buffer, for motions and text objects. The server has the last word on what is run; the markers
--- are the same, except that one inside a string is not told apart here.
local M = {}

---@param line string
---@return boolean
function M.is_marker(line)
  local text = line:match("^%s*#%s*(.*)$")
  if not text then
    return false
  end
  return vim.startswith(text, "%%")
    or vim.startswith(text, "<codecell>")
    or vim.startswith(text, "<markdowncell>")
    or text:match("^In%[[%d ]*%]%s*:?%s*$") ~= nil
end

--- The rows of the markers, 1-based and in order.
---@param bufnr integer
---@return integer[]
function M.markers(bufnr)
  local rows = {}
  for row, line in ipairs(vim.api.nvim_buf_get_lines(bufnr, 0, -1, false)) do
    if M.is_marker(line) then
      rows[#rows + 1] = row
    end
  end
  return rows
end

--- First and last row of the cell around a row, and the first row below its marker.
---@param bufnr integer
---@param row integer
---@return integer first, integer last, integer body
function M.around(bufnr, row)
  local first, last, body = 1, vim.api.nvim_buf_line_count(bufnr), 1
  for _, marker in ipairs(M.markers(bufnr)) do
    if marker > row then
      last = marker - 1
      break
    end
    first, body = marker, marker + 1
  end
  return first, last, body
end

--- Moves to the count-th next (or previous) cell: onto the line below its marker.
---@param direction 1|-1
---@return boolean moved
function M.go(direction)
  local bufnr = vim.api.nvim_get_current_buf()
  local row = vim.api.nvim_win_get_cursor(0)[1]
  local first = M.around(bufnr, row)
  local target
  local count = vim.v.count1
  local markers = M.markers(bufnr)
  if markers[1] ~= 1 then
    -- What stands before the first marker is a cell as well.
    table.insert(markers, 1, 0)
  end
  local from, to = direction == 1 and 1 or #markers, direction == 1 and #markers or 1
  for index = from, to, direction do
    local marker = markers[index]
    if (direction == 1 and marker > row) or (direction == -1 and marker < first) then
      target, count = marker, count - 1
      if count == 0 then
        break
      end
    end
  end
  if not target then
    return false
  end
  vim.cmd("normal! m'")
  vim.api.nvim_win_set_cursor(0, { math.min(target + 1, vim.api.nvim_buf_line_count(bufnr)), 0 })
  return true
end

--- Selects the cell under the cursor, by lines.
---@param inner boolean without the marker and the blank lines at the end
function M.select(inner)
  local bufnr = vim.api.nvim_get_current_buf()
  local first, last, body = M.around(bufnr, vim.api.nvim_win_get_cursor(0)[1])
  if inner then
    first = math.min(body, last)
    local lines = vim.api.nvim_buf_get_lines(bufnr, first - 1, last, false)
    while last > first and not lines[last - first + 1]:find("%S") do
      last = last - 1
    end
  end
  if vim.fn.mode():find("[vV\22]") then
    vim.cmd("normal! \27")
  end
  vim.api.nvim_win_set_cursor(0, { first, 0 })
  vim.cmd("normal! V")
  vim.api.nvim_win_set_cursor(0, { last, 0 })
end

return M
