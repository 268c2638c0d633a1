--- A screen for programs' output: text with colours, carriage returns and the few cursor moves that progress bars
--- use becomes lines and highlights. Lines are not wrapped. What is not known is dropped, never shown.
---
--- Owner of the text until it is taken; `take` tells what changed since the last time.
local M = {}

--- The longest sequence that is waited for when a text ends within it.
local LONGEST = 4096
local CHAR = "[%z\1-\127\194-\244][\128-\191]*"
local FALLBACK = {
  [0] = 0x3b4252, 0xbf616a, 0x7f9f5f, 0xc2a14d, 0x5e81ac, 0xa3719b, 0x5f9ea0, 0xc8ccd4,
  0x616e88, 0xd9727c, 0x98b972, 0xdcb65d, 0x7ba0cf, 0xbd8ab5, 0x78b8ba, 0xeceff4,
}

---@class pyflow.Segment
---@field [1] string
---@field [2] string? highlight group

---@class pyflow.Screen
---@field lines pyflow.Segment[][]
---@field widths integer[] characters in each line
---@field row integer
---@field column integer
local Screen = {}
Screen.__index = Screen

---@return pyflow.Screen
function M.screen()
  return setmetatable(
    { lines = { {} }, widths = { 0 }, row = 1, column = 0, style = {}, group = nil, pending = "", dirty = 1 },
    Screen
  )
end

--- A colour of the palette: the first 16 are the user's terminal colours.
---@param index integer
---@return integer?
local function palette(index)
  if index < 16 then
    local own = vim.g["terminal_color_" .. index]
    return tonumber(type(own) == "string" and own:match("^#(%x%x%x%x%x%x)$") or "", 16) or FALLBACK[index]
  elseif index < 232 then
    local function level(value)
      return value == 0 and 0 or 55 + 40 * value
    end
    index = index - 16
    local red, green, blue = math.floor(index / 36), math.floor(index / 6) % 6, index % 6
    return level(red) * 65536 + level(green) * 256 + level(blue)
  elseif index < 256 then
    return (8 + 10 * (index - 232)) * 0x010101
  end
end

--- Colour after 38 or 48: returns it and how many numbers were used.
local function extended(codes, at)
  if codes[at] == 5 then
    return palette(codes[at + 1] or 256), 2
  elseif codes[at] == 2 then
    local red, green, blue = codes[at + 1] or 0, codes[at + 2] or 0, codes[at + 3] or 0
    if red < 256 and green < 256 and blue < 256 then
      return red * 65536 + green * 256 + blue, 4
    end
    return nil, 4
  end
  return nil, 1
end

local flags = { [1] = "bold", [3] = "italic", [4] = "underline", [7] = "reverse", [9] = "strikethrough" }
local ends = { [22] = "bold", [23] = "italic", [24] = "underline", [27] = "reverse", [29] = "strikethrough" }

--- Select graphic rendition: numbers between semicolons or colons.
function Screen:style_by(text)
  local codes = {}
  for number in (text == "" and "0" or text):gmatch("[^;:]+") do
    codes[#codes + 1] = tonumber(number) or 0
  end
  local style, at = self.style, 1
  while at <= #codes do
    local code = codes[at]
    if code == 0 then
      style = {}
    elseif flags[code] then
      style[flags[code]] = true
    elseif ends[code] then
      style[ends[code]] = nil
    elseif code >= 30 and code <= 37 or code >= 90 and code <= 97 then
      style.fg = palette(code < 90 and code - 30 or code - 82)
    elseif code >= 40 and code <= 47 or code >= 100 and code <= 107 then
      style.bg = palette(code < 100 and code - 40 or code - 92)
    elseif code == 38 or code == 48 then
      local colour, used = extended(codes, at + 1)
      style[code == 38 and "fg" or "bg"] = colour
      at = at + used
    elseif code == 39 then
      style.fg = nil
    elseif code == 49 then
      style.bg = nil
    end
    at = at + 1
  end
  self.style = style
  self.group = M.group(style)
end

local groups = {}

--- The highlight group of a style, made when it is first needed.
---@return string?
function M.group(style)
  if next(style) == nil then
    return nil
  end
  local words = {}
  for _, key in ipairs({ "fg", "bg" }) do
    words[#words + 1] = style[key] and ("%s%06x"):format(key, style[key]) or nil
  end
  for _, key in ipairs({ "bold", "italic", "underline", "reverse", "strikethrough" }) do
    words[#words + 1] = style[key] and key or nil
  end
  local name = "PyFlowAnsi_" .. table.concat(words, "_")
  if not groups[name] then
    groups[name] = vim.deepcopy(style)
    vim.api.nvim_set_hl(0, name, style)
  end
  return name
end

--- Makes the groups anew: a colour scheme clears them.
function M.restore()
  for name, style in pairs(groups) do
    vim.api.nvim_set_hl(0, name, style)
  end
end

local function characters(segments)
  local cells = {}
  for _, segment in ipairs(segments) do
    for char in segment[1]:gmatch(CHAR) do
      cells[#cells + 1] = { char, segment[2] }
    end
  end
  return cells
end

local function joined(cells, last)
  local segments = {}
  for index = 1, last do
    local cell = cells[index]
    local before = segments[#segments]
    if before and before.group == cell[2] then
      before[#before + 1] = cell[1]
    else
      segments[#segments + 1] = { cell[1], group = cell[2] }
    end
  end
  for index, segment in ipairs(segments) do
    segments[index] = { table.concat(segment), segment.group }
  end
  return segments
end

function Screen:touch()
  self.dirty = math.min(self.dirty, self.row)
end

--- Goes to a row, making it if needed.
function Screen:go(row)
  self.row = math.max(row, 1)
  for new = #self.lines + 1, self.row do
    self.lines[new], self.widths[new] = {}, 0
    self.dirty = math.min(self.dirty, new)
  end
end

--- Text without control characters, at the cursor.
function Screen:put(text)
  local _, count = text:gsub(CHAR, "")
  local line, width = self.lines[self.row], self.widths[self.row]
  self:touch()
  if self.column == width then
    local last = line[#line]
    if last and last[2] == self.group then
      last[1] = last[1] .. text
    else
      line[#line + 1] = { text, self.group }
    end
    self.widths[self.row] = width + count
  else
    local cells = characters(line)
    for index = #cells + 1, self.column do
      cells[index] = { " " }
    end
    local column = self.column
    for char in text:gmatch(CHAR) do
      column = column + 1
      cells[column] = { char, self.group }
    end
    self.lines[self.row], self.widths[self.row] = joined(cells, #cells), #cells
  end
  self.column = self.column + count
end

--- Erases in the line: 0 to its end, 1 to its start, 2 all of it.
function Screen:erase(how)
  self:touch()
  local cells = characters(self.lines[self.row])
  if how == 2 then
    cells = {}
  elseif how == 1 then
    for index = 1, math.min(self.column + 1, #cells) do
      cells[index] = { " " }
    end
  end
  local last = how == 0 and math.min(self.column, #cells) or #cells
  self.lines[self.row], self.widths[self.row] = joined(cells, last), last
end

--- A control sequence that began with ESC [.
function Screen:control(parameters, final)
  local number = tonumber(parameters:match("^%d+"))
  if final == "m" then
    self:style_by(parameters)
  elseif final == "K" then
    self:erase(number or 0)
  elseif final == "J" and number and number >= 2 then
    self.lines, self.widths, self.row, self.column, self.dirty = { {} }, { 0 }, 1, 0, 1
  elseif final == "A" or final == "F" then
    self:go(self.row - (number or 1))
  elseif final == "B" or final == "E" then
    self:go(math.min(self.row + (number or 1), #self.lines))
  elseif final == "C" then
    self.column = math.min(self.column + (number or 1), 1000)
  elseif final == "D" then
    self.column = math.max(self.column - (number or 1), 0)
  elseif final == "G" then
    self.column = math.min(math.max((number or 1) - 1, 0), 1000)
  end
  if final == "E" or final == "F" then
    self.column = 0
  end
end

--- Where the sequence that starts with ESC at `at` ends, or nil while it is incomplete.
function Screen:escape(text, at)
  local kind = text:sub(at + 1, at + 1)
  if kind == "" then
    return nil
  elseif kind == "[" then
    local parameters, final, after = text:match("^([0-?]*)[ -/]*([@-~])()", at + 2)
    if final then
      self:control(parameters, final)
      return after
    end
    -- Neither complete nor the start of one: the two characters go, the rest is text.
    return text:match("^[0-?]*[ -/]*()", at + 2) <= #text and at + 2 or nil
  elseif kind == "]" then
    return text:match("^[^\7\27]*\7()", at + 2) or text:match("^[^\7\27]*\27\\()", at + 2)
  end
  return at + 2
end

--- Takes more of the output; a sequence may be cut anywhere.
---@param text string
function Screen:feed(text)
  text = self.pending .. text
  self.pending = ""
  local at = 1
  while at <= #text do
    local plain, after = text:match("^([^%c\127]+)()", at)
    if plain then
      self:put(plain)
      at = after
    else
      local char = text:sub(at, at)
      if char == "\n" then
        self.column = 0
        self:go(self.row + 1)
      elseif char == "\r" then
        self.column = 0
      elseif char == "\b" then
        self.column = math.max(self.column - 1, 0)
      elseif char == "\t" then
        self:put("\t")
      elseif char == "\27" then
        local next_at = self:escape(text, at)
        if not next_at then
          if #text - at < LONGEST then
            self.pending = text:sub(at)
            return
          end
          next_at = at + 1
        end
        at = next_at - 1
      end
      at = at + 1
    end
  end
end

--- Text in a group of our own, on lines of its own.
---@param text string
---@param group string
function Screen:note(text, group)
  if self.widths[self.row] > 0 then
    self:feed("\n")
  end
  local before = self.group
  self.group = group
  self:feed(text .. "\n")
  self.group = before
end

--- Drops the first lines, so that at most so many are left.
---@param most integer
---@return integer dropped
function Screen:trim(most)
  local dropped = #self.lines - most
  if dropped <= 0 then
    return 0
  end
  self.lines = vim.list_slice(self.lines, dropped + 1)
  self.widths = vim.list_slice(self.widths, dropped + 1)
  self.row = math.max(self.row - dropped, 1)
  self.dirty = math.max(self.dirty - dropped, 1)
  return dropped
end

---@class pyflow.Mark
---@field row integer from 0
---@field from integer byte
---@field to integer byte
---@field group string

--- What changed since it was last asked: the first changed row (from 0), the lines from there, their highlights.
---@return integer first, string[] lines, pyflow.Mark[] marks
function Screen:take()
  local first, lines, marks = self.dirty, {}, {}
  for row = first, #self.lines do
    local texts, column = {}, 0
    for index, segment in ipairs(self.lines[row]) do
      texts[index] = segment[1]
      if segment[2] then
        marks[#marks + 1] = { row = row - 1, from = column, to = column + #segment[1], group = segment[2] }
      end
      column = column + #segment[1]
    end
    lines[#lines + 1] = table.concat(texts)
  end
  self.dirty = #self.lines + 1
  return first - 1, lines, marks
end

return M
